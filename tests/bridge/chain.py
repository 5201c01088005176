"""Run programs on HIP said in the CUDA driver's words, said in HIP's words again: bridge, softcuda, softhip."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hrr.codegen import cuda as words
from hrr.runtime import library, link_dir

HERE = Path(__file__).parent


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


def build(name: str, folder: Path) -> Path:
    """Compile tests/bridge/programs/``name``.cpp into ``folder``; it may use cuda_driver.h as well as HIP's header."""
    words.generate(folder)
    target = folder / name
    command = ["g++", "-std=c++17", "-O1", "-g", "-Wall", "-Wextra", "-Werror"]
    include = [f"-I{folder}", f"-I{library.include_dir()}", f"-I{HERE.parent / 'programs'}"]
    link = [f"-L{link_dir(library.softhip().path)}", "-lamdhip64", "-pthread", "-ldl"]
    source = str(HERE / "programs" / f"{name}.cpp")
    done = subprocess.run(
        [*command, *include, source, "-o", target, *link], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return target
