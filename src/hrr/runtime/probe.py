"""Ask a HIP library or the CUDA driver what it can reach, in a child process, as a broken driver may crash or hang.

``python -m hrr.runtime.probe KIND LIBRARY`` is that child: it prints a JSON object with the fields of ``Probe``.
"""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

TIMEOUT_S = 60
_NAME_BYTES = 256


@dataclass(frozen=True)
class Probe:
    """What a library said: runtime ``version`` ("7.1.0"), the names of its devices, or why there are none."""

    version: str = ""
    devices: tuple[str, ...] = ()
    problem: str = ""


def probe(kind: str, library: Path) -> Probe:
    """Load ``library`` in a child process and count its devices. ``kind`` is "hip" or "cuda"."""
    environment = {
        key: value for key, value in os.environ.items() if key not in ("LD_PRELOAD", "HIP_HRR_CAPTURE_OUTPUT")
    }
    environment["PYTHONPATH"] = str(Path(__file__).parents[2])
    command = [sys.executable, "-m", "hrr.runtime.probe", kind, str(library)]
    try:
        result = subprocess.run(
            command,
            env=environment,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            stdin=subprocess.DEVNULL,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Probe(problem=f"it did not answer in {TIMEOUT_S} s")
    lines = result.stdout.splitlines()
    if result.returncode or not lines:
        how = f"signal {-result.returncode}" if result.returncode < 0 else f"status {result.returncode}"
        return Probe(problem=f"asking it for devices ended with {how}")
    answer = json.loads(lines[-1])
    return Probe(answer["version"], tuple(answer["devices"]), answer["problem"])


def ask(kind: str, path: str) -> Probe:
    """The child's part: load the library here and ask it."""
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        return Probe(problem=f"it cannot be loaded: {error}")
    return _ask_hip(library) if kind == "hip" else _ask_cuda(library)


def _ask_hip(library: ctypes.CDLL) -> Probe:
    number, count = ctypes.c_int(), ctypes.c_int()
    library.hipGetErrorName.restype = ctypes.c_char_p
    library.hipRuntimeGetVersion(ctypes.byref(number))
    major, rest = divmod(number.value, 10_000_000)
    version = f"{major}.{rest // 100_000}.{rest % 100_000}"
    status = library.hipGetDeviceCount(ctypes.byref(count))
    if status or not count.value:
        code = library.hipGetErrorName(status).decode() if status else "hipSuccess"
        return Probe(version, problem=f"it reports no GPU (hipGetDeviceCount: {code}, {count.value} devices)")
    return Probe(version, tuple(_name(library.hipDeviceGetName, index) for index in range(count.value)))


def _ask_cuda(library: ctypes.CDLL) -> Probe:
    number, count = ctypes.c_int(), ctypes.c_int()
    library.cuDriverGetVersion(ctypes.byref(number))
    version = f"CUDA {number.value // 1000}.{number.value % 1000 // 10}"
    status = library.cuInit(0) or library.cuDeviceGetCount(ctypes.byref(count))
    if status or not count.value:
        return Probe(version, problem=f"it reports no GPU (CUDA error {status}, {count.value} devices)")
    return Probe(version, tuple(_name(library.cuDeviceGetName, index) for index in range(count.value)))


def _name(get: ctypes._CFuncPtr, index: int) -> str:  # type: ignore[name-defined]
    text = ctypes.create_string_buffer(_NAME_BYTES)
    return text.value.decode(errors="replace") if get(text, _NAME_BYTES, index) == 0 else f"device {index}"


if __name__ == "__main__":
    print(json.dumps(asdict(ask(sys.argv[1], sys.argv[2]))))
