"""Builds small archives, and replays them on a HIP library that writes down what it was asked."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lib import compiler

from hrr.archive import Writer

SOURCE = Path(__file__).with_name("fake_hip.cpp")
CACHE = Path(os.environ.get("HRR_TEST_CACHE", SOURCE.parents[2] / "build" / "programs"))

DEVICE = 0x2000_0000_0000  # addresses that nothing else in a process takes, not even a sanitizer
HOST = 0x3000_0000_0000
PAGEABLE = 0xDEAD_0000_0000  # host memory of the recorded program: touching it would crash

STREAM_LATE = 0x5555


def fake_hip() -> Path:
    """The fake HIP library, built once for its content."""
    target = CACHE / f"libfake_hip-{hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:16]}.so"
    if not target.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        partial = target.with_name(f"{target.name}.{os.getpid()}")
        flags = ["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
        subprocess.run([compiler.CXX, *flags, str(SOURCE), "-o", str(partial)], check=True)
        partial.replace(target)
    return target


@dataclass(frozen=True)
class Call:
    """One call that the fake library got."""

    thread: int
    name: str
    words: tuple[int, ...]


def read_log(path: Path) -> list[Call]:
    """The calls in a log, in order."""
    lines = path.read_text().splitlines() if path.exists() else []
    parts = [line.split() for line in lines]
    return [Call(int(part[0]), part[1], tuple(int(word, 16) for word in part[2:])) for part in parts]


class Recording(Writer):
    """A writer that knows the usual calls."""

    def malloc(self, address: int, size: int, **extra: int) -> int:
        return self.event("hipMalloc", {"ptr": address, "size": size}, **extra)

    def free(self, address: int) -> int:
        return self.event("hipFree", {"ptr": address})

    def upload(self, address: int, data: bytes, **extra: int) -> int:
        fields = {"dst": address, "src": PAGEABLE, "sizeBytes": len(data), "kind": 1, "blob_hash": self.blob(data)}
        return self.event("hipMemcpy", fields, **extra)

    def download(self, address: int, expected: bytes, *, stream: int | None = None, size: int | None = None) -> int:
        fields = {
            "dst": PAGEABLE,
            "src": address,
            "sizeBytes": len(expected) if size is None else size,
            "kind": 2,
            "blob_hash": self.blob(expected),
        }
        if stream is None:
            return self.event("hipMemcpy", fields)
        return self.event("hipMemcpyAsync", {**fields, "stream": stream})


def named(calls: Sequence[Call], name: str) -> list[tuple[int, ...]]:
    """Arguments of every call of that name."""
    return [call.words for call in calls if call.name == name]
