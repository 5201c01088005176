"""The system's C++ compiler, and how to run it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path


class CompilerError(Exception):
    """A command failed; its own messages are out already."""

    def __init__(self, status: int) -> None:
        super().__init__(f"the compiler failed ({status})")
        self.status = status


class NoCompiler(Exception):
    """There is no C++ compiler."""


@dataclass
class Compiler:
    """A C++ compiler. ``options`` are the user's, for all compilations."""

    program: str
    options: Sequence[str] = ()
    verbose: bool = False
    include: Path | None = None
    clang: bool = field(init=False)

    def __post_init__(self) -> None:
        self.clang = "clang" in Path(self.program).name or self._is_clang()

    def _is_clang(self) -> bool:
        probe = [self.program, "-dM", "-E", "-x", "c++", os.devnull]
        return b"__clang__" in subprocess.run(probe, capture_output=True, check=False).stdout

    def preprocess(self, source: Path, device: bool, extra: Sequence[str] = ()) -> str:
        """The source with everything included, and line markers."""
        options = ["-x", "c++", "-E", "-D__HIP__=1", "-D__HIPCC__=1", "-D__SOFTHIPCC__=1", "-D__HIP_PLATFORM_AMD__=1"]
        if device:
            options.append("-D__HIP_DEVICE_COMPILE__=1")
        if self.include is not None:
            options += ["-isystem", str(self.include)]
        return self._run([*options, *self.options, *extra, str(source)], capture=True)

    def run(self, *arguments: str) -> None:
        """Runs the compiler with these arguments and the user's options."""
        # Preprocessed text needs no -I, which clang remarks on.
        quiet = ["-Wno-unused-command-line-argument"] if self.clang else []
        self._run([*quiet, *self.options, *arguments], capture=False)

    def link(self, *arguments: str, quiet: bool = False) -> None:
        """Runs the compiler as linker, without the user's options for compiling."""
        self._run(list(arguments), capture=False, quiet=quiet)

    def _run(self, arguments: Sequence[str], capture: bool, quiet: bool = False) -> str:
        command = [self.program, *arguments]
        if self.verbose:
            print(" ".join(command), file=sys.stderr)
        out = subprocess.PIPE if capture else None
        done = subprocess.run(command, stdout=out, stderr=subprocess.DEVNULL if quiet else None, check=False)
        if done.returncode != 0:
            raise CompilerError(done.returncode if done.returncode > 0 else 1)
        return done.stdout.decode(errors="surrogateescape") if capture else ""


def find_compiler(wanted: str | None) -> str:
    """The compiler to use: ``wanted``, $SOFTHIPCC_CXX, or the first of g++, clang++, c++. Raises NoCompiler."""
    wanted = wanted or os.environ.get("SOFTHIPCC_CXX")
    candidates = [wanted] if wanted else ["g++", "clang++", "c++"]
    for candidate in candidates:
        if shutil.which(candidate):
            return candidate
    raise NoCompiler(f"no C++ compiler: {', '.join(candidates)} not found (apt-get install g++)")
