"""Replay as a debugger."""

import pytest

from hrr.replay.hip import HipError
from hrr.replay.session import SessionBusy, SessionClosed
from replay.harness import DEVICE


@pytest.fixture
def counting(recording, session):
    """A session over: an allocation, then uploads of 1s, 2s, 3s, each followed by a download."""
    writer = recording()
    writer.malloc(DEVICE, 4096)
    for value in (1, 2, 3):
        writer.upload(DEVICE, bytes([value]) * 8)
        writer.download(DEVICE, bytes([value]) * 8)
    return session(writer)


def test_step_by_step(counting):
    assert counting.position == 0
    assert counting.step() == 1
    assert bytes(counting.read(DEVICE, 8)) == bytes(8)
    assert counting.step() == 2
    assert bytes(counting.read(DEVICE, 8)) == b"\1" * 8
    assert counting.step(2) == 4
    assert bytes(counting.read(DEVICE, 8)) == b"\2" * 8


def test_run_until_includes_the_event(counting):
    assert counting.run_until(seq=3) == 4
    assert bytes(counting.read(DEVICE, 8)) == b"\2" * 8
    assert counting.run_until(seq=1) == 4  # never backwards
    assert counting.run_until() is None
    assert counting.report().checks.exact == 3


def test_reading_what_is_no_memory(counting):
    counting.step()
    with pytest.raises(HipError):
        counting.read(DEVICE + (1 << 30), 8)
    with pytest.raises(HipError):
        counting.read(DEVICE + 4090, 8)


@pytest.mark.parametrize(("ptr", "nbytes"), [(-1, 16), (1 << 64, 16), (DEVICE, -4), (DEVICE, 1 << 64), (0, 1)])
def test_reading_what_is_no_range(counting, ptr, nbytes):
    counting.step()
    with pytest.raises(HipError):
        counting.read(ptr, nbytes)


def test_one_session_at_a_time(recording, session):
    paths = [recording(), recording()]
    first = session(paths[0])
    with pytest.raises(SessionBusy, match=r"1\.hrr"):
        session(paths[1])
    first.close()
    session(paths[1]).close()


def test_closed_session(counting):
    with counting as session:
        session.step()
    session.close()
    with pytest.raises(SessionClosed):
        session.step()
