"""Closing an interrupted archive: trailer and manifests (docs/format.md, "Repair")."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from hrr.archive.archive import EVENTS_FILE, process_directories, read_process
from hrr.archive.errors import ArchiveError
from hrr.archive.files import is_directory, write_bytes
from hrr.archive.framing import FILE_HEADER, MAGIC, RECORD_HEADER, TRAILER, TRAILER_MAGIC, TRAILER_SIZE, TRAILER_TYPE
from hrr.archive.manifest import Manifest, load_json, read_manifest, write_manifest, write_root_manifest


@dataclass(frozen=True)
class Repaired:
    """What was done to one process directory: ``changed`` is False for one that was whole already."""

    path: str
    changed: bool
    events: int
    dropped_bytes: int
    blobs: int


def trailer(seq: int, count: int) -> bytes:
    """A trailer as repair writes it: no time, no thread."""
    return RECORD_HEADER.pack(TRAILER_TYPE, seq, 0, 0, TRAILER_SIZE, bytes(2)) + TRAILER.pack(count, TRAILER_MAGIC)


def repair(path: str | os.PathLike[str]) -> tuple[Repaired, ...]:
    """Give every process directory under ``path`` its trailer and manifest, and the root its index.

    Events keep their bytes; a torn record is dropped; blobs that wait in a spool get their files. Raises ArchiveError.
    """
    place = Path(path)
    if place.name == EVENTS_FILE and not is_directory(place):
        place = place.parent
    if not is_directory(place):
        raise ArchiveError("missing", f"{place}: no such directory")
    if os.path.lexists(place / EVENTS_FILE):
        done: tuple[Repaired, ...] = (_repair_process(place),)
        root: Path | None = place.parent if place.name.startswith("pid-") else None
    else:
        directories = process_directories(place)
        if not directories:
            raise ArchiveError("not-an-archive", f"{place}: holds neither events.bin nor a pid-* directory with one")
        done = tuple(_repair_process(directory) for directory in directories)
        root = place
    if root is not None:
        owner = load_json(root / "manifest.json").get("owner_pid")
        manifests = [read_manifest(directory) for directory in process_directories(root)]
        write_root_manifest(root, manifests, owner if isinstance(owner, int) else None)
    return done


def _repair_process(directory: Path) -> Repaired:
    archive = read_process(directory)
    frames, events, manifest = archive.frames, archive.events, archive.manifest
    leftovers = any(os.path.lexists(directory / name) for name in ("spool.bin", "inflight.bin"))
    if archive.complete and manifest.found and not leftovers:
        return Repaired(str(directory), False, len(events), 0, len(archive.blobs))
    for key in tuple(archive.blobs.keys()):
        _give_file(directory, key, archive.blobs.read(key).tobytes())
    last = int(events.seq[-1]) if len(events) else -1
    body = b"".join(events.record(position) for position in range(len(events)))
    head = FILE_HEADER.pack(MAGIC, frames.version, frames.flags)
    write_bytes(directory / EVENTS_FILE, head + body + trailer((last + 1) & ((1 << 64) - 1), len(events)))
    for name in ("spool.bin", "inflight.bin", "writer_state.json", "active"):
        if os.path.lexists(directory / name):
            os.unlink(directory / name)
    fresh = Manifest(
        found=True,
        pid=manifest.pid,
        parent_pid=manifest.parent_pid,
        complete=True,
        event_count=len(events),
        blob_count=len(archive.blobs),
        platform=manifest.platform,
        content=manifest.content,
        unreplayable=manifest.unreplayable,
        metadata=manifest.metadata,
    )
    write_manifest(directory, fresh)
    dropped = frames.raw.size - frames.end if frames.torn is not None else 0
    return Repaired(str(directory), True, len(events), int(dropped), len(archive.blobs))


def _give_file(directory: Path, key: str, data: bytes) -> None:
    target = directory / "blobs" / key[:2] / f"{key}.blob"
    if not os.path.lexists(target):
        for parent in (target.parent.parent, target.parent):
            if not is_directory(parent):
                os.mkdir(parent, 0o700)
        write_bytes(target, data)
