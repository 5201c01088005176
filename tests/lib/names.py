"""The checked-in list of tests: one that vanishes, or loses cases, fails the run.

tests/expected_tests.txt holds a line for every test function: its name and how many cases it has. ``python
tests/check_names.py --update`` writes it anew, and is only run on purpose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

LIST = Path(__file__).resolve().parents[1] / "expected_tests.txt"


def count(node_ids: Iterable[str]) -> Counter[str]:
    """Cases of each test function, by a name relative to tests/."""
    return Counter(node.split("[", 1)[0].removeprefix("tests/") for node in node_ids)


def expected() -> dict[str, int]:
    """The checked-in list."""
    if not LIST.exists():
        return {}
    pairs = (line.rsplit(" ", 1) for line in LIST.read_text().splitlines() if line and not line.startswith("#"))
    return {name: int(cases) for name, cases in pairs}


def vanished(found: Counter[str], unavailable: Iterable[str] = ()) -> list[str]:
    """What the list has and the run has not. ``unavailable``: files that skip themselves where something is missing."""
    gone = tuple(f"{file.removeprefix('tests/')}::" for file in unavailable)
    return [
        f"{name}: {found[name]} of {cases} cases"
        for name, cases in expected().items()
        if found[name] < cases and not name.startswith(gone or ("\0",))
    ]


def write(found: Counter[str]) -> None:
    """Make the run's tests the expected ones."""
    lines = (f"{name} {cases}" for name, cases in sorted(found.items()))
    LIST.write_text(
        "# Every test and its number of cases. Written by: python tests/check_names.py --update\n"
        + "\n".join(lines)
        + "\n"
    )
