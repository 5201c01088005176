"""Stand-ins for the HIP libraries of a system."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from hrr.runtime import system

SOURCE = """
#include <stdlib.h>
extern "C" const char* hipGetErrorName(int error) { return error == 100 ? "hipErrorNoDevice" : "hipSuccess"; }
extern "C" int hipRuntimeGetVersion(int* version) { *version = VERSION; return 0; }
extern "C" int hipGetDeviceCount(int* count) { FAULT; *count = DEVICES; return DEVICES ? 0 : 100; }
extern "C" int hipDeviceGetName(char* text, int size, int device) { (void)size; text[0] = 'A' + device; return 0; }
"""

Fake = Callable[..., Path]


@pytest.fixture
def fake_rocm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fake:
    """``fake_rocm(major, devices, fault)`` puts a libamdhip64 where hrr looks first, and hides the others."""
    (tmp_path / "lib").mkdir()
    monkeypatch.setenv("ROCM_PATH", str(tmp_path))
    for name in ("ROCM_HOME", "HIP_PATH", "LD_LIBRARY_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(system, "_loader_cache", lambda: ())

    def make(major: int, devices: int = 1, fault: str = "") -> Path:
        name = f"libamdhip64.so.{major}"
        path = tmp_path / "lib" / name
        defines = [f"-DVERSION={major}0100000", f"-DDEVICES={devices}", f"-DFAULT={fault}"]
        command = ["c++", "-shared", "-fPIC", f"-Wl,-soname,{name}", *defines, "-x", "c++", "-", "-o", str(path)]
        subprocess.run(command, input=SOURCE, text=True, check=True)
        return path

    return make
