"""How fast the executor issues empty launches on softhip, against a C loop that issues the same.

``executor_rate.py ARCHIVE`` is a process that replays the archive and prints the nanoseconds a launch.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from measure import Figure, Spread, build, hrr_command, output_of, pairs, publish, seconds

import hrr

RUNS = 9
LAUNCHES = 200_000


def issue(path: str) -> None:
    """Replay the archive, ready beforehand, and print the nanoseconds a launch, waiting for the last one included."""
    session = hrr.Session(path, device="soft")
    print(seconds(session.run_until) * 1e9 / LAUNCHES)
    report = session.report()
    assert report.exit == 0 and report.calls >= LAUNCHES, report
    session.close()


def main() -> int:
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        program = str(build("launches.hip", Path(folder)))
        archive = f"{folder}/launches.hrr"
        output_of(hrr_command("record", "--device", "soft", "-o", archive, "--", program, str(LAUNCHES)))

        def loop() -> float:
            return float(output_of(hrr_command("soft", "--", program, str(LAUNCHES))))

        def executor() -> float:
            return float(output_of([sys.executable, __file__, archive]).split()[-1])

        ratios = [c / ours for c, ours in pairs(loop, executor, RUNS)]
    pairing = f"rate of {LAUNCHES:,} empty launches by the executor over that of a C loop of hipModuleLaunchKernel"
    figure = Figure("executor_rate", "executor", pairing, Spread.of(ratios), "of a C loop", 0.8, False)
    return publish("executor_rate", [figure])


if __name__ == "__main__":
    if len(sys.argv) > 1:
        issue(sys.argv[1])
    else:
        sys.exit(main())
