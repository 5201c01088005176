"""The allocations of a recording: where, how large, from when to when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hrr import api
from hrr.api.row import Memory, Row
from hrr.archive.events import Events
from hrr.replay.columns import Indices, Words
from hrr.replay.lifetimes import pair
from hrr.replay.ranges import Finder, Ranges

_KINDS = tuple(Memory)
_PITCH = 256  # row alignment of a pitched allocation whose pitch was not recorded
_LARGEST = 1 << 47


@dataclass(frozen=True)
class Problem:
    """An event that cannot be replayed, and why."""

    event: int
    reason: str


@dataclass(frozen=True)
class Allocations:
    """One entry an allocation, in order of birth. ``kind`` indexes Memory; ``death`` is NEVER for one that is kept."""

    event: Indices
    lo: Words
    size: Words
    death: Indices
    kind: NDArray[np.uint8]
    registered: NDArray[np.bool_]
    problems: tuple[Problem, ...] = field(default=())

    def __len__(self) -> int:
        return len(self.event)

    @property
    def hi(self) -> Words:
        """Ends."""
        return self.lo + self.size

    def of(self, *kinds: Memory) -> Indices:
        """Indices of the allocations of some kinds."""
        return np.flatnonzero(np.isin(self.kind, [_KINDS.index(kind) for kind in kinds]))

    @cached_property
    def finder(self) -> Finder:
        """Finds the allocation that holds an address at a time."""
        return Finder(Ranges(self.lo, self.hi, self.event, self.death))

    def at(self, events: Indices) -> Indices:
        """Indices of the allocations that the events made; events that made none are left out."""
        place = np.minimum(np.searchsorted(self.event, events), max(len(self) - 1, 0))
        return place[self.event[place] == events] if len(self) else place[:0]


def kind_index(kind: Memory) -> int:
    """The number that stands for a kind in ``Allocations.kind``."""
    return _KINDS.index(kind)


def find_allocations(source: Events) -> Allocations:
    """All allocations that succeeded."""
    events, lo, size, kind, registered = [], [], [], [], []
    problems: list[Problem] = []
    for row in source.rows:
        if row.alloc is None or row.alloc.memory is Memory.ARRAY or row.replay.verdict not in REPLAYED:
            continue
        at = source.of(row)
        at = at[source.returned[at] == 0]
        base, nbytes = source.value(row, row.alloc.ptr, at), _nbytes(source, row, at)
        if base is None or nbytes is None:
            problems.extend(Problem(int(event), "the address of the allocation was not recorded") for event in at)
            continue
        if any(ext.source == row.alloc.ptr for ext in row.ext):
            there = source.extended(row, at)
            lost = at[~there]
            problems.extend(Problem(int(event), "the address of the allocation was not recorded") for event in lost)
            at, base, nbytes = at[there], base[there], nbytes[there]
        sane = (nbytes > 0) & (base > 0) & (nbytes < _LARGEST) & (base < np.uint64(_LARGEST))
        for index in np.flatnonzero((nbytes >= _LARGEST) | (base >= np.uint64(_LARGEST))):
            where = f"{int(nbytes[index]):,} bytes at {int(base[index]):#x}"
            problems.append(Problem(int(at[index]), f"no device can place {where}"))
        at, base, nbytes = at[sane], base[sane], nbytes[sane]
        events.append(at)
        lo.append(base)
        size.append(nbytes)
        kind.append(np.full(len(at), _KINDS.index(row.alloc.memory), np.uint8))
        registered.append(np.full(len(at), row.alloc.registered))
    born = _join(events, np.int64)
    order = np.argsort(born, kind="stable")
    found = Allocations(
        born[order],
        _join(lo, np.uint64)[order],
        _join(size, np.uint64)[order],
        np.zeros(len(order), np.int64),
        _join(kind, np.uint8)[order],
        _join(registered, np.bool_)[order],
        tuple(problems),
    )
    _pair_with_frees(source, found)
    return found


REPLAYED = (api.Verdict.EXACT, api.Verdict.TRANSLATED)


def _nbytes(source: Events, row: Row, events: Indices) -> Words | None:
    """Bytes of each allocation; 2**63 where they exceed any address space."""
    assert row.alloc is not None
    width = source.value(row, row.alloc.size, events)
    if width is None:
        return None
    factors = [width]
    if row.alloc.pitch:
        pitch = source.value(row, row.alloc.pitch, events)
        there = source.extended(row, events)
        guess = -(-width.astype(np.int64) // _PITCH) * _PITCH
        factors = [np.where(there & (pitch is not None), 0 if pitch is None else pitch, guess.astype(np.uint64))]
    for expr in (row.alloc.height, row.alloc.depth):
        if expr:
            factor = source.value(row, expr, events)
            if factor is None:
                return None
            factors.append(factor)
    total, exact = np.ones(len(events)), np.ones(len(events), np.uint64)
    with np.errstate(over="ignore"):
        for factor in factors:
            total, exact = total * factor.astype(np.float64), exact * factor.astype(np.uint64)
    return np.where(total < _LARGEST, exact, np.uint64(1 << 63))


def _pair_with_frees(source: Events, found: Allocations) -> None:
    # Three name spaces: memory that the runtime gave, memory of the program that it registered, reserved addresses.
    reserved = found.kind == _KINDS.index(Memory.RESERVED)
    ended: dict[tuple[bool, bool], tuple[list[Words], list[Indices]]] = {}
    for row in source.rows:
        if row.free is None or row.free.memory is Memory.ARRAY:
            continue
        at = source.of(row)
        at = at[source.returned[at] == 0]
        base = source.value(row, row.free.ptr, at)
        if base is not None:
            space = (row.free.registered, row.free.memory is Memory.RESERVED)
            names, times = ended.setdefault(space, ([], []))
            names.append(base)
            times.append(at)
    for space in ((False, False), (True, False), (False, True)):
        chosen = np.flatnonzero((found.registered == space[0]) & (reserved == space[1]))
        names, times = ended.get(space, ([], []))
        death = pair(found.lo[chosen], found.event[chosen], _join(names, np.uint64), _join(times, np.int64))
        found.death[chosen] = death


def _join(parts: Sequence[NDArray[Any]], dtype: type) -> NDArray[Any]:
    return np.concatenate(parts).astype(dtype) if parts else np.zeros(0, dtype)
