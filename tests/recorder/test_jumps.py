"""Programs that leave recorded calls by a jump out of a signal handler."""

from __future__ import annotations

import pytest
from lib import sanitizer

from recorder.conftest import RunProgram

pytestmark = pytest.mark.skipif(bool(sanitizer.ANY), reason="a sanitizer follows no jumps out of its own functions")


@pytest.mark.parametrize("how", ["calls", "altstack"])
def test_a_jump_out_of_a_call_is_no_hang_and_no_end(run: RunProgram, how: str) -> None:
    """No lock stays held, the log stays whole, later calls are recorded, and the call that was left is named."""
    found = run("jumps", how, "500").archive
    assert found.events.seq.tolist() == list(range(len(found.events))) and not found.truncated
    assert len(set(found.events.thread.tolist())) == 2
    assert (found.calls["hipMalloc"], found.calls["hipFree"]) == (11, 11)
    assert {problem.message for problem in found.problems if problem.kind == "lost"} == {
        "hipGetLastError was left by a jump out of a signal handler and may not be recorded"
    }
    assert not found.complete and found.calls.keys() == {"hipGetLastError", "hipSetDevice", "hipMalloc", "hipFree"}


def test_a_jump_within_a_handler_leaves_no_call(run: RunProgram) -> None:
    found = run("jumps", "within", "500").archive
    assert found.complete and not found.problems
    assert found.calls["hipMalloc"] == 11


def test_a_jump_finds_no_lock_of_a_copy_held(run: RunProgram) -> None:
    """Handlers wait while the recorder has more to do than to write down a few words."""
    found = run("jumps", "copies", "3000").archive
    assert found.events.seq.tolist() == list(range(len(found.events))) and not found.truncated
    assert (found.calls["hipMalloc"], found.calls["hipFree"]) == (12, 11)
    assert not [problem for problem in found.problems if problem.kind not in ("lost", "no-trailer")]
