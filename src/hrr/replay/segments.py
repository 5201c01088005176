"""Which pieces of address space must be mapped, from when to when, so that every live allocation has memory behind it.

Allocations share pages or granularity blocks with their neighbours: a block is mapped at the first live allocation that
touches it and unmapped when the last one dies. What is mapped and unmapped together is one segment.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hrr.replay.ranges import NEVER

Addresses = NDArray[np.uint64]
Indices = NDArray[np.int64]

_LIMIT = 8 << 20  # pieces in all; beyond it, blocks are taken larger


@dataclass(frozen=True)
class Pieces:
    """Address ranges [lo, hi), each with the index of the allocation that it belongs to, in order of those."""

    owner: Indices
    lo: Addresses
    hi: Addresses

    def __len__(self) -> int:
        return len(self.owner)


@dataclass(frozen=True)
class Segments:
    """Address ranges [lo, hi), mapped before event ``start`` and unmapped after event ``end`` (NEVER = kept).

    ``used`` are the blocks of allocations that were mapped already when the allocation was born.
    """

    lo: Addresses
    hi: Addresses
    start: Indices
    end: Indices
    used: Pieces

    def __len__(self) -> int:
        return len(self.lo)


def plan_segments(
    lo: Addresses, hi: Addresses, birth: Indices, death: Indices, area_lo: Addresses, area_hi: Addresses, block: int
) -> Segments:
    """Segments for allocations [lo, hi) alive from ``birth`` through ``death``.

    Each lies in a reserved area [area_lo, area_hi), multiples of ``block``, beyond which it is never rounded.
    """
    empty = np.zeros(0, np.int64)
    if not len(lo):
        nowhere = empty.astype(np.uint64)
        return Segments(nowhere, nowhere, empty, empty, Pieces(empty, nowhere, nowhere))
    while True:
        first = np.maximum(lo // np.uint64(block) * np.uint64(block), area_lo)
        last = np.minimum(-(-hi.astype(np.int64) // block) * block, area_hi.astype(np.int64)).astype(np.uint64)
        cuts = np.unique(np.concatenate([first, last]))
        a, b = np.searchsorted(cuts, first), np.searchsorted(cuts, last)
        pieces = int((b - a).sum())
        if pieces <= max(_LIMIT, 2 * len(lo)):
            return _sweep(cuts, a, b, birth, death, area_lo)
        block *= 2


def _sweep(cuts: Addresses, a: Indices, b: Indices, birth: Indices, death: Indices, area: Addresses) -> Segments:
    count = b - a
    owner = np.repeat(np.arange(len(a)), count)
    piece = np.arange(len(owner)) - np.repeat(np.cumsum(count) - count, count) + np.repeat(a, count)
    place = np.concatenate([piece, piece])
    time = np.concatenate([birth[owner], death[owner]])
    step = np.concatenate([np.ones(len(owner), np.int64), -np.ones(len(owner), np.int64)])
    area = np.concatenate([area[owner], area[owner]])
    order = np.lexsort((-step, time, place))
    place, time, step, area = place[order], time[order], step[order], area[order]
    live = np.cumsum(step)  # every piece ends at 0, so one running sum serves all
    again = (step == 1) & (live > 1)
    used = _joined(cuts, np.concatenate([owner, owner])[order][again], place[again])
    starts, ends = (live == 1) & (step == 1), live == 0
    place, area, start, end = place[starts], area[starts], time[starts], time[ends]
    # Join neighbours that come and go together.
    order = np.lexsort((place, end, start))
    place, area, start, end = place[order], area[order], start[order], end[order]
    joined = (
        (np.diff(place) == 1) & (np.diff(start) == 0) & (np.diff(end) == 0) & (area[1:] == area[:-1])
        if len(place) > 1
        else np.zeros(0, bool)
    )
    heads = np.flatnonzero(np.concatenate([[True], ~joined]))
    tails = np.concatenate([heads[1:] - 1, [len(place) - 1]])
    return Segments(cuts[place[heads]], cuts[place[tails] + 1], start[heads], np.minimum(end[heads], NEVER), used)


def _joined(cuts: Addresses, owner: Indices, place: Indices) -> Pieces:
    """Pieces by their places, neighbours of one owner joined."""
    order = np.lexsort((place, owner))
    owner, place = owner[order], place[order]
    joined = (np.diff(place) == 1) & (np.diff(owner) == 0)
    heads = np.flatnonzero(np.append(True, ~joined)[: len(owner)])
    tails = np.append(heads[1:] - 1, len(owner) - 1)[: len(heads)]
    return Pieces(owner[heads], cuts[place[heads]], cuts[place[tails] + 1])
