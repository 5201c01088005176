"""Change recorded archives, to see what a replay makes of them. The framing is read without the help of hrr.archive."""

from __future__ import annotations

import hashlib
import shutil
import struct
from dataclasses import dataclass
from pathlib import Path

from hrr import api

HEADER = struct.Struct("<HQQQI2s")
FLAG_PACKED = 1


@dataclass(frozen=True)
class Record:
    """One record of events.bin: its call (or "" for an unknown id), sequence number, place and length."""

    call: str
    seq: int
    offset: int
    length: int


class Archive:
    """One process's directory, opened for change."""

    def __init__(self, path: Path) -> None:
        """``path``: a root with one process in it, or a process's own directory."""
        found = [path] if (path / "events.bin").exists() else sorted(path.glob("pid-*"))
        assert len(found) == 1, f"{path} holds {len(found)} processes"
        self.root = path
        self.path = found[0]
        self.events = self.path / "events.bin"

    def copy(self, to: Path) -> Archive:
        """An archive of its own with the same content."""
        shutil.copytree(self.root, to)
        return Archive(to)

    # The header.

    @property
    def version(self) -> int:
        return struct.unpack_from("<H", self.events.read_bytes(), 4)[0]

    @property
    def flags(self) -> int:
        return struct.unpack_from("<H", self.events.read_bytes(), 6)[0]

    def set_version(self, version: int) -> None:
        self._write(4, struct.pack("<H", version))

    def clear_flag(self) -> None:
        """Say that host blobs of pitched copies are not packed."""
        self._write(6, struct.pack("<H", self.flags & ~FLAG_PACKED))

    # Records.

    def records(self, call: str = "") -> list[Record]:
        """All records, or those of one call, in file order; the trailer is left out."""
        data = self.events.read_bytes()
        found, offset = [], 8
        while offset + HEADER.size <= len(data):
            event, seq, _, _, length, _ = HEADER.unpack_from(data, offset)
            if length < HEADER.size or event == 0xFFFF:
                break
            name = api.ROWS[event].name if event < len(api.ROWS) else ""
            found.append(Record(name, seq, offset, length))
            offset += length
        return [record for record in found if not call or record.call == call]

    def one(self, call: str) -> Record:
        """The only record of a call."""
        (record,) = self.records(call)
        return record

    def get(self, record: Record, name: str) -> int:
        """A payload field by its name, or by an expression such as "p.srcPtr.pitch"."""
        start, form = self._locate(record, name)
        return struct.unpack_from(form, self.events.read_bytes(), start)[0]

    def set(self, record: Record, name: str, value: int) -> None:
        start, form = self._locate(record, name)
        self._write(start, struct.pack(form, value))

    def drop_extension(self, record: Record) -> None:
        """Take the tag off a record's extension tail, without which readers do not look at it."""
        self._write(record.offset + api.wire.layout(api.row(record.call)).size, bytes(4))

    # Blobs.

    def blobs(self) -> list[Path]:
        return sorted(self.path.glob("blobs/*/*.blob"))

    def hash(self, record: Record, field: str) -> tuple[int, int]:
        """The hash pair ``field`` ("blob_hash", "d2h_hash", …); (0, 0) = no blob."""
        return self.get(record, f"{field}_lo"), self.get(record, f"{field}_hi")

    def blob(self, record: Record, field: str) -> Path:
        """The file of a record's blob, which must exist."""
        lo, hi = self.hash(record, field)
        name = f"{lo:016x}{hi:016x}"
        path = self.path / "blobs" / name[:2] / f"{name}.blob"
        assert path.exists(), f"{record.call}: no blob {name}"
        return path

    def expected(self, record: Record) -> Path:
        """The file of the bytes that a device-to-host copy is checked against."""
        copy = api.row(record.call).copy
        assert copy is not None
        return self.blob(record, copy.expected)

    def source(self, record: Record) -> Path:
        """The file of the bytes that a host-to-device copy moved."""
        copy = api.row(record.call).copy
        assert copy is not None
        return self.blob(record, copy.blob)

    def has(self, record: Record, field: str) -> bool:
        return self.hash(record, field) != (0, 0)

    def put(self, record: Record, field: str, content: bytes) -> Path:
        """Give a record a blob with other content."""
        name = hashlib.md5(content, usedforsecurity=False).hexdigest()
        path = self.path / "blobs" / name[:2] / f"{name}.blob"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        self.set(record, f"{field}_lo", int(name[:16], 16))
        self.set(record, f"{field}_hi", int(name[16:], 16))
        return path

    def _write(self, offset: int, data: bytes) -> None:
        with self.events.open("r+b") as file:
            file.seek(offset)
            file.write(data)

    def _locate(self, record: Record, name: str) -> tuple[int, str]:
        row = api.row(record.call)
        field = api.wire.field(row, name, min(self.version, 8)) or api.wire.locate(row, name, min(self.version, 8))
        assert field is not None, f"{record.call} has no {name}"
        assert field.offset + field.size <= record.length, f"this {record.call} is too short to hold {name}"
        return record.offset + field.offset, {"u64": "<Q", "u32": "<I", "i32": "<i", "u8": "<B"}[field.wire]


def flip(blob: Path, offset: int) -> None:
    """Invert one byte."""
    data = bytearray(blob.read_bytes())
    data[offset] ^= 0xFF
    blob.write_bytes(bytes(data))


def shorten(blob: Path, by: int = 1) -> None:
    """Cut bytes off the end."""
    data = blob.read_bytes()
    blob.write_bytes(data[: len(data) - by])
