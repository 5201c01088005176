"""Fork and exec: one readable archive per process."""

from __future__ import annotations

import pytest

from recorder.conftest import RunProgram
from recorder.harness import names


@pytest.mark.parametrize("how", ["fork", "syscall"])
def test_a_child_writes_its_own_archive(run: RunProgram, how: str) -> None:
    """``syscall`` forks without the C library, so that no fork handler runs."""
    parent, child = run("family", how).archives
    if parent.manifest.pid == child.manifest.parent_pid:
        pass
    else:
        parent, child = child, parent
    assert child.manifest.parent_pid == parent.manifest.pid
    assert names(parent) == ["hipSetDevice", "hipSetDevice"] and names(child) == ["hipMalloc", "hipFree"]
    assert parent.complete and child.complete


def test_a_child_without_a_call_leaves_nothing(run: RunProgram) -> None:
    assert len(run("family", "quiet").archives) == 1


def test_a_grandchild_too(run: RunProgram) -> None:
    found = run("family", "grandchild").archives
    assert sorted(len(item.events) for item in found) == [2, 2, 2]
    assert all(item.complete for item in found)


def test_exec_keeps_the_pid_and_gets_a_directory_of_its_own(run: RunProgram) -> None:
    first, second = run("family", "exec").archives
    assert second.path.name == f"{first.path.name}-2"
    assert names(first) == ["hipSetDevice"] and names(second) == ["hipMalloc", "hipFree"]
    assert second.complete and not first.complete and not first.truncated
