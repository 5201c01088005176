"""Blobs that are too short or gone: the check or the copy is skipped and named, nothing passes on a prefix."""

from __future__ import annotations

import pytest
from conftest import Archived, Replay
from lib import edit, model


@pytest.mark.parametrize("call", model.CALLS)
def test_one_short_expected_blob_is_skipped(call: str, archived: Archived, replay: Replay) -> None:
    archive = archived("copies/pitched_window", "d2h")
    edit.shorten(archive.expected(archive.one(call)))
    replayed = replay(archive)
    assert replayed.code == 0
    assert replayed.checks == {"total": 11, "exact": 10, "tolerance": 0, "differs": 0, "skipped": 1}
    (entry,) = replayed.not_passed
    assert (entry["call"], entry["verdict"]) == (call, "skipped") and entry["reason"]


def test_all_expected_blobs_short_is_no_pass(archived: Archived, replay: Replay) -> None:
    archive = archived("copies/pitched_window", "d2h")
    for call in model.CALLS:
        edit.shorten(archive.expected(archive.one(call)))
    replayed = replay(archive)
    assert replayed.code == 1
    assert replayed.checks == {"total": 11, "exact": 0, "tolerance": 0, "differs": 0, "skipped": 11}


def test_a_missing_expected_blob_is_skipped(archived: Archived, replay: Replay) -> None:
    archive = archived("copies/pitched_window", "d2h")
    archive.expected(archive.one("hipMemcpy3D")).unlink()
    replayed = replay(archive)
    assert replayed.code == 0 and replayed.checks["skipped"] == 1 and replayed.checks["exact"] == 10


SOURCE = {  # where a call's record holds the host address that it read from
    "hipMemcpy2D": "src",
    "hipMemcpy2DAsync": "src",
    "hipMemcpyParam2D": "pCopy.srcHost",
    "hipMemcpyParam2DAsync": "pCopy.srcHost",
    "hipDrvMemcpy2DUnaligned": "pCopy.srcHost",
    "hipMemcpy3D": "p.srcPtr.ptr",
    "hipMemcpy3DAsync": "p.srcPtr.ptr",
    "hipMemcpy3D_spt": "p.srcPtr.ptr",
    "hipMemcpy3DAsync_spt": "p.srcPtr.ptr",
    "hipDrvMemcpy3D": "pCopy.srcHost",
    "hipDrvMemcpy3DAsync": "pCopy.srcHost",
}


@pytest.mark.parametrize("damage", ["short", "missing", "no name"])
@pytest.mark.parametrize("call", model.CALLS)
def test_a_source_that_is_not_there_skips_the_copy(call: str, damage: str, archived: Archived, replay: Replay) -> None:
    """The device memory keeps what it had. The recorded host address is replaced by one that nobody can read."""
    archive = archived("copies/pitched_window", "h2d", call)
    record = archive.one(call)
    blob = archive.source(record)
    if damage == "short":
        edit.shorten(blob)
    elif damage == "missing":
        blob.unlink()
    else:
        archive.set(record, "blob_hash_lo", 0)
        archive.set(record, "blob_hash_hi", 0)
    archive.set(record, SOURCE[call], 0x10)
    replayed = replay(archive)
    (skipped,) = replayed.report["unreplayed"]
    assert (skipped["call"], skipped["seq"]) == (call, record.seq) and skipped["reason"]
    (entry,) = replayed.not_passed
    first = model.DEVICE.offset(0, 0)
    assert replayed.code == 1 and entry["column"] == first
    assert entry["actual"] == model.pattern(first, 1, model.salt(call))[0], "what was there before"
    assert entry["bytes_differing"] <= model.CALLS[call] * model.WIDTH * model.HEIGHT
