"""The eleven pitched calls, either way, replayed in a fresh process: exact, packed, and nothing around them changed."""

from __future__ import annotations

import pytest
from conftest import Archived, Replay
from lib import model


@pytest.mark.parametrize("call", model.CALLS)
def test_device_to_host_is_exact(call: str, archived: Archived, replay: Replay) -> None:
    archive = archived("copies/pitched_window", "d2h", call)
    record = archive.one(call)
    assert archive.expected(record).read_bytes() == model.window(model.DEVICE, model.CALLS[call], model.salt(call))
    assert not archive.has(record, "blob_hash")
    replayed = replay(archive)
    assert replayed.all_exact and replayed.checks["total"] == 1


@pytest.mark.parametrize("call", model.CALLS)
def test_host_to_device_is_exact_and_leaves_the_surroundings(call: str, archived: Archived, replay: Replay) -> None:
    """The program reads all of the device memory back, and so does the check."""
    archive = archived("copies/pitched_window", "h2d", call)
    record = archive.one(call)
    salt, depth = model.salt(call), model.CALLS[call]
    assert archive.source(record).read_bytes() == model.window(model.HOST, depth, 255 - salt)
    assert not archive.has(record, "d2h_hash")
    whole = bytearray(model.pattern(0, model.DEVICE.size, salt))
    for k in range(depth):
        for j in range(model.HEIGHT):
            start = model.DEVICE.offset(k, j)
            whole[start : start + model.WIDTH] = model.pattern(model.HOST.offset(k, j), model.WIDTH, 255 - salt)
    back = next(record for record in archive.records("hipMemcpy") if archive.get(record, "kind") == 2)
    assert archive.expected(back).read_bytes() == bytes(whole)
    replayed = replay(archive)
    assert replayed.all_exact and replayed.checks["total"] == 1


@pytest.mark.parametrize("way", ["d2h", "h2d"])
def test_all_calls_of_one_program(way: str, archived: Archived, replay: Replay) -> None:
    archive = archived("copies/pitched_window", way)
    assert archive.flags == 1, "the header says that host rects are packed"
    copies = [record for call in model.CALLS for record in archive.records(call)]
    field = "d2h_hash" if way == "d2h" else "blob_hash"
    assert len({archive.hash(record, field) for record in copies}) == len(model.CALLS), "no two blobs are equal"
    replayed = replay(archive)
    assert replayed.all_exact and replayed.checks["total"] == len(model.CALLS)
    assert replayed.report["unplaced"] == [] and replayed.report["unreplayed"] == []
