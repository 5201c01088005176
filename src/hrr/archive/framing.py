"""events.bin: file header, records, trailer (docs/format.md, "File header", "Records", "Trailer")."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

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
MAX_RECORD = 64 << 20

_LENGTH_AT = 26


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
    starts, position, torn = _walk(raw, FILE_HEADER.size)
    trailer, behind = None, 0
    if torn is None and _is_trailer(raw, position):
        trailer = TRAILER.unpack_from(raw.data, position + RECORD_HEADER.size)[0]
        position += TRAILER_SIZE
        behind = len(_walk(raw, position)[0])
    start = np.array(starts, np.int64)
    ends = np.append(start[1:], position - (TRAILER_SIZE if trailer is not None else 0))
    return Frames(raw, version, flags, start, ends[: len(start)] - start, trailer, behind, torn, position)


def _is_trailer(raw: NDArray[np.uint8], position: int) -> bool:
    if position + TRAILER_SIZE > raw.size:
        return False
    kind, *_, length, _ = RECORD_HEADER.unpack_from(raw.data, position)
    magic = TRAILER.unpack_from(raw.data, position + RECORD_HEADER.size)[1]
    return bool(kind == TRAILER_TYPE and length == TRAILER_SIZE and magic == TRAILER_MAGIC)


def _walk(raw: NDArray[np.uint8], position: int) -> tuple[list[int], int, Torn | None]:
    """Offsets of whole records from ``position`` to a trailer, the end of the log or a torn record."""
    buffer = raw.data
    size = len(buffer)
    last = size - RECORD_HEADER.size  # the last place where a header fits
    length_of = struct.Struct("<I").unpack_from
    starts: list[int] = []
    append = starts.append
    while position <= last:
        (length,) = length_of(buffer, position + _LENGTH_AT)
        if length < RECORD_HEADER.size or length > MAX_RECORD:
            header = bytes(buffer[position : position + RECORD_HEADER.size])
            if not any(header):
                return starts, position, None  # space that the writer set aside
            return starts, position, Torn(position, f"says it is {length:,} bytes long")
        end = position + length
        if end > size:
            reason = f"says it is {length:,} bytes long; the file ends at {size:,}"
            return starts, position, Torn(position, reason)
        if length == TRAILER_SIZE and _is_trailer(raw, position):
            return starts, position, None
        append(position)
        position = end
    rest = bytes(buffer[position:size])
    if any(rest):
        return (
            starts,
            position,
            Torn(position, f"is cut off after {len(rest)} of its {RECORD_HEADER.size} header bytes"),
        )
    return starts, position, None
