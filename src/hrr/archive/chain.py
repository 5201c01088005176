"""Finding the records of a log, which is a chain: each record's length says where the next one starts.

Walked one by one, a million records take Python half a second. So the file is cut into some hundred pieces, a
probable start of a record is looked for in each, and all pieces are walked at the same time, one record each a step. A
wrong guess does no harm: a piece counts only if the walk through everything before it arrives exactly at its start.
"""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

HEADER = 32  # bytes of a record header
LENGTH_AT = 26
MAX_RECORD = 64 << 20  # a longer one is taken for damage, as AMD's reader does

_BLOCK = 32 << 20  # bytes walked together
_SMALL = 1 << 18  # bytes from which on pieces pay
_PIECES = 512
_SEARCH = 1024  # bytes that are searched for a probable start of a record
_HALF = np.dtype("<u4")
_LONG = np.dtype("<u8")

Places = NDArray[np.int64]


def chain(raw: NDArray[np.uint8], first: int) -> tuple[Places, int]:
    """Offsets of the whole records from byte ``first`` on, and the place where the chain ends.

    There the file ends, or a length is impossible (below 32, above 64 MiB, past the end of the file).
    """
    found: list[Places] = []
    position = first
    while True:
        # Block by block, so that nothing far behind the end of the chain is looked at: it may be a hole of a terabyte.
        stop = min(position + _BLOCK, raw.size)
        for start, places, end in _pieces(raw, position, stop) if stop - position >= _SMALL else ():
            if position < start:
                walked, position = _walk(raw, position, start)
                found.append(walked)
            if position == start:
                found.append(places)
                position = end
            elif position < start:
                break  # the chain ended before this piece
        walked, position = _walk(raw, position, stop)
        found.append(walked)
        if position < stop or stop == raw.size:
            return np.concatenate(found), position


def _walk(raw: NDArray[np.uint8], position: int, stop: int) -> tuple[Places, int]:
    """The records from ``position`` on, one by one, up to the first that starts at or behind ``stop``."""
    buffer, size = raw.data, raw.size
    length_of = struct.Struct("<I").unpack_from
    last = min(stop - 1, size - HEADER)
    places: list[int] = []
    while position <= last:
        (length,) = length_of(buffer, position + LENGTH_AT)
        end = position + length
        if not HEADER <= length <= MAX_RECORD or end > size:
            break
        places.append(position)
        position = end
    return np.array(places, np.int64), position


def _view(raw: NDArray[np.uint8], dtype: np.dtype[Any]) -> NDArray[Any]:
    """One number at every byte."""
    view: NDArray[Any] = np.ndarray((raw.size - dtype.itemsize + 1,), dtype, raw, strides=(1,))
    return view


def _pieces(raw: NDArray[np.uint8], first: int, last: int) -> list[tuple[int, Places, int]]:
    """(start, records, end) of pieces of the bytes up to ``last``, ascending.

    Each ends where the next starts, or else behind that.
    """
    starts = _probable_starts(raw, first, last)
    if not len(starts):
        return []
    # Behind its stop a piece is none of its own business any more; the last header that fits ends all.
    stop = np.append(starts[1:], min(last, raw.size - HEADER + 1))
    lengths = _view(raw, _HALF)
    position, lane = starts, np.arange(len(starts))
    ends, counts = starts.copy(), np.zeros(len(starts), np.int64)
    steps: list[tuple[Places, Places]] = []
    while len(lane):
        length = lengths[position + LENGTH_AT].astype(np.int64)
        after = position + length
        good = ((length - HEADER).view(np.uint64) <= MAX_RECORD - HEADER) & (after <= raw.size)
        if not good.all():
            ends[lane[~good]] = position[~good]
            position, after, stop, lane = position[good], after[good], stop[good], lane[good]
        steps.append((lane, position))
        counts[lane] += 1
        inside = after < stop
        if not inside.all():
            ends[lane[~inside]] = after[~inside]
            after, stop, lane = after[inside], stop[inside], lane[inside]
        position = after
    firsts = np.cumsum(counts) - counts
    every = np.empty(int(counts.sum()), np.int64)
    for step, (lane, places) in enumerate(steps):
        every[firsts[lane] + step] = places
    return list(zip(starts.tolist(), np.split(every, firsts[1:]), ends.tolist(), strict=True))


def _probable_starts(raw: NDArray[np.uint8], first: int, last: int) -> Places:
    """At most one place behind each cut where a record seems to start: followed by one with the next sequence id."""
    cuts = np.linspace(first, last, _PIECES, endpoint=False, dtype=np.int64)[1:]
    cuts = cuts[cuts + _SEARCH + HEADER <= last]
    window = (cuts[:, None] + np.arange(_SEARCH)).reshape(-1)
    halves, longs = _view(raw, _HALF), _view(raw, _LONG)
    # The upper half of a short record's length and the two zero bytes behind it.
    window = window[halves[window + LENGTH_AT + 2] == 0]
    length = halves[window + LENGTH_AT].astype(np.int64)
    window = window[(length >= HEADER) & (window + length + HEADER <= raw.size)]
    length = halves[window + LENGTH_AT].astype(np.int64)
    window = window[longs[window + length + 2] == longs[window + 2] + np.uint64(1)]
    piece = np.searchsorted(cuts, window, side="right")
    return np.asarray(window[np.unique(piece, return_index=True)[1]], np.int64)
