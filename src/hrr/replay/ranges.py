"""Which allocation an address belonged to at a given time.

Allocations reuse addresses: at one time they do not overlap, over time they do. Times are positions of events.
"""

from __future__ import annotations

import bisect
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Addresses = NDArray[np.uint64]
Indices = NDArray[np.int64]

NEVER = np.int64(1 << 40)  # death of an allocation that is never freed

_TIME_BITS = np.uint64(40)
_STEPS = 64  # neighbours looked at for all queries together; what is left is swept


@dataclass(frozen=True)
class Ranges:
    """Address ranges [lo, hi) that live from event ``birth`` to event ``death`` (both inclusive)."""

    lo: Addresses
    hi: Addresses
    birth: Indices
    death: Indices

    def __len__(self) -> int:
        return len(self.lo)


class Finder:
    """Answers, for columns of (address, time), which range holds the address at that time."""

    def __init__(self, ranges: Ranges) -> None:
        order = np.lexsort((ranges.birth, ranges.lo))
        self._order = order
        self._lo = ranges.lo[order]
        self._hi = ranges.hi[order]
        self._birth = ranges.birth[order]
        self._death = ranges.death[order]
        self._starts, group = np.unique(self._lo, return_inverse=True)
        self._keys = (group.astype(np.uint64) << _TIME_BITS) | self._birth.astype(np.uint64)
        # No range that starts at or before this one reaches beyond.
        self._reach = np.maximum.accumulate(self._hi) if len(order) else self._hi

    def find(self, addresses: Addresses, times: Indices) -> Indices:
        """Index of the range for every pair, -1 where there is none."""
        found = np.full(len(addresses), -1, np.int64)
        if not len(self._lo):
            return found
        group = np.searchsorted(self._starts, addresses, side="right").astype(np.int64) - 1
        open_ = np.flatnonzero(group >= 0)
        group = group[open_]
        for _ in range(_STEPS):
            if not len(open_):
                return found
            address, time = addresses[open_], times[open_]
            keys = (group.astype(np.uint64) << _TIME_BITS) | time.astype(np.uint64)
            at = np.searchsorted(self._keys, keys, side="right").astype(np.int64) - 1
            # The last one born in the group before `time`; or, when none was, one of an earlier group.
            hit = (at >= 0) & (self._hi[at] > address) & (self._death[at] >= time) & (self._birth[at] <= time)
            found[open_[hit]] = self._order[at[hit]]
            before = np.searchsorted(self._lo, self._starts[group], side="left").astype(np.int64) - 1
            more = ~hit & (group > 0)
            more &= np.where(before >= 0, self._reach[np.maximum(before, 0)] > address, False)
            open_, group = open_[more], group[more] - 1
        found[open_] = self._sweep(addresses[open_], times[open_])
        return found

    def _sweep(self, addresses: Addresses, times: Indices) -> Indices:
        """The same by walking through time with the live ranges in a sorted list: slower, but never quadratic."""
        found = np.full(len(addresses), -1, np.int64)
        births, deaths, queries = (np.argsort(column, kind="stable") for column in (self._birth, self._death, times))
        live_lo: list[int] = []
        live: list[int] = []
        next_birth = next_death = 0
        for query in queries:
            time, address = times[query], int(addresses[query])
            while next_birth < len(births) and self._birth[births[next_birth]] <= time:
                index = int(births[next_birth])
                at = bisect.bisect_right(live_lo, int(self._lo[index]))
                live_lo.insert(at, int(self._lo[index]))
                live.insert(at, index)
                next_birth += 1
            while next_death < len(deaths) and self._death[deaths[next_death]] < time:
                index = int(deaths[next_death])
                at = bisect.bisect_left(live_lo, int(self._lo[index]))
                while live[at] != index:
                    at += 1
                del live_lo[at], live[at]
                next_death += 1
            at = bisect.bisect_right(live_lo, address) - 1
            if at >= 0 and int(self._hi[live[at]]) > address:
                found[query] = self._order[live[at]]
        return found
