"""Host buffers of the recording: blobs by number, mapped while the ops that read them run.

A process may only have some 65,000 mappings, so a plan with more blobs than that is run in windows: before a window its
blobs are mapped and their addresses written to where the ops expect them, afterwards they are let go.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from hrr.archive import naming
from hrr.archive.blobs import Blobs as Store
from hrr.archive.naming import Key
from hrr.replay.columns import Indices, Words
from hrr.replay.plan import BlobUse, Plan

WINDOW = 16_000  # blobs mapped at a time

Bytes = NDArray[np.uint8]


@dataclass
class Blobs:
    """Numbers the blobs that a plan uses."""

    store: Store
    code_objects: frozenset[Key] = field(init=False)
    _numbers: dict[Key, int] = field(default_factory=dict)
    _sizes: list[int] = field(default_factory=list)
    _openers: list[Callable[[], Bytes]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.code_objects = frozenset(self.store.code_objects)

    def numbers(self, low: Words, high: Words) -> Indices:
        """Numbers of blobs by the words of their names; -1 where the name is 0,0 (no blob)."""
        result = np.full(len(low), -1, np.int64)
        named = np.flatnonzero((low != 0) | (high != 0))
        if not len(named):
            return result
        low, high = low[named], high[named]
        # Names are hashes: one half tells them apart, unless somebody made them up.
        halves, first, inverse = np.unique(low, return_index=True, return_inverse=True)
        if (high[first][inverse] == high).all():
            different = np.stack([halves, high[first]], axis=1)
        else:
            different, inverse = np.unique(np.stack([low, high], axis=1), axis=0, return_inverse=True)
        known = [self._number(naming.key(int(half), int(other))) for half, other in different]
        result[named] = np.array(known, np.int64)[inverse.reshape(-1)]
        return result

    def sizes(self, numbers: Indices) -> Indices:
        """Bytes of each blob, -1 for one that is missing or has no number."""
        return np.array([*self._sizes, -1], np.int64)[numbers]

    def code_object(self, key: Key) -> int:
        """Number of a code object."""
        image = self.store.read_code_object(key)
        return self.add(image.size, lambda: image)

    def add(self, size: int, opener: Callable[[], Bytes]) -> int:
        """Number of bytes that ``opener`` gives when they are wanted."""
        self._sizes.append(size)
        self._openers.append(opener)
        return len(self._sizes) - 1

    def open(self, number: int) -> Bytes:
        """The bytes of a blob."""
        return self._openers[number]()

    def _number(self, key: Key) -> int:
        if key not in self._numbers:
            size = self.store.size(key)
            self._numbers[key] = self.add(-1 if size is None else size, lambda: self.store.read(key))
        return self._numbers[key]


def cut(blob: Indices, event: Indices, limit: int = 0) -> list[int]:
    """Events before which the blobs in use must be let go so that no more than ``limit`` (WINDOW) are mapped, counted
    by uses."""
    limit = limit or WINDOW
    if len(np.unique(blob)) <= limit:
        return []
    events = np.sort(event)
    cuts: list[int] = []
    start = 0
    while start + limit < len(events):
        stop = int(events[start + limit])
        # All uses of one event stay together, however many they are.
        if stop == int(events[start]):
            stop += 1
        cuts.append(stop)
        start = int(np.searchsorted(events, stop, side="left"))
    return cuts


@dataclass
class Window:
    """Ops [first, last) and the blob addresses they need."""

    first: int
    last: int
    uses: list[tuple[Words, Indices, Indices]]
    _open: list[Bytes] = field(default_factory=list)

    def enter(self, blobs: Blobs) -> None:
        """Map the blobs and write down their addresses."""
        numbers = np.unique(np.concatenate([blob for _, _, blob in self.uses])) if self.uses else np.zeros(0, np.int64)
        where = np.zeros(len(numbers), np.uint64)
        for at, number in enumerate(numbers):
            opened = blobs.open(int(number))
            self._open.append(opened)
            where[at] = opened.ctypes.data
        for target, index, blob in self.uses:
            target[index] = where[np.searchsorted(numbers, blob)]

    def leave(self) -> None:
        """Let the blobs go. Nothing on the device may still read them."""
        self._open.clear()


def windows(plan: Plan) -> list[Window]:
    """The windows of a plan, by its cuts."""
    bounds = [0, *plan.cuts, 1 << 62]
    ops = np.searchsorted(plan.ops["event"], bounds, side="left").tolist()
    return [
        Window(ops[i], ops[i + 1], [_part(use, bounds[i], bounds[i + 1]) for use in plan.blob_uses])
        for i in range(len(bounds) - 1)
    ]


def _part(use: BlobUse, first: int, stop: int) -> tuple[Words, Indices, Indices]:
    inside = (use.event >= first) & (use.event < stop)
    return use.target, use.index[inside], use.blob[inside]
