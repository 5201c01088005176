"""Opening an archive."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hrr import api
from hrr.archive import launches
from hrr.archive.blobs import Blobs
from hrr.archive.copies import Check, expected
from hrr.archive.errors import ArchiveError, printable
from hrr.archive.events import Events, events_of, gather
from hrr.archive.files import is_directory
from hrr.archive.framing import PACKED, Frames, read_frames
from hrr.archive.inflight import InFlight, read_in_flight
from hrr.archive.manifest import Manifest, read_manifest
from hrr.archive.model import Info, Problem, RootInfo
from hrr.archive.naming import Key, key
from hrr.archive.problems import LOSSES, problems

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
        return self.closed and not self.manifest.lost

    @property
    def closed(self) -> bool:
        """Whether log and manifest have their ends, written by the recorder or by a repair."""
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
        found = expected(self.events, self.packed)
        events = self.events
        columns = (found.positions, events.seq[found.positions], found.low, found.high, found.nbytes)
        return tuple(
            Check(seq, events.name(at), name := key(low, high), self.blobs.size(name), nbytes)
            for at, seq, low, high, nbytes in zip(*(column.tolist() for column in columns), strict=True)
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
        return tuple(problems(self))

    @property
    def losses(self) -> tuple[Problem, ...]:
        """The problems that mean that the archive may not hold all that its program did."""
        return tuple(problem for problem in self.problems if problem.kind in LOSSES)

    def info(self) -> Info:
        """The archive in figures."""
        return Info(
            path=printable(str(self.path)),
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


@dataclass(frozen=True)
class Root:
    """A recording of several processes. ``problems`` names those that cannot be read."""

    path: Path
    processes: tuple[Archive, ...]
    problems: tuple[Problem, ...] = ()

    def info(self) -> RootInfo:
        """All processes in figures, and their sums."""
        each = tuple(archive.info() for archive in self.processes)
        calls: Counter[str] = Counter()
        for item in each:
            calls.update(item.calls)
        inner = tuple(
            Problem(problem.kind, f"{Path(item.path).name}: {problem.message}", problem.offset)
            for item in each
            for problem in item.problems
        )
        return RootInfo(
            path=printable(str(self.path)),
            version=max(item.version for item in each),
            flags=each[0].flags,
            platform=each[0].platform,
            complete=not self.problems and all(item.complete for item in each),
            truncated=any(item.truncated for item in each),
            events=sum(item.events for item in each),
            calls=dict(sorted(calls.items())),
            blobs=sum(item.blobs for item in each),
            bytes=sum(item.bytes for item in each),
            problems=self.problems + inner,
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


def check_directory(place: Path) -> None:
    """Raise ArchiveError for a path that cannot be an archive's."""
    if not os.path.lexists(place):
        raise ArchiveError("missing", f"{place}: no such file or directory")
    if not place.is_dir():
        raise ArchiveError("not-an-archive", f"{place}: not a directory with events.bin")


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
    check_directory(place)
    if os.path.lexists(place / EVENTS_FILE):
        return read_process(place)
    found = process_directories(place)
    if not found:
        raise ArchiveError("not-an-archive", f"{place}: holds neither events.bin nor a pid-* directory with one")
    if len(found) == 1:
        return read_process(found[0])
    archives: list[Archive] = []
    unreadable: list[ArchiveError] = []
    for directory in found:
        try:
            archives.append(read_process(directory))
        except ArchiveError as error:
            unreadable.append(error)
    if not archives:
        raise unreadable[0]
    return Root(place, tuple(archives), tuple(Problem(error.kind, error.message, error.offset) for error in unreadable))
