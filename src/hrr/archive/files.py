"""Reading files that nobody vouches for: no symlink is followed, nothing but regular files is opened."""

from __future__ import annotations

import mmap
import os
import stat
import tempfile
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hrr.archive.errors import ArchiveError

# Files up to this size are copied into memory, so that a writer that cuts its file cannot hurt the reader.
_COPY_LIMIT = 256 << 20
_JSON_LIMIT = 16 << 20
_CHUNK = 1 << 20


def _open(path: Path) -> tuple[int, int]:
    try:
        # O_NONBLOCK: opening a FIFO must not wait for a writer.
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        kind = "missing" if isinstance(error, FileNotFoundError) else "unreadable"
        raise ArchiveError(kind, f"{path}: {reason}") from None
    state = os.fstat(file)
    if not stat.S_ISREG(state.st_mode):
        os.close(file)
        raise ArchiveError("unreadable", f"{path}: not a regular file")
    return file, state.st_size


def read_bytes(path: Path) -> NDArray[np.uint8]:
    """The file's bytes, read-only. Large files are mapped, others copied. Raises ArchiveError."""
    file, size = _open(path)
    try:
        if size > _COPY_LIMIT:
            return _mapped(path, file, size)
        found = np.zeros(size, np.uint8)
        view, end = found.data, 0
        while end < size:
            got = os.preadv(file, [view[end:]], end)
            if got == 0:
                break
            end += got
        found = found[:end]
        found.flags.writeable = False
        return found
    except OSError as error:
        raise ArchiveError("unreadable", f"{path}: {error.strerror}") from None
    finally:
        os.close(file)


def map_bytes(path: Path) -> NDArray[np.uint8]:
    """The file's bytes as a read-only mapping (an empty array for an empty file). Raises ArchiveError."""
    file, size = _open(path)
    try:
        return _mapped(path, file, size)
    finally:
        os.close(file)


def _mapped(path: Path, file: int, size: int) -> NDArray[np.uint8]:
    if not size:
        return np.zeros(0, np.uint8)
    try:
        return np.frombuffer(mmap.mmap(file, size, prot=mmap.PROT_READ), np.uint8)
    except (OSError, ValueError, OverflowError) as error:
        raise ArchiveError("unreadable", f"{path}: {size:,} bytes cannot be mapped: {error}") from None


def read_text(path: Path) -> str:
    """A small text file; undecodable bytes become replacement characters. Raises ArchiveError."""
    file, size = _open(path)
    try:
        if size > _JSON_LIMIT:
            raise ArchiveError("unreadable", f"{path}: {size:,} bytes are too many for this file")
        return os.pread(file, size, 0).decode("utf-8", "replace")
    except OSError as error:
        raise ArchiveError("unreadable", f"{path}: {error.strerror}") from None
    finally:
        os.close(file)


def write_text(path: Path, text: str) -> None:
    """Replace a file in one step, readable by its owner only."""
    write_bytes(path, [text.encode()])


def write_bytes(path: Path, *pieces: Iterable[bytes | memoryview]) -> None:
    """Replace a file in one step, readable by its owner only. Raises ArchiveError when the place cannot be written."""
    temporary = ""
    try:
        file, temporary = tempfile.mkstemp(".tmp", f"{path.name}.", path.parent)
        with os.fdopen(file, "wb") as stream:
            stream.writelines(chain.from_iterable(pieces))
        os.replace(temporary, path)
    except OSError as error:
        if temporary:
            remove(Path(temporary))
        raise ArchiveError("unwritable", f"{path}: {error.strerror}") from None


def chunks(data: NDArray[np.uint8]) -> Iterator[memoryview]:
    """The bytes of a mapping, a piece at a time."""
    for at in range(0, data.size, _CHUNK):
        yield data[at : at + _CHUNK].data


def remove(path: Path) -> None:
    """Delete a file if it is there. Raises ArchiveError when it cannot be deleted."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise ArchiveError("unwritable", f"{path}: {error.strerror}") from None


def make_directory(path: Path) -> None:
    """Make a directory for its owner only, unless it is there. Raises ArchiveError, also for a link in its place."""
    if not is_directory(path):
        try:
            os.mkdir(path, 0o700)
        except OSError as error:
            raise ArchiveError("unwritable", f"{path}: {error.strerror}") from None


def is_directory(path: Path) -> bool:
    """Whether the path is a directory itself, not a link to one."""
    try:
        return stat.S_ISDIR(os.lstat(path).st_mode)
    except (OSError, ValueError):
        return False
