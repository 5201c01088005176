"""CUDA programs on the software driver: compiled, run, recorded at the driver's door, replayed on the bridge."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from lib import compiler
from lib.programs import CACHE

import hrr
from hrr.check import Report
from hrr.codegen import cuda as words
from hrr.record import Recording
from hrr.runtime import library

HERE = Path(__file__).parent
PROGRAMS = HERE / "programs"


def driver() -> Path:
    """libcuda.so.1 on the CPU."""
    return library.lib_dir() / "softcuda" / "libcuda.so.1"


@cache
def code_object() -> Path:
    """The kernels, compiled for the software device."""
    folder = CACHE / "cuda"
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / "kernels.co"
    _compile([sys.executable, "-m", "hrr.softhipcc", "--genco", str(PROGRAMS / "kernels.hip"), "-o", str(target)])
    return target


@cache
def program(name: str, linked: bool = True) -> Path:
    """A compiled test program; ``linked``: against libcuda.so.1, else it opens the driver itself."""
    folder = CACHE / "cuda"
    words.generate(folder)
    target = folder / name
    flags = ["-std=c++17", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-D__HIP_PLATFORM_AMD__"]
    include = [f"-I{folder}", f"-I{library.include_dir()}"]
    link = [str(driver())] if linked else []
    _compile(
        [compiler.CXX, *flags, *include, str(PROGRAMS / f"{name}.cpp"), "-o", str(target), *link, "-pthread", "-ldl"]
    )
    return target


def environment() -> dict[str, str]:
    """What a machine with the software driver looks like to a program."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("HIP_HRR", "HRR_REAL"))}
    return {**kept, "HRR_CUDA_LIBRARY": str(driver()), "LD_LIBRARY_PATH": str(driver().parent)}


def run(name: str, *arguments: str, linked: bool = True) -> subprocess.CompletedProcess[str]:
    """The program by itself."""
    command = [str(program(name, linked)), *arguments]
    return subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=60, check=False)


def record(name: str, *arguments: str, output: Path, linked: bool = True) -> Recording:
    """The program under the recorder, which stands in front of the driver."""
    command = [str(program(name, linked)), *arguments]
    return hrr.record(command, output=output, device=library.bridge(), env=environment())


def replay(archive: Path) -> Report:
    """A replay on the bridge and the software driver."""
    before = os.environ.get("HRR_CUDA_LIBRARY")
    os.environ["HRR_CUDA_LIBRARY"] = str(driver())
    try:
        return hrr.replay(archive, device=library.bridge(), timeout=60)
    finally:
        os.environ.pop("HRR_CUDA_LIBRARY") if before is None else os.environ.update(HRR_CUDA_LIBRARY=before)


def _compile(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
