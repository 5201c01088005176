"""A replay under way: library loaded, addresses placed, plan compiled, ops issued up to some point."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hrr.archive import Archive
from hrr.replay.blobs import windows
from hrr.replay.compiler import Compiled, compile_plan
from hrr.replay.executor import Executor, Native, Status, Stop
from hrr.replay.hip import Hip, HipError
from hrr.replay.memory import Problem, find_allocations
from hrr.replay.placement import place
from hrr.replay.plan import DRAIN

_HOST_PREFIX = "host:"


@dataclass(frozen=True)
class Setup:
    """What a replay runs on, the HIP library and the executor library, and how."""

    hip: Path
    executor: Path
    sync_after_launch: bool = False
    timing: bool = False
    fill: int = 0  # byte that fresh memory holds
    skip_kernels: tuple[str, ...] = ()  # patterns of names whose launches are left out
    platform: str = ""  # of the HIP library


class Machine:
    """Holds everything of one replay; to be closed. One process can hold one at a time, as addresses are its own."""

    def __init__(self, archive: Archive, setup: Setup, current: NDArray[np.uint64] | None = None) -> None:
        self.archive = archive
        self.platform = setup.platform
        self.events = archive.events
        # Addresses first: whatever is loaded or allocated from here on stays out of their way.
        self.allocations = find_allocations(self.events)
        self.native = Native(setup.executor)
        self.hip = Hip(setup.hip)
        self.placement = place(self.allocations, self.hip, self.native)
        self.compiled: Compiled = compile_plan(
            self.events,
            archive.packed,
            archive.blobs,
            self.allocations,
            self.placement,
            sync_after_launch=setup.sync_after_launch,
            fresh_is_zero=self.hip.fresh_is_zero,
            fill=setup.fill,
            skip_kernels=setup.skip_kernels,
        )
        self.plan = self.compiled.plan
        self.problems = self._without_missing_functions()
        self.durations = np.zeros(len(self.plan.ops), np.uint64) if setup.timing else None
        self.current = np.zeros(1, np.uint64) if current is None else current
        self._executor = Executor(
            self.native,
            self.plan,
            self._resolve,
            query=self._needed("hipEventQuery"),
            wait=self._needed("hipEventSynchronize"),
            current=self.current,
            durations=self.durations,
        )
        self._windows = windows(self.plan)
        self._entered = -1
        self.op = 0  # the next one
        self.compared = 0

    def advance(self, limit: int, settle: Callable[[Stop], int | None], stop_after: Callable[[], int]) -> bool:
        """Issue all ops of the events before position ``limit``.

        ``settle`` gets every stop that needs a decision and gives the op to go on with, or None to end; then the answer
        is False. ``stop_after`` says at how many compared checks to stop as well (0 = at none).
        """
        end = int(np.searchsorted(self.plan.ops["event"], limit, side="left"))
        while self.op < end:
            self._enter_window()
            last = min(end, self._windows[self._entered].last)
            stop = self._executor.run(self.op, last, stop_after())
            self.compared = stop.compared
            if stop.status is Status.DONE:
                self.op = stop.op
                continue
            following = settle(stop)
            self.op = stop.op + 1 if following is None else following
            if following is None:
                return False
        return True

    def next_event(self, op: int) -> int:
        """The first op behind the event of ``op``; ops that wait for everything are not passed over."""
        ops, event = self.plan.ops, self.plan.ops["event"][op]
        following = op + 1
        while following < len(ops) and ops["event"][following] == event and not ops["flags"][following] & DRAIN:
            following += 1
        return following

    @property
    def pending(self) -> int:
        """Checks whose copies are under way."""
        return self._executor.pending

    def close(self) -> None:
        """Wait for the device and give everything back."""
        if self._executor is None:
            return
        self.hip.synchronize_all()
        self._executor.close()
        for window in self._windows:
            window.leave()
        # Pages that were mapped over a reservation go with it.
        for area in self.placement.areas:
            if area.host:
                self.native.release(area.address, area.nbytes)
            elif self.placement.block:
                self.hip.release(area.address, area.nbytes)
            else:
                self.hip.free(area.address)

    def _resolve(self, name: str) -> int:
        if name.startswith(_HOST_PREFIX):
            return self.native.address(name[len(_HOST_PREFIX) :])
        return self.hip.address(name)

    def _needed(self, name: str) -> int:
        address = self._resolve(name)
        if not address:
            raise HipError(f"the HIP library has no {name}")
        return address

    def _without_missing_functions(self) -> tuple[Problem, ...]:
        """All problems; calls that the library does not have are more of them, and their ops are dropped."""
        missing = [number for number, name in enumerate(self.plan.functions) if not self._resolve(name)]
        if not missing:
            return self.compiled.problems
        lost = np.isin(self.plan.ops["function"], missing)
        found = list(self.compiled.problems)
        for event, number in np.unique(self.plan.ops[["event", "function"]][lost]).tolist():
            found.append(Problem(event, f"the HIP library has no {self.plan.functions[number]}"))
        self.plan.ops = self.plan.ops[~lost]
        kept = sorted(set(range(len(self.plan.functions))) - set(missing))
        renumber = np.zeros(len(self.plan.functions), np.uint16)
        renumber[kept] = np.arange(len(kept))
        self.plan.ops["function"] = renumber[self.plan.ops["function"]]
        self.plan.functions = tuple(self.plan.functions[number] for number in kept)
        return tuple(sorted(found, key=lambda problem: problem.event))

    def _enter_window(self) -> None:
        wanted = next(i for i, window in enumerate(self._windows) if self.op < window.last)
        if wanted != self._entered:
            if self._entered >= 0:
                self.hip.synchronize_all()
                self._windows[self._entered].leave()
            self._windows[wanted].enter(self.compiled.blobs)
            self._entered = wanted
