"""Which bytes of a copy reach the archive."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from lib import sanitizer

from recorder.conftest import RunProgram
from recorder.harness import blob, field

STREAMS = ["null", "per-thread", "own"]


def _copy(stream: str) -> tuple[str, str]:
    """The call that copies, and its hash pair."""
    return ("hipMemcpyAsync_spt", "ext_hash") if stream == "per-thread" else ("hipMemcpyAsync", "blob_hash")


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("what", ["synced", "polled", "unsynced"])
def test_asynchronous_bytes_are_those_after_the_copy_landed(run: RunProgram, stream: str, what: str) -> None:
    call, pair = _copy(stream)
    assert blob(run("async", stream, what).archive, call, pair=pair) == b"a" * 1000


@pytest.mark.parametrize("stream", STREAMS)
def test_recording_waits_for_nothing(run: RunProgram, stream: str) -> None:
    """The stream needs 0.3 s for each operation: a query right after the copy still says not ready."""
    call, pair = _copy(stream)
    done = run("async", stream, "late", env={"FAKE_LATE_MS": "300"})
    assert blob(done.archive, call, pair=pair) == b"a" * 1000


@pytest.mark.parametrize("stream", STREAMS)
def test_the_bytes_are_safe_when_the_programs_wait_returns(run: RunProgram, stream: str) -> None:
    call, pair = _copy(stream)
    done = run("async", stream, "killed", code=-9)
    assert blob(done.archive, call, pair=pair) == b"a" * 1000


def test_a_captured_copy_has_no_bytes(run: RunProgram) -> None:
    found = run("async", "own", "capture").archive
    assert blob(found, "hipMemcpyAsync") == b""
    assert found.manifest.missed == 1
    assert found.complete


def test_without_staging_memory_the_bytes_come_from_the_programs_own_wait(run: RunProgram) -> None:
    found = run("async", "own", "plain", env={"FAKE_FAIL": "hipHostMalloc", "FAKE_LATE_MS": "100"}).archive
    assert blob(found, "hipMemcpyAsync") == b"\xa5" * 1000
    assert found.manifest.missed == 0


@pytest.mark.parametrize("what", ["synced", "other"])
def test_without_staging_memory_stale_bytes_are_left_out(run: RunProgram, what: str) -> None:
    """Another call between copy and wait may have changed them; a wait for another stream proves nothing."""
    found = run("async", "own", what, env={"FAKE_FAIL": "hipHostMalloc", "FAKE_LATE_MS": "100"}).archive
    assert blob(found, "hipMemcpyAsync") == b""
    assert found.manifest.missed == 1


def test_a_source_that_is_still_being_written(run: RunProgram) -> None:
    """What goes up is what the copy before it brings down, not what lies in the memory at the time of the call."""
    found = run("async", "own", "chain", env={"FAKE_LATE_MS": "100"}).archive
    assert [blob(found, "hipMemcpyAsync", index) for index in (0, 1)] == [b"a" * 1000] * 2


def test_rows_at_a_guard_page(run: RunProgram) -> None:
    found = run("rows", "guard").archive
    rows = b"0" * 48 + b"1" * 48
    assert blob(found, "hipMemcpy2D", 0) == rows
    assert blob(found, "hipMemcpy2D", 1, "d2h_hash") == rows
    assert field(found, "hipMemcpy2D", "d2h_hash_lo")[0] == field(found, "hipMemcpy2D", "blob_hash_lo")[1] == 0


def test_padding_is_nowhere_in_the_archive(run: RunProgram) -> None:
    done = run("rows", "padding")
    rows = b"".join(bytes([letter]) * 48 for letter in b"abc")
    found = done.archive
    assert blob(found, "hipMemcpy2D", 0) == blob(found, "hipMemcpy2D", 1, "d2h_hash") == rows
    assert blob(found, "hipMemcpy2DAsync", 0, "d2h_hash") == rows
    for path in done.root.rglob("*"):
        assert path.is_dir() or b"####" not in path.read_bytes()


@pytest.mark.skipif(bool(sanitizer.ANY), reason="a sanitizer needs address space")
def test_sparse_rows_do_not_cost_their_span(run: RunProgram) -> None:
    """Four rows 16 MiB apart, in a process that may not have 64 MiB more."""
    done = run("rows", "sparse", setup=_no_core)
    rows = b"".join(bytes([letter]) * 48 for letter in b"abcd")
    assert blob(done.archive, "hipMemcpy2D", 0) == rows
    assert blob(done.archive, "hipMemcpy2D", 1, "d2h_hash") == rows
    assert sum(path.stat().st_size for path in done.root.rglob("*.blob")) == 192


def _no_core() -> None:
    import resource

    # The program maps 48 MiB itself; a copy of the span would not fit into what is left.
    resource.setrlimit(resource.RLIMIT_AS, (160 << 20, 160 << 20))


def test_a_rejected_copy_touches_no_host_memory(run: RunProgram) -> None:
    found = run("rows", "rejected").archive
    assert field(found, "hipMemcpy2D", "ret") == [12, 12]
    assert len(found.blobs) == 0 and found.complete


def test_default_direction_comes_from_the_pointers(run: RunProgram) -> None:
    found = run("rows", "default").archive
    assert blob(found, "hipMemcpy", 0) == blob(found, "hipMemcpy", 1) == b"h" * 48
    assert field(found, "hipMemcpy", "blob_hash_lo")[2:] == [0, 0]


def test_content_none_keeps_no_host_bytes(run: RunProgram) -> None:
    found = run("rows", "padding", env={"HRR_CONTENT": "none"}).archive
    assert found.content == "none" and len(found.blobs) == 0 and len(found.events) == 5
    assert found.complete


@pytest.mark.parametrize("kind", ["xxh3", "reference"])
def test_blobs_are_named_by_their_content(run: RunProgram, kind: str) -> None:
    from hrr.archive import naming

    found = run("rows", "guard", env={"HRR_BLOB_HASH": kind}).archive
    rows = b"0" * 48 + b"1" * 48
    name = naming.xxh3(rows) if kind == "xxh3" else naming.reference(rows)
    assert list(found.blobs.keys()) == [name]
    assert (found.path / "blobs" / name[:2] / f"{name}.blob").read_bytes() == rows


@pytest.mark.parametrize("kind", ["xxh3", "reference"])
def test_names_of_blobs_of_every_size(run: RunProgram, kind: str) -> None:
    """Short and long ones are hashed and written in different ways."""
    from hrr.archive import naming

    found = run("trouble", "sizes", env={"HRR_BLOB_HASH": kind}).archive
    assert len(found.blobs) == 100 + 19 and found.complete
    name_of = naming.xxh3 if kind == "xxh3" else naming.reference
    for name in found.blobs.keys():
        data = bytes(found.blob(name))
        if kind == "xxh3" or len(data) < 5000:
            assert name == name_of(data)


def test_format_7_has_its_number_and_flag(run: RunProgram) -> None:
    found = run("rows", "guard", env={"HRR_FORMAT": "7"}).archive
    assert (found.version, found.flags) == (7, 1)
    assert "host_snapshots" not in (found.path / "manifest.json").read_text()


def test_identical_content_is_written_once(tmp_path: Path, run: RunProgram) -> None:
    found = run("rows", "guard").archive
    assert len(found.blobs) == 1 and found.manifest.blob_count == 1
    assert len(os.listdir(found.path / "blobs")) == 1
