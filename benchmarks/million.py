"""A recorded archive of about a million events, made once a run."""

from __future__ import annotations

from pathlib import Path

from measure import build, hrr_command, output_of

CALLS = 1_000_000


def record_million(folder: Path) -> Path:
    """Record benchmarks/programs/events.hip into ``folder`` and return the archive."""
    program = build("events.hip", folder)
    archive = folder / "million.hrr"
    output_of(hrr_command("record", "--device", "soft", "-o", str(archive), "--", str(program), str(CALLS)))
    return archive
