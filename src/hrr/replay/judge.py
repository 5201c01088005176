"""Turns what happens during a replay into a report."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Iterator

import numpy as np

from hrr.api import enums
from hrr.check import (
    Check,
    Divergence,
    FailedCall,
    Policy,
    Report,
    Shape,
    Skipped,
    Tally,
    Unplaced,
    Unreplayed,
    compare,
)
from hrr.replay.executor import Status, Stop
from hrr.replay.machine import Machine
from hrr.replay.memory import Problem
from hrr.replay.plan import CHECK_LATER
from hrr.replay.recording import shortcomings

_ERRORS = {value: name for name, value in enums.BY_NAME["hipError_t"].values.items()}


class Judge:
    """Watches a machine run its plan."""

    def __init__(self, machine: Machine, policy: Policy, divergence: Divergence, continue_on_error: bool) -> None:
        self.machine = machine
        self.policy = policy
        self.go_on = continue_on_error
        self.tally = Tally(divergence=divergence, incomplete=bool(machine.archive.losses))
        self._differing = 0  # checks that were not bytewise equal, whatever came of them
        self._lost: dict[int, str] = {}  # checks that were issued and never compared
        self._sampled = False
        self._stopped: int | None = None  # position of the event where the replay ended early
        self._name_placements()

    def run_to(self, limit: int) -> bool:
        """Replay all events before position ``limit``; False when the replay ended early."""
        if self._stopped is not None:
            return False
        first = next((p for p in self.machine.problems if p.event >= self._event()), None)
        stop = first.event if first is not None and first.event < limit and not self.go_on else limit
        if not self.machine.advance(stop, self._settle, self._stop_after):
            return False
        if stop < limit and first is not None:
            self._stop_at(stop)
            return False
        return True

    def report(self) -> Report:
        """The report of what was replayed so far. Nothing may be replayed afterwards."""
        machine, tally = self.machine, self.tally
        tally.counts["exact"] += machine.compared - self._differing
        reached = self._event()
        checks = machine.compiled.checks
        for index in np.flatnonzero((checks.skipped != "") | np.isin(checks.event, list(self._lost))):
            event = int(checks.event[index])
            if event < reached:
                self._add_skipped(event, checks.skipped[index] or self._lost[event])
        self._name_unreplayed(reached)
        ops = machine.plan.ops[: machine.op]
        tally.calls = len(np.unique(ops["event"]))
        tally.unreached = max(0, len(checks) - tally.checks.total)
        tally.notes.extend(self._notes())
        return tally.report()

    def _event(self) -> int:
        """Position of the first event that has not been replayed."""
        ops = self.machine.plan.ops
        if self._stopped is not None:
            return self._stopped
        return int(ops["event"][self.machine.op]) if self.machine.op < len(ops) else len(self.machine.events)

    def _stop_at(self, event: int) -> None:
        # Sequence ids may be repeated in a damaged archive: the position says which event it is.
        self._stopped = event
        self.tally.stopped_at = self._seq(event)

    def _seq(self, event: int) -> int:
        return int(self.machine.events.seq[event])

    def _stop_after(self) -> int:
        # Once enough checks were compared, the fraction that differs only has to be looked at when one more differs.
        return 0 if self._sampled else self.tally.divergence.samples

    def _settle(self, stop: Stop) -> int | None:
        if stop.status is Status.MISMATCH:
            for check in stop.mismatches:
                self._compare(check)
            following = self._after_checks(stop)
        elif stop.status is Status.STOPPED:
            self._sampled = True
            following = self._after_checks(stop)
        elif stop.status is Status.WAIT_FAILED:
            following = self._wait_failed(stop)
        else:
            following = self._call_failed(stop)
        return following

    def _after_checks(self, stop: Stop) -> int | None:
        tally = self.tally
        self._sampled |= self.machine.compared >= tally.divergence.samples
        if tally.divergence.reached(tally.counts["differs"], self.machine.compared):
            tally.diverged = True
            self._stop_at(int(self.machine.plan.ops["event"][stop.op]))
            return None
        return stop.op + 1

    def _compare(self, check: int) -> None:
        machine = self.machine
        entry = machine.plan.checks[check]
        event = int(machine.compiled.compared[check])
        shape = self._shape(event)
        size = int(entry["nbytes"])
        expected, actual = (_bytes_at(int(entry[name]), size) for name in ("expected", "actual"))
        outcome = compare(expected, actual, shape, self.policy)
        self._differing += 1
        diverged = self.tally.diverged
        self.tally.add(Check(self._seq(event), machine.events.name(event), shape, outcome))
        self.tally.diverged = diverged  # judged by compared checks alone, in _after_checks

    def _call_failed(self, stop: Stop) -> int | None:
        machine = self.machine
        op = machine.plan.ops[stop.op]
        event = int(op["event"])
        if op["flags"] & CHECK_LATER:
            # No event can tell when the copy has landed (a stream of another device, say): wait for all, look at once.
            failed = machine.hip.synchronize_all()
            if not failed:
                check = int(op["check"]) - 1
                entry = machine.plan.checks[check]
                size = int(entry["nbytes"])
                same = np.array_equal(_bytes_at(int(entry["expected"]), size), _bytes_at(int(entry["actual"]), size))
                if same:
                    self.tally.counts["exact"] += 1
                else:
                    self._compare(check)
                    self._differing -= 1  # the executor has not counted it
                return stop.op + 1
        name = machine.plan.functions[int(op["function"])]
        reason = f"{name} returned {describe(stop.returned)}"
        if event in machine.compiled.compared:
            self._lost[event] = "its copy failed"
        return self._failed(event, int(op["expected"]), stop.returned, reason, machine.next_event(stop.op))

    def _wait_failed(self, stop: Stop) -> int | None:
        machine = self.machine
        event = int(machine.plan.ops["event"][stop.op])
        reason = f"copies to the host never landed: waiting for them returned {describe(stop.returned)}"
        return self._failed(event, 0, stop.returned, reason, stop.op + 1)

    def _failed(self, event: int, recorded: int, live: int, reason: str, following: int) -> int | None:
        seq = self._seq(event)
        self.tally.failed.append(FailedCall(seq, self.machine.events.name(event), recorded, live, reason))
        if self.go_on:
            return following
        self._stop_at(event)
        return None

    def _add_skipped(self, event: int, reason: str) -> None:
        diverged = self.tally.diverged
        name = self.machine.events.name(event)
        self.tally.add(Check(self._seq(event), name, self._shape(event), Skipped(reason)))
        self.tally.diverged = diverged

    def _shape(self, event: int) -> Shape:
        checks = self.machine.compiled.checks
        at = int(np.searchsorted(checks.event, event))
        columns = (checks.width, checks.height, checks.depth, checks.pitch)
        return Shape(*(int(column[at]) for column in columns))

    def _name_placements(self) -> None:
        machine = self.machine
        allocations = machine.allocations
        self.tally.placed = len(allocations) - len(machine.placement.moved)
        for moved in machine.placement.moved:
            event = int(allocations.event[moved.index])
            self.tally.unplaced.append(
                Unplaced(
                    self._seq(event),
                    machine.events.name(event),
                    int(allocations.lo[moved.index]),
                    int(allocations.size[moved.index]),
                    moved.translated,
                    moved.reason,
                )
            )

    def _name_unreplayed(self, reached: int) -> None:
        def named(problems: Iterator[Problem]) -> None:
            for problem in problems:
                name = self.machine.events.name(problem.event)
                self.tally.unreplayed.append(Unreplayed(self._seq(problem.event), name, problem.reason))

        # The event at which the replay stopped is named too.
        stopped = self.tally.stopped_at is not None and not self.tally.failed and not self.tally.diverged
        named(p for p in self.machine.problems if p.event < reached + stopped)
        named(p for p in self.machine.compiled.left_out if p.event < reached)
        self.tally.unreplayed.sort(key=lambda entry: entry.seq)

    def _notes(self) -> Iterator[str]:
        machine = self.machine
        yield from shortcomings(machine.archive)
        recorded = machine.archive.manifest.platform
        if recorded and machine.platform and recorded != machine.platform and machine.archive.blobs.code_objects:
            yield (
                f"recorded on {recorded}, replayed on {machine.platform}: kernels run only if their code objects hold "
                "code for both"
            )
        for name, count in machine.compiled.skipped.items():
            yield f"{count} launch{'es' if count > 1 else ''} of {name} left out, as asked"
        failed = machine.compiled.failed
        if failed:
            each = ", ".join(f"{name} {count:,}" for name, count in sorted(failed.items()))
            number = failed.total()
            calls, were = ("call", "was") if number == 1 else ("calls", "were")
            yield f"{number:,} {calls} that had failed when recorded {were} not made again: {each}"
        if machine.durations is not None:
            yield from _timing(machine)


def describe(code: int) -> str:
    """A HIP error code with its name."""
    return f"{code} ({_ERRORS[code]})" if code in _ERRORS else str(code)


def _bytes_at(address: int, nbytes: int) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    return np.ctypeslib.as_array((ctypes.c_uint8 * nbytes).from_address(address))


def _timing(machine: Machine) -> Iterator[str]:
    """Time spent in each call, longest first."""
    assert machine.durations is not None
    ops = machine.plan.ops[: machine.op]
    spent: Counter[str] = Counter()
    number: Counter[str] = Counter()
    for function, name in enumerate(machine.plan.functions):
        chosen = np.flatnonzero(ops["function"] == function)
        spent[name] = int(machine.durations[chosen].sum())
        number[name] = len(chosen)
    for name, nanoseconds in spent.most_common():
        if number[name]:
            mean = nanoseconds / number[name]
            yield f"time: {name} {number[name]:,} calls, {nanoseconds / 1e6:,.3f} ms, {mean / 1e3:,.2f} us each"
