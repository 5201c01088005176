"""The environment variables that make a program record itself."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from hrr import runtime
from hrr.record.preflight import RecordProblem, named
from hrr.runtime import Library, library

FORMATS = (8, 7)
CONTENTS = ("full", "none")
HASHES = ("xxh3", "reference")


@dataclass(frozen=True)
class Options:
    """How to record: archive ``format`` version, ``content`` "full" or "none" (no bytes of the program's buffers),
    ``blob_hash`` "xxh3" or "reference" (slower; the names that AMD's tools give), ``snapshots`` whether launches carry
    the pinned memory that their kernels can reach."""

    format: int = 8
    content: str = "full"
    blob_hash: str = "xxh3"
    snapshots: bool = True

    def __post_init__(self) -> None:
        for name, allowed in (("format", FORMATS), ("content", CONTENTS), ("blob_hash", HASHES)):
            if getattr(self, name) not in allowed:
                raise RecordProblem("usage", f"unknown {name} '{getattr(self, name)}': one of {allowed}")


def environment(
    output: str | os.PathLike[str],
    *,
    device: str | Library = "auto",
    options: Options | None = None,
    base: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """``base`` (default: this process's environment) changed so that a program started with it records into ``output``.

    ``device`` is "auto", "soft", "system" or a library. Raises RuntimeProblem when a library is missing,
    RecordProblem when ``output`` is no name.
    """
    behind = runtime.choose(device)
    options = options or Options()
    before = dict(os.environ if base is None else base)
    changed = runtime.environment(library.recorder(behind.platform), before)
    if behind.platform != "soft":
        # Other libraries of the runtime are found by this variable too.
        _restore(changed, before, "ROCM_PATH")
    changed["HIP_HRR_CAPTURE_OUTPUT"] = str(named(output).absolute())
    changed["HRR_REAL_LIBRARY"] = str(behind.path)
    changed["HRR_FORMAT"] = str(options.format)
    changed["HRR_CONTENT"] = options.content
    changed["HRR_SNAPSHOTS"] = "on" if options.snapshots else "off"
    changed["HRR_BLOB_HASH"] = options.blob_hash
    return changed


def _restore(changed: dict[str, str], before: Mapping[str, str], name: str) -> None:
    if name in before:
        changed[name] = before[name]
    else:
        changed.pop(name, None)
