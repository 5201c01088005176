"""Compile test programs, each once for its content."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from lib import compiler

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "tests" / "programs"
CACHE = Path(os.environ.get("HRR_TEST_CACHE", ROOT / "build" / "programs"))
SUFFIXES = (".cpp", ".c", ".hip")


def source(name: str) -> Path:
    """The source of a program named "family/name"."""
    for suffix in SUFFIXES:
        path = PROGRAMS / f"{name}{suffix}"
        if path.exists():
            return path
    raise FileNotFoundError(f"tests/programs/{name}.cpp")


def build(name: str, *flags: str) -> Path:
    """The executable of a program, compiled against softhip's library and the generated header unless that was done
    before."""
    path = source(name)
    command = _compiler(path.suffix)
    key = hashlib.sha256(repr((command, flags)).encode())
    for file in (path, *sorted(PROGRAMS.rglob("*.h")), *sorted(_include().rglob("*.h")), *_tools(path.suffix)):
        key.update(file.name.encode())
        key.update(file.read_bytes())
    target = CACHE / f"{name.replace('/', '-')}-{key.hexdigest()[:16]}"
    if not target.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        partial = target.with_name(f"{target.name}.{os.getpid()}")
        done = subprocess.run(
            [*command, f"-I{PROGRAMS}", *flags, str(path), "-o", str(partial), *_link(path.suffix)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise AssertionError(f"{name} does not compile:\n{done.stdout}{done.stderr}")
        partial.replace(target)
    return target


@cache
def _include() -> Path:
    from hrr.runtime import library

    return library.include_dir()


def _compiler(suffix: str) -> list[str]:
    if suffix == ".hip":
        return [sys.executable, "-m", "hrr.softhipcc"]
    language = [compiler.CXX, "-std=c++17"] if suffix == ".cpp" else [compiler.CC, "-std=gnu11"]
    return [*language, "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-D__HIP_PLATFORM_AMD__", f"-I{_include()}"]


def _link(suffix: str) -> list[str]:
    if suffix == ".hip":
        return []
    from hrr.runtime import library, link_dir

    return [f"-L{link_dir(library.softhip().path)}", "-lamdhip64", "-pthread", "-ldl"]


def _tools(suffix: str) -> list[Path]:
    """Sources of the compiler itself, when it is ours."""
    return sorted((ROOT / "src" / "hrr" / "softhipcc").glob("*.py")) if suffix == ".hip" else []
