"""manifest.json of a process and of a recording (docs/format.md, "Manifests").

AMD's tools read these files line by line, each key first on its own line; they are written that way here too. Reading
accepts any JSON, and takes a damaged file for a missing one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hrr.archive.errors import ArchiveError
from hrr.archive.files import read_text, write_text

_DEPTH = 64


@dataclass(frozen=True)
class Manifest:
    """What a process directory says of itself. ``found`` is False when there is no readable manifest."""

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
    extra: Mapping[str, Any] = field(default_factory=dict)


def load_json(path: Path) -> dict[str, Any]:
    """The object in a JSON file, {} when the file is missing, damaged, nested too deeply or no object."""
    try:
        text = read_text(path)
        depth = 0
        for letter in text:
            depth += (letter in "[{") - (letter in "]}")
            if depth > _DEPTH:
                return {}
        value = json.loads(text)
    except (ArchiveError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _number(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 63 else 0


def _text(value: object, default: str) -> str:
    return value if isinstance(value, str) and value.isprintable() and len(value) < 64 else default


_STANDARD = (
    "pid",
    "parent_pid",
    "complete",
    "event_count",
    "blob_count",
    "platform",
    "content",
    "unreplayable_apis",
    "metadata",
)


def read_manifest(directory: Path) -> Manifest:
    """The manifest of a process directory."""
    value = load_json(directory / "manifest.json")
    if not value:
        return Manifest(pid=pid_of(directory))
    listed = value.get("unreplayable_apis")
    reasons = {
        str(name): tuple(str(reason) for reason in items)
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
        extra={name: item for name, item in value.items() if name not in _STANDARD},
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
    lines.extend(f'"{name}": {json.dumps(value)}' for name, value in manifest.extra.items())
    if manifest.platform:
        lines.append(f'"platform": {json.dumps(manifest.platform)}')
    if manifest.content != "full":
        lines.append(f'"content": {json.dumps(manifest.content)}')
    if manifest.unreplayable:
        items = sorted(manifest.unreplayable.items())
        inner = ",\n".join(f"    {json.dumps(name)}: {json.dumps(sorted(reasons))}" for name, reasons in items)
        lines.append(f'"unreplayable_apis": {{\n{inner}\n  }}')
    if manifest.metadata:
        lines.append(f'"metadata": {json.dumps(manifest.metadata)}')
    write_text(directory / "manifest.json", "{\n  " + ",\n  ".join(lines) + "\n}\n")


def _boolean(value: bool) -> str:
    return "true" if value else "false"


def write_root_manifest(root: Path, processes: list[Manifest], owner: int | None = None) -> None:
    """Write the index of a recording. Its truth is the process directories; the index only lists them."""
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
    write_text(root / "manifest.json", text)
