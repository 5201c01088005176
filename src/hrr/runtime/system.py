"""Find the HIP and CUDA libraries of the system, without loading them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hrr.runtime import library

_HIP = re.compile(r"libamdhip64\.so(?:\.(\d+))?")

OLD_ABI = (
    "it has the HIP 5 ABI, where HIP_MEMCPY3D is 128 bytes (HIP 6 and 7: 184) and memory types have other numbers: "
    "hrr works with libamdhip64.so.6 and .so.7 only"
)


@dataclass(frozen=True)
class Found:
    """A libamdhip64 of the system; ``major`` is the number in its SONAME."""

    path: Path
    major: int

    @property
    def usable(self) -> bool:
        """Whether its ABI is the one that archives are written in."""
        return self.major >= 6


def hip_libraries() -> list[Found]:
    """Every libamdhip64 here, usable and newest first, each file once. Our own libraries are left out."""
    found: dict[Path, Found] = {}
    ours = library.lib_dir().resolve()
    for path in _hip_candidates():
        real = path.resolve()
        match = _HIP.match(real.name) or _HIP.match(path.name)
        if real in found or not real.is_file() or match is None or ours in real.parents:
            continue
        found[real] = Found(path, int(match[1] or 0) or _major_in(real))
    return sorted(found.values(), key=lambda item: -item.major)


def _major_in(path: Path) -> int:
    # A file without a number in its name: the SONAME is among the strings.
    with path.open("rb") as file:
        match = re.search(rb"libamdhip64\.so\.(\d+)\0", file.read())
    return int(match[1]) if match else 0


def _hip_candidates() -> Iterator[Path]:
    roots = [os.environ.get(name, "") for name in ("ROCM_PATH", "ROCM_HOME", "HIP_PATH")]
    folders = [Path(root, "lib") for root in roots if root]
    folders.append(Path("/opt/rocm/lib"))
    folders.extend(sorted(Path("/opt").glob("rocm-*/lib"), reverse=True))
    folders.extend(Path(item) for item in os.environ.get("LD_LIBRARY_PATH", "").split(":") if item)
    for folder in folders:
        for name in ("libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5", "libamdhip64.so"):
            if (folder / name).exists():
                yield folder / name
    yield from _cached("libamdhip64.so")


def cuda_driver() -> Path | None:
    """The NVIDIA driver library, if there is one."""
    return next(_cached("libcuda.so.1"), None)


def loader_finds(name: str) -> Path | None:
    """The file that ``dlopen(name)`` would find in the loader's cache, if any."""
    return next(_cached(name), None)


def _cached(prefix: str) -> Iterator[Path]:
    for name, path in _loader_cache():
        if name.startswith(prefix) and path.exists():
            yield path


@cache
def _loader_cache() -> tuple[tuple[str, Path], ...]:
    program = shutil.which("ldconfig") or shutil.which("ldconfig", path="/sbin:/usr/sbin")
    if program is None:
        return ()
    text = subprocess.run([program, "-p"], capture_output=True, text=True, check=False).stdout
    lines = (line.strip().partition(" => ") for line in text.splitlines() if "x86-64" in line and " => " in line)
    return tuple((head.split()[0], Path(path)) for head, _, path in lines)
