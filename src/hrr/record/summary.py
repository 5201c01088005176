"""What a recording holds, in one line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hrr import api
from hrr.archive.blobs import Blobs
from hrr.archive.errors import ArchiveError
from hrr.archive.framing import Frames, read_frames


@dataclass(frozen=True)
class Process:
    """One process's archive. ``kinds`` counts different calls, ``kernels`` different kernels; ``blobs``,
    ``code_objects`` and ``nbytes`` are those of ``hrr info``.

    ``lost`` says what is missing ("" for nothing that the recorder knows of).
    """

    pid: int
    path: Path
    calls: int
    kinds: int
    kernels: int
    blobs: int
    code_objects: int
    nbytes: int
    complete: bool
    lost: tuple[str, ...]


def processes(root: Path) -> tuple[Process, ...]:
    """The archives under a recording's directory, by name; none when nothing was written."""
    try:
        folders = sorted(item for item in root.iterdir() if item.name.startswith("pid-") and item.is_dir())
    except OSError:
        return ()
    return tuple(_process(folder) for folder in folders)


def _process(folder: Path) -> Process:
    manifest = _manifest(folder)
    pid = int(folder.name.split("-")[1]) if folder.name.split("-")[1].isdigit() else 0
    blobs = Blobs(folder)
    stored = (len(blobs), len(blobs.code_objects))
    lost = tuple(str(item) for item in manifest.get("lost", ()))
    try:
        frames = read_frames(folder / "events.bin")
    except ArchiveError:
        return Process(pid, folder, 0, 0, 0, *stored, blobs.nbytes, False, lost)
    kinds = np.unique(_types(frames))
    nbytes = frames.end + blobs.nbytes
    return Process(
        pid, folder, len(frames.start), len(kinds), len(_kernels(frames)), *stored, nbytes, frames.complete, lost
    )


def _manifest(folder: Path) -> dict[str, Any]:
    try:
        found = json.loads((folder / "manifest.json").read_text())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _types(frames: Frames) -> NDArray[np.uint16]:
    low = frames.raw[frames.start].astype(np.uint16)
    high = frames.raw[frames.start + 1].astype(np.uint16)
    return (low | high << 8).astype(np.uint16)


def _kernels(frames: Frames) -> set[bytes]:
    """Names in the launch records: u16 length at 40, then the bytes."""
    launches = [row.id for row in api.ROWS if row.launch is not None]
    names = set()
    buffer = frames.raw.data
    for start in frames.start[np.isin(_types(frames), launches)].tolist():
        length = int.from_bytes(buffer[start + 40 : start + 42], "little")
        names.add(bytes(buffer[start + 42 : start + 42 + length]))
    return names


def line(found: tuple[Process, ...], archive: Path, code: int, notes: tuple[str, ...]) -> str:
    """The verdict: what was recorded and where, or that nothing was recorded and why."""
    calls = sum(process.calls for process in found)
    if not calls:
        return f"nothing was recorded: {_why_nothing(found, code, notes)}"
    kinds = max(process.kinds for process in found)
    kernels = max(process.kernels for process in found)
    details = ", ".join([_amount(kinds, "kind"), *([_amount(kernels, "kernel")] if kernels else [])])
    parts = [f"recorded {_amount(calls, 'call')} ({details})"]
    if len(found) > 1:
        parts = [f"recorded {_amount(calls, 'call')} in {len(found)} processes"]
    parts.append(_amount(sum(process.blobs for process in found), "blob"))
    if code_objects := sum(process.code_objects for process in found):
        parts.append(_amount(code_objects, "code object"))
    parts.append(_size(sum(process.nbytes for process in found)))
    complete = all(process.complete for process in found)
    state = "complete" if complete else f"incomplete ({_why_incomplete(found, code, notes)})"
    return f"{', '.join(parts)}; {state}; {archive}"


def _why_nothing(found: tuple[Process, ...], code: int, notes: tuple[str, ...]) -> str:
    if notes:
        return notes[0].removeprefix("nothing is recorded: ")
    if code:
        return f"the program ended with status {code} before it made a HIP call"
    return "the program made no HIP call"


def _why_incomplete(found: tuple[Process, ...], code: int, notes: tuple[str, ...]) -> str:
    reasons = [reason for process in found for reason in process.lost]
    # A recorder that cannot write its manifest may still have told.
    reasons.extend(note for note in notes if note.startswith("recording stopped"))
    if reasons:
        return reasons[0]
    if code > 128:
        return f"ended by signal {code - 128}"
    # A recorder that came to its end has removed this file.
    if not all(process.complete or (process.path / "inflight.bin").exists() for process in found):
        return "the recorder could not go on, nor write down why"
    return "a process ended without its exit handlers; every completed call is there"


def _amount(count: int, noun: str) -> str:
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def _size(nbytes: int) -> str:
    if nbytes < 1000:
        return _amount(nbytes, "byte")
    power = min((len(str(nbytes)) - 1) // 3, 3)
    return f"{nbytes / 1000**power:.1f} {('kB', 'MB', 'GB')[power - 1]}"
