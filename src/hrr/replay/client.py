"""``replay(path)``: runs a replay in a fresh process and brings its report back."""

from __future__ import annotations

import json
import math
import mmap
import os
import selectors
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from hrr import runtime
from hrr.archive import Archive, ArchiveError
from hrr.check import Divergence, Exit, FailedCall, Policy, PolicyError, Report, Tally
from hrr.replay import process
from hrr.replay.answer import RETRY, report_from
from hrr.replay.recording import open_recording, shortcomings
from hrr.runtime.library import Library, executor

_ATTEMPTS = 4  # processes tried until one has all recorded addresses free: where libraries land is random
_POLL_SECONDS = 0.1
_START_SECONDS = 60.0  # what the work before the first call may take however short the timeout is
TIMEOUT = 600.0

Progress = Callable[[int, int], None]


class ReplayError(Exception):
    """The replay could not be run at all. ``kind`` is a word for programs; the message is for the user."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.offset: int | None = None


def replay(
    path: str | os.PathLike[str],
    *,
    device: str | Library = "auto",
    exact: bool = False,
    atol: float | None = None,
    rtol: float | None = None,
    dtype: str | None = None,
    continue_on_error: bool = False,
    sync_after_launch: bool = False,
    timing: bool = False,
    fill: int = 0,
    skip_kernels: Sequence[str] = (),
    divergence_abort: float | None = None,
    divergence_min_samples: int | None = None,
    progress: Progress | None = None,
    timeout: float | None = TIMEOUT,
) -> Report:
    """Replay a recording of one process and check every device-to-host copy.

    ``exact``, ``atol``, ``rtol`` and ``dtype`` (see :class:`hrr.check.Policy`) and the two divergence limits (see
    :class:`hrr.check.Divergence`) take the place of AMD's environment variables, which count where an argument is
    left out. ``fill`` is the byte that fresh memory holds, where the recorded program found zeros: what differs then
    depends on memory that nobody wrote. Launches of kernels whose name fits one of ``skip_kernels`` (patterns as for
    files) are left out. ``progress(done, total)`` is called now and then with numbers of events. ``timeout``: give up
    when one call, or the wait for what is under way at the end, takes longer than that many seconds; the report names
    the call. What comes before the first call has as long, and a minute at least. None: wait for ever.

    Raises ArchiveError for an archive that cannot be read or holds several processes, PolicyError for limits that make
    no sense, RuntimeProblem when there is no library for ``device``, ReplayError when the replay cannot begin.
    """
    if timeout is not None and not (timeout > 0 and math.isfinite(timeout)):
        raise PolicyError(f"the timeout is {timeout}: a finite number of seconds above 0 is wanted")
    archive = open_recording(path)
    policy = Policy.choose(exact=exact or None, atol=atol, rtol=rtol, dtype=dtype or "")
    divergence = Divergence.choose(fraction=divergence_abort, samples=divergence_min_samples)
    behind = runtime.choose(device)
    request: dict[str, Any] = {
        "path": str(archive.path.absolute()),
        "hip": str(behind.path),
        "platform": behind.platform,
        "executor": str(executor()),
        "policy": asdict(policy),
        "divergence": asdict(divergence),
        "continue_on_error": continue_on_error,
        "sync_after_launch": sync_after_launch,
        "timing": timing,
        "fill": fill,
        "skip_kernels": list(skip_kernels),
    }
    answer: dict[str, Any] = {}
    for attempt in range(_ATTEMPTS):
        request["may_retry"] = attempt + 1 < _ATTEMPTS
        with _Worker(request) as worker:
            received = worker.wait(progress, timeout)
            if received is None:
                return _after_death(archive, worker, request, timeout)
        answer = received
        if RETRY not in answer:
            break
    if "error" in answer:
        error = answer["error"]
        if error["type"] == "archive":
            raise ArchiveError(error["kind"], error["message"], error["offset"])
        raise ReplayError(error["kind"], error["message"])
    return report_from(answer["report"])


class _Worker:
    """One worker process."""

    def __init__(self, request: dict[str, Any]) -> None:
        started = process.take()
        self._process, self._read_end, self._shared = started.popen, started.answer, started.shared
        self._page = mmap.mmap(self._shared.fileno(), mmap.PAGESIZE)
        self._current = np.frombuffer(self._page, np.uint64)
        started.send(request)
        self._hung = False

    def __enter__(self) -> _Worker:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._read_end)
        self._shared.close()

    def wait(self, progress: Progress | None, timeout: float | None) -> dict[str, Any] | None:
        """The worker's answer; None when it died or hung without one."""
        received = bytearray()
        seen, since = 0, time.monotonic()
        with selectors.DefaultSelector() as selector:
            selector.register(self._read_end, selectors.EVENT_READ)
            while True:
                if selector.select(_POLL_SECONDS):
                    part = os.read(self._read_end, 1 << 20)
                    if not part:
                        break
                    received += part
                now, total = int(self._current[0]), int(self._current[1])
                if progress is not None and total:
                    progress(min(now, total), total)
                if now != seen:
                    seen, since = now, time.monotonic()
                allowed = math.inf if timeout is None else timeout if now else max(timeout, _START_SECONDS)
                if time.monotonic() - since > allowed:
                    self._hung = True
                    self._process.kill()
                    break
        self._process.wait()
        try:
            answer = json.loads(received)
        except ValueError:
            return None
        return answer if isinstance(answer, dict) and not self._hung else None

    @property
    def position(self) -> int:
        """Position of the event under way, -1 before the first."""
        return int(self._current[0]) - 1

    @property
    def ending(self) -> tuple[int, str]:
        """(exit status or negative signal, words for it) of a worker that gave no answer."""
        code = self._process.returncode
        return code, "took too long and was given up" if self._hung else _ending(code)


def _after_death(archive: Archive, worker: _Worker, request: dict[str, Any], timeout: float | None) -> Report:
    """The report of a replay that ended without one: what comes before the fatal event is replayed once more."""
    position, (code, ending) = worker.position, worker.ending
    if not 0 <= position < len(archive.events):
        raise ReplayError("crashed", f"the replay {ending} before its first call")
    with _Worker({**request, "may_retry": False, "limit": position}) as again:
        answer = again.wait(None, timeout) or {}
    seq = int(archive.events.seq[position])
    place = "in this call"
    if position + 1 == len(archive.events):
        place += " or behind it, where a replay waits for what is under way"
    failed = FailedCall(seq, archive.events.name(position), 0, code, f"the replay {ending} {place}")
    tally = Tally(failed=[failed], incomplete=bool(archive.losses))
    if "report" not in answer:
        tally.calls, tally.stopped_at, tally.unreached = position, seq, len(archive.checks)
        tally.notes += [*shortcomings(archive), "the checks before it are lost with the replay's process"]
        return tally.report()
    report = report_from(answer["report"])
    verdict = tally.report().verdict
    failures = (*report.failed, failed)
    return replace(report, exit=int(Exit.CALL_FAILED), verdict=verdict, failed=failures, stopped_at=seq)


def _ending(code: int) -> str:
    if code < 0:
        return f"was killed by {signal.Signals(-code).name}"
    return f"ended with status {code}"
