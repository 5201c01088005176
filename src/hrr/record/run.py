"""Run a program under the recorder and say what came of it."""

from __future__ import annotations

import os
import signal
import tempfile
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hrr import runtime
from hrr.record import preflight, summary
from hrr.record.environment import Options, environment
from hrr.record.summary import Process
from hrr.runtime import Library, start

# Signals that a process manager or a user may send to hrr and means for the program.
_FORWARDED = (
    signal.SIGINT,
    signal.SIGTERM,
    signal.SIGHUP,
    signal.SIGQUIT,
    signal.SIGUSR1,
    signal.SIGUSR2,
    signal.SIGCONT,
    signal.SIGWINCH,
)
# A terminal sends these to the program as well.
_TYPED = (signal.SIGINT, signal.SIGQUIT, signal.SIGWINCH)

NOTHING_RECORDED = 65


@dataclass(frozen=True)
class Recording:
    """What a run under the recorder left behind.

    ``exit_code`` is the program's, 128 + n after signal n. ``archive`` is the directory. ``notes`` are lines that the
    recorder wrote about trouble. ``notice`` says which device was chosen when the user did not.
    """

    exit_code: int
    archive: Path
    processes: tuple[Process, ...]
    device: str
    notice: str = ""
    notes: tuple[str, ...] = ()

    @property
    def recorded(self) -> bool:
        """Whether any call was recorded."""
        return any(process.calls for process in self.processes)

    @property
    def status(self) -> int:
        """Exit status of ``hrr record``: the program's, or 65 when it succeeded and nothing was recorded."""
        return self.exit_code or (0 if self.recorded else NOTHING_RECORDED)

    @property
    def line(self) -> str:
        """The last line of ``hrr record``: what was recorded and where, or that nothing was and why."""
        return summary.line(self.processes, self.archive, self.exit_code, self.notes)


def record(
    argv: Sequence[str],
    output: str | os.PathLike[str] | None = None,
    *,
    device: str | Library = "auto",
    format: int = 8,
    content: str = "full",
    blob_hash: str = "xxh3",
    snapshots: bool = True,
    env: Mapping[str, str] | None = None,
) -> Recording:
    """Run ``argv`` under the recorder and wait for it. Its standard streams are this process's own.

    ``output`` defaults to NAME.hrr in the current directory, ``env`` to this process's environment; the other arguments
    are those of ``Options`` and ``environment``. Signals sent to this process go on to the program. Raises
    RecordProblem or RuntimeProblem when the program cannot be started or recorded.
    """
    base = dict(os.environ if env is None else env)
    path = preflight.program(argv, base)
    options = Options(format, content, blob_hash, snapshots)
    behind = runtime.choose(device)
    archive = preflight.output(output, argv[0])
    changed = environment(archive, device=behind, options=options, base=base)
    with preflight.made(archive), tempfile.NamedTemporaryFile(prefix="hrr-report-") as report:
        changed["HRR_REPORT"] = report.name
        status = _run(path, list(map(os.fspath, argv)), changed)
        notes = tuple(line.removeprefix("hrr: ") for line in report.read().decode(errors="replace").splitlines())
    code = os.waitstatus_to_exitcode(status)
    found = summary.processes(archive)
    return Recording(code if code >= 0 else 128 - code, archive, found, behind.name, behind.notice, notes)


def _run(path: Path, argv: list[str], environment: dict[str, str]) -> int:
    """Start the program and wait for its end; returns the status as waitpid gives it."""
    if threading.current_thread() is not threading.main_thread():
        return os.waitpid(_spawn(path, argv, environment), 0)[1]
    with _Signals() as signals:
        child = _spawn(path, argv, environment)
        while True:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                return status
            for number in signals.wait():
                if number != signal.SIGCHLD and not (number in _TYPED and _in_foreground()):
                    os.kill(child, number)


def _spawn(path: Path, argv: list[str], environment: dict[str, str]) -> int:
    try:
        return start.spawn(path, argv, environment)
    except OSError as error:
        raise preflight.RecordProblem("not-executable", f"{argv[0]}: {error.strerror}") from None


def _in_foreground() -> bool:
    """Whether a key typed at the terminal sends its signal to this process's group, and so to the program."""
    try:
        with open("/dev/tty", "rb", buffering=0) as terminal:
            return os.tcgetpgrp(terminal.fileno()) == os.getpgrp()
    except OSError:
        return False


class _Signals:
    """Takes signals as bytes of a pipe while it is entered: whichever thread the kernel chooses, none is lost."""

    def __enter__(self) -> _Signals:
        self._read, self._write = os.pipe()
        os.set_blocking(self._write, False)
        self._fd = signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)
        self._before = {number: signal.getsignal(number) for number in (*_FORWARDED, signal.SIGCHLD)}
        for number, handler in self._before.items():
            # What is ignored here is ignored by the program too (nohup).
            if handler is not signal.SIG_IGN:
                signal.signal(number, lambda *_: None)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._fd)
        os.close(self._read)
        os.close(self._write)

    def wait(self) -> list[int]:
        """Wait for at least one signal."""
        return list(os.read(self._read, 64))
