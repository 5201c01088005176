"""Run kernels on softhip, and read code objects without hrr's own code."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from lib import hrr_command, programs, sanitizer

from hrr.runtime import library, link_dir

Run = Callable[..., subprocess.CompletedProcess[str]]
Compile = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def run() -> Run:
    """``run(program, *arguments, env={})`` runs a program on softhip."""

    def _run(program: Path, *arguments: str, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        extra = {"LD_LIBRARY_PATH": str(link_dir(library.softhip().path)), **(env or {})}
        return subprocess.run(
            [str(program), *arguments],
            env=hrr_command.environment(extra),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return _run


@pytest.fixture(scope="session")
def softhipcc() -> Compile:
    """``softhipcc(*arguments, env={})`` runs the compiler."""

    def _compile(*arguments: str | Path, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        # A sanitizer's runtime is for the programs, not for the system's compiler.
        environment = {k: v for k, v in hrr_command.environment(env).items() if k != "LD_PRELOAD"}
        done = subprocess.run(
            [sys.executable, "-m", "hrr.softhipcc", f"-I{programs.PROGRAMS}", *map(os.fspath, arguments)],
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        if sanitizer.ANY:  # the linker warns of what the sanitizer's own library uses
            name = Path(sanitizer.ANY).name
            done.stderr = "".join(line for line in done.stderr.splitlines(True) if f"/{name}" not in line)
        return done

    return _compile


@pytest.fixture(scope="session")
def code_object(softhipcc: Compile, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The code object of kernels/module_kernels.hip."""
    path = tmp_path_factory.mktemp("code") / "module.hsaco"
    done = softhipcc("--genco", programs.source("kernels/module_kernels"), "-o", path)
    assert done.returncode == 0, done.stderr
    return path
