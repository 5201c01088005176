"""Choose the library behind a recording or a replay."""

from __future__ import annotations

from hrr.runtime import library, system
from hrr.runtime.library import Library, RuntimeProblem
from hrr.runtime.probe import probe

DEVICES = ("auto", "soft", "system")


def choose(device: str | Library = "auto") -> Library:
    """The library for ``--device``: "soft" is softhip, "system" the system's HIP runtime, or the bridge to CUDA.

    "auto" is the system's if it reports a GPU and else softhip, with a notice; a library stands for itself. Raises
    RuntimeProblem when there is no such library.
    """
    if isinstance(device, Library):
        return device
    if device not in DEVICES:
        raise RuntimeProblem(f"unknown device '{device}': one of {', '.join(DEVICES)}")
    if device == "soft":
        return library.softhip()
    found = system.hip_libraries()
    usable = [item for item in found if item.usable]
    if device == "system":
        if usable:
            return Library(usable[0].path, "amd", "AMD HIP runtime", str(usable[0].major))
        if system.cuda_driver() is not None:
            return library.bridge()
        raise RuntimeProblem(_why_none(found))
    for item in usable:
        answer = probe("hip", item.path)
        if answer.devices:
            return Library(item.path, "amd", "AMD HIP runtime", answer.version)
    nvidia = _nvidia()
    if nvidia is not None:
        return nvidia
    ours = library.softhip()
    return Library(ours.path, ours.platform, ours.name, ours.version, notice="no GPU found")


def _nvidia() -> Library | None:
    """The bridge, when there is a driver with a GPU for it."""
    driver = system.cuda_driver()
    if driver is None or not probe("cuda", driver).devices:
        return None
    try:
        return library.bridge()
    except RuntimeProblem:
        return None


def _why_none(found: list[system.Found]) -> str:
    if found:
        return f"{found[0].path}: {system.OLD_ABI}"
    return "no libamdhip64.so.7 or .so.6 in ROCM_PATH, /opt/rocm or the loader's cache: --device soft"
