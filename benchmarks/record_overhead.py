"""What recording adds to a call without payload: a C loop over softhip's cheapest calls, recorded and not."""

from __future__ import annotations

import sys
import tempfile
from itertools import count
from pathlib import Path

from measure import Figure, Spread, build, hrr_command, output_of, pairs, publish

RUNS = 15


def main() -> int:
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        program = str(build("calls.cpp", Path(folder)))
        archives = (f"{folder}/{index}.hrr" for index in count())

        def plain() -> float:
            return float(output_of(hrr_command("soft", "--", program)))

        def recorded() -> float:
            command = hrr_command("record", "--device", "soft", "-o", next(archives), "--", program)
            return float(output_of(command).split()[0])

        found = pairs(plain, recorded, RUNS)
    pairing = "ns a call of hipGetDevice and hipSetDevice under `hrr record` less that under `hrr soft`"
    added = Spread.of([b - a for a, b in found])
    return publish(
        "record_overhead",
        [Figure("record_overhead", "added cost of recording a call", pairing, added, "ns", 100, True)],
    )


if __name__ == "__main__":
    sys.exit(main())
