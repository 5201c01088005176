"""How long it takes to open an archive of a million events and to decode all of them to NumPy columns."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from measure import Figure, Spread, publish, seconds
from million import record_million

import hrr

RUNS = 9


def decode(path: Path) -> int:
    """Open the archive and decode every payload; the number of events."""
    archive = hrr.open(path)
    assert isinstance(archive, hrr.Archive)
    for row in archive.events.rows:
        archive.events.decode(row)
    assert archive.kernels
    return len(archive.events)


def main() -> int:
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        archive = record_million(Path(folder))
        events = decode(archive)
        spent = [seconds(lambda: decode(archive)) * 1e6 / events for _ in range(RUNS)]
    pairing = (
        f"microseconds an event to open a recorded archive of {events:,} events and decode all payloads to columns"
    )
    figure = Figure("decode_million", "decoding events to columns", pairing, Spread.of(spent), "µs", 1, True)
    return publish("decode_million", [figure])


if __name__ == "__main__":
    sys.exit(main())
