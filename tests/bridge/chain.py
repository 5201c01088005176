"""Run programs on HIP said in the CUDA driver's words, said in HIP's words again: bridge, softcuda, softhip."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lib import compiler

from hrr.codegen import cuda as words
from hrr.runtime import library, link_dir

HERE = Path(__file__).parent
PROGRAMS = HERE / "programs"
GPU = HERE.parent / "gpu" / "programs"


@dataclass(frozen=True)
class Done:
    """How a program ended."""

    status: int
    out: str
    err: str


def softcuda() -> Path:
    """libcuda.so.1 on the CPU."""
    return library.lib_dir() / "softcuda" / "libcuda.so.1"


def run(program: Path, *arguments: str, on: str = "bridge", env: Mapping[str, str] | None = None) -> Done:
    """Run a program linked against libamdhip64: on softhip itself ("softhip"), or through the driver's words."""
    target = library.bridge().path if on == "bridge" else library.softhip().path
    changed = {
        **os.environ,
        "LD_LIBRARY_PATH": str(link_dir(target)),
        "HRR_CUDA_LIBRARY": str(softcuda()),
        **(env or {}),
    }
    done = subprocess.run([program, *arguments], env=changed, capture_output=True, text=True, timeout=120, check=False)
    return Done(done.returncode, done.stdout, done.stderr)


def code_object(name: str, folder: Path) -> Path:
    """Compile the kernels in tests/bridge/programs/``name``.hip for softhip."""
    target = folder / f"{name}.co"
    _compile([sys.executable, "-m", "hrr.softhipcc", "--genco", str(PROGRAMS / f"{name}.hip"), "-o", str(target)])
    return target


def build(name: str, folder: Path, source: Path = PROGRAMS) -> Path:
    """Compile ``source``/``name``.cpp into ``folder``; it may use cuda_driver.h as well as HIP's header."""
    words.generate(folder)
    target = folder / name
    flags = ["-std=c++17", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-D__HIP_PLATFORM_AMD__"]
    include = [f"-I{folder}", f"-I{library.include_dir()}", f"-I{HERE.parent / 'programs'}"]
    link = [f"-L{link_dir(library.softhip().path)}", "-lamdhip64", "-pthread", "-ldl"]
    _compile([compiler.CXX, *flags, *include, str(source / f"{name}.cpp"), "-o", str(target), *link])
    return target


def _compile(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
