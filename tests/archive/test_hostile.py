"""Directories and files made to mislead: links, special files, names, sizes; and what a repair does with them."""

import json
import os
import resource
import signal
import struct
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from hrr import archive as archives
from hrr.archive import ArchiveError, MissingBlob, Writer, framing, manifest, repair
from hrr.archive.errors import printable
from hrr.archive.files import read_bytes

from .conftest import fill


def process(root):
    return next(root.glob("pid-*"))


@pytest.fixture
def open_small(tmp_path):
    """A killed recording: no trailer, so that repair has work to do."""
    return fill(Writer(tmp_path / "open.hrr")).close(complete=False)


@pytest.mark.parametrize("folder", ["blobs", "code_objects"])
def test_linked_stores_are_not_followed(small, tmp_path, folder):
    (process(small) / folder).rename(tmp_path / "elsewhere")
    (process(small) / folder).symlink_to(tmp_path / "elsewhere")
    info = archives.open_archive(small).info()
    assert (info.blobs, info.code_objects) == ((0, 1) if folder == "blobs" else (2, 0))


def test_linked_shards_are_not_followed(small, tmp_path):
    key = archives.open_archive(small).checks[0].key
    shard = process(small) / "blobs" / key[:2]
    shard.rename(tmp_path / "elsewhere")
    shard.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(MissingBlob):
        archives.open_archive(small).blob(key)


@pytest.mark.parametrize("name", ["manifest.json", "spool.bin", "inflight.bin"])
@pytest.mark.parametrize("what", ["fifo", "link", "directory", "socketless"])
def test_special_files_in_place_of_small_ones(small, name, what):
    path = process(small) / name
    path.unlink(missing_ok=True)
    if what == "fifo":
        os.mkfifo(path)
    elif what == "link":
        path.symlink_to("/dev/zero")
    elif what == "directory":
        path.mkdir()
    else:
        path.symlink_to(path)
    archive = archives.open_archive(small)
    assert len(archive.events) == 9
    assert archive.in_flight == ()


def test_a_blob_that_became_a_fifo_after_the_index(small):
    archive = archives.open_archive(small)
    key = archive.checks[0].key
    path = process(small) / "blobs" / key[:2] / f"{key}.blob"
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(ArchiveError, match="not a regular file"):
        archive.blob(key)


def test_names_that_no_terminal_should_see(tmp_path):
    place = tmp_path / "a.hrr" / os.fsdecode(b"pid-\x1b[2J\xff")
    place.mkdir(parents=True)
    (place / "events.bin").write_bytes(b"no archive")
    with pytest.raises(ArchiveError) as caught:
        archives.open_archive(tmp_path / "a.hrr")
    assert caught.value.message.isprintable()
    assert "pid-\\x1b[2J\\udcff" in str(caught.value)


def test_printable():
    assert printable("a\nb\x00\udcff\u2028é") == "a\\nb\\x00\\udcff\\u2028é"


def test_large_holes_cost_no_time_and_no_memory(small):
    """Sparse files of a terabyte: a log with space set aside, a spool, slots."""
    log = process(small) / "events.bin"
    data = log.read_bytes()
    log.write_bytes(data[: -framing.TRAILER_SIZE])
    spool = process(small) / "spool.bin"
    spool.write_bytes(b"HRRSPOOL" + struct.pack("<IIQ", 1, 0xFFFFFFFF, 64))
    slots = process(small) / "inflight.bin"
    slots.write_bytes(b"")
    for path in (log, spool, slots):
        try:
            os.truncate(path, 1 << 40)
        except OSError:
            pytest.skip("no sparse files of a terabyte here")
    info = archives.open_archive(small).info()
    assert (info.events, info.truncated, info.blobs) == (9, False, 2)


def test_a_log_of_many_small_records_is_read_within_its_size(tmp_path):
    """4 MiB of the smallest records there are, in a process with little memory."""
    writer = Writer(tmp_path / "a.hrr")
    process = writer.directory
    writer.close()
    record = framing.RECORD_HEADER.pack(66, 0, 0, 0, 32, bytes(2))
    (process / "events.bin").write_bytes(framing.FILE_HEADER.pack(framing.MAGIC, 8, 1) + record * (1 << 17))
    code = f"import hrr; print(len(hrr.open({str(tmp_path / 'a.hrr')!r}).events))"

    def limit():
        resource.setrlimit(resource.RLIMIT_DATA, (512 << 20, 512 << 20))

    source = str(Path(archives.__file__).parents[2])
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        preexec_fn=limit,
        env={**os.environ, "PYTHONPATH": source, "OPENBLAS_NUM_THREADS": "1"},
        check=False,
    )
    assert (done.stdout, done.returncode) == (f"{1 << 17}\n", 0), done.stderr


def test_a_log_that_shrinks_while_it_is_read(small):
    """Small files are copied, so that a writer that cuts its file cannot kill the reader."""
    log = process(small) / "events.bin"
    raw = read_bytes(log)
    os.truncate(log, 0)
    assert raw.size > 9 * 32
    assert raw[:4].tobytes() == b"EHRR"


# Repair.


def test_repair_keeps_what_the_manifest_says(open_small):
    path = process(open_small)
    told = manifest.Manifest(
        True, 4242, 1, False, 0, 0, "soft", "none", {"hipA": ("r",)}, {"schema_version": 1}, ("full",), 3
    )
    manifest.write_manifest(path, told)
    repair(open_small)
    found = manifest.read_manifest(path)
    assert (found.complete, found.event_count, found.blob_count) == (True, 9, 2)
    assert (found.platform, found.content, found.unreplayable) == ("soft", "none", {"hipA": ("r",)})
    assert (found.metadata, found.lost, found.missed) == ({"schema_version": 1}, ("full",), 3)


def test_repair_names_the_calls_in_flight_for_good(open_small):
    slot = struct.pack("<QQIIQ", 77, 5, 66 + 1, 0, 9).ljust(64, b"\0")
    (process(open_small) / "inflight.bin").write_bytes(slot)
    repair(open_small)
    assert not (process(open_small) / "inflight.bin").exists()
    assert [problem.message for problem in archives.open_archive(open_small).problems] == [
        "thread 77 was in hipDeviceSynchronize when the process ended"
    ]


def test_repair_puts_records_in_the_order_of_their_ids(tmp_path):
    writer = Writer(tmp_path / "a.hrr")
    for seq in (2, 0, 1):
        writer.raw(66, bytes(4), seq=seq)
    root = writer.close(complete=False)
    repair(root)
    data = (process(root) / "events.bin").read_bytes()
    assert [struct.unpack_from("<Q", data, 8 + 36 * index + 2)[0] for index in range(4)] == [0, 1, 2, 3]
    assert struct.unpack_from("<QI", data, len(data) - 12) == (3, framing.TRAILER_MAGIC)


def test_repair_mends_a_wrong_count(small):
    path = process(small) / "events.bin"
    data = bytearray(path.read_bytes())
    struct.pack_into("<Q", data, len(data) - 12, 77)
    path.write_bytes(data)
    (done,) = repair(small)
    assert done.changed
    assert archives.open_archive(small).problems == ()


def test_repair_of_an_archive_whose_process_records(open_small):
    """A child maps the log, as a recorder does."""
    log = process(open_small) / "events.bin"
    code = "import mmap, os, sys; f = os.open(sys.argv[1], os.O_RDWR); m = mmap.mmap(f, 0); print(flush=True); input()"
    child = subprocess.Popen([sys.executable, "-c", code, str(log)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert child.stdout.readline()
        told = manifest.read_manifest(process(open_small))
        manifest.write_manifest(process(open_small), manifest.Manifest(**{**vars(told), "pid": child.pid}))
        before = log.read_bytes()
        with pytest.raises(ArchiveError, match="still recording") as caught:
            repair(open_small)
        assert caught.value.kind == "in-use"
        assert log.read_bytes() == before
    finally:
        child.send_signal(signal.SIGKILL)
        child.communicate()
    assert repair(open_small)[0].changed


@pytest.mark.parametrize("version", [3, 4])
def test_versions_without_a_trailer_are_not_repaired(tmp_path, version):
    writer = Writer(tmp_path / "a.hrr", version=version)
    writer.raw(1, bytes(4))
    with pytest.raises(ArchiveError) as caught:
        repair(writer.close(complete=False))
    assert caught.value.kind == "version"


def test_repair_of_one_process_updates_the_index_only_if_there_is_one(open_small):
    index = open_small / "manifest.json"
    repair(process(open_small))
    assert json.loads(index.read_text())["processes"][0]["complete"] is True
    index.unlink()
    repair(process(open_small))
    assert not index.exists()


def test_repair_of_a_root_with_an_unreadable_process(tmp_path):
    for pid in (7, 8):
        fill(Writer(tmp_path / "a.hrr", pid=pid)).close(complete=False)
    (tmp_path / "a.hrr" / "pid-7" / "events.bin").write_bytes(b"EHRR")
    (tmp_path / "a.hrr" / "pid-8" / "spool.bin").write_bytes(b"HRRSPOOL")
    with pytest.raises(ArchiveError, match="pid-7"):
        repair(tmp_path / "a.hrr")
    (tmp_path / "a.hrr" / "pid-8" / "spool.bin").unlink()
    lost, mended = repair(tmp_path / "a.hrr")
    assert "too few for a file header" in lost.problem
    assert (mended.changed, mended.problem) == (True, "")
    (tmp_path / "a.hrr" / "pid-8" / "events.bin").write_bytes(b"")
    with pytest.raises(ArchiveError, match="pid-7"):
        repair(tmp_path / "a.hrr")


def test_repair_writes_nothing_outside(open_small, tmp_path):
    """Links in place of the store and of the files that a repair writes or removes."""
    path = process(open_small)
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").write_bytes(b"kept")
    for name in ("spool.bin", "active"):
        (path / name).symlink_to(outside / "kept")
    (path / "manifest.json").unlink()
    (path / "manifest.json").symlink_to(outside / "manifest")
    repair(open_small)
    assert sorted(item.name for item in outside.iterdir()) == ["kept"]
    assert (outside / "kept").read_bytes() == b"kept"
    assert not (path / "manifest.json").is_symlink()


def spool(entries, data=b"", count=None, version=1):
    """A spool.bin with the data in its second page."""
    head = b"HRRSPOOL" + struct.pack("<IIQ", version, len(entries) if count is None else count, 4096)
    table = b"".join(struct.pack("<IIQQQQ", *entry).ljust(64, b"\0") for entry in entries)
    return (head.ljust(64, b"\0") + table).ljust(4096, b"\0") + data


UNUSABLE = {
    "version": (spool([], b"bytes", version=2), "version 2; version 1 can be read"),
    "entries": (spool([], b"bytes", count=1 << 17), "says that it has 131,072 entries"),
    "magic": (b"HRRSPOOK".ljust(4096, b"\0"), "not a spool"),
    "short": (b"HRRSPOOL", "8 bytes are too few for a header"),
    "no header": (bytes(64) + spool([(1, 0, 5, 6, 4096, 8)], b"12345678")[64:], "not a spool"),
    "cut off": (spool([(1, 0, 5, 6, 4096, 8)], b"1234567"), "1 of its entries reach outside the file"),
    "overlap": (
        spool([(1, 0, 5, 6, 4096, 8), (1, 0, 7, 8, 4100, 8)], b"123456789012"),
        "entries lie on top of each other",
    ),
}


@pytest.mark.parametrize("what", UNUSABLE)
def test_a_spool_that_makes_no_sense_is_named_and_kept(open_small, what):
    path = process(open_small) / "spool.bin"
    data, why = UNUSABLE[what]
    path.write_bytes(data)
    assert ("spool", f"spool.bin: {why}") in [
        (problem.kind, problem.message) for problem in archives.open_archive(open_small).problems
    ]
    with pytest.raises(ArchiveError) as caught:
        repair(open_small)
    assert caught.value.kind == "spool"
    assert path.read_bytes() == data
    assert not archives.open_archive(open_small).complete


@pytest.mark.parametrize("size", [0, 300_000])
def test_a_spool_that_was_never_begun_holds_nothing(open_small, size):
    (process(open_small) / "spool.bin").write_bytes(bytes(size))
    assert repair(open_small)[0].changed
    assert not (process(open_small) / "spool.bin").exists()


def test_a_spool_of_holes_is_not_written_out(open_small):
    """One entry of four terabytes in a file with two pages of them."""
    path = process(open_small) / "spool.bin"
    path.write_bytes(spool([(1, 0, 5, 6, 4096, (1 << 42) - 4096)]))
    try:
        os.truncate(path, 1 << 42)
    except OSError:
        pytest.skip("no sparse files of four terabytes here")
    with pytest.raises(ArchiveError, match="larger than the file has blocks for"):
        repair(open_small)


def test_large_blobs_of_a_spool_are_written_a_piece_at_a_time(open_small):
    path = process(open_small) / "spool.bin"
    data = bytes(range(256)) * (1 << 16)
    path.write_bytes(spool([(1, 0, 5, 6, 4096, len(data))], data))
    tracemalloc.start()
    try:
        repair(open_small)
        assert tracemalloc.get_traced_memory()[1] < len(data) // 2
    finally:
        tracemalloc.stop()
    assert archives.open_archive(open_small).blob(archives.naming.key(5, 6)).tobytes() == data


def test_repair_with_a_link_in_place_of_the_store(open_small, tmp_path):
    path = process(open_small)
    key = archives.open_archive(open_small).checks[0].key
    (path / "blobs").rename(tmp_path / "elsewhere")
    (path / "blobs").symlink_to(tmp_path)
    entry = struct.pack("<IIQQQQ", 1, 0, *archives.naming.words(key), 4096, 8)
    head = b"HRRSPOOL" + struct.pack("<IIQ", 1, 1, 4096)
    (path / "spool.bin").write_bytes((head.ljust(64, b"\0") + entry).ljust(4096, b"\0") + b"ABCDEFGH")
    before = sorted(item.name for item in tmp_path.iterdir())
    with pytest.raises(ArchiveError) as caught:
        repair(open_small)
    assert caught.value.kind == "unwritable"
    assert sorted(item.name for item in tmp_path.iterdir()) == before


def test_a_repair_that_cannot_write_leaves_no_rubbish(open_small):
    path = process(open_small)
    (path / "active").mkdir()
    with pytest.raises(ArchiveError):
        repair(open_small)
    assert not list(path.glob("*.tmp"))
