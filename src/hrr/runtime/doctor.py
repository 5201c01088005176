"""What works on this machine, and why the rest does not."""

from __future__ import annotations

import platform
import shutil
import subprocess
from dataclasses import dataclass

import hrr
from hrr.runtime import library, system
from hrr.runtime.library import RuntimeProblem
from hrr.runtime.probe import Probe, probe


@dataclass(frozen=True)
class Platform:
    """One platform: ``library`` and ``version`` are "" when there is none, ``why`` is "" when it works."""

    platform: str
    works: bool
    library: str
    version: str
    devices: tuple[str, ...]
    why: str


@dataclass(frozen=True)
class Tool:
    """Something that hrr uses when it is there: where it is ("" = absent), its version, what it is for."""

    name: str
    path: str
    version: str
    purpose: str


@dataclass(frozen=True)
class Doctor:
    """The whole answer of ``hrr doctor``."""

    version: str
    python: str
    platforms: tuple[Platform, ...]
    tools: tuple[Tool, ...]

    @property
    def works(self) -> bool:
        """Whether any platform works."""
        return any(item.works for item in self.platforms)


def examine() -> Doctor:
    """Look at every platform and tool. Takes as long as the drivers need to answer."""
    return Doctor(
        hrr.__version__,
        platform.python_version(),
        (_amd(), _nvidia(), _soft()),
        (_recorder(), _xxhash(), _compiler()),
    )


def _amd() -> Platform:
    found = system.hip_libraries()
    if not found:
        return Platform("amd", False, "", "", (), "no libamdhip64 in ROCM_PATH, /opt/rocm or the loader's cache")
    best = found[0]
    answer = probe("hip", best.path)
    version = answer.version or str(best.major)
    if not best.usable:
        why = system.OLD_ABI + (f"; also, {answer.problem}" if answer.problem else "")
        return Platform("amd", False, str(best.path), version, answer.devices, why)
    return _platform("amd", str(best.path), answer)


def _nvidia() -> Platform:
    driver = system.cuda_driver()
    if driver is None:
        return Platform("nvidia", False, "", "", (), "no libcuda.so.1 in the loader's cache")
    answer = probe("cuda", driver)
    why = answer.problem
    if not why:
        try:
            library.bridge()
        except RuntimeProblem as problem:
            why = str(problem)
    return Platform("nvidia", not why, str(driver), answer.version, answer.devices, why)


def _soft() -> Platform:
    try:
        ours = library.softhip()
    except RuntimeProblem as problem:
        return Platform("soft", False, "", "", (), str(problem))
    return _platform("soft", str(ours.path), probe("hip", ours.path))


def _platform(name: str, path: str, answer: Probe) -> Platform:
    return Platform(name, bool(answer.devices), path, answer.version, answer.devices, answer.problem)


def _recorder() -> Tool:
    try:
        path = str(library.recorder())
    except RuntimeProblem:
        path = ""
    return Tool("recorder", path, hrr.__version__ if path else "", "hrr record")


def _xxhash() -> Tool:
    path = system.loader_finds("libxxhash.so.0")
    purpose = "names blobs by XXH3-128; without it the slower reference hash is used"
    return Tool("libxxhash", str(path or ""), path.resolve().name.partition(".so.")[2] if path else "", purpose)


def _compiler() -> Tool:
    purpose = "softhipcc compiles .hip programs with it"
    for name in ("g++", "clang++", "c++"):
        path = shutil.which(name)
        if path:
            text = subprocess.run(
                [path, "-dumpfullversion", "-dumpversion"], capture_output=True, text=True, check=False
            )
            return Tool(name, path, text.stdout.strip(), purpose)
    return Tool("g++ or clang++", "", "", purpose)
