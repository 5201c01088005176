"""What every part of the compiler works on."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

import numpy as np
from numpy.typing import NDArray

from hrr.api.row import Row
from hrr.archive.events import Events
from hrr.replay.blobs import Blobs
from hrr.replay.columns import Indices, Words
from hrr.replay.handles import Handles
from hrr.replay.memory import Allocations, Problem
from hrr.replay.placement import Placement, translate
from hrr.replay.plan import Builder


@dataclass(frozen=True)
class Checked:
    """Device-to-host copies of the recording, as columns: their windows (bytes, rows, slices), the recorded host pitch,
    and why a copy is not compared ("" when it is)."""

    event: Indices
    width: Words
    height: Words
    depth: Words
    pitch: Words
    skipped: NDArray[np.object_]

    def __len__(self) -> int:
        return len(self.event)

    @classmethod
    def join(cls, parts: list[Checked]) -> Checked:
        """All parts in order of events."""
        columns = {item.name: [getattr(part, item.name) for part in parts] for item in fields(cls)}
        event = np.concatenate([np.zeros(0, np.int64), *columns.pop("event")])
        order = np.argsort(event, kind="stable")
        rest = {name: np.concatenate(column)[order] if column else event for name, column in columns.items()}
        return cls(event[order], **rest)


@dataclass
class Context:
    """One compilation. ``problems`` are events at which a replay stops; ``left_out`` are calls that it goes on
    without."""

    source: Events
    packed: bool
    allocations: Allocations
    placement: Placement
    handles: Handles
    builder: Builder
    blobs: Blobs
    fresh_is_zero: bool = False  # what the library's hipMemCreate gives
    fill: int = 0  # byte that fresh memory holds
    problems: list[Problem] = field(default_factory=list)
    left_out: list[Problem] = field(default_factory=list)
    checks: list[Checked] = field(default_factory=list)

    def address(self, recorded: Words, events: Indices) -> Words:
        """Where recorded device or pinned addresses lie now."""
        return translate(self.allocations, self.placement, recorded, events)

    def problem(self, events: Indices, reason: str) -> None:
        """The events cannot be replayed."""
        self.problems.extend(Problem(int(event), reason) for event in events)

    def leave_out(self, events: Indices, reason: str) -> None:
        """The events are not replayed, which the report says."""
        self.left_out.extend(Problem(int(event), reason) for event in events)

    def stream(self, row: Row, expr: str, events: Indices, per_thread: bool) -> tuple[Words, NDArray[np.bool_]]:
        """(words, which of them are slots) of a stream argument, for a call other than the recorded one.

        The null stream of a per-thread call is hipStreamPerThread. An unknown stream becomes the null stream: whoever
        asks has named it already or only waits.
        """
        values = self.source.value(row, expr, events) if expr else None
        if values is None:
            values = np.zeros(len(events), np.uint64)
        found = self.handles.resolve("hipStream_t", values, events)
        words = np.where(found.known, found.words, np.uint64(0))
        if per_thread:
            words = np.where(~found.slot & (words == 0), PER_THREAD_STREAM, words)
        return words, found.slot & found.known


PER_THREAD_STREAM = np.uint64(2)


def mask(*columns: tuple[int, NDArray[np.bool_]]) -> NDArray[np.uint32]:
    """Slot masks of ops: (word, which rows hold a slot there)."""
    total = np.zeros(len(columns[0][1]), np.uint32)
    for word, slot in columns:
        total |= slot.astype(np.uint32) << np.uint32(word)
    return total


def words(count: int, *columns: Words | int) -> Words:
    """(count, n) words from columns and constants."""
    table = np.empty((count, len(columns)), np.uint64)
    for index, column in enumerate(columns):
        table[:, index] = column
    return table
