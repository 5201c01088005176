"""Ways to damage an archive, and what reading one must do: answer, or raise ArchiveError, within bounded memory."""

import json
import shutil
import struct
import tracemalloc
from pathlib import Path

import numpy as np

from hrr import api
from hrr import archive as archives
from hrr.archive import ArchiveError, Root, copies_of
from hrr.archive.describe import describe

ROOM = 64 << 20  # bytes that reading a small archive may take, whatever is in it


def read_everything(path):
    """Look at every part of an archive as the tools do. Returns the number of events, or None for a refused archive."""
    try:
        opened = archives.open_archive(path)
    except ArchiveError as error:
        assert error.message
        assert error.offset is None or error.offset >= 0
        return None
    members = opened.processes if isinstance(opened, Root) else (opened,)
    for archive in members:
        info = archive.info()
        assert info.events == len(archive.events)
        assert sum(info.calls.values()) == info.events
        for row in archive.events.rows:
            assert len(archive.events.decode(row)) == len(archive.events.of(row))
            if row.copy is not None and row.copy.form != "symbol":
                copies_of(archive.events, row)
            for position in archive.events.of(row)[:4]:
                archive.events.strings(row, int(position))
        for position in range(min(len(archive.events), 64)):
            archive.launch(position)
            archive.events.record(position)
        for position in range(0, len(archive.events), 7):
            for event in describe(archive.events, np.array([position])):
                assert str(event)
                json.dumps(vars(event))
        for check in archive.checks:
            if check.nbytes is not None:
                assert archive.blob(check.key).size == check.nbytes
    opened.info()
    return sum(len(archive.events) for archive in members)


def repair_and_read(path):
    """Repair an archive. What was readable before must be there afterwards, complete; nothing is left lying about."""
    before = read_everything(path)
    try:
        archives.repair(path)
    except ArchiveError as error:
        assert before is None or error.kind in ("version", "in-use", "spool")
        assert error.kind != "spool" or next(path.rglob("spool.bin")).stat().st_size
        return
    assert read_everything(path) == before
    archive = archives.open_archive(path)
    assert archive.complete and not archive.truncated
    assert not list(archive.path.rglob("*.tmp"))
    assert not archives.repair(path)[0].changed


def read_bounded(path):
    """``read_everything``, refusing more than ROOM bytes of Python and NumPy allocations."""
    tracemalloc.start()
    try:
        found = read_everything(path)
        assert tracemalloc.get_traced_memory()[1] < ROOM
        return found
    finally:
        tracemalloc.stop()


class Scratch:
    """A copy of an archive whose events.bin and small files can be replaced cheaply, again and again."""

    def __init__(self, source: Path, folder: Path) -> None:
        self.source = source
        self.root = folder / "scratch.hrr"
        shutil.copytree(source, self.root)
        self.process = next(self.root.glob("pid-*"))
        self.events = (self.process / "events.bin").read_bytes()
        self.manifest = (self.process / "manifest.json").read_bytes()

    def put(self, events: bytes, manifest: bytes | None = None, **others: bytes) -> Path:
        """``others`` are files by their stem: ``spool=...`` becomes spool.bin."""
        (self.process / "events.bin").write_bytes(events)
        (self.process / "manifest.json").write_bytes(self.manifest if manifest is None else manifest)
        for stem, data in others.items():
            (self.process / f"{stem}.bin").write_bytes(data)
        return self.root


def record_starts(events: bytes) -> list[int]:
    """Offsets of the whole records of an undamaged events.bin."""
    found, at = [], 8
    while at + 32 <= len(events):
        length = struct.unpack_from("<I", events, at + 26)[0]
        found.append(at)
        at += max(length, 32)
    return found


def apply(events: bytes, steps) -> bytes:
    """Apply mutations: (kind, place, value), places taken modulo what there is."""
    data = bytearray(events)
    starts = record_starts(events)
    for kind, place, value in steps:
        if not data:
            break
        at = place % len(data)
        start = starts[place % len(starts)] if starts else 0
        if kind == "byte":
            data[at] = value & 0xFF
        elif kind == "word" and at + 8 <= len(data):
            struct.pack_into("<Q", data, at, value & (2**64 - 1))
        elif kind == "cut":
            del data[at:]
        elif kind == "insert":
            data[at:at] = (value & (2**64 - 1)).to_bytes(8, "little") * (1 + place % 9)
        elif kind == "remove":
            del data[at : at + 1 + value % 64]
        elif kind == "length" and start + 30 <= len(data):
            struct.pack_into("<I", data, start + 26, value & 0xFFFFFFFF)
        elif kind == "type" and start + 2 <= len(data):
            struct.pack_into("<H", data, start, value % (len(api.ROWS) + 40) if value & 1 else value & 0xFFFF)
        elif kind == "version" and len(data) >= 8:
            struct.pack_into("<HH", data, 4, value % 10, (value >> 8) & 0xFFFF)
        elif kind == "repeat":
            data += data[start : start + 1 + value % 512]
    return bytes(data)


KINDS = ("byte", "word", "cut", "insert", "remove", "length", "type", "version", "repeat")
