"""Arrays: how many bytes an element of the array behind a recorded handle has."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hrr.api import enums
from hrr.api.row import Row
from hrr.archive.events import Events

Words = NDArray[np.uint64]

_CHANNEL_BYTES = {
    value: size
    for size, names in (
        (1, ("UNSIGNED_INT8", "SIGNED_INT8")),
        (2, ("UNSIGNED_INT16", "SIGNED_INT16", "HALF")),
        (4, ("UNSIGNED_INT32", "SIGNED_INT32", "FLOAT")),
    )
    for value in (enums.VALUES[f"HIP_AD_FORMAT_{name}"] for name in names)
}
_TIME_BITS = np.uint64(40)
_LARGEST = np.uint64(16)  # four channels of four bytes


def element_sizes(events: Events, handles: Words, positions: NDArray[np.int64]) -> Words:
    """Bytes of an element of each array at the time of its event; 0 where that was not recorded."""
    names, births, sizes = _created(events)
    if not len(names):
        return np.zeros(len(handles), np.uint64)
    # By name and time: the latest creation of a handle before an event is the last entry below (handle, event).
    known = np.unique(names)
    created = np.searchsorted(known, names).astype(np.uint64) << _TIME_BITS | births.astype(np.uint64)
    order = np.argsort(created)
    rank = np.searchsorted(known, handles).astype(np.uint64)
    at = np.searchsorted(created[order], rank << _TIME_BITS | positions.astype(np.uint64)) - 1
    latest = order[np.maximum(at, 0)]
    return np.asarray(np.where((at >= 0) & (names[latest] == handles), sizes[latest], 0), np.uint64)


def _created(events: Events) -> tuple[Words, NDArray[np.int64], Words]:
    """(handle, event, bytes of an element) of every array that was created."""
    parts: list[tuple[Words, NDArray[np.int64], Words]] = []
    for row in events.rows:
        at = events.of(row) if row.array is not None else np.zeros(0, np.int64)
        at = at[events.returned[at] == 0]
        handle = events.value(row, row.creates, at) if len(at) else None
        if handle is not None:
            parts.append((handle, at, _elements(events, row, at)))
    if not parts:
        return np.zeros(0, np.uint64), np.zeros(0, np.int64), np.zeros(0, np.uint64)
    names, births, sizes = (np.concatenate(column) for column in zip(*parts, strict=True))
    return names, births, sizes


def _elements(events: Events, row: Row, positions: NDArray[np.int64]) -> Words:
    assert row.array is not None
    total = np.zeros(len(positions), np.uint64)
    if row.array.desc:
        for channel in "xyzw":
            bits = events.value(row, f"{row.array.desc}.{channel}", positions)
            total += np.uint64(0) if bits is None else np.minimum(bits, np.uint64(1 << 32))
        total //= np.uint64(8)
    else:
        kind = events.value(row, row.array.format, positions)
        channels = events.value(row, row.array.channels, positions)
        if kind is not None and channels is not None:
            each = np.array([_CHANNEL_BYTES.get(value, 0) for value in kind.tolist()], np.uint64)
            total = each * np.minimum(channels, np.uint64(1 << 32))
    return np.where(total <= _LARGEST, total, np.uint64(0))
