"""Every test program compiles without a warning against our header and against AMD's own."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from lib import compiler, programs

from hrr import api
from hrr.codegen import header

REAL = os.environ.get("HRR_REAL_HIP_HEADERS", "")
SOURCES = sorted(file for suffix in ("*.c", "*.cpp") for file in programs.PROGRAMS.rglob(suffix))


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("generated")
    header.generate(out)
    return out / "include"


def check(source: Path, include: Path) -> None:
    language = [compiler.CXX, "-std=c++17"] if source.suffix == ".cpp" else [compiler.CC, "-std=gnu11"]
    warnings = ["-Wall", "-Wextra", "-Werror", "-Wno-deprecated-declarations"]
    folders = [f"-I{programs.PROGRAMS}", "-isystem", str(include)]
    command = [*language, "-fsyntax-only", *warnings, "-D__HIP_PLATFORM_AMD__", *folders, str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("source", SOURCES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_with_our_header(source: Path, ours: Path) -> None:
    check(source, ours)


@pytest.mark.skipif(not REAL, reason="HRR_REAL_HIP_HEADERS is not set (make headers)")
@pytest.mark.parametrize("source", SOURCES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_with_the_header_of_amd(source: Path) -> None:
    declared = set(re.findall(r"\w+", Path(REAL, "hip", "hip_runtime_api.h").read_text()))
    newer = set(re.findall(r"\bhip\w+", source.read_text())) & set(api.BY_NAME) - declared
    if newer:
        pytest.skip(f"these headers do not declare {', '.join(sorted(newer))}")
    check(source, Path(REAL))
