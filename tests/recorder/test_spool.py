"""The spool of blobs, whose workers make room while callers take it."""

from __future__ import annotations

import subprocess
from pathlib import Path

from recorder import harness

NATIVE = Path(__file__).parents[2] / "native"


def test_workers_make_room_at_the_same_time(tmp_path: Path) -> None:
    """Whatever they do, the spool has the room that was asked for and no more."""
    sources = [str(NATIVE / "recorder" / f"{name}.cpp") for name in ("spool", "files")]
    program = harness.compile_once(harness.HERE / "programs" / "spool_workers.cpp", f"-I{NATIVE}", *sources, "-pthread")
    for attempt in range(10):
        done = subprocess.run([program, tmp_path / str(attempt)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, "120\n"), done.stderr
        (tmp_path / str(attempt)).unlink()
