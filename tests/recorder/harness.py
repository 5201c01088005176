"""Run small programs under the recorder, with a HIP library behind it that the tests control (fake_hip.cpp)."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lib import compiler, hrr_command, programs, sanitizer

from hrr import archive
from hrr.runtime import library, link_dir

HERE = Path(__file__).parent
TIMEOUT = 120


def compile_once(source: Path, *flags: str) -> Path:
    """The object that g++ makes of ``source``, built again only when something changed."""
    if sanitizer.THREAD:  # it has to see both sides of every lock
        flags = (*flags, "-fsanitize=thread")
    key = hashlib.sha256(repr(flags).encode())
    linked = [Path(flag) for flag in flags if flag.endswith(".cpp")]
    headers = [HERE / "programs" / "check.h", library.include_dir() / "hip" / "hip_runtime_api.h"]
    for file in (source, *linked, *(file.with_suffix(".h") for file in linked), *headers):
        key.update(file.read_bytes())
    target = programs.CACHE / f"recorder-{source.stem}-{key.hexdigest()[:16]}"
    if not target.exists():
        programs.CACHE.mkdir(parents=True, exist_ok=True)
        partial = target.with_name(f"{target.name}.{os.getpid()}")
        command = [
            compiler.CXX,
            "-std=gnu++17",
            "-O1",
            "-g",
            "-Wall",
            "-Wextra",
            "-Werror",
            f"-I{library.include_dir()}",
        ]
        done = subprocess.run(
            [*command, str(source), "-o", str(partial), *flags], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        partial.replace(target)
    return target


def fake() -> Path:
    """The HIP library behind the recorder."""
    linker = ["-Wl,-Bsymbolic", f"-Wl,-soname,{library.SONAME}", f"-Wl,--version-script={HERE / 'fake_hip.map'}"]
    return compile_once(HERE / "fake_hip.cpp", "-shared", "-fPIC", *linker, "-pthread")


def program(name: str, linked: bool = True) -> Path:
    """A test program. ``linked``: it asks for the HIP library itself, as ordinary programs do."""
    flags = ["-pthread", "-ldl"]
    if linked:
        flags = [f"-L{link_dir(library.recorder())}", "-lamdhip64", *flags]
    return compile_once(HERE / "programs" / f"{name}.cpp", *flags)


def environment(output: Path | str, **extra: str) -> dict[str, str]:
    """What records a program, with the fake library behind the recorder."""
    return {
        **hrr_command.environment(),
        "LD_PRELOAD": " ".join(filter(None, [sanitizer.ANY, str(library.recorder())])),
        "LD_LIBRARY_PATH": str(link_dir(library.recorder())),
        "HRR_REAL_LIBRARY": str(fake()),
        "HIP_HRR_CAPTURE_OUTPUT": str(output),
        **extra,
    }


@dataclass(frozen=True)
class Run:
    """A finished run: exit ``code`` (negative: signal), its output, and the directory it was to record into."""

    code: int
    out: str
    err: str
    root: Path

    @property
    def archive(self) -> archive.Archive:
        """The only process's archive."""
        found = archive.open_archive(self.root)
        assert isinstance(found, archive.Archive)
        return found

    @property
    def archives(self) -> tuple[archive.Archive, ...]:
        """Every process's archive, by directory name."""
        return tuple(archive.read_process(path) for path in archive.process_directories(self.root))


def run(
    name: str,
    *arguments: str,
    root: Path,
    env: Mapping[str, str] | None = None,
    setup: Callable[[], Any] | None = None,
    code: int | None = 0,
) -> Run:
    """Run a program to its end under the recorder; it must end with ``code`` unless that is None."""
    done = subprocess.run(
        [str(program(name)), *arguments],
        env=environment(root, **(env or {})),
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        preexec_fn=setup,
        check=False,
    )
    assert code is None or done.returncode == code, f"{name}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    return Run(done.returncode, done.stdout, done.stderr, root)


def field(found: archive.Archive, call: str, name: str) -> list[int]:
    """One payload field of every event of a call, in order."""
    from hrr import api

    row = api.row(call)
    column = found.events.column(row, name, found.events.of(row))
    assert column is not None
    return [int(value) for value in column]


def names(found: archive.Archive) -> list[str]:
    """The calls, in order."""
    return [found.events.name(index) for index in range(len(found.events))]


def blob(found: archive.Archive, call: str, index: int = 0, pair: str = "blob_hash") -> bytes:
    """The blob that the n-th event of a call names; b"" when it names none."""
    low, high = field(found, call, f"{pair}_lo")[index], field(found, call, f"{pair}_hi")[index]
    return bytes(found.blob(f"{low:016x}{high:016x}")) if low or high else b""
