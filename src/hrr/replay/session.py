"""Replay as a debugger: step, run until an event, look at device memory, go on."""

from __future__ import annotations

import os
import weakref
from types import TracebackType
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from hrr import runtime
from hrr.check import Divergence, Policy, Report
from hrr.replay.hip import HipError
from hrr.replay.judge import Judge
from hrr.replay.machine import Machine, Setup
from hrr.replay.placement import translate
from hrr.replay.recording import open_recording
from hrr.runtime.library import Library, executor


class SessionClosed(Exception):
    """The session has been closed."""


class SessionBusy(Exception):
    """This process holds a session already: two would want the same addresses."""


class Session:
    """A replay in this process, at some event of the recording.

    A process can hold one session at a time, and the HIP library stays loaded. ``position`` is the sequence number of
    the event that comes next, None at the end. Calls that cannot be replayed are left out and named in :meth:`report`.
    Raises ArchiveError for a bad archive, RuntimeProblem when there is no library for ``device``, SessionBusy while
    another session is open.
    """

    _open: ClassVar[weakref.ref[Session] | None] = None

    def __init__(self, path: str | os.PathLike[str], device: str | Library = "auto") -> None:
        other = None if Session._open is None else Session._open()
        if other is not None and other._machine is not None:
            raise SessionBusy(f"this process has a session of {other._machine.archive.path} open: close that first")
        archive = open_recording(path)
        setup = _setup(runtime.choose(device))
        self._machine: Machine | None = Machine(archive, setup)
        self._judge = Judge(self._machine, Policy.choose(), Divergence(0), continue_on_error=True)
        self._next = 0
        Session._open = weakref.ref(self)

    @property
    def position(self) -> int | None:
        """Sequence number of the next event, None at the end."""
        seq = self._alive.events.seq
        return int(seq[self._next]) if self._next < len(seq) else None

    def step(self, events: int = 1) -> int | None:
        """Replay the next event, or several. The new position."""
        return self._run_to(self._next + events)

    def run_until(self, seq: int | None = None) -> int | None:
        """Replay up to and including event ``seq``, or to the end. The new position.

        Running to an event that has been passed already does nothing.
        """
        last = len(self._alive.events)
        return self._run_to(last if seq is None else int(np.searchsorted(self._alive.events.seq, seq, side="right")))

    def read(self, ptr: int, nbytes: int) -> NDArray[np.uint8]:
        """``nbytes`` of device or pinned memory at recorded address ``ptr``, when all work issued so far is done.

        Raises HipError where there is no such memory now.
        """
        machine = self._alive
        if ptr < 0 or nbytes < 0 or ptr + nbytes > 1 << 64:
            raise HipError(f"{nbytes} bytes at {ptr:#x} are no range of addresses")
        allocations = machine.allocations
        # The allocation must have been born by now, and live on: the event of its free has not been replayed.
        where, time = np.array([ptr], np.uint64), np.array([self._next - 1])
        (index,) = allocations.finder.find(where, time)
        freed = index >= 0 and allocations.death[index] < self._next
        if index < 0 or freed or ptr + nbytes > int(allocations.hi[index]):
            raise HipError(f"{nbytes} bytes at {ptr:#x} are in no allocation at event {self.position}")
        machine.hip.synchronize_all()
        (address,) = translate(allocations, machine.placement, where, time)
        return machine.hip.read(int(address), nbytes)

    def report(self) -> Report:
        """What was found so far; the session can only be closed afterwards."""
        self._alive  # noqa: B018
        return self._judge.report()

    def close(self) -> None:
        """Give the memory back. Closing twice is allowed."""
        if self._machine is not None:
            self._machine.close()
            self._machine = None

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    @property
    def _alive(self) -> Machine:
        if self._machine is None:
            raise SessionClosed("the session is closed")
        return self._machine

    def _run_to(self, position: int) -> int | None:
        machine = self._alive
        position = min(position, len(machine.events))
        if position > self._next:
            self._judge.run_to(position)
            self._next = position
        return self.position


def _setup(behind: Library) -> Setup:
    return Setup(behind.path, executor(), platform=behind.platform)
