"""events.bin: file header, records, trailer (docs/format.md, "File header", "Records", "Trailer")."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hrr.archive.chain import MAX_RECORD, chain
from hrr.archive.errors import ArchiveError
from hrr.archive.files import read_bytes

MAGIC = 0x52524845
FILE_HEADER = struct.Struct("<IHH")
RECORD_HEADER = struct.Struct("<HQQQI2s")
TRAILER = struct.Struct("<QI")
TRAILER_TYPE = 0xFFFF
TRAILER_MAGIC = 0x464F4548
TRAILER_SIZE = RECORD_HEADER.size + TRAILER.size
PACKED = 0x0001  # header flag: host blobs of pitched copies hold only the copied rows
OLDEST, NEWEST = 3, 8
_PAGE = 4096


@dataclass(frozen=True)
class Torn:
    """The place where a file stops making sense, and what is there."""

    offset: int
    reason: str


@dataclass(frozen=True)
class Frames:
    """A scanned file. ``start`` holds the offset of every record in file order, ``length`` its size, headers included.

    ``trailer`` is the record count that the trailer states, None without one. ``behind`` counts whole records behind
    the trailer. ``end`` is the first byte behind the last record (and trailer).
    """

    raw: NDArray[np.uint8]
    version: int
    flags: int
    start: NDArray[np.int64]
    length: NDArray[np.int64]
    trailer: int | None
    behind: int
    torn: Torn | None
    end: int

    @property
    def complete(self) -> bool:
        """Whether the writer closed the file and every record that it counted is there."""
        return self.trailer == len(self.start)


def read_frames(path: Path) -> Frames:
    """Scan an events.bin. Raises ArchiveError for a file that is none, or of a version that cannot be listed."""
    raw = read_bytes(path)
    if raw.size < FILE_HEADER.size:
        raise ArchiveError("not-an-archive", f"{path}: {raw.size} bytes are too few for a file header", 0)
    magic, version, flags = FILE_HEADER.unpack_from(raw.data, 0)
    if magic != MAGIC:
        raise ArchiveError("not-an-archive", f"{path}: starts with 0x{magic:08x}, not with 0x{MAGIC:08x}", 0)
    if not OLDEST <= version <= NEWEST:
        raise ArchiveError("version", f"{path}: version {version}; versions {OLDEST} to {NEWEST} can be read", 4)
    return scan(raw, version, flags)


def scan(raw: NDArray[np.uint8], version: int, flags: int) -> Frames:
    """Find the records behind the file header."""
    start, end = chain(raw, FILE_HEADER.size)
    length = np.diff(start, append=end)
    # Both bytes of TRAILER_TYPE.
    closing = (length == TRAILER_SIZE) & (raw[start] == 0xFF) & (raw[start + 1] == 0xFF)
    for index in np.flatnonzero(closing).tolist():
        trailer, magic = TRAILER.unpack_from(raw.data, int(start[index]) + RECORD_HEADER.size)
        if magic == TRAILER_MAGIC:
            behind, end = len(start) - index - 1, int(start[index]) + TRAILER_SIZE
            return Frames(raw, version, flags, start[:index], length[:index], trailer, behind, None, end)
    return Frames(raw, version, flags, start, length, None, 0, _torn(raw, end), end)


def _torn(raw: NDArray[np.uint8], position: int) -> Torn | None:
    """What is wrong with the record at ``position``; None at the end of the file or of a log that has space left."""
    head = bytes(raw[position : position + RECORD_HEADER.size])
    if not any(head) and (len(head) in (0, RECORD_HEADER.size) or raw.size % _PAGE == 0):
        return None  # nothing, or space that the writer set aside, whole pages of it
    if len(head) < RECORD_HEADER.size:
        return Torn(position, f"is cut off after {len(head)} of its {RECORD_HEADER.size} header bytes")
    length = RECORD_HEADER.unpack(head)[4]
    ends = "" if length > MAX_RECORD or length < RECORD_HEADER.size else f"; the file ends at {raw.size:,}"
    return Torn(position, f"says it is {length:,} bytes long{ends}")
