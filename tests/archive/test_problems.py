"""What an archive lacks is named: each problem by an archive that has it and no other."""

import json

import numpy as np
import pytest

from hrr import api
from hrr import archive as archives
from hrr.archive import ArchiveError, Root, Writer, copies_of
from hrr.archive.copies import host_bytes

from .conftest import fill


def process(root):
    return next(root.glob("pid-*"))


def kinds(root):
    return [problem.kind for problem in archives.open_archive(root).problems]


def rewrite_manifest(root, **changes):
    path = process(root) / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def test_a_whole_archive_has_none(small):
    assert kinds(small) == []


def test_missing_manifest(small):
    (process(small) / "manifest.json").unlink()
    assert kinds(small) == ["no-manifest"]
    assert archives.open_archive(small).manifest.pid == 4242


def test_what_the_recorder_lost(small):
    rewrite_manifest(small, complete=False, lost=["disk full", 5], copies_without_expected_bytes=1234)
    archive = archives.open_archive(small)
    assert not archive.complete
    assert [problem.message for problem in archive.problems] == [
        "disk full",
        "the expected bytes of 1,234 asynchronous copies could not be had",
    ]


def test_a_repair_makes_nothing_complete_that_is_lost(small):
    rewrite_manifest(small, complete=False, lost=["disk full"])
    archives.repair(small)
    archive = archives.open_archive(small)
    assert not archive.complete and [problem.kind for problem in archive.losses] == ["lost"]
    assert [item.changed for item in archives.repair(small)] == [False]


def test_incomplete_without_a_reason(small):
    rewrite_manifest(small, complete=False)
    assert kinds(small) == ["incomplete"]


def test_no_host_bytes(small):
    rewrite_manifest(small, content="none")
    assert kinds(small) == ["no-content"]


def test_reasons_of_amds_recorder(small):
    rewrite_manifest(small, unreplayable_apis={"hipGraphAddHostNode": ["a callback", "b"]})
    (problem,) = archives.open_archive(small).problems
    assert problem.message == "hipGraphAddHostNode: a callback; b"


def test_calls_without_a_replay(tmp_path):
    writer = Writer(tmp_path / "a.hrr")
    row = next(row for row in api.ROWS if row.replay.verdict is api.Verdict.UNREPLAYABLE and row.ret == "hipError_t")
    writer.event(row.name)
    writer.event(row.name)
    writer.event(row.name, {"ret": 1})
    (problem,) = archives.open_archive(writer.close()).problems
    assert problem.message == f"{row.name}: {row.replay.reason} (2 calls)"


def test_unknown_calls(tmp_path):
    writer = Writer(tmp_path / "a.hrr")
    writer.event("hipDeviceSynchronize")
    writer.raw(0xFFFD, bytes(8))
    (problem,) = archives.open_archive(writer.close()).problems
    assert (problem.kind, problem.offset) == ("unknown-calls", 8 + 36)


def test_missing_blobs_and_code_objects(small):
    for path in [*process(small).rglob("*.blob"), *process(small).rglob("*.hsaco")]:
        path.unlink()
    assert kinds(small) == ["missing-blobs", "missing-code-objects"]


def test_expected_bytes_of_another_length(small):
    archive = archives.open_archive(small)
    key = archive.checks[0].key
    (process(small) / "blobs" / key[:2] / f"{key}.blob").write_bytes(b"1234567")
    (problem,) = archives.open_archive(small).problems
    assert problem.message == (
        "2 checks have expected bytes of another length than their copy, first event 4"
        " (hipMemcpy3D: blob of 7 bytes, 8 wanted)"
    )


def test_a_length_beyond_64_bits_is_words(tmp_path):
    writer = Writer(tmp_path / "a.hrr")
    fields = {"width": 1 << 40, "height": 1 << 40, "kind": 2, "d2h_hash": writer.blob(b"12")}
    writer.event("hipMemcpy2D", fields)
    (problem,) = archives.open_archive(writer.close()).problems
    assert problem.message.endswith("(hipMemcpy2D: blob of 2 bytes, more than 64 bits can count wanted)")


def test_failed_copies_are_no_checks(tmp_path):
    writer = Writer(tmp_path / "a.hrr")
    key = writer.blob(b"12")
    writer.event("hipMemcpyDtoH", {"ret": 1, "sizeBytes": 2, "blob_hash": key})
    writer.event("hipMemcpyDtoH", {"ret": 0, "sizeBytes": 2, "blob_hash": key})
    assert [check.seq for check in archives.open_archive(writer.close()).checks] == [1]


@pytest.mark.parametrize(
    ("fields", "packed", "wanted"),
    [
        ({"width": 48, "height": 3, "dpitch": 160}, True, 144),
        ({"width": 48, "height": 3, "dpitch": 160}, False, 2 * 160 + 48),
        ({"width": 48, "height": 0, "dpitch": 160}, False, 0),
        ({"width": 1 << 40, "height": 1 << 40}, True, -1),
        ({"width": 1, "height": 1 << 40, "dpitch": 1 << 40}, False, -1),
        ({"width": 1 << 40, "height": 1 << 23}, True, -1),
    ],
)
def test_length_of_a_host_side(tmp_path, fields, packed, wanted):
    writer = Writer(tmp_path / "a.hrr")
    writer.event("hipMemcpy2D", fields | {"kind": 2})
    copies = copies_of(archives.open_archive(writer.close()).events, api.row("hipMemcpy2D"))
    assert host_bytes(copies, copies.dst, packed).tolist() == [wanted]


def test_length_of_a_host_side_before_packed_rows(tmp_path):
    """A box in 3D counts its offsets; a flat copy never has any."""
    writer = Writer(tmp_path / "a.hrr", version=6)
    box = {"WidthInBytes": 48, "Height": 3, "Depth": 2, "dstXInBytes": 40, "dstY": 1, "dstZ": 1}
    place = {"dstPitch": 160, "dstHeight": 6, "dstMemoryType": 1, "srcMemoryType": 2}
    writer.event("hipDrvMemcpy3D", {f"pCopy.{name}": value for name, value in (box | place).items()})
    writer.event("hipMemcpy", {"sizeBytes": 9, "kind": 2})
    events = archives.open_archive(writer.close()).events
    copies = copies_of(events, api.row("hipDrvMemcpy3D"))
    assert host_bytes(copies, copies.dst, False).tolist() == [(960 + 160 + 40) + 960 + 2 * 160 + 48]
    flat = copies_of(events, api.row("hipMemcpy"))
    assert host_bytes(flat, flat.dst, False).tolist() == [9]


def test_array_sides_have_no_address(tmp_path):
    writer = Writer(tmp_path / "a.hrr")
    writer.event("hipMemcpy3D", {"p.srcArray": 5, "p.srcPtr.ptr": 6, "p.dstPtr.ptr": 7, "p.kind": 2})
    sides = {"pCopy.srcMemoryType": 10, "pCopy.srcArray": 5, "pCopy.srcDevice": 6}
    writer.event("hipDrvMemcpy3D", sides | {"pCopy.dstMemoryType": 2, "pCopy.dstArray": 8, "pCopy.dstDevice": 7})
    events = archives.open_archive(writer.close()).events
    for name in ("hipMemcpy3D", "hipDrvMemcpy3D"):
        copies = copies_of(events, api.row(name))
        assert (copies.src.base[0], copies.src.array[0]) == (0, 5)
        assert (copies.dst.base[0], copies.dst.array[0]) == (7, 0)


def test_an_unreadable_process_is_named_beside_the_others(tmp_path):
    for pid in (7, 8, 9):
        fill(Writer(tmp_path / "a.hrr", pid=pid)).close()
    (tmp_path / "a.hrr" / "pid-8" / "events.bin").write_bytes(b"")
    root = archives.open_archive(tmp_path / "a.hrr")
    assert isinstance(root, Root)
    assert [archive.manifest.pid for archive in root.processes] == [7, 9]
    info = root.info()
    assert not info.complete
    assert "pid-8/events.bin" in info.problems[0].message
    (tmp_path / "a.hrr" / "pid-9" / "events.bin").write_bytes(b"")
    assert [archive.manifest.pid for archive in archives.open_archive(tmp_path / "a.hrr").processes] == [7]
    (tmp_path / "a.hrr" / "pid-7" / "events.bin").write_bytes(b"")
    with pytest.raises(ArchiveError, match="pid-7"):
        archives.open_archive(tmp_path / "a.hrr")


def test_undecided_compiler_ids_of_version_5(tmp_path):
    writer = Writer(tmp_path / "a.hrr", version=5)
    writer.raw(543, bytes(300))
    writer.raw(545, bytes(36))
    archive = archives.open_archive(writer.close())
    assert archive.events.row.tolist() == [543, -1]


def test_seq_beyond_the_last(small):
    events = archives.open_archive(small).events
    for seq in (-1, 9, 1 << 63, 1 << 64, 1 << 70):
        assert events.position(seq) is None
    assert events.seq.dtype == np.uint64
