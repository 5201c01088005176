"""Copies between host memory and arrays: recorded as packed bytes, put back, compared in rows and columns."""

from __future__ import annotations

import pytest
from conftest import Archived, Record, Replay
from lib import edit, model

from hrr import api

ADVERSARY = {"SOFTHIP_ADVERSARY": "seed=11,late,addresses,unmap,guard"}
LATE = {"SOFTHIP_ADVERSARY": "seed=7,late"}

# The calls of tests/programs/arrays/copies.cpp in its order, which is the order of salts. "run" counts bytes, "box" and
# "volume" rows and slices.
CALLS = {
    "hipMemcpy2DToArray": "box",
    "hipMemcpy2DToArrayAsync": "box",
    "hipMemcpy2DToArray_spt": "box",
    "hipMemcpy2DToArrayAsync_spt": "box",
    "hipMemcpy2DFromArray": "box",
    "hipMemcpy2DFromArrayAsync": "box",
    "hipMemcpy2DFromArray_spt": "box",
    "hipMemcpy2DFromArrayAsync_spt": "box",
    "hipMemcpyToArray": "run",
    "hipMemcpyHtoA": "run",
    "hipMemcpyHtoAAsync": "run",
    "hipMemcpyFromArray": "run",
    "hipMemcpyFromArray_spt": "run",
    "hipMemcpyAtoH": "run",
    "hipMemcpyAtoHAsync": "run",
    "hipMemcpyParam2D": "box",
    "hipMemcpyParam2DAsync": "box",
    "hipDrvMemcpy2DUnaligned": "box",
    "hipMemcpy3D": "volume",
    "hipMemcpy3DAsync": "volume",
    "hipMemcpy3D_spt": "volume",
    "hipMemcpy3DAsync_spt": "volume",
    "hipDrvMemcpy3D": "volume",
    "hipDrvMemcpy3DAsync": "volume",
}
UP = [call for call in CALLS if api.row(call).copy.blob]
DOWN = [call for call in CALLS if api.row(call).copy.expected]
ARRAY, HOST = model.Side(3, 5, 96, 16, 1, 1), model.Side(3, 5, 80, 8, 1, 1)
WIDTH, ROWS, SLICES, RUN = 32, 3, 2, 200


def window(call: str, side: model.Side, salt: int) -> bytes:
    """The bytes that the call copies out of one side."""
    kind = CALLS[call]
    start = side.offset(0, 0) - (0 if side is HOST or kind == "volume" else side.rows * side.pitch)
    if kind == "run":
        return model.pattern(start, RUN, salt)
    rows = [(k, j) for k in range(SLICES if kind == "volume" else 1) for j in range(ROWS)]
    at = [start + k * side.rows * side.pitch + j * side.pitch for k, j in rows]
    return b"".join(model.pattern(offset, WIDTH, salt) for offset in at)


def salt(call: str) -> int:
    return 2 * (list(CALLS).index(call) + 1)


def checked(archive: edit.Archive, call: str) -> edit.Record:
    """The record of the only copy to the host by that call."""
    (record,) = [item for item in archive.records(call) if archive.has(item, api.row(call).copy.expected)]
    return record


@pytest.mark.parametrize("call", UP)
def test_bytes_that_go_up_are_packed(call: str, archived: Archived) -> None:
    archive = archived("arrays/copies", "up", call)
    sources = [archive.source(item) for item in archive.records(call) if archive.has(item, api.row(call).copy.blob)]
    assert window(call, HOST, salt(call) + 100) in [path.read_bytes() for path in sources]


@pytest.mark.parametrize("call", DOWN)
def test_bytes_that_come_down_are_packed(call: str, archived: Archived) -> None:
    archive = archived("arrays/copies", "down")
    assert archive.expected(checked(archive, call)).read_bytes() == window(call, ARRAY, salt(call) + 1)


@pytest.mark.parametrize("way", ["up", "down"])
@pytest.mark.parametrize("env", [{}, ADVERSARY], ids=["tame", "adversary"])
def test_every_call_replays(way: str, env: dict[str, str], archived: Archived, replay: Replay) -> None:
    replayed = replay(archived("arrays/copies", way, env=env), env=env)
    assert replayed.all_exact and replayed.checks["total"] == len(UP if way == "up" else DOWN)
    assert replayed.report["unplaced"] == [] and replayed.report["unreplayed"] == []


@pytest.mark.parametrize("call", DOWN)
def test_one_changed_byte_is_that_checks_difference(call: str, archived: Archived, replay: Replay) -> None:
    archive = archived("arrays/copies", "down")
    record = checked(archive, call)
    at = RUN - 7 if CALLS[call] == "run" else len(window(call, ARRAY, 0)) - 7
    edit.flip(archive.expected(record), at)
    replayed = replay(archive, "--exact")
    assert replayed.code == 1
    assert replayed.checks == {"total": len(DOWN), "exact": len(DOWN) - 1, "tolerance": 0, "differs": 1, "skipped": 0}
    (entry,) = replayed.not_passed
    assert (entry["call"], entry["seq"], entry["verdict"]) == (call, record.seq, "differs")
    width, rows = (RUN, 1) if CALLS[call] == "run" else (WIDTH, ROWS)
    assert (entry["slice"], entry["row"], entry["column"]) == (at // width // rows, at // width % rows, at % width)


@pytest.mark.parametrize("call", UP)
def test_what_is_put_into_an_array_comes_from_the_blob(call: str, archived: Archived, replay: Replay) -> None:
    archive = archived("arrays/copies", "up", call)
    record = next(
        item
        for item in archive.records(call)
        if archive.has(item, api.row(call).copy.blob)
        and archive.source(item).read_bytes() == window(call, HOST, salt(call) + 100)
    )
    edit.flip(archive.source(record), 0)
    replayed = replay(archive)
    assert (replayed.code, replayed.checks["differs"]) == (1, 1)
    assert replayed.not_passed[0]["bytes_differing"] == 1


@pytest.mark.parametrize("env", [{}, ADVERSARY, LATE], ids=["tame", "adversary", "late"])
def test_arrays_and_the_devices_own_memory(env: dict[str, str], archived: Archived, replay: Replay) -> None:
    replayed = replay(archived("arrays/device_side", env=env), env=env)
    assert replayed.all_exact and replayed.checks["total"] == 22
    assert replayed.report["unplaced"] == [] and replayed.report["unreplayed"] == []


def test_what_goes_up_is_what_landed(archived: Archived) -> None:
    """The host memory of these copies was still to be filled by an earlier one when they were issued."""
    archive = archived("arrays/device_side", env=LATE)
    box, run = archive.one("hipMemcpy2DToArrayAsync"), archive.one("hipMemcpyHtoAAsync")
    assert archive.source(box).read_bytes() == model.pattern(0, 192, 41)
    assert archive.source(run).read_bytes() == model.pattern(80, 120, 41)
    volume = b"".join(model.pattern(row * 96, 40, 41) for row in range(3))
    assert archive.source(archive.one("hipMemcpy3DAsync")).read_bytes() == volume


def test_an_array_that_nobody_made_is_named(record: Record, replay: Replay) -> None:
    archive = edit.Archive(record("arrays/copies", "down", "hipDrvMemcpy3D").path)
    (made,) = (item for item in archive.records() if item.call in ("hipMalloc3DArray", "hipArray3DCreate"))
    archive.set(made, "array", 0x1234)
    replayed = replay(archive)
    assert replayed.code == 4
    assert replayed.report["unreplayed"][0]["reason"] == "its array was not created in the recording"


def test_an_array_without_its_description_is_named(record: Record, replay: Replay) -> None:
    """AMD's records hold the caller's address of the description and nothing else."""
    archive = edit.Archive(record("arrays/copies", "down", "hipMemcpy3D").path)
    archive.drop_extension(archive.one("hipMalloc3DArray"))
    replayed = replay(archive)
    assert replayed.code == 4
    assert replayed.report["unreplayed"][0]["reason"] == "its argument desc was not recorded"
    going_on = replay(archive, "--continue-on-error")
    reasons = [entry["reason"] for entry in going_on.report["unreplayed"]]
    assert reasons[1] == "the size of its array's elements was not recorded"
