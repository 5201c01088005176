"""Find out before the program runs why recording it could not work."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import struct
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

_ELF_HEADER = struct.Struct("<4sBB10xHHIQQQIHHH")
_SEGMENT = struct.Struct("<IIQQQQQQ")  # type, flags, offset, address, physical address, size, size in memory, alignment
_DYNAMIC = struct.Struct("<QQ")
_X86_64, _CLASS_64 = 62, 2
_PT_LOAD, _PT_DYNAMIC, _PT_INTERP = 1, 2, 3
_DT_NEEDED, _DT_STRTAB = 1, 5
_OLD_ABI = b"libamdhip64.so.5"
_LARGEST_PROGRAM = 1 << 30


class RecordProblem(Exception):
    """Recording cannot begin.

    ``kind`` is "not-found", "not-executable", "static", "architecture", "abi", "privileged", "output" or
    "usage".
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


def program(argv: Sequence[str], environment: Mapping[str, str]) -> Path:
    """The file that ``argv[0]`` names, found as a shell would. Raises RecordProblem when it cannot be recorded."""
    if not argv or not argv[0]:
        raise RecordProblem("usage", "name a program to record")
    name = os.fspath(argv[0])
    found = shutil.which(name, path=environment.get("PATH", os.defpath))
    if found is None:
        if os.path.isfile(name) and os.sep in name:
            raise RecordProblem("not-executable", f"{name}: not executable (chmod +x)")
        raise RecordProblem("not-found", f"{name}: no such program")
    path = Path(found)
    _check_privileges(path)
    _check_elf(path)
    return path


def _check_privileges(path: Path) -> None:
    status = path.stat()
    gains_user = status.st_mode & stat.S_ISUID and status.st_uid != os.geteuid()
    gains_group = status.st_mode & stat.S_ISGID and status.st_gid != os.getegid()
    if gains_user or gains_group:
        raise RecordProblem("privileged", f"{path}: set-user-ID programs ignore LD_PRELOAD and cannot be recorded")
    try:
        os.getxattr(path, "security.capability")
    except OSError as error:
        if error.errno in (errno.ENODATA, errno.ENOTSUP, errno.EPERM, errno.EACCES):
            return
        raise
    if os.geteuid() != 0:
        raise RecordProblem(
            "privileged", f"{path}: programs with file capabilities ignore LD_PRELOAD and cannot be recorded"
        )


def _check_elf(path: Path) -> None:
    """A script is fine (its interpreter is preloaded into); an ELF file must be dynamically linked for x86-64."""
    try:
        data = path.read_bytes() if path.stat().st_size < _LARGEST_PROGRAM else b""
    except PermissionError:
        return  # executable but not readable: the loader will tell
    if len(data) < _ELF_HEADER.size or data[:4] != b"\x7fELF":
        return
    _, word, _, _, machine, _, _, table, _, _, _, size, count = _ELF_HEADER.unpack_from(data)
    if word != _CLASS_64 or machine != _X86_64:
        raise RecordProblem("architecture", f"{path}: not an x86-64 program")
    try:
        segments = [_SEGMENT.unpack_from(data, table + size * index) for index in range(count)]
        needed = _needed(data, segments)
    except (struct.error, ValueError):
        return  # damaged: the loader will tell
    if not any(segment[0] == _PT_INTERP for segment in segments):
        raise RecordProblem("static", f"{path}: statically linked, so no recorder can be loaded into it")
    if _OLD_ABI in needed:
        raise RecordProblem(
            "abi", f"{path}: linked to {_OLD_ABI.decode()} (HIP 5); HIP 6 and 7 programs can be recorded"
        )


def _needed(data: bytes, segments: list[tuple[int, ...]]) -> set[bytes]:
    """The libraries that a program asks for."""
    dynamic = next(((offset, size) for kind, _, offset, _, _, size, _, _ in segments if kind == _PT_DYNAMIC), (0, 0))
    entries = [_DYNAMIC.unpack_from(data, dynamic[0] + at) for at in range(0, dynamic[1] - 15, _DYNAMIC.size)]
    address = dict(entries).get(_DT_STRTAB, 0)
    for kind, _, offset, start, _, size, _, _ in segments:
        if kind == _PT_LOAD and start <= address < start + size:
            strings = offset + address - start
            names = [strings + value for tag, value in entries if tag == _DT_NEEDED]
            return {data[name : data.index(b"\0", name)] for name in names}
    return set()


def named(chosen: str | os.PathLike[str]) -> Path:
    """The path that was given for an output directory. Raises RecordProblem when that was nothing."""
    if not os.fspath(chosen).strip():
        raise RecordProblem("output", "the output directory has no name")
    return Path(chosen)


@contextmanager
def made(directory: Path) -> Iterator[None]:
    """Make the directory and its parents, for their owner only. Those that nothing was put into are removed at the end.

    Raises RecordProblem when that cannot be, or when nothing can be written there.
    """
    path = directory.absolute()
    fresh: list[Path] = []
    try:
        try:
            for folder in (*reversed(path.parents), path):
                if not folder.is_dir():
                    folder.mkdir(mode=0o700)
                    fresh.append(folder)
                    folder.chmod(0o700)  # the umask can only have taken bits away
        except OSError as error:
            raise RecordProblem("output", f"{directory}: cannot be made: {error.strerror}") from None
        if not os.access(path, os.W_OK | os.X_OK):
            raise RecordProblem("output", f"{directory}: nothing can be written there")
        yield
    finally:
        with suppress(OSError):
            for folder in reversed(fresh):
                folder.rmdir()


def output(chosen: str | os.PathLike[str] | None, name: str) -> Path:
    """The directory to record into: the chosen one, or ``NAME.hrr`` (``NAME-2.hrr``, …) in the current directory.

    It must not hold an archive yet. Raises RecordProblem.
    """
    if chosen is None:
        stem = Path(name).name
        number = 1
        while os.path.lexists(f"{stem}{'' if number == 1 else f'-{number}'}.hrr"):
            number += 1
        return Path(f"{stem}{'' if number == 1 else f'-{number}'}.hrr")
    path = named(chosen)
    if path.is_symlink():
        raise RecordProblem("output", f"{path}: a symbolic link; name the directory itself")
    if path.exists() and not path.is_dir():
        raise RecordProblem("output", f"{path}: not a directory")
    if path.is_dir() and any(item.name == "events.bin" or item.name.startswith("pid-") for item in path.iterdir()):
        raise RecordProblem("output", f"{path}: holds an archive already; choose another directory or remove it")
    return path
