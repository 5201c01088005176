"""Processes in which recordings are replayed (hrr.replay.worker).

Starting one costs as long as its imports take. Who knows early that he will need one has it start beside his own:

    with spare():
        ...  # imports, and in the end replay(path)
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO


@dataclass(frozen=True)
class Process:
    """A worker that waits for its request. ``shared``: the page in which it says where it is; ``answer``: the pipe that
    its answer comes from."""

    popen: subprocess.Popen[bytes]
    shared: BinaryIO
    answer: int
    numbers: dict[str, int]  # the file descriptors under their names in a request

    def send(self, request: dict[str, Any]) -> None:
        """Let it begin."""
        assert self.popen.stdin is not None
        try:
            self.popen.stdin.write(json.dumps({**request, **self.numbers}).encode())
            self.popen.stdin.close()
        except BrokenPipeError:
            pass  # it died already; whoever waits for the answer says so


_spare: Process | None = None


@contextlib.contextmanager
def spare() -> Iterator[None]:
    """A worker that starts now, for the first replay inside; ended when there was none."""
    global _spare
    _spare = _start()
    try:
        yield
    finally:
        if _spare is not None:
            _spare.popen.kill()
            _spare.popen.wait()
            os.close(_spare.answer)
            _spare.shared.close()
            _spare = None


def take() -> Process:
    """The spare worker, or a fresh one."""
    global _spare
    found, _spare = _spare, None
    return found or _start()


def _start() -> Process:
    shared = tempfile.TemporaryFile(buffering=0)
    shared.truncate(mmap.PAGESIZE)
    read_end, write_end = os.pipe()
    # The worker finds this very package, wherever it was imported from.
    package = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")]))
    popen = subprocess.Popen(
        [sys.executable, "-m", "hrr.replay.worker"],
        stdin=subprocess.PIPE,
        stdout=_standard_error(),
        stderr=_standard_error(),
        pass_fds=(shared.fileno(), write_end),
        env={**os.environ, "PYTHONPATH": path},
    )
    os.close(write_end)
    return Process(popen, shared, read_end, {"current": shared.fileno(), "answer": write_end})


def _standard_error() -> int:
    """Where a worker and its kernels print: nothing of it may mix with a report."""
    try:
        os.fstat(2)
    except OSError:
        return subprocess.DEVNULL
    return 2
