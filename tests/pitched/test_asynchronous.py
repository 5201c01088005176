"""Asynchronous device-to-host copies: the expected bytes are those that landed, and nobody waits for them."""

from __future__ import annotations

import pytest
from conftest import Archived, Record, Replay
from lib import hrr_command, model, programs

STREAMS = {
    "null": [call for call in model.CALLS if "Async" in call and "_spt" not in call],
    "per_thread": ["hipMemcpy3DAsync_spt"],
    "non_blocking": [call for call in model.CALLS if "Async" in call and "_spt" not in call],
}
LATE = {"SOFTHIP_ADVERSARY": "seed=7,late"}  # asynchronous work runs as late as the API allows


@pytest.mark.parametrize("late", [False, True], ids=["prompt", "late"])
@pytest.mark.parametrize("memory", ["pinned", "pageable"])
@pytest.mark.parametrize("stream", STREAMS)
def test_expected_bytes_are_those_after_the_copy_landed(
    stream: str, memory: str, late: bool, archived: Archived, replay: Replay
) -> None:
    """Before the copy lands the host buffer holds 0xEE; after it the device memory is overwritten with 0xDD."""
    archive = archived("copies/async_window", stream, memory, env=LATE if late else {})
    for number, call in enumerate(STREAMS[stream], 0x71):
        wanted = model.window(model.DEVICE, model.CALLS[call], number)
        assert archive.expected(archive.one(call)).read_bytes() == wanted, call
    replayed = replay(archive, env=LATE if late else {})
    assert replayed.all_exact and replayed.checks["total"] == len(STREAMS[stream])


@pytest.mark.parametrize("stream", STREAMS)
def test_recording_adds_no_wait(stream: str, record: Record) -> None:
    """A query right behind the copy answers as it does without the recorder: not ready."""
    program = str(programs.build("copies/async_window"))
    alone = hrr_command.hrr("soft", "--", program, stream, "pinned", env=LATE)
    assert alone.out.split() == ["busy"] * len(STREAMS[stream])
    assert record("copies/async_window", stream, "pinned", env=LATE).out == alone.out


@pytest.mark.parametrize("stream", STREAMS)
def test_recording_never_waits_for_a_held_stream(stream: str, archived: Archived) -> None:
    """The stream goes on when the program says so; the bytes are collected afterwards."""
    archive = archived("copies/held_back", stream)
    for number, call in enumerate(STREAMS[stream], 0xD1):
        wanted = model.window(model.DEVICE, model.CALLS[call], number)
        assert archive.expected(archive.one(call)).read_bytes() == wanted, call


def test_bytes_that_never_landed_are_left_out(archived: Archived, replay: Replay) -> None:
    archive = archived("copies/never_waited_for", env=LATE)
    assert archive.expected(archive.one("hipMemcpy2D")).read_bytes() == b"".join(
        model.pattern(row * model.DEVICE.pitch, model.WIDTH, 0x81) for row in range(model.HEIGHT)
    )
    assert not archive.has(archive.one("hipMemcpy2DAsync"), "d2h_hash")
    replayed = replay(archive)
    assert replayed.code == 0 and replayed.checks["exact"] == 1 and replayed.checks["differs"] == 0
