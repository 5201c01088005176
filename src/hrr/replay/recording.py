"""Opening what is to be replayed."""

from __future__ import annotations

import os
from pathlib import Path

from hrr.archive import Archive, ArchiveError, open_archive
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
