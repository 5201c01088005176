"""Stored bytes: blobs, code objects, and what a killed recorder left in its spool."""

from __future__ import annotations

import os
import re
import stat
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hrr.archive.errors import ArchiveError, MissingBlob, printable
from hrr.archive.files import is_directory, map_bytes
from hrr.archive.naming import Key, key

_NAME = re.compile(r"[0-9a-f]{32}")
_SPOOL_HEADER = struct.Struct("<8sIIQ")
_SPOOL_ENTRY = struct.Struct("<IIQQQQ")
_SPOOL_HEADER_SIZE = _SPOOL_ENTRY_SIZE = 64
_SPOOL_MAGIC = b"HRRSPOOL"
_MOST_ENTRIES = 1 << 16  # a recorder makes 4096
_SPOOL_ENTRIES_END = _SPOOL_HEADER_SIZE + 4096 * _SPOOL_ENTRY_SIZE
_PLENTY = 256 << 20  # what a spool holds in all unless the user said otherwise


@dataclass(frozen=True)
class Spool:
    """What a spool.bin still holds. ``problem`` says what of it could not be understood, "" for nothing."""

    blobs: Mapping[Key, NDArray[np.uint8]] = field(default_factory=dict)
    problem: str = ""


def spooled(path: Path) -> Spool:
    """The blobs of a spool.bin (native/recorder/spool.h gives the layout). A link or a special file holds none."""
    try:
        state = os.lstat(path)
    except OSError:
        return Spool()
    if not stat.S_ISREG(state.st_mode):
        return Spool()
    try:
        raw = map_bytes(path)
        # The magic comes last: a recorder that was killed before had put nothing in yet.
        if not raw[: len(_SPOOL_MAGIC)].any() and not raw[_SPOOL_HEADER_SIZE:_SPOOL_ENTRIES_END].any():
            return Spool()
        return _entries_of(raw, max(state.st_blocks * 512, _PLENTY))
    except ArchiveError as error:
        return Spool(problem=error.message.removeprefix(f"{printable(str(path))}: "))
    except ValueError as error:
        return Spool(problem=str(error))


def _entries_of(raw: NDArray[np.uint8], most: int) -> Spool:
    """The blobs of a spool's entries, ``most`` bytes of them. Raises ValueError when it makes no sense at all."""
    if raw.size < _SPOOL_HEADER_SIZE:
        raise ValueError(f"{raw.size} bytes are too few for a header")
    magic, version, entries, data = _SPOOL_HEADER.unpack_from(raw.data, 0)
    if magic != _SPOOL_MAGIC:
        raise ValueError("not a spool")
    if version != 1:
        raise ValueError(f"version {version}; version 1 can be read")
    if entries > _MOST_ENTRIES or _SPOOL_HEADER_SIZE + entries * _SPOOL_ENTRY_SIZE > raw.size:
        raise ValueError(f"says that it has {entries:,} entries")
    places = []
    found, outside = {}, 0
    for index in range(entries):
        at = _SPOOL_HEADER_SIZE + index * _SPOOL_ENTRY_SIZE
        state, _, low, high, offset, length = _SPOOL_ENTRY.unpack_from(raw.data, at)
        if state != 1 or not (name := key(low, high)):
            continue
        if data <= offset and offset + length <= raw.size:
            places.append((offset, length))
            found[name] = raw[offset : offset + length]
        else:
            outside += 1
    places.sort()
    if any(offset + length > following for (offset, length), (following, _) in pairwise(places)):
        raise ValueError("entries lie on top of each other")
    if sum(length for _, length in places) > most:
        raise ValueError("its blobs are larger than the file has blocks for")
    return Spool(found, f"{outside:,} of its entries reach outside the file" if outside else "")


@dataclass(frozen=True)
class Blobs:
    """The stored bytes of one process directory."""

    directory: Path

    @cached_property
    def _files(self) -> dict[Key, tuple[Path, int]]:
        """Blob files by name: path and size. Names that do not fit, links and special files are passed over."""
        found: dict[Key, tuple[Path, int]] = {}
        root = self.directory / "blobs"
        for shard in _entries(root):
            if shard.is_dir(follow_symlinks=False):
                found.update(_named(Path(shard.path), ".blob"))
        return found

    @cached_property
    def _code_objects(self) -> dict[Key, tuple[Path, int]]:
        return _named(self.directory / "code_objects", ".hsaco")

    @cached_property
    def _spool(self) -> Spool:
        return spooled(self.directory / "spool.bin")

    @cached_property
    def _spooled(self) -> dict[Key, NDArray[np.uint8]]:
        # A file is written whole or not at all, so it is the better copy.
        return {name: data for name, data in self._spool.blobs.items() if name not in self._files}

    @property
    def spool_problem(self) -> str:
        """What of the spool could not be understood, "" for nothing."""
        return self._spool.problem

    def __len__(self) -> int:
        return len(self._files.keys() | self._spooled.keys())

    @property
    def code_objects(self) -> tuple[Key, ...]:
        """Names of the stored code objects."""
        return tuple(sorted(self._code_objects))

    @property
    def nbytes(self) -> int:
        """Bytes of all blobs and code objects."""
        files = sum(size for _, size in self._files.values())
        spool = sum(int(data.size) for data in self._spooled.values())
        return files + spool + sum(size for _, size in self._code_objects.values())

    def __contains__(self, name: object) -> bool:
        return name in self._spooled or name in self._files

    def keys(self) -> Iterator[Key]:
        """Names of all blobs, sorted."""
        return iter(sorted(self._files.keys() | self._spooled.keys()))

    @property
    def without_file(self) -> Mapping[Key, NDArray[np.uint8]]:
        """The blobs that only a spool holds."""
        return self._spooled

    def size(self, name: Key) -> int | None:
        """Bytes of a blob, None when it is missing."""
        if name in self._spooled:
            return int(self._spooled[name].size)
        found = self._files.get(name)
        return found[1] if found else None

    def read(self, name: Key) -> NDArray[np.uint8]:
        """A blob's bytes, read-only, mapped. Raises MissingBlob."""
        if name in self._spooled:
            return self._spooled[name]
        if name not in self._files:
            raise MissingBlob(name)
        return map_bytes(self._files[name][0])

    def read_code_object(self, name: Key) -> NDArray[np.uint8]:
        """A code object's bytes, read-only. Raises MissingBlob."""
        if name not in self._code_objects:
            raise MissingBlob(name)
        return map_bytes(self._code_objects[name][0])


def _entries(directory: Path) -> list[os.DirEntry[str]]:
    if not is_directory(directory):
        return []
    try:
        with os.scandir(directory) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return []


def _named(directory: Path, suffix: str) -> dict[Key, tuple[Path, int]]:
    found = {}
    for entry in _entries(directory):
        stem = entry.name[: -len(suffix)]
        if entry.name.endswith(suffix) and _NAME.fullmatch(stem):
            try:
                state = entry.stat(follow_symlinks=False)
            except OSError:
                continue
            if stat.S_ISREG(state.st_mode):
                found[stem] = (Path(entry.path), state.st_size)
    return found
