"""What every benchmark shares: pairing, medians, the machine, results as dated JSON.

A figure is a ratio (or a difference) of two things measured in turn in one run, so that a slow machine or a busy moment
hits both. Printed and stored are the median and the range of the middle half.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

import hrr

RESULTS = Path(__file__).parent / "results"
PROGRAMS = Path(__file__).parent / "programs"
# Compiled modules are kept between runs, as they are for a user.
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}


@dataclass(frozen=True)
class Spread:
    """Median and quartiles of repeated measurements."""

    median: float
    low: float
    high: float
    runs: int

    @classmethod
    def of(cls, values: list[float]) -> Spread:
        """Of at least three values."""
        low, median, high = statistics.quantiles(values, n=4)
        return cls(median, low, high, len(values))


@dataclass(frozen=True)
class Figure:
    """One published number: ``value`` in ``unit``, measured as ``pairing`` says, and the bound to keep, if any."""

    name: str
    what: str
    pairing: str
    value: Spread
    unit: str
    bound: float | None
    at_most: bool  # the bound is an upper one

    @property
    def kept(self) -> bool:
        """Whether the median keeps the bound."""
        if self.bound is None:
            return True
        return self.value.median <= self.bound if self.at_most else self.value.median >= self.bound


def pairs(first: Callable[[], float], second: Callable[[], float], runs: int) -> list[tuple[float, float]]:
    """``runs`` pairs of measurements, the order within a pair alternating; one unmeasured pair warms up."""
    first(), second()
    found = []
    for index in range(runs):
        if index % 2:
            b = second()
            found.append((first(), b))
        else:
            a = first()
            found.append((a, second()))
    return found


def seconds(function: Callable[[], object]) -> float:
    """Wall time of one call."""
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


def output_of(command: list[str]) -> str:
    """Standard output of a command; a failure shows its error output and ends the benchmark."""
    result = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    if result.returncode:
        sys.exit(f"{' '.join(command)}: status {result.returncode}\n{result.stderr}")
    return result.stdout


def hrr_command(*arguments: str) -> list[str]:
    """The hrr command of this interpreter."""
    return [sys.executable, "-m", "hrr", *arguments]


def build(name: str, folder: Path) -> Path:
    """Compile one of the benchmark programs with softhipcc into ``folder``."""
    program = folder / Path(name).stem
    output_of([sys.executable, "-m", "hrr.softhipcc", "-O2", str(PROGRAMS / name), "-o", str(program)])
    return program


def machine() -> dict[str, str]:
    """What the figures were measured on."""
    model = next(
        (line.split(":", 1)[1].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")),
        platform.machine(),
    )
    return {
        "cpu": model,
        "cores": str(len(os.sched_getaffinity(0))),
        "kernel": platform.release(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "compiler": output_of(["c++", "--version"]).splitlines()[0],
        "hrr": hrr.__version__,
    }


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text().splitlines()
    except OSError:
        return []


def _verdict(figure: Figure) -> str:
    if figure.bound is None:
        return ""
    side = "at most" if figure.at_most else "at least"
    return f"; bound: {side} {figure.bound:g}: {'kept' if figure.kept else 'NOT KEPT'}"


def publish(script: str, figures: list[Figure]) -> int:
    """Print the figures, write them to results/, and return 0 when every bound is kept."""
    about = machine()
    print(f"{script}: {about['cpu']}, {about['cores']} cores, Linux {about['kernel']}, Python {about['python']}")
    for figure in figures:
        value = figure.value
        print(f"  {figure.what}: {figure.pairing}")
        print(
            f"    median {value.median:.4g} {figure.unit}, middle half {value.low:.4g} to {value.high:.4g}, "
            f"{value.runs} runs{_verdict(figure)}"
        )
    RESULTS.mkdir(exist_ok=True)
    date = time.strftime("%Y-%m-%d")
    entry = {"date": date, "script": script, "machine": about, "figures": [asdict(figure) for figure in figures]}
    (RESULTS / f"{script}-{date}.json").write_text(json.dumps(entry, indent=1) + "\n")
    return 0 if all(figure.kept for figure in figures) else 1
