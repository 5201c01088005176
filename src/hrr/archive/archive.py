"""Opening an archive."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hrr import api
from hrr.archive import launches
from hrr.archive.blobs import Blobs
from hrr.archive.copies import Check, expected_keys, referenced
from hrr.archive.errors import ArchiveError
from hrr.archive.events import Events, events_of, gather
from hrr.archive.files import is_directory
from hrr.archive.framing import PACKED, Frames, read_frames
from hrr.archive.inflight import InFlight, read_in_flight
from hrr.archive.manifest import Manifest, read_manifest
from hrr.archive.model import Info, Problem, RootInfo
from hrr.archive.naming import Key
from hrr.archive.versions import OLDEST_DECODED

EVENTS_FILE = "events.bin"


@dataclass(frozen=True)
class Archive:
    """The recording of one process. ``path`` is the directory that holds events.bin."""

    path: Path
    frames: Frames
    events: Events
    manifest: Manifest
    blobs: Blobs

    @property
    def version(self) -> int:
        """Format version, 3 to 8."""
        return self.frames.version

    @property
    def flags(self) -> int:
        """Flags of the file header."""
        return self.frames.flags

    @property
    def packed(self) -> bool:
        """Whether host blobs of pitched copies hold only the copied rows."""
        return bool(self.flags & PACKED) and self.version >= 7

    @property
    def platform(self) -> str:
        """ "soft", "amd" or "nvidia"; "amd" for archives of AMD's own tool, which do not say."""
        return self.manifest.platform or "amd"

    @property
    def complete(self) -> bool:
        """Whether the recording was closed and nothing is known to be lost."""
        return self.frames.complete and self.frames.torn is None and (self.manifest.complete or not self.manifest.found)

    @property
    def truncated(self) -> bool:
        """Whether the last record was cut off."""
        return self.frames.torn is not None

    @property
    def calls(self) -> dict[str, int]:
        """Number of events of each call."""
        return self.events.counts

    @property
    def content(self) -> str:
        """ "full", or "none" for a recording without host bytes."""
        return self.manifest.content

    def blob(self, key: Key) -> NDArray[np.uint8]:
        """A blob's bytes, read-only. Raises MissingBlob (a KeyError)."""
        return self.blobs.read(key)

    def code_object(self, key: Key) -> NDArray[np.uint8]:
        """A code object's bytes, read-only. Raises MissingBlob (a KeyError)."""
        return self.blobs.read_code_object(key)

    @cached_property
    def in_flight(self) -> tuple[InFlight, ...]:
        """Calls that threads were in when the process ended."""
        return read_in_flight(self.path)

    @cached_property
    def checks(self) -> tuple[Check, ...]:
        """Device-to-host copies with expected bytes, in order."""
        found = expected_keys(self.events)
        return tuple(
            Check(int(self.events.seq[at]), self.events.name(at), key, self.blobs.size(key)) for at, key in found
        )

    @cached_property
    def _launch_positions(self) -> NDArray[np.int64]:
        forms = np.isin(self.events.row, list(api.LAUNCH_FORM)) & self.events.decodable
        return np.flatnonzero(forms)

    def launch(self, position: int) -> launches.Launch | None:
        """The launch record at a position, None when it is none or damaged."""
        row = int(self.events.row[position])
        return launches.decode(self.events.record(position), self.version) if row in api.LAUNCH_FORM else None

    @cached_property
    def kernels(self) -> dict[str, int]:
        """Number of launches of each kernel, by the name that the runtime knows."""
        at = self._launch_positions
        offsets, lengths = self.events.offset[at], self.events.length[at]
        sizes = gather(self.events.raw, offsets + 40, np.dtype("<u2")).astype(np.int64)
        found: Counter[str] = Counter()
        for size in np.unique(sizes):
            fits = (sizes == size) & (lengths >= 90 + size)
            if size and fits.any():
                names = gather(self.events.raw, offsets[fits] + 42, np.dtype(f"S{size}"))
                for name, count in zip(*np.unique(names, return_counts=True), strict=True):
                    found[bytes(name).decode("utf-8", "replace")] += int(count)
        return dict(sorted(found.items()))

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What the archive lacks, in the order of events.bin."""
        return tuple(_problems(self))

    def info(self) -> Info:
        """The archive in figures."""
        return Info(
            path=str(self.path),
            version=self.version,
            flags=self.flags,
            platform=self.platform,
            complete=self.complete,
            truncated=self.truncated,
            events=len(self.events),
            calls=self.calls,
            kernels=self.kernels,
            checks=len(self.checks),
            blobs=len(self.blobs),
            code_objects=len(self.blobs.code_objects),
            bytes=self.frames.end + self.blobs.nbytes,
            content=self.content,
            pid=self.manifest.pid,
            parent_pid=self.manifest.parent_pid,
            problems=self.problems,
        )


def _problems(archive: Archive) -> Iterator[Problem]:
    frames, events, manifest = archive.frames, archive.events, archive.manifest
    if frames.torn is not None:
        text = (
            f"the record at byte {frames.torn.offset:,} {frames.torn.reason}; {len(events):,} events before it are kept"
        )
        yield Problem("torn", text, frames.torn.offset)
    elif frames.trailer is None:
        yield Problem(
            "no-trailer", "the recording was not closed: the program was killed, or is still running", frames.end
        )
    elif frames.trailer != len(frames.start):
        text = f"the trailer counts {frames.trailer:,} events, {len(frames.start):,} are there"
        yield Problem("trailer", text, frames.end)
    if frames.behind:
        yield Problem("behind-trailer", f"{frames.behind:,} records behind the trailer are ignored", frames.end)
    for call in archive.in_flight:
        yield Problem("in-flight", f"thread {call.thread} was in {call.call} when the process ended")
    if not manifest.found:
        yield Problem("no-manifest", "manifest.json is missing or unreadable")
    elif not manifest.complete and frames.complete:
        yield Problem("incomplete", "the recorder says that something was lost")
    if manifest.content == "none":
        yield Problem("no-content", "recorded without host bytes: copies to the device and checks cannot be repeated")
    if len(events) and events.version >= OLDEST_DECODED:
        if len(np.unique(events.seq)) != len(events):
            yield Problem("sequence", "sequence ids are repeated")
        elif int(events.seq[-1]) - int(events.seq[0]) + 1 != len(events):
            yield Problem("sequence", "sequence ids have gaps")
        unknown = int(np.count_nonzero(events.row < 0))
        if unknown:
            yield Problem("unknown-calls", f"{unknown:,} records have ids that name no call")
        short = np.flatnonzero((events.row >= 0) & ~events.decodable)
        if len(short):
            where = int(events.offset[short[0]])
            yield Problem("short-records", f"{len(short):,} records are shorter than their call's payload", where)
    elif events.version < OLDEST_DECODED:
        yield Problem("old", f"version {events.version} is listed only: its ids follow the build that recorded it")
    missing = [key for key in referenced(events) if key not in archive.blobs]
    if missing:
        yield Problem(
            "missing-blobs", f"{len(missing):,} blobs are named by events and not stored, first {min(missing)}"
        )
    for name, reasons in manifest.unreplayable.items():
        yield Problem("unreplayable", f"{name}: {'; '.join(reasons)}")


@dataclass(frozen=True)
class Root:
    """A recording of several processes."""

    path: Path
    processes: tuple[Archive, ...]

    def info(self) -> RootInfo:
        """All processes in figures, and their sums."""
        each = tuple(archive.info() for archive in self.processes)
        calls: Counter[str] = Counter()
        for item in each:
            calls.update(item.calls)
        problems = tuple(
            Problem(problem.kind, f"{Path(item.path).name}: {problem.message}", problem.offset)
            for item in each
            for problem in item.problems
        )
        return RootInfo(
            path=str(self.path),
            version=max(item.version for item in each),
            flags=each[0].flags,
            platform=each[0].platform,
            complete=all(item.complete for item in each),
            truncated=any(item.truncated for item in each),
            events=sum(item.events for item in each),
            calls=dict(sorted(calls.items())),
            blobs=sum(item.blobs for item in each),
            bytes=sum(item.bytes for item in each),
            problems=problems,
            processes=each,
        )


def process_directories(root: Path) -> list[Path]:
    """Direct children of a recording that hold an archive, by name; links are passed over."""
    try:
        names = sorted(entry.name for entry in os.scandir(root) if entry.name.startswith("pid-"))
    except OSError as error:
        raise ArchiveError("unreadable", f"{root}: {error.strerror}") from None
    found = [root / name for name in names]
    return [path for path in found if is_directory(path) and os.path.lexists(path / EVENTS_FILE)]


def read_process(directory: Path) -> Archive:
    """Read the archive in one process directory. Raises ArchiveError."""
    frames = read_frames(directory / EVENTS_FILE)
    return Archive(directory, frames, events_of(frames), read_manifest(directory), Blobs(directory))


def open_archive(path: str | os.PathLike[str]) -> Archive | Root:
    """Open a recording: one process's archive, or a Root when several processes were recorded.

    ``path`` is a directory with events.bin, a directory of process directories, or an events.bin itself.
    Raises ArchiveError.
    """
    place = Path(path)
    if place.name == EVENTS_FILE and not is_directory(place):
        return read_process(place.parent)
    if not os.path.lexists(place):
        raise ArchiveError("missing", f"{place}: no such file or directory")
    if not place.is_dir():
        raise ArchiveError("not-an-archive", f"{place}: not a directory with events.bin")
    if os.path.lexists(place / EVENTS_FILE):
        return read_process(place)
    found = process_directories(place)
    if not found:
        raise ArchiveError("not-an-archive", f"{place}: holds neither events.bin nor a pid-* directory with one")
    archives = tuple(read_process(directory) for directory in found)
    return archives[0] if len(archives) == 1 else Root(place, archives)
