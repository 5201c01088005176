"""The process in which a recording is replayed: ``python -m hrr.replay.worker``, started by :mod:`hrr.replay.client`.

A replay wants a process of its own: it puts memory where the recorded program had it, and what it runs may crash. The
request comes on standard input as one JSON object, the answer goes to file descriptor ``answer`` as another one. The
file descriptor ``current`` is a shared page whose first word always holds 1 + the position of the event under way and
whose second word their number, so that the parent can name a call that crashed or hangs.
"""

from __future__ import annotations

import ctypes
import json
import mmap
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from hrr.archive import ArchiveError
from hrr.check import Divergence, Policy
from hrr.replay.answer import RETRY
from hrr.replay.hip import HipError
from hrr.replay.judge import Judge
from hrr.replay.machine import Machine, Setup
from hrr.replay.recording import open_recording


def run(request: dict[str, Any]) -> dict[str, Any]:
    """The answer to a request: {"report": ...}, {"error": {...}} or {"retry": number of displaced allocations}."""
    page = mmap.mmap(request["current"], mmap.PAGESIZE)
    current = np.frombuffer(page, np.uint64)
    setup = Setup(
        Path(request["hip"]),
        Path(request["executor"]),
        request["sync_after_launch"],
        request["timing"],
        request["fill"],
        tuple(request["skip_kernels"]),
        request["platform"],
    )
    archive = open_recording(request["path"])
    current[1] = len(archive.events)
    machine = Machine(archive, setup, current[:1])
    moved = len(machine.placement.moved)
    if moved and machine.placement.block and request["may_retry"]:
        return {RETRY: moved}
    judge = Judge(
        machine, Policy(**request["policy"]), Divergence(**request["divergence"]), request["continue_on_error"]
    )
    judge.run_to(request.get("limit", len(archive.events)))
    report = asdict(judge.report())
    if "limit" not in request:  # the calls left out may be what the device waits for
        machine.close()
    return {"report": report}


def main() -> None:
    """Serve one request."""
    text = sys.stdin.read()
    if not text:
        return  # nobody needed this process
    request = json.loads(text)
    # Whatever kernels print goes to where it does not mix with a report.
    os.dup2(2, 1)
    try:
        answer = run(request)
    except ArchiveError as problem:
        answer = {
            "error": {"type": "archive", "kind": problem.kind, "message": problem.message, "offset": problem.offset}
        }
    except HipError as problem:
        answer = {"error": {"type": "replay", "kind": "hip", "message": str(problem), "offset": None}}
    except MemoryError:
        message = "there is not enough memory for the plan of this archive"
        answer = {"error": {"type": "replay", "kind": "memory", "message": message, "offset": None}}
    with os.fdopen(request["answer"], "w") as stream:
        json.dump(answer, stream)
        stream.flush()
    # The device library's own clean-up at exit must not change the outcome of a finished replay; what it printed
    # counts.
    ctypes.CDLL(None).fflush(None)
    os._exit(0)


if __name__ == "__main__":
    main()
