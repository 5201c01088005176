"""Writing an archive from Python: for tools and tests (programs are recorded by native/recorder)."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from hrr import api
from hrr.api import types, wire
from hrr.api.row import Row
from hrr.archive import naming
from hrr.archive.files import write_bytes
from hrr.archive.framing import FILE_HEADER, MAGIC, PACKED, RECORD_HEADER
from hrr.archive.launches import Launch, encode
from hrr.archive.manifest import Manifest, write_manifest, write_root_manifest
from hrr.archive.naming import Key
from hrr.archive.repair import trailer

_PACK = {"u64": "<Q", "u32": "<I", "i32": "<i", "f32": "<f", "u8": "<B"}


class Writer:
    """Collects events and blobs; ``close`` writes ``root``/pid-<pid>.

    ``blob_hash`` is "reference" or "xxh3". ``flags`` defaults to packed rects from version 7 on.
    """

    def __init__(
        self,
        root: str | os.PathLike[str],
        *,
        version: int = 8,
        flags: int | None = None,
        pid: int = 4242,
        parent_pid: int = 4000,
        blob_hash: str = "reference",
    ) -> None:
        self.root = Path(root)
        self.directory = self.root / f"pid-{pid}"
        self.version = version
        self.flags = (PACKED if version >= 7 else 0) if flags is None else flags
        self.manifest = Manifest(found=True, pid=pid, parent_pid=parent_pid)
        self._name: Callable[[bytes], Key] = {"reference": naming.reference, "xxh3": naming.xxh3}[blob_hash]
        self._records: list[bytes] = []
        self._stored: dict[tuple[str, Key], bytes] = {}

    def blob(self, data: bytes) -> Key:
        """Store bytes once; returns their name ("" for no bytes)."""
        return self._store("blobs", data)

    def code_object(self, data: bytes) -> Key:
        """Store a code object once; returns its name."""
        return self._store("code_objects", data)

    def _store(self, kind: str, data: bytes) -> Key:
        if not data:
            return ""
        key = self._name(data)
        self._stored[kind, key] = bytes(data)
        return key

    def event(self, name: str, fields: Mapping[str, Any] | None = None, *, thread: int = 1, time_ns: int = 0) -> int:
        """Append a fixed record; returns its sequence id.

        ``fields`` gives payload fields by name (numbers, or bytes for inline data), 0 where left out. A hash pair is
        given by its stem with a Key; a structure member by its expression ("p.extent.width"); extension
        fields make the tail.
        """
        row = api.row(name)
        return self.raw(
            self.type_id(row), _payload(row, self.version, dict(fields or {})), thread=thread, time_ns=time_ns
        )

    def launch(self, launch: Launch, name: str = "hipModuleLaunchKernel", *, thread: int = 1) -> int:
        """Append a launch record; returns its sequence id."""
        return self.raw(self.type_id(api.row(name)), encode(launch), thread=thread)

    def raw(self, type_id: int, payload: bytes, *, thread: int = 1, time_ns: int = 0, seq: int | None = None) -> int:
        """Append any record; returns its sequence id."""
        number = len(self._records) if seq is None else seq
        head = RECORD_HEADER.pack(type_id, number, time_ns, thread, RECORD_HEADER.size + len(payload), bytes(2))
        self._records.append(head + payload)
        return number

    def type_id(self, row: Row) -> int:
        """The id of a row in this version."""
        shift = {5: -1, 6: -2}.get(self.version, 0) if row.table == "compiler" else 0
        return row.id + shift

    def close(self, *, complete: bool = True) -> Path:
        """Write everything; returns ``root``. Without ``complete`` there is no trailer, as after a kill."""
        for folder in (self.root, self.directory, self.directory / "blobs", self.directory / "code_objects"):
            if not folder.is_dir():
                folder.mkdir(mode=0o700, parents=True)
        for (kind, key), data in self._stored.items():
            folder = self.directory / kind
            if kind == "blobs":
                folder = folder / key[:2]
                folder.mkdir(mode=0o700, exist_ok=True)
            write_bytes(folder / f"{key}.{'blob' if kind == 'blobs' else 'hsaco'}", [data])
        body = b"".join(self._records)
        tail = trailer(len(self._records), len(self._records)) if complete else b""
        write_bytes(self.directory / "events.bin", [FILE_HEADER.pack(MAGIC, self.version, self.flags), body, tail])
        manifest = Manifest(
            found=True,
            pid=self.manifest.pid,
            parent_pid=self.manifest.parent_pid,
            complete=complete,
            event_count=len(self._records),
            blob_count=len(self._stored),
        )
        write_manifest(self.directory, manifest)
        write_root_manifest(self.root, [manifest])
        return self.root


def _payload(row: Row, version: int, fields: dict[str, Any]) -> bytes:
    shape = wire.layout(row, version)
    extended = any(name in fields for name in (*shape.strings, *(ext.name for ext in row.ext)))
    data = bytearray(shape.size + (shape.ext_size if extended else 0))
    if extended:
        struct.pack_into("<I", data, shape.size, wire.EXT_TAG)
    places = {field.name: field for field in (*shape.fields, *(shape.ext if extended else ()))}
    for name, value in fields.items():
        if name in shape.strings:
            continue
        if f"{name}_lo" in places:
            low, high = naming.words(value) if value else (0, 0)
            struct.pack_into("<Q", data, places[f"{name}_lo"].offset, low)
            struct.pack_into("<Q", data, places[f"{name}_hi"].offset, high)
            continue
        field = places.get(name) or wire.locate(row, name, version)
        if field is None:
            raise KeyError(f"{row.name} has no field '{name}'")
        if isinstance(value, bytes):
            data[field.offset : field.offset + len(value)] = value
        elif field.wire in _PACK:
            size = types.wire_size(field.wire)
            wrapped = value if field.wire in ("i32", "f32") else int(value) & ((1 << 8 * size) - 1)
            struct.pack_into(_PACK[field.wire], data, field.offset, wrapped)
        else:
            raise TypeError(f"{row.name}: field '{name}' wants bytes")
    for name in shape.strings if extended else ():
        text = str(fields.get(name, "")).encode()
        data += struct.pack("<H", len(text)) + text
    return bytes(data[wire.HEADER_SIZE :])
