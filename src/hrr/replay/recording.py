"""Opening what is to be replayed."""

from __future__ import annotations

import os
from pathlib import Path

from hrr.archive import Archive, ArchiveError, open_archive
from hrr.archive.problems import NAMED_BY_CALL
from hrr.archive.versions import OLDEST_DECODED


def open_recording(path: str | os.PathLike[str]) -> Archive:
    """The archive of one process that can be replayed. Raises ArchiveError."""
    found = open_archive(path)
    if not isinstance(found, Archive):
        names = ", ".join(item.path.name for item in found.processes)
        raise ArchiveError("several-processes", f"{Path(path)}: holds several processes, name one of them: {names}")
    if found.version < OLDEST_DECODED:
        raise ArchiveError("version", f"{found.path}: version {found.version} archives can be listed, not replayed", 4)
    return found


def shortcomings(archive: Archive) -> tuple[str, ...]:
    """What the recording lacks, for the notes of a report that does not name it call by call."""
    return tuple(problem.message for problem in archive.problems if problem.kind not in NAMED_BY_CALL)
