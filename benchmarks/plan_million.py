"""How long it takes to make a replay plan of a million events: addresses, handles, words, checks.

Every run is a process of its own, as a process can hold one replay: ``plan_million.py ARCHIVE`` is that process.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from measure import Figure, Spread, output_of, publish, seconds
from million import record_million

import hrr

RUNS = 5


def plan(path: str) -> None:
    """Print the seconds a million events that a session takes to get ready, and the number of events."""
    made: list[hrr.Session] = []
    spent = seconds(lambda: made.append(hrr.Session(path, device="soft")))
    archive = hrr.open(path)
    assert isinstance(archive, hrr.Archive)
    print(spent * 1e6 / len(archive.events), len(archive.events))
    made[0].close()


def main() -> int:
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        archive = record_million(Path(folder))
        answers = [output_of([sys.executable, __file__, str(archive)]).split() for _ in range(RUNS)]
    pairing = f"seconds to open, place and compile a recorded archive of {int(answers[0][1]):,} events, per million"
    spent = Spread.of([float(answer[0]) for answer in answers])
    return publish("plan_million", [Figure("plan_million", "plan for a million events", pairing, spent, "s", 5, True)])


if __name__ == "__main__":
    if len(sys.argv) > 1:
        plan(sys.argv[1])
    else:
        sys.exit(main())
