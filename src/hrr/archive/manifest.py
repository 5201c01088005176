"""manifest.json of a process and of a recording (docs/format.md, "Manifests").

AMD's tools read these files line by line, each key first on its own line; they are written that way here too. Reading
takes any JSON, and what can be made out line by line of a file that is damaged.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hrr.archive.errors import ArchiveError, printable
from hrr.archive.files import read_text, write_text

_DEPTH = 64
_LINE = re.compile(r'^\s*"(\w+)": (true|false|\d{1,18}|"\w{1,32}"),?$', re.ASCII | re.MULTILINE)
_SNAPSHOT_KEYS = ("host_snapshots", "host_snapshot_chunks", "host_snapshots_unordered")


@dataclass(frozen=True)
class Manifest:
    """What a process directory says of itself. ``found`` is False when there is no readable manifest.

    ``unreplayable`` gives reasons by call. ``lost`` are lines of the recorder on what it could not write down,
    ``missed`` counts the asynchronous copies whose expected bytes could not be had. ``snapshots`` holds AMD's keys
    about snapshots.
    """

    found: bool = False
    pid: int = 0
    parent_pid: int = 0
    complete: bool = False
    event_count: int = 0
    blob_count: int = 0
    platform: str = ""
    content: str = "full"
    unreplayable: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    metadata: Mapping[str, Any] = field(default_factory=dict)
    lost: tuple[str, ...] = ()
    missed: int = 0
    snapshots: Mapping[str, bool | int] = field(default_factory=dict)


def load_json(path: Path) -> dict[str, Any]:
    """The object in a JSON file, {} when the file is missing, damaged, nested too deeply or no object."""
    try:
        return _parse(read_text(path))
    except ArchiveError:
        return {}


def _parse(text: str) -> dict[str, Any]:
    depth = 0
    for match in re.finditer(r"[\[{\]}]", text):
        depth += 1 if match[0] in "[{" else -1
        if depth > _DEPTH:
            return {}
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _number(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 63 else 0


def _text(value: object, default: str) -> str:
    return value if isinstance(value, str) and value.isprintable() and len(value) < 64 else default


def _lines(value: object) -> tuple[str, ...]:
    return tuple(printable(item) for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def read_manifest(directory: Path) -> Manifest:
    """The manifest of a process directory."""
    try:
        text = read_text(directory / "manifest.json")
    except ArchiveError:
        text = ""
    value = _parse(text) or {name: json.loads(word) for name, word in _LINE.findall(text)}
    if not value:
        return Manifest(pid=pid_of(directory))
    listed = value.get("unreplayable_apis")
    reasons = {
        printable(name): _lines(items)
        for name, items in (listed.items() if isinstance(listed, dict) else ())
        if isinstance(items, list)
    }
    metadata = value.get("metadata")
    return Manifest(
        found=True,
        pid=_number(value.get("pid")) or pid_of(directory),
        parent_pid=_number(value.get("parent_pid")),
        complete=value.get("complete") is True,
        event_count=_number(value.get("event_count")),
        blob_count=_number(value.get("blob_count")),
        platform=_text(value.get("platform"), ""),
        content=_text(value.get("content"), "full"),
        unreplayable=reasons,
        metadata=metadata if isinstance(metadata, dict) else {},
        lost=_lines(value.get("lost")),
        missed=_number(value.get("copies_without_expected_bytes")),
        snapshots={name: item for name in _SNAPSHOT_KEYS if isinstance(item := value.get(name), int) and item >= 0},
    )


def pid_of(directory: Path) -> int:
    """The process id in a directory's name ("pid-4242", "pid-4242-2"), 0 without one."""
    digits = directory.name.partition("pid-")[2].partition("-")[0]
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 19 else 0


def write_manifest(directory: Path, manifest: Manifest) -> None:
    """Write a process manifest."""
    lines = [
        f'"pid": {manifest.pid}',
        f'"parent_pid": {manifest.parent_pid}',
        f'"complete": {_boolean(manifest.complete)}',
        f'"event_count": {manifest.event_count}',
        f'"blob_count": {manifest.blob_count}',
    ]
    lines.extend(f'"{name}": {json.dumps(value)}' for name, value in manifest.snapshots.items())
    if manifest.unreplayable:
        items = sorted(manifest.unreplayable.items())
        inner = ",\n".join(f"    {json.dumps(name)}: {json.dumps(sorted(reasons))}" for name, reasons in items)
        lines.append(f'"unreplayable_apis": {{\n{inner}\n  }}')
    if manifest.metadata:
        lines.append(f'"metadata": {json.dumps(manifest.metadata)}')
    if manifest.platform:
        lines.append(f'"platform": {json.dumps(manifest.platform)}')
    if manifest.content != "full":
        lines.append(f'"content": {json.dumps(manifest.content)}')
    if manifest.lost:
        lines.append(f'"lost": {json.dumps(manifest.lost)}')
    if manifest.missed:
        lines.append(f'"copies_without_expected_bytes": {manifest.missed}')
    write_text(directory / "manifest.json", "{\n  " + ",\n  ".join(lines) + "\n}\n")


def _boolean(value: bool) -> str:
    return "true" if value else "false"


def write_root_manifest(root: Path, processes: list[Manifest], owner: int | None = None) -> None:
    """Write the index of a recording, unless it is up to date.

    Its truth is the process directories; the index only lists them.
    """
    ordered = sorted(processes, key=lambda item: item.pid)
    pids = [item.pid for item in ordered]
    parents = {item.parent_pid for item in ordered}
    if owner is None or owner not in pids:
        owner = next((pid for pid in pids if pid in parents), pids[0] if pids else 0)
    rows = ",\n".join(
        f'    {{ "pid": {item.pid}, "parent_pid": {item.parent_pid}, "complete": {_boolean(item.complete)}, '
        f'"event_count": {item.event_count}, "blob_count": {item.blob_count} }}'
        for item in ordered
    )
    head = f'{{\n  "version": 1,\n  "capture_mode": "in-tree",\n  "owner_pid": {owner},\n'
    text = f'{head}  "processes": [\n{rows}\n  ]\n}}\n'
    try:
        if read_text(root / "manifest.json") == text:
            return
    except ArchiveError:
        pass
    write_text(root / "manifest.json", text)
