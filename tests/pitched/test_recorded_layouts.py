"""Which layout a host blob has: packed when the header says so, the recorded one otherwise, checked for overflow."""

from __future__ import annotations

import pytest
from conftest import Archived, Replay
from lib import edit, model

# What can be patched to leave 64 bits: the host side's pitch and offsets, by way and call.
PLACES = {
    "hipMemcpy2D": ("dpitch",),
    "hipMemcpy2DAsync": ("dpitch",),
    "hipMemcpyParam2D": ("pCopy.dstPitch", "pCopy.dstXInBytes", "pCopy.dstY"),
    "hipMemcpyParam2DAsync": ("pCopy.dstPitch", "pCopy.dstXInBytes"),
    "hipDrvMemcpy2DUnaligned": ("pCopy.dstPitch", "pCopy.dstY"),
    "hipMemcpy3D": ("p.dstPtr.pitch", "p.dstPtr.ysize", "p.dstPos.x", "p.dstPos.y", "p.dstPos.z"),
    "hipMemcpy3DAsync": ("p.dstPtr.pitch", "p.dstPos.z"),
    "hipMemcpy3D_spt": ("p.dstPtr.pitch", "p.dstPos.x"),
    "hipMemcpy3DAsync_spt": ("p.dstPtr.pitch", "p.dstPos.y"),
    "hipDrvMemcpy3D": ("pCopy.dstPitch", "pCopy.dstHeight", "pCopy.dstXInBytes", "pCopy.dstY", "pCopy.dstZ"),
    "hipDrvMemcpy3DAsync": ("pCopy.dstPitch", "pCopy.dstZ"),
}
HUGE = 2**64 - 16
PATCHES = [(call, place) for call, places in PLACES.items() for place in places]


def down_and_up(place: str) -> str:
    """The same place of the other side."""
    return "spitch" if place == "dpitch" else place.replace(".dst", ".src")


@pytest.mark.parametrize(("call", "place"), PATCHES)
def test_overflow_does_not_matter_to_packed_blobs(call: str, place: str, archived: Archived, replay: Replay) -> None:
    """The replay's host side is dense, so the recorded one's layout is never used."""
    archive = archived("copies/pitched_window", "d2h")
    archive.set(archive.one(call), place, HUGE)
    assert replay(archive).all_exact
    archive = archived("copies/pitched_window", "h2d")
    archive.set(archive.one(call), down_and_up(place), HUGE)
    assert replay(archive).all_exact


@pytest.mark.parametrize(("call", "place"), PATCHES)
def test_overflow_skips_the_check_of_an_unpacked_blob(
    call: str, place: str, archived: Archived, replay: Replay
) -> None:
    archive = unpacked(archived("copies/pitched_window", "d2h"))
    assert replay(archive).all_exact
    archive.set(archive.one(call), place, HUGE)
    replayed = replay(archive)
    assert replayed.code == 0
    assert replayed.checks == {"total": 11, "exact": 10, "tolerance": 0, "differs": 0, "skipped": 1}
    (entry,) = replayed.not_passed
    assert entry["call"] == call and entry["reason"]


def test_overflow_skips_an_unpacked_copy_to_the_device(archived: Archived, replay: Replay) -> None:
    archive = archived("copies/pitched_window", "h2d", "hipMemcpy2D")
    archive.clear_flag()
    archive.set(archive.one("hipMemcpy2D"), "spitch", HUGE)
    replayed = replay(archive)
    assert [entry["call"] for entry in replayed.report["unreplayed"]] == ["hipMemcpy2D"]
    assert replayed.code == 1


def unpacked(archive: edit.Archive) -> edit.Archive:
    """Turn the device-to-host archive of all calls into one with the recorded layout: from the base pointer through the
    last byte, with a marker in the gaps."""
    for call, depth in model.CALLS.items():
        record = archive.one(call)
        packed = archive.expected(record).read_bytes()
        side = model.HOST
        base = 0  # where the recorded base pointer points, within the host memory
        if call.startswith("hipMemcpy2D"):
            base = side.offset(0, 0)
        elif depth == 1:
            base = side.z * side.rows * side.pitch
        spread = bytearray(b"\x5a" * (side.offset(depth - 1, model.HEIGHT - 1) + model.WIDTH - base))
        for index in range(depth * model.HEIGHT):
            start = side.offset(*divmod(index, model.HEIGHT)) - base
            spread[start : start + model.WIDTH] = packed[index * model.WIDTH :][: model.WIDTH]
        archive.put(record, "d2h_hash", bytes(spread))
    archive.clear_flag()
    return archive


def test_the_recorded_layout_is_used_without_the_flag(archived: Archived, replay: Replay) -> None:
    archive = unpacked(archived("copies/pitched_window", "d2h"))
    assert replay(archive).all_exact
    blob = archive.expected(archive.one("hipMemcpy2D"))
    edit.flip(blob, model.WIDTH)  # between the rows: nobody's business
    assert replay(archive).all_exact
    edit.flip(blob, 2 * model.HOST.pitch + 47)
    (entry,) = replay(archive).not_passed
    assert (entry["call"], entry["row"], entry["column"]) == ("hipMemcpy2D", 2, 47)


def test_the_flag_cleared_on_a_packed_archive(archived: Archived, replay: Replay) -> None:
    """Packed rows do not span a pitched rect. The dense copy from the base is the same either way."""
    archive = archived("copies/dense_and_pitched")
    assert replay(archive).all_exact
    archive.clear_flag()
    _, dense, up, pitched = archive.records("hipMemcpy2D")
    replayed = replay(archive)
    assert replayed.checks == {"total": 2, "exact": 1, "tolerance": 0, "differs": 0, "skipped": 1}
    assert [entry["seq"] for entry in replayed.not_passed] == [pitched.seq] and dense.seq != pitched.seq
    assert [entry["seq"] for entry in replayed.report["unreplayed"]] == [up.seq]


def test_a_version_6_archive_with_flat_blobs(archived: Archived, replay: Replay) -> None:
    """Version 6 wrote 2D rects whole, and width x height x depth bytes from the base pointer for 3D copies."""
    archive = unpacked(archived("copies/pitched_window", "d2h"))
    archive.set_version(6)
    flat = [call for call, depth in model.CALLS.items() if depth > 1]
    for call in flat:
        record = archive.one(call)
        archive.put(record, "d2h_hash", archive.expected(record).read_bytes()[:288])
    replayed = replay(archive)
    assert replayed.code == 0
    assert replayed.checks == {"total": 11, "exact": 5, "tolerance": 0, "differs": 0, "skipped": 6}
    assert sorted(entry["call"] for entry in replayed.not_passed) == sorted(flat)

    dense = archived("copies/dense_and_pitched")
    dense.set_version(6)
    dense.clear_flag()
    assert replay(dense).checks["exact"] == 1
