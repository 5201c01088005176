"""What reading an archive tells: plain records, printed as they are by ``--json``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Problem:
    """Something that an archive lacks. ``offset`` is a place in events.bin, or None."""

    kind: str
    message: str
    offset: int | None = None


@dataclass(frozen=True)
class Info:
    """One archive in figures. ``events`` leaves the trailer out; ``bytes`` counts events, blobs and code objects."""

    path: str
    version: int
    flags: int
    platform: str
    complete: bool
    truncated: bool
    events: int
    calls: dict[str, int]
    kernels: dict[str, int]
    checks: int
    blobs: int
    code_objects: int
    bytes: int
    content: str
    pid: int
    parent_pid: int
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class RootInfo:
    """A recording of several processes, each with its own archive. The figures are sums."""

    path: str
    version: int
    flags: int
    platform: str
    complete: bool
    truncated: bool
    events: int
    calls: dict[str, int]
    blobs: int
    bytes: int
    problems: tuple[Problem, ...]
    processes: tuple[Info, ...]
