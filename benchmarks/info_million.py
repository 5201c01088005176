"""How long `hrr info` takes on an archive of a million events, the start of Python included."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from measure import Figure, Spread, hrr_command, output_of, publish, seconds
from million import record_million

RUNS = 9


def main() -> int:
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        archive = str(record_million(Path(folder)))
        events = json.loads(output_of(hrr_command("info", "--json", archive)))["events"]
        # Scaled to exactly a million, as the program records slightly more.
        spent = [seconds(lambda: output_of(hrr_command("info", archive))) * 1e6 / events for _ in range(RUNS)]
    pairing = f"seconds of `hrr info` on a recorded archive of {events:,} events, per million"
    figure = Figure("info_million", "`hrr info` on a million events", pairing, Spread.of(spent), "s", 1, True)
    return publish("info_million", [figure])


if __name__ == "__main__":
    sys.exit(main())
