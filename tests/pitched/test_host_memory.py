"""Recording and replay touch the copied rows and nothing else of the program's memory."""

from __future__ import annotations

import pytest
from conftest import Archived, Record, Replay
from lib import hrr_command, model

WAYS = ["d2h", "h2d"]


@pytest.mark.parametrize("way", WAYS)
def test_rows_at_a_guard_page(way: str, archived: Archived, replay: Replay) -> None:
    archive = archived("copies/rows_at_a_guard_page", way)
    copy = archive.one("hipMemcpy2D")
    blob = archive.expected(copy) if way == "d2h" else archive.source(copy)
    wanted = model.pattern(0, 96, 0x21) if way == "d2h" else model.pattern(0, 48, 0x22) + model.pattern(0, 48, 0x23)
    assert blob.read_bytes() == wanted
    assert replay(archive).all_exact


@pytest.mark.parametrize("way", WAYS)
def test_sparse_rows_never_allocate_the_span(way: str, record: Record, replay: Replay, archived: Archived) -> None:
    """Four rows 16 MiB apart span 48 MiB; less than a quarter of that may appear anywhere."""
    recorded = record("copies/sparse_rows", way)
    assert int(recorded.out.split()[0]) < 12 << 10
    archive = archived("copies/sparse_rows", way)
    copy = archive.one("hipMemcpy2D")
    blob = archive.expected(copy) if way == "d2h" else archive.source(copy)
    assert blob.stat().st_size == 192
    assert sum(file.stat().st_blocks * 512 for file in archive.root.rglob("*")) < 12 << 20
    assert replay(archive).all_exact

    dense = archived("copies/flat_lengths", "192")
    arguments = ("--device", "soft")
    usual = hrr_command.peak_kib("replay", str(dense.root), *arguments)
    assert hrr_command.peak_kib("replay", str(archive.root), *arguments) < usual + (12 << 10)


@pytest.mark.parametrize("way", WAYS)
def test_host_padding_is_nowhere_in_the_archive(way: str, archived: Archived, replay: Replay) -> None:
    archive = archived("copies/padding_marker", way)
    files = [file for file in archive.root.rglob("*") if file.is_file()]
    assert len(files) > 12
    for file in files:
        content = file.read_bytes()
        assert b"PADDING." not in content and b"PRIVATE-" not in content, file
    assert replay(archive).code == 0


@pytest.mark.parametrize("why", ["null", "pitch"])
def test_rejected_copies_touch_nothing_and_store_nothing(why: str, archived: Archived, replay: Replay) -> None:
    """The program itself sees that host memory is not written, and crashes when the guard page is read."""
    archive = archived("copies/rejected", why)
    calls = ("hipMemcpy2D", "hipMemcpy3D", "hipMemcpyParam2D")
    refused = [record for call in calls for record in archive.records(call)]
    for copy in refused:
        assert archive.get(copy, "ret") != 0
        assert not archive.has(copy, "blob_hash") and not archive.has(copy, "d2h_hash")
    assert len(archive.blobs()) == 1, "the device memory's content, written and read back"
    replayed = replay(archive)
    assert replayed.all_exact and replayed.checks["total"] == 1
