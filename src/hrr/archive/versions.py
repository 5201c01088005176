"""What differs between format versions: ids and payload sizes (docs/format.md, "Versions")."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hrr import api
from hrr.api import wire

OLDEST_DECODED = 5  # older archives are listed raw: their ids follow the recording build's own order
UNKNOWN = -1
LAUNCH_MINIMUM = 90  # bytes of a launch record with an empty name and no arguments

_COMPILER_ROWS = len(api.ROWS) - api.COMPILER_BASE
_REGISTER_FAT_BINARY = 2  # place among the compiler's entries, whose order is fixed
_UNREGISTER_FAT_BINARY = 8
_DEFAULT_BASE = {5: None, 6: 544}
_COMMON_ROWS = 544  # ids below mean the same in all builds


def compiler_base(types: NDArray[np.uint16], lengths: NDArray[np.int64], version: int) -> int | None:
    """Id of the first compiler entry, None when nothing tells.

    It is no function of the version: builds differ in their number of runtime calls.

    Found by the only two records of their lengths: a fat binary's registration (64 bytes) or its end (40 bytes).
    """
    for place, length in ((_REGISTER_FAT_BINARY, 64), (_UNREGISTER_FAT_BINARY, 40)):
        low, high = 544 + place, 546 + place
        hits = types[(lengths == length) & (types >= low) & (types <= high)]
        if len(hits):
            return int(hits[0]) - place
    return _DEFAULT_BASE.get(version, api.COMPILER_BASE)


def rows_of(types: NDArray[np.uint16], lengths: NDArray[np.int64], version: int) -> NDArray[np.int16]:
    """Index of the API row of every record, UNKNOWN for ids that name no call."""
    table = np.full(1 << 16, UNKNOWN, np.int16)
    if version >= OLDEST_DECODED:
        base = compiler_base(types, lengths, version)
        runtime = _COMMON_ROWS if base is None else base
        table[:runtime] = np.arange(runtime)
        if base is not None:
            table[base : base + _COMPILER_ROWS] = np.arange(api.COMPILER_BASE, len(api.ROWS))
    return table[types]


def decodable(rows: NDArray[np.int16], lengths: NDArray[np.int64], version: int) -> NDArray[np.bool_]:
    """Whether each record is long enough for its call's payload."""
    least = np.full(len(api.ROWS) + 1, 1 << 62, np.int64)  # the last is UNKNOWN's
    for index in np.flatnonzero(np.bincount(rows + 1, minlength=len(api.ROWS) + 1)[1:]).tolist():
        row = api.ROWS[index]
        least[row.id] = LAUNCH_MINIMUM if row.id in api.LAUNCH_FORM else wire.layout(row, version).size
    return np.asarray(lengths >= least[rows])
