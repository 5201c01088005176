"""The real command line in processes of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lib import sanitizer

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT = 120


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment without what would change hrr's behaviour, and with this source tree importable."""
    ours = ("HIP_", "HRR_", "SOFTHIP_", "LD_", "ROCM_")
    kept = {k: v for k, v in os.environ.items() if k == "HRR_LIB_DIR" or not k.startswith(ours)}
    if sanitizer.ANY:
        kept["LD_PRELOAD"] = sanitizer.ANY
    kept["PYTHONPATH"] = os.pathsep.join([str(ROOT / "src"), *filter(None, [kept.get("PYTHONPATH")])])
    return {**kept, **(extra or {})}


@dataclass(frozen=True)
class Outcome:
    """What a command did."""

    code: int
    out: str
    err: str


def hrr(*arguments: str, env: Mapping[str, str] | None = None, timeout: float = TIMEOUT) -> Outcome:
    """Run ``hrr arguments``."""
    command = [sys.executable, "-m", "hrr", *map(str, arguments)]
    done = subprocess.run(
        command, env=environment(env), capture_output=True, text=True, timeout=timeout, check=False, errors="replace"
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


def peak_kib(*arguments: str, env: Mapping[str, str] | None = None) -> int:
    """Run ``hrr arguments`` and return the peak of its resident memory in KiB; it must end with 0."""
    command = [sys.executable, "-m", "hrr", *map(str, arguments)]
    process = subprocess.Popen(command, env=environment(env), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return usage.ru_maxrss


@dataclass(frozen=True)
class Recorded:
    """A recorded run of a test program."""

    path: Path
    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Replayed:
    """A replay's exit status and its report as JSON."""

    code: int
    report: dict[str, Any]
    err: str = field(repr=False, default="")

    @property
    def checks(self) -> dict[str, int]:
        counts: dict[str, int] = self.report["checks"]
        return counts

    @property
    def not_passed(self) -> list[dict[str, Any]]:
        entries: list[dict[str, Any]] = self.report["not_passed"]
        return entries

    @property
    def all_exact(self) -> bool:
        """Whether there were checks and every one was exact."""
        return self.code == 0 and self.checks["exact"] == self.checks["total"] > 0


def replay(archive: Path, *flags: str, env: Mapping[str, str] | None = None) -> Replayed:
    """Replay on softhip in a fresh process. A crash or a traceback is a failure here, whatever the test expects."""
    done = hrr("replay", str(archive), "--json", "--device", "soft", *flags, env=env)
    assert done.code >= 0 and "Traceback" not in done.err, f"exit {done.code}\n{done.out}\n{done.err}"
    report = json.loads(done.out)
    assert "error" in report or report["exit"] == done.code
    return Replayed(done.code, report, done.err)
