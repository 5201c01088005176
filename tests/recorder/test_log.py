"""The event log: order, threads, survival."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections import Counter
from pathlib import Path

import pytest
from lib import sanitizer

from hrr import api, archive
from hrr.runtime import library
from recorder import harness
from recorder.conftest import RunProgram


def test_threads_leave_no_gap_and_lose_nothing(run: RunProgram) -> None:
    found = run("hammer", "8", "500").archive
    assert found.complete and not found.problems
    assert found.events.seq.tolist() == list(range(8 * 500 * 4))
    assert found.calls == {"hipFree": 4000, "hipMalloc": 4000, "hipMemcpy": 4000, "hipSetDevice": 4000}
    assert len(found.blobs) == 4000
    assert len(set(found.events.thread.tolist())) == 8


def test_events_of_a_thread_are_in_its_order(run: RunProgram) -> None:
    found = run("hammer", "4", "300").archive
    order: dict[int, list[str]] = {}
    for index, thread in enumerate(found.events.thread.tolist()):
        order.setdefault(thread, []).append(found.events.name(index))
    assert all(calls == ["hipMalloc", "hipMemcpy", "hipSetDevice", "hipFree"] * 300 for calls in order.values())


@pytest.mark.parametrize("size", [48, 200_000])
@pytest.mark.parametrize("seed", range(4))
def test_killed_at_any_moment_every_completed_call_is_there(tmp_path: Path, seed: int, size: int) -> None:
    """Blobs of 200 kB go through the spool, small ones are written by the calling thread at first."""
    counter = tmp_path / "counter"
    counter.write_bytes(bytes(4096))
    root = tmp_path / "out"
    command = [str(harness.program("progress")), str(counter), str(size)]
    process = subprocess.Popen(command, env=harness.environment(root))
    while not any(counter.read_bytes()):
        assert process.poll() is None
        time.sleep(0.01)
    time.sleep(random.Random(seed).uniform(0, 0.4))
    process.send_signal(signal.SIGKILL)
    process.wait()
    done = [int.from_bytes(counter.read_bytes()[at : at + 8], "little") for at in (0, 64)]
    found = harness.Run(process.returncode, "", "", root).archive
    assert not found.complete
    assert {problem.kind for problem in found.problems} <= {"no-trailer", "torn", "in-flight"}
    waits = found.events.thread[found.events.row == api.row("hipStreamSynchronize").id]
    rounds = sorted(Counter(waits.tolist()).values())
    rounds = [0] * (len(done) - len(rounds)) + rounds  # a thread may not have come to its first wait
    assert all(recorded >= finished for recorded, finished in zip(rounds, sorted(done), strict=True))
    _check_bytes(found, size, sum(done))


def _check_bytes(found: archive.Archive, size: int, rounds: int) -> None:
    """Every blob that an event names is whole, and the asynchronous copies before a finished wait have theirs."""
    for call in ("hipMemcpy", "hipMemcpyAsync"):
        for low, high in zip(
            harness.field(found, call, "blob_hash_lo"), harness.field(found, call, "blob_hash_hi"), strict=True
        ):
            if low or high:
                assert found.blob(f"{low:016x}{high:016x}").size == size
    kinds = harness.field(found, "hipMemcpyAsync", "kind")
    keys = harness.field(found, "hipMemcpyAsync", "blob_hash_lo")
    assert sum(kind == 2 and key != 0 for kind, key in zip(kinds, keys, strict=True)) >= rounds


def test_a_killed_process_leaves_the_calls_that_it_was_in(tmp_path: Path) -> None:
    root = tmp_path / "out"
    counter = tmp_path / "counter"
    counter.write_bytes(bytes(4096))
    command = [str(harness.program("progress")), str(counter), "64"]
    # The first round takes a second: the kill finds both threads waiting for their streams.
    process = subprocess.Popen(command, env=harness.environment(root, FAKE_LATE_MS="2000"))
    time.sleep(1)
    process.kill()
    process.wait()
    calls = [item.call for item in harness.Run(0, "", "", root).archive.in_flight]
    assert calls == ["hipStreamSynchronize"] * 2


@pytest.mark.skipif(bool(sanitizer.ANY), reason="a sanitizer's own files are set aside the same way")
def test_killed_while_the_archive_is_being_made(run: RunProgram, tmp_path: Path) -> None:
    """An events.bin that is there can be opened."""
    dies = harness.compile_once(harness.HERE / "programs" / "dies.cpp", "-shared", "-fPIC")
    preload = f"{library.recorder()} {dies}"
    done = run("ends", "exit", env={"LD_PRELOAD": preload, "DIES_AT": "/events.bin"}, code=-signal.SIGKILL)
    assert (len(done.archive.events), done.archive.complete, done.archive.truncated) == (0, False, False)
    done = run("ends", "exit", env={"LD_PRELOAD": preload, "DIES_AT": "/inflight.bin"}, code=-signal.SIGKILL)
    assert done.archives == () and len(list(done.root.iterdir())) == 1


@pytest.mark.parametrize(
    ("how", "code", "complete"),
    [
        ("return", 7, True),
        ("exit", 7, True),
        ("thread", 7, True),
        ("quick_exit", 7, True),
        ("_exit", 7, False),
        ("abort", -signal.SIGABRT, False),
        ("segv", -signal.SIGSEGV, False),
    ],
)
def test_every_end_leaves_a_readable_archive(run: RunProgram, how: str, code: int, complete: bool) -> None:
    done = run("ends", how, code=code)
    found = done.archive
    assert len(found.events) == 3 and found.complete is complete and not found.truncated
    leftovers = {path.name for path in found.path.iterdir()} & {"inflight.bin", "spool.bin"}
    assert leftovers == (set() if complete else {"inflight.bin"})


def test_calls_in_exit_handlers_and_destructors_are_recorded(run: RunProgram) -> None:
    found = run("ends", "atexit", code=7).archive
    assert len(found.events) == 5 and found.complete


def test_output_and_status_are_the_programs_own(run: RunProgram) -> None:
    done = run("ends", "return", code=7)
    assert (done.out, done.err) == ("", "")


def test_the_root_manifest_lists_the_process(run: RunProgram) -> None:
    done = run("ends", "return", code=7)
    lines = (done.root / "manifest.json").read_text().splitlines()
    pid = done.archive.manifest.pid
    wanted = f'    {{ "pid": {pid}, "parent_pid": {os.getpid()}, "complete": true, "event_count": 3, "blob_count": 0 }}'
    assert wanted in lines
    assert lines[1:4] == ['  "version": 1,', '  "capture_mode": "in-tree",', f'  "owner_pid": {pid},']
