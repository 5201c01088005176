"""The archive format: reading, writing, repairing. Knows nothing of replay."""

from __future__ import annotations

from hrr.archive.archive import Archive, Root, open_archive, process_directories, read_process
from hrr.archive.copies import Check, Copies, copies_of
from hrr.archive.errors import ArchiveError, MissingBlob
from hrr.archive.events import Events
from hrr.archive.model import Info, Problem, RootInfo
from hrr.archive.repair import Repaired, repair
from hrr.archive.writer import Writer

__all__ = [
    "Archive",
    "ArchiveError",
    "Check",
    "Copies",
    "Events",
    "Info",
    "MissingBlob",
    "Problem",
    "Repaired",
    "Root",
    "RootInfo",
    "Writer",
    "copies_of",
    "open_archive",
    "process_directories",
    "read_process",
    "repair",
]
