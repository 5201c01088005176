"""Columns, payloads, extension tails, launches, copies, ids of every version."""

import struct

import numpy as np
import pytest

from hrr import api
from hrr import archive as archives
from hrr.archive import Writer, copies_of, launches, versions
from hrr.archive.copies import host_bytes

from .conftest import LAUNCH, fill


def test_columns(small):
    events = archives.open_archive(small).events
    assert events.thread.tolist() == [1] * 8 + [2]
    assert [events.name(index) for index in range(3)] == ["hipMalloc", "hipMallocPitch", "hipMemcpy"]
    assert events.returned.tolist() == [0] * 7 + [2, 0]
    assert events.position(4) == 4
    assert events.position(9) is None


def test_decoded_payload(small):
    events = archives.open_archive(small).events
    row = api.row("hipMemcpy")
    copy = events.decode(row)
    assert copy["sizeBytes"].tolist() == [8]
    assert copy["kind"].tolist() == [1]
    assert events.value(row, "dst", events.of(row)).tolist() == [0x7F0000001000]


def test_extension_tail(small):
    events = archives.open_archive(small).events
    row = api.row("hipMallocPitch")
    assert events.value(row, "pitch", events.of(row)).tolist() == [256]
    row = api.row("hipModuleGetGlobal")
    at = events.of(row)
    assert events.column(row, "dptr_value", at).tolist() == [0x9000]
    assert events.strings(row, int(at[0])) == {"name_value": "counter"}


def test_a_record_without_extension_has_zeros_there(tmp_path):
    writer = Writer(tmp_path / "a.hrr")
    writer.event("hipMallocPitch", {"ptr": 1, "width": 2, "height": 3})
    writer.event("hipMallocPitch", {"ptr": 1, "width": 2, "height": 3, "pitch_value": 512})
    events = archives.open_archive(writer.close()).events
    row = api.row("hipMallocPitch")
    assert events.value(row, "pitch", events.of(row)).tolist() == [0, 512]


def test_short_record_is_kept_and_not_decoded(tmp_path):
    writer = Writer(tmp_path / "a.hrr")
    writer.raw(215, bytes(19))
    archive = archives.open_archive(writer.close())
    assert archive.calls == {"hipMalloc": 1}
    assert len(archive.events.of(api.row("hipMalloc"))) == 0
    assert [problem.kind for problem in archive.problems] == ["short-records"]


def test_longer_record_is_decoded(tmp_path):
    writer = Writer(tmp_path / "a.hrr")
    writer.raw(215, bytes(4) + (7).to_bytes(8, "little") + (8).to_bytes(8, "little") + b"unknown tail")
    events = archives.open_archive(writer.close()).events
    assert events.decode(api.row("hipMalloc"))["size"].tolist() == [8]


def test_launch_round_trip(small):
    archive = archives.open_archive(small)
    assert archive.launch(3) == LAUNCH
    assert archive.launch(0) is None
    assert archive.kernels == {"_Z5scalePfi": 1}


def test_launch_of_older_writers(tmp_path):
    """Snapshots are a matter of version 8; the attribute tail may be missing."""
    record = bytes(32) + launches.encode(LAUNCH)
    assert launches.decode(record, 7).snapshots == ()
    bare = launches.Launch(0, "k", "", (1, 1, 1), (1, 1, 1), 0, (), b"", 0, ())
    without_tail = (bytes(32) + launches.encode(bare))[:-8]
    assert len(without_tail) == 90 + 1
    assert launches.decode(without_tail, 7) == bare


def test_launch_cut_anywhere_is_refused():
    record = bytes(32) + launches.encode(LAUNCH)
    good = {len(record)}
    tail = len(record) - 41 - 8 - len(LAUNCH.attributes)
    for cut in range(32, len(record)):
        found = launches.decode(record[:cut], 8)
        # Up to seven bytes where the tail would be are no tail; the snapshot that is announced is missing then.
        assert found is None, cut
    assert tail > 0
    assert good


def test_copy_in_one_form(small):
    archive = archives.open_archive(small)
    copies = copies_of(archive.events, api.row("hipMemcpy3D"))
    assert copies.kind.tolist() == [2]
    assert (copies.width[0], copies.height[0], copies.depth[0]) == (4, 2, 1)
    assert (copies.src.base[0], copies.src.pitch[0]) == (0x7F0000002000, 256)
    assert (copies.dst.base[0], copies.dst.x[0]) == (0x6000, 3)
    assert copies.expected.any()
    assert not copies.blob.any()


def test_one_hash_pair_serves_both_directions(small):
    archive = archives.open_archive(small)
    copies = copies_of(archive.events, api.row("hipMemcpy"))
    assert copies.blob.any()
    assert not copies.expected.any()
    assert [(check.seq, check.nbytes) for check in archive.checks] == [(4, 8), (5, 8)]


@pytest.mark.parametrize(
    ("dst", "src", "kind"),
    [(0x10010, 0x900, 1), (0x900, 0x10010, 2), (0x10010, 0x10020, 3), (0x900, 0x910, 0), (0x10100, 0x10010, 2)],
)
def test_default_kind_goes_by_the_pointers(tmp_path, dst, src, kind):
    writer = Writer(tmp_path / "a.hrr")
    writer.event("hipMalloc", {"ptr": 0x10000, "size": 0x100})
    writer.event("hipMemcpy", {"dst": dst, "src": src, "sizeBytes": 4, "kind": 4})
    assert copies_of(archives.open_archive(writer.close()).events, api.row("hipMemcpy")).kind.tolist() == [kind]


@pytest.mark.parametrize(("types", "kind"), [((1, 2), 1), ((2, 1), 2), ((2, 2), 3), ((1, 1), 0)])
def test_driver_forms_go_by_the_memory_types(tmp_path, types, kind):
    writer = Writer(tmp_path / "a.hrr")
    sides = {"pCopy.srcMemoryType": types[0], "pCopy.dstMemoryType": types[1], "pCopy.srcHost": 1, "pCopy.srcDevice": 2}
    writer.event("hipDrvMemcpy3D", sides | {"pCopy.dstHost": 3, "pCopy.dstDevice": 4})
    copies = copies_of(archives.open_archive(writer.close()).events, api.row("hipDrvMemcpy3D"))
    assert copies.kind.tolist() == [kind]
    assert copies.src.base.tolist() == [1 if types[0] == 1 else 2]
    assert copies.dst.base.tolist() == [3 if types[1] == 1 else 4]


@pytest.mark.parametrize(("version", "base"), [(5, 545), (6, 544), (7, 546), (8, 546)])
def test_compiler_ids_move_between_builds(version, base):
    types = np.array([215, base + 2, base + 3, base + 8], np.uint16)
    lengths = np.array([52, 64, 108, 40])
    rows = versions.rows_of(types, lengths, version)
    names = [api.ROWS[row].name for row in rows]
    assert names == ["hipMalloc", "__hipRegisterFatBinary", "__hipRegisterFunction", "__hipUnregisterFatBinary"]


@pytest.mark.parametrize("base", [544, 545, 546])
def test_compiler_base_is_found_by_record_lengths(base):
    for place, length in ((2, 64), (8, 40)):
        assert versions.compiler_base(np.array([base + place], np.uint16), np.array([length]), 8) == base
    # Other records at the same ids do not mislead.
    assert versions.compiler_base(np.array([547, 548], np.uint16), np.array([76, 108]), 8) == 546


@pytest.mark.parametrize("version", [5, 6, 7, 8])
def test_every_decoded_version(tmp_path, version):
    launch = LAUNCH if version == 8 else launches.Launch(**{**vars(LAUNCH), "snapshots": ()})
    archive = archives.open_archive(fill(Writer(tmp_path / "a.hrr", version=version), launch=launch).close())
    assert archive.calls["hipMemcpy3D"] == 1
    assert archive.launch(3) == launch
    assert archive.packed is (version >= 7)
    row = api.row("hipMalloc")
    assert archive.events.decode(row)["size"].tolist() == [4096, 1 << 60]


@pytest.mark.parametrize("version", [3, 4])
def test_oldest_versions_are_listed_raw(tmp_path, version):
    writer = Writer(tmp_path / "a.hrr", version=version)
    writer.raw(12, bytes(20))
    archive = archives.open_archive(writer.close())
    assert archive.calls == {"api-12": 1}
    assert [problem.kind for problem in archive.problems] == ["old"]


def test_version_5_payloads_are_shorter(tmp_path):
    writer = Writer(tmp_path / "a.hrr", version=5)
    writer.event("hipMemCreate", {"handle": 3, "size": 4096})
    archive = archives.open_archive(writer.close())
    assert int(archive.events.length[0]) == 32 + 36
    assert archive.events.decode(api.row("hipMemCreate"))["size"].tolist() == [4096]


def _array_copy(writer, handle, width=4, kind=2):
    box = {"p.srcArray": handle, "p.srcPos.x": 3, "p.dstPtr.ptr": 7, "p.dstPos.x": 5, "p.kind": kind}
    writer.event("hipMemcpy3D", box | {"p.extent.width": width, "p.extent.height": 2, "p.extent.depth": 1})


def test_elements_of_an_array_are_counted_in_bytes(tmp_path):
    """By the latest array of that handle: two floats, then one byte, then four halves."""
    writer = Writer(tmp_path / "a.hrr")
    _array_copy(writer, 5)  # before there is any
    description = {"pAllocateArray.Format": 32, "pAllocateArray.NumChannels": 2}
    writer.event("hipArray3DCreate", {"array": 5} | description)
    _array_copy(writer, 5)
    writer.event("hipFreeArray", {"array": 5})
    writer.event("hipMallocArray", {"array": 5, "ext_desc": struct.pack("<5i", 8, 0, 0, 0, 1)})
    writer.event("hipMallocArray", {"array": 5, "ret": 2, "ext_desc": struct.pack("<5i", 32, 0, 0, 0, 1)})
    writer.event("hipMalloc3DArray", {"array": 6, "ext_desc": struct.pack("<5i", 16, 16, 16, 16, 2)})
    for handle in (5, 6, 7):
        _array_copy(writer, handle)
    _array_copy(writer, 6, width=1 << 62)
    copies = copies_of(archives.open_archive(writer.close()).events, api.row("hipMemcpy3D"))
    assert copies.sized.tolist() == [False, True, True, True, False, True]
    assert copies.width.tolist() == [0, 32, 4, 32, 0, (1 << 64) - 1]
    assert copies.src.x[copies.sized].tolist() == [24, 3, 24, 24]
    assert copies.dst.x.tolist() == [5] * 6
    assert host_bytes(copies, copies.dst, True).tolist() == [-1, 64, 8, 64, -1, -1]


@pytest.mark.parametrize("words", [(0, 0, 0, 0), (32, 32, 32, 64), (-8, 0, 0, 0), (1 << 30, 0, 0, 0)])
def test_an_element_of_no_size_that_arrays_have_is_not_known(tmp_path, words):
    writer = Writer(tmp_path / "a.hrr")
    writer.event("hipMallocArray", {"array": 5, "ext_desc": struct.pack("<5i", *words, 1)})
    _array_copy(writer, 5)
    assert not copies_of(archives.open_archive(writer.close()).events, api.row("hipMemcpy3D")).sized.any()


@pytest.mark.parametrize(
    ("kind", "up", "down"), [(0, 1, 2), (1, 1, 3), (2, 3, 2), (3, 3, 3), (4, 1, 2)], ids=["hh", "hd", "dh", "dd", "any"]
)
def test_an_array_is_the_device_whatever_the_kind_says(tmp_path, kind, up, down):
    writer = Writer(tmp_path / "a.hrr")
    writer.event("hipMemcpy2DToArray", {"dst": 5, "src": 6, "width": 4, "height": 1, "kind": kind})
    writer.event("hipMemcpy2DFromArray", {"dst": 6, "src": 5, "width": 4, "height": 1, "kind": kind})
    writer.event("hipMemcpy2DArrayToArray", {"dst": 6, "src": 5, "width": 4, "height": 1, "kind": kind})
    events = archives.open_archive(writer.close()).events
    for name, wanted in (("ToArray", up), ("FromArray", down), ("ArrayToArray", 3)):
        assert copies_of(events, api.row(f"hipMemcpy2D{name}")).kind.tolist() == [wanted]
