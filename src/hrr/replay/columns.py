"""Columns of raw record bytes, for what is not a named field."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hrr.archive.events import Events, gather

Indices = NDArray[np.int64]
Words = NDArray[np.uint64]

U8, U16, U32, U64 = (np.dtype(name) for name in ("u1", "<u2", "<u4", "<u8"))


def read(events: Events, positions: Indices, offset: int, dtype: np.dtype[Any]) -> NDArray[Any]:
    """One number of every record, ``offset`` bytes behind its start."""
    return gather(events.raw, events.offset[positions] + offset, dtype)


def read_words(events: Events, positions: Indices, offset: int, dtype: np.dtype[Any] = U64) -> Words:
    """The same as words."""
    return read(events, positions, offset, dtype).astype(np.uint64)


def read_bytes(events: Events, positions: Indices, offset: int, nbytes: int) -> NDArray[np.uint8]:
    """(n, nbytes) bytes of every record, ``offset`` bytes behind its start."""
    if not nbytes:
        return np.zeros((len(positions), 0), np.uint8)
    found = gather(events.raw, events.offset[positions] + offset, np.dtype((np.void, nbytes)))
    return np.ascontiguousarray(found).view(np.uint8).reshape(len(positions), nbytes)
