"""Writing generated files."""

from __future__ import annotations

from pathlib import Path

NOTICE = "// Generated from the API table (python -m hrr.codegen). Do not edit.\n"


def write(path: Path, text: str) -> None:
    """Write ``text`` unless the file says so already, so that an unchanged file does not trigger a rebuild."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)
