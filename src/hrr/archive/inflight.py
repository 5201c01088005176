"""inflight.bin: the calls that threads were in when their process ended (layout: native/recorder/inflight.h)."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

from hrr import api
from hrr.archive.errors import ArchiveError
from hrr.archive.files import read_bytes

_SLOT = struct.Struct("<QQIIQ")
_SLOT_SIZE = 64
_MOST_SLOTS = 1 << 16  # a recorder makes 1024; a larger file is none of its own


@dataclass(frozen=True)
class InFlight:
    """A call that had begun and not returned. ``records`` is the length of the log at that time."""

    thread: int
    call: str
    start_ns: int
    records: int


def read_in_flight(directory: Path) -> tuple[InFlight, ...]:
    """Unfinished calls, oldest first; empty after a clean exit."""
    try:
        raw = read_bytes(directory / "inflight.bin").data
    except ArchiveError:
        return ()
    found = []
    for at in range(0, min(len(raw), _MOST_SLOTS * _SLOT_SIZE) - _SLOT_SIZE + 1, _SLOT_SIZE):
        thread, start, call, _, records = _SLOT.unpack_from(raw, at)
        if thread and 0 < call <= len(api.ROWS):
            found.append(InFlight(thread, api.ROWS[call - 1].name, start, records))
    return tuple(sorted(found, key=lambda item: item.start_ns))
