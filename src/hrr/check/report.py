"""The result of a replay: every check counted, everything lost named, one exit code."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

from hrr.check.policy import Divergence
from hrr.check.verdict import Check, Differs, Outcome, Skipped


class Exit(IntEnum):
    """Exit codes of ``hrr replay``."""

    PASSED = 0  # every check that could be compared passed, or there was none (the verdict says what was not compared)
    DIFFERS = 1  # a check differed, or every check was skipped
    DIVERGED = 2  # stopped early: too many checks differed
    BAD_INPUT = 3  # bad archive or command line
    CALL_FAILED = 4  # a call that had succeeded failed, or could not be made again


INCOMPLETE = " (the recording is incomplete)"


@dataclass(frozen=True)
class Checks:
    """How many checks there were, by verdict."""

    total: int = 0
    exact: int = 0
    tolerance: int = 0
    differs: int = 0
    skipped: int = 0


@dataclass(frozen=True)
class NotPassed:
    """A check that differed or was skipped. Places and values are None for a skipped one; see :class:`Differs`."""

    seq: int
    call: str
    verdict: str
    reason: str
    slice: int | None
    row: int | None
    column: int | None
    expected: int | None
    actual: int | None
    bytes_differing: int | None
    shape: str
    rows: tuple[int, int] | None = None
    dtype: str | None = None
    element: int | None = None
    expected_value: str | None = None  # text: JSON has no NaN
    actual_value: str | None = None

    @classmethod
    def of(cls, check: Check) -> NotPassed:
        outcome = check.outcome
        assert isinstance(outcome, (Differs, Skipped))
        head = (check.seq, check.call, outcome.verdict, outcome.reason)
        shape = str(check.shape)
        if isinstance(outcome, Skipped):
            return cls(*head, None, None, None, None, None, None, shape)
        place = (outcome.slice, outcome.row, outcome.column, outcome.expected, outcome.actual, outcome.bytes_differing)
        if not outcome.dtype:
            return cls(*head, *place, shape, outcome.rows)
        values = (outcome.dtype, outcome.element, f"{outcome.expected_value!r}", f"{outcome.actual_value!r}")
        return cls(*head, *place, shape, outcome.rows, *values)


@dataclass(frozen=True)
class Unplaced:
    """An allocation that is not at its recorded address. ``translated`` says where it lives instead, 0 = nowhere."""

    seq: int
    call: str
    address: int
    size: int
    translated: int
    reason: str


@dataclass(frozen=True)
class Unreplayed:
    """A recorded call that the replay did not make, and why."""

    seq: int
    call: str
    reason: str


@dataclass(frozen=True)
class FailedCall:
    """A call that returned something else than it had returned to the recorded program."""

    seq: int
    call: str
    recorded: int
    live: int
    reason: str


@dataclass(frozen=True)
class Report:
    """What a replay found. ``verdict`` is one line's worth of words for ``exit``; see :class:`Exit`."""

    exit: int
    verdict: str
    checks: Checks
    not_passed: tuple[NotPassed, ...]
    placed: int
    unplaced: tuple[Unplaced, ...]
    unreplayed: tuple[Unreplayed, ...]
    failed: tuple[FailedCall, ...]
    calls: int  # replayed
    stopped_at: int | None  # sequence number of the event where the replay ended early
    notes: tuple[str, ...] = ()
    unreached: int = 0  # checks of the archive behind that event

    @property
    def passed(self) -> bool:
        """Whether something was compared and nothing was found."""
        return self.exit == Exit.PASSED and self.checks.total > 0


@dataclass
class Tally:
    """Collects outcomes while a replay runs and makes the report at its end."""

    divergence: Divergence = field(default_factory=Divergence)
    keep: int = 10_000  # not-passed checks described one by one; all are counted
    counts: dict[str, int] = field(default_factory=lambda: {"exact": 0, "tolerance": 0, "differs": 0, "skipped": 0})
    not_passed: list[NotPassed] = field(default_factory=list)
    unplaced: list[Unplaced] = field(default_factory=list)
    unreplayed: list[Unreplayed] = field(default_factory=list)
    failed: list[FailedCall] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    placed: int = 0
    calls: int = 0
    stopped_at: int | None = None
    unreached: int = 0
    incomplete: bool = False  # the recording lacks something of its program
    diverged: bool = False  # set by add() when the replay has to stop

    def add(self, check: Check) -> Outcome:
        """Count one check."""
        self.counts[check.verdict] += 1
        if not check.passed and len(self.not_passed) < self.keep:
            self.not_passed.append(NotPassed.of(check))
        self.diverged |= self.divergence.reached(self.counts["differs"], sum(self.counts.values()))
        return check.outcome

    @property
    def checks(self) -> Checks:
        return Checks(sum(self.counts.values()), **self.counts)

    def report(self) -> Report:
        """The finished report. A failed call outweighs divergence, that outweighs a difference."""
        exit_code, verdict = self._judge()
        notes = list(self.notes)
        left_out = self.counts["differs"] + self.counts["skipped"] - len(self.not_passed)
        if left_out:
            notes.append(f"{left_out:,} more checks did not pass and are only counted")
        return Report(
            exit=int(exit_code),
            verdict=verdict + (INCOMPLETE if self.incomplete else ""),
            checks=self.checks,
            not_passed=tuple(sorted(self.not_passed, key=lambda entry: entry.seq)),
            placed=self.placed,
            unplaced=tuple(self.unplaced),
            unreplayed=tuple(self.unreplayed),
            failed=tuple(self.failed),
            calls=self.calls,
            stopped_at=self.stopped_at,
            notes=tuple(notes),
            unreached=self.unreached,
        )

    def _judge(self) -> tuple[Exit, str]:
        checks = self.checks
        if self.failed:
            return Exit.CALL_FAILED, "CALL FAILED"
        if self.diverged:
            return Exit.DIVERGED, "DIVERGED"
        if checks.differs:
            return Exit.DIFFERS, "DIFFERS"
        if checks.total and checks.skipped == checks.total:
            return Exit.DIFFERS, "NOTHING COMPARED: every check was skipped"
        if self.stopped_at is not None:
            return Exit.CALL_FAILED, "STOPPED"
        if self.unreplayed:
            return Exit.CALL_FAILED, "INCOMPLETE: calls were not replayed"
        if not checks.total:
            return Exit.PASSED, "REPLAYED, nothing to compare"
        if checks.skipped:
            return Exit.PASSED, f"PASSED, {checks.skipped:,} check{'s' if checks.skipped > 1 else ''} not compared"
        return Exit.PASSED, "PASSED"
