"""Directories, blobs, manifests, repair; and files that are not what they seem."""

import json
import os
import stat

import pytest

from hrr import archive as archives
from hrr.archive import ArchiveError, MissingBlob, Root, Writer, manifest, repair

from .conftest import fill


def process(root):
    return next(root.glob("pid-*"))


def test_every_way_to_name_an_archive(small):
    for path in (small, process(small), process(small) / "events.bin", str(small)):
        assert archives.open_archive(path).path == process(small)


def test_several_processes_are_a_root(tmp_path):
    for pid in (7, 9):
        fill(Writer(tmp_path / "a.hrr", pid=pid)).close()
    root = archives.open_archive(tmp_path / "a.hrr")
    assert isinstance(root, Root)
    assert [archive.manifest.pid for archive in root.processes] == [7, 9]
    info = root.info()
    assert info.events == 18
    assert info.calls["hipMemcpy"] == 2
    assert [item.pid for item in info.processes] == [7, 9]


@pytest.mark.parametrize("what", ["missing", "empty", "file", "fifo", "link to events", "directory named events.bin"])
def test_what_is_no_archive(tmp_path, small, what):
    path = tmp_path / "x"
    if what == "empty":
        path.mkdir()
    elif what == "file":
        path.write_bytes(b"abc")
    elif what == "fifo":
        path.mkdir()
        os.mkfifo(path / "events.bin")
    elif what == "link to events":
        path.mkdir()
        (path / "events.bin").symlink_to(process(small) / "events.bin")
    elif what == "directory named events.bin":
        (path / "events.bin").mkdir(parents=True)
    with pytest.raises(ArchiveError):
        archives.open_archive(path)


def test_linked_process_directories_are_passed_over(tmp_path, small):
    root = tmp_path / "x"
    root.mkdir()
    (root / "pid-1").symlink_to(process(small))
    with pytest.raises(ArchiveError, match="holds neither"):
        archives.open_archive(root)


def test_blobs(small):
    archive = archives.open_archive(small)
    key = archive.checks[0].key
    assert archive.blob(key).tobytes() == b"ABCDEFGH"
    assert not archive.blob(key).flags.writeable
    assert key in archive.blobs
    with pytest.raises(MissingBlob):
        archive.blob("0" * 32)
    with pytest.raises(KeyError):
        archive.blob("../../etc/passwd")


def test_a_linked_blob_is_not_followed(small, tmp_path):
    key = archives.open_archive(small).checks[0].key
    path = process(small) / "blobs" / key[:2] / f"{key}.blob"
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    archive = archives.open_archive(small)
    with pytest.raises(MissingBlob):
        archive.blob(key)
    assert "missing-blobs" in {problem.kind for problem in archive.problems}


def test_leftovers_of_a_writer_do_not_count(small):
    folder = next((process(small) / "blobs").iterdir())
    (folder / ("0" * 32 + ".blob.abc.tmp")).write_bytes(b"x")
    (folder / ("0" * 31 + ".blob")).write_bytes(b"x")
    (folder / ("G" * 32 + ".blob")).write_bytes(b"x")
    assert archives.open_archive(small).info().blobs == 2


def test_manifest_form(small):
    """AMD's tools read line by line: each key first on its line."""
    assert (process(small) / "manifest.json").read_text() == (
        '{\n  "pid": 4242,\n  "parent_pid": 4000,\n  "complete": true,\n  "event_count": 9,\n  "blob_count": 3\n}\n'
    )
    assert (small / "manifest.json").read_text() == (
        '{\n  "version": 1,\n  "capture_mode": "in-tree",\n  "owner_pid": 4242,\n  "processes": [\n'
        '    { "pid": 4242, "parent_pid": 4000, "complete": true, "event_count": 9, "blob_count": 3 }\n  ]\n}\n'
    )


def test_manifest_with_everything(tmp_path):
    full = manifest.Manifest(
        True, 5, 4, False, 3, 2, "soft", "none", {"hipB": ("z", "a"), "hipA": ("r",)}, {"schema_version": 1}
    )
    manifest.write_manifest(tmp_path, full)
    text = (tmp_path / "manifest.json").read_text()
    assert '  "unreplayable_apis": {\n    "hipA": ["r"],\n    "hipB": ["a", "z"]\n  }' in text
    assert json.loads(text)["metadata"] == {"schema_version": 1}
    found = manifest.read_manifest(tmp_path)
    assert (found.platform, found.content, found.unreplayable["hipA"]) == ("soft", "none", ("r",))


@pytest.mark.parametrize(
    "text", ["", "{", "[1]", "null", '{"pid": "x", "complete": 1}', "[" * 100000, '{"pid": -1}', "\xff"]
)
def test_damaged_manifests(small, text):
    (process(small) / "manifest.json").write_text(text, encoding="latin-1")
    archive = archives.open_archive(small)
    assert archive.manifest.pid == 4242
    assert len(archive.events) == 9


def test_owner_is_the_first_parent(tmp_path):
    rows = [manifest.Manifest(True, pid, parent) for pid, parent in ((3, 1), (5, 4), (4, 3))]
    manifest.write_root_manifest(tmp_path, rows)
    value = json.loads((tmp_path / "manifest.json").read_text())
    assert value["owner_pid"] == 3
    assert [item["pid"] for item in value["processes"]] == [3, 4, 5]


def test_repair_gives_trailer_and_manifests(tmp_path):
    root = fill(Writer(tmp_path / "a.hrr")).close(complete=False)
    with (process(root) / "events.bin").open("ab") as file:
        file.write(b"half a record")
    before = archives.open_archive(root)
    assert not before.complete
    (done,) = repair(root)
    assert (done.changed, done.events, done.dropped_bytes) == (True, 9, 13)
    after = archives.open_archive(root)
    assert after.complete
    assert after.problems == ()
    assert [after.events.record(i) for i in range(9)] == [before.events.record(i) for i in range(9)]
    assert (process(root) / "events.bin").read_bytes()[-44:] == archives.repair.__globals__["trailer"](9, 9)
    assert stat.S_IMODE((process(root) / "events.bin").stat().st_mode) == 0o600


def test_repair_leaves_a_whole_archive_alone(small):
    path = process(small) / "events.bin"
    before = path.stat()
    (done,) = repair(small)
    assert not done.changed
    assert path.stat().st_ino == before.st_ino


def test_repair_of_a_root(tmp_path):
    for pid in (7, 9):
        fill(Writer(tmp_path / "a.hrr", pid=pid)).close(complete=pid == 7)
    assert [item.changed for item in repair(tmp_path / "a.hrr")] == [False, True]
    value = json.loads((tmp_path / "a.hrr" / "manifest.json").read_text())
    assert [(item["pid"], item["complete"]) for item in value["processes"]] == [(7, True), (9, True)]


def test_spooled_blobs_are_read_and_given_files(tmp_path):
    root = fill(Writer(tmp_path / "a.hrr")).close(complete=False)
    archive = archives.open_archive(root)
    key = archive.checks[0].key
    (process(root) / "blobs" / key[:2] / f"{key}.blob").unlink()
    low, high = archives.naming.words(key)
    entry = (1).to_bytes(4, "little") + bytes(4) + b"".join(n.to_bytes(8, "little") for n in (low, high, 4096, 8))
    header = b"HRRSPOOL" + (1).to_bytes(4, "little") + (1).to_bytes(4, "little") + (4096).to_bytes(8, "little")
    spool = (header.ljust(64, b"\0") + entry).ljust(4096, b"\0") + b"ABCDEFGH"
    (process(root) / "spool.bin").write_bytes(spool)
    assert archives.open_archive(root).blob(key).tobytes() == b"ABCDEFGH"
    repair(root)
    assert not (process(root) / "spool.bin").exists()
    assert archives.open_archive(root).blob(key).tobytes() == b"ABCDEFGH"
    # An entry that reaches outside the file is no blob.
    (process(root) / "spool.bin").write_bytes(spool[:-1])
    found = archives.blobs.spooled(process(root) / "spool.bin")
    assert (dict(found.blobs), found.problem) == ({}, "1 of its entries reach outside the file")


def test_calls_in_flight_are_named(tmp_path):
    root = fill(Writer(tmp_path / "a.hrr")).close(complete=False)
    slot = b"".join(n.to_bytes(8, "little") for n in (77, 5)) + (66 + 1).to_bytes(4, "little") + bytes(4) + bytes(40)
    (process(root) / "inflight.bin").write_bytes(bytes(64) + slot)
    messages = [problem.message for problem in archives.open_archive(root).problems]
    assert "thread 77 was in hipDeviceSynchronize when the process ended" in messages
