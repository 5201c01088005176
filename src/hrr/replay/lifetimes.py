"""Pairs what calls create with the calls that end it, when names (addresses, handles) are used again."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hrr.replay.ranges import NEVER

_TIME_BITS = np.uint64(40)


def pair(
    names: NDArray[np.uint64],
    births: NDArray[np.int64],
    ended: NDArray[np.uint64],
    ends: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Event at which each created thing ends: the first end of its name after its birth, or the event before its name
    is created again (its end was not recorded), or NEVER. All events are different."""
    if not len(names):
        return np.zeros(0, np.int64)
    known = np.unique(names)
    by_name = np.searchsorted(known, names).astype(np.uint64) << _TIME_BITS
    again = np.sort(by_name | births.astype(np.uint64))
    place = np.minimum(np.searchsorted(known, ended), len(known) - 1)
    relevant = known[place] == ended
    stops = np.sort((place[relevant].astype(np.uint64) << _TIME_BITS) | ends[relevant].astype(np.uint64))
    death = np.minimum(_next(again, by_name, births) - 1, _next(stops, by_name, births))
    return np.where(death >= NEVER - 1, NEVER, death)


def _next(keys: NDArray[np.uint64], by_name: NDArray[np.uint64], births: NDArray[np.int64]) -> NDArray[np.int64]:
    """First time in ``keys`` (name and time) after each birth of the same name."""
    if not len(keys):
        return np.full(len(births), NEVER)
    at = np.searchsorted(keys, by_name | births.astype(np.uint64), side="right")
    found = keys[np.minimum(at, len(keys) - 1)]
    same = (at < len(keys)) & (found >> _TIME_BITS == by_name >> _TIME_BITS)
    times: NDArray[np.int64] = np.where(
        same, (found & ((np.uint64(1) << _TIME_BITS) - np.uint64(1))).astype(np.int64), NEVER
    )
    return times
