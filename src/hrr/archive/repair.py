"""Closing an interrupted archive: trailer and manifests (docs/format.md, "Repair")."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path

from hrr.archive.archive import EVENTS_FILE, Archive, check_directory, process_directories, read_process
from hrr.archive.errors import ArchiveError, printable
from hrr.archive.files import chunks, is_directory, make_directory, remove, write_bytes
from hrr.archive.framing import FILE_HEADER, MAGIC, RECORD_HEADER, TRAILER, TRAILER_MAGIC, TRAILER_SIZE, TRAILER_TYPE
from hrr.archive.manifest import load_json, read_manifest, write_manifest, write_root_manifest
from hrr.archive.versions import OLDEST_DECODED

_LEFTOVERS = ("spool.bin", "inflight.bin", "writer_state.json", "active")


@dataclass(frozen=True)
class Repaired:
    """What was done to one process directory.

    ``changed`` is False for one that was whole already, or that was not repaired (``problem`` says why).
    """

    path: str
    changed: bool
    events: int
    dropped_bytes: int
    blobs: int
    problem: str = ""


def trailer(seq: int, count: int) -> bytes:
    """A trailer as repair writes it: no time, no thread."""
    return RECORD_HEADER.pack(TRAILER_TYPE, seq, 0, 0, TRAILER_SIZE, bytes(2)) + TRAILER.pack(count, TRAILER_MAGIC)


def repair(path: str | os.PathLike[str]) -> tuple[Repaired, ...]:
    """Give every process directory under ``path`` its trailer and manifest, and the root its index.

    Events keep their bytes; a torn record is dropped; blobs that wait in a spool get their files; calls in flight are
    named in the manifest. A process that cannot be repaired (unreadable, still recording, a spool that makes no sense)
    is left as it is. Raises ArchiveError when that is so for every process.
    """
    place = Path(path)
    if place.name == EVENTS_FILE and not is_directory(place):
        place = place.parent
    check_directory(place)
    if os.path.lexists(place / EVENTS_FILE):
        directories = [place]
        # The index of a recording, if the directory belongs to one.
        root = place.parent if "processes" in load_json(place.parent / "manifest.json") else None
    else:
        directories = process_directories(place)
        if not directories:
            raise ArchiveError("not-an-archive", f"{place}: holds neither events.bin nor a pid-* directory with one")
        root = place
    done, refused = [], []
    for directory in directories:
        try:
            archive = read_process(directory)
            _refuse(archive)
            done.append(_repair_process(archive))
        except ArchiveError as error:
            done.append(Repaired(printable(str(directory)), False, 0, 0, 0, error.message))
            refused.append(error)
    if len(refused) == len(done):
        raise refused[0]
    if root is not None:
        owner = load_json(root / "manifest.json").get("owner_pid")
        manifests = [read_manifest(directory) for directory in process_directories(root)]
        write_root_manifest(root, manifests, owner if isinstance(owner, int) else None)
    return tuple(done)


def _refuse(archive: Archive) -> None:
    if archive.version < OLDEST_DECODED:
        raise ArchiveError("version", f"{archive.path}: version {archive.version} has no trailer to be given", 4)
    if _mapped_by(archive.manifest.pid, archive.path / EVENTS_FILE):
        raise ArchiveError("in-use", f"{archive.path}: process {archive.manifest.pid} is still recording into it")
    if archive.blobs.spool_problem:
        raise ArchiveError(
            "spool",
            f"{archive.path / 'spool.bin'}: {archive.blobs.spool_problem}; "
            "remove it to repair the archive without the blobs that it may hold",
        )


def _mapped_by(pid: int, file: Path) -> bool:
    """Whether a running process has the file mapped, as a recorder has its log."""
    try:
        inode = f" {os.stat(file).st_ino} "
        with open(f"/proc/{pid}/maps", encoding="utf-8", errors="replace") as maps:
            return any(inode in line and line.rstrip().endswith(EVENTS_FILE) for line in maps)
    except OSError:
        return False


def _repair_process(archive: Archive) -> Repaired:
    directory, frames, events, manifest = archive.path, archive.frames, archive.events, archive.manifest
    path = printable(str(directory))
    if archive.closed and manifest.found and not any(os.path.lexists(directory / name) for name in _LEFTOVERS[:2]):
        return Repaired(path, False, len(events), 0, len(archive.blobs))
    for key, data in archive.blobs.without_file.items():
        make_directory(directory / "blobs")
        make_directory(directory / "blobs" / key[:2])
        write_bytes(directory / "blobs" / key[:2] / f"{key}.blob", chunks(data))
    last = int(events.seq[-1]) if len(events) else -1
    head = FILE_HEADER.pack(MAGIC, frames.version, frames.flags)
    body = (events.record(position) for position in range(len(events)))
    write_bytes(directory / EVENTS_FILE, [head], body, [trailer((last + 1) & ((1 << 64) - 1), len(events))])
    unfinished = tuple(f"thread {call.thread} was in {call.call} when the process ended" for call in archive.in_flight)
    fresh = replace(
        manifest,
        found=True,
        complete=True,
        event_count=len(events),
        blob_count=len(archive.blobs),
        lost=manifest.lost + tuple(line for line in unfinished if line not in manifest.lost),
    )
    write_manifest(directory, fresh)
    for name in _LEFTOVERS:
        remove(directory / name)
    dropped = frames.raw.size - frames.end if frames.torn is not None else 0
    return Repaired(path, True, len(events), int(dropped), len(archive.blobs))
