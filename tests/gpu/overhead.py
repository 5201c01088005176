"""What recording adds to a launch on an NVIDIA GPU: ``python tests/gpu/overhead.py [--out FILE]``.

An empty kernel is submitted in a loop, alone and under ``hrr record`` in turn; the figure is the difference of the
medians. Writes dated JSON, by default under benchmarks/results/.
"""

from __future__ import annotations

import argparse
import datetime
import json
import statistics
import sys
import tempfile
from pathlib import Path

from subjects import RESULTS, about, run

PROGRAM = Path(__file__).parent / "programs" / "null_launches.cu"
PAIRS = 7
BOUND_NS = 150


def main() -> int:
    """The command."""
    today = datetime.date.today().isoformat()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=RESULTS / f"launch_overhead_nvidia-{today}.json")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir="/dev/shm") as name:
        folder = Path(name)
        program = folder / "null_launches"
        built = run(["nvcc", "-O2", "-o", str(program), str(PROGRAM)], folder)
        if built["status"] != 0:
            sys.exit(built["err"])
        pairs = []
        for number in range(PAIRS + 1):
            record = [sys.executable, "-m", "hrr", "record", "--device", "system", "-o", f"{number}.hrr", "--"]
            alone, recorded = (run([*prefix, str(program)], folder) for prefix in ([], record))
            if alone["status"] or recorded["status"]:
                sys.exit(alone["err"] + recorded["err"])
            pairs.append((float(alone["out"]), float(recorded["out"])))
    added = [recorded - alone for alone, recorded in pairs[1:]]  # the first pair warms up
    result = {
        "date": today,
        **about(),
        "alone_ns": statistics.median(alone for alone, _ in pairs[1:]),
        "added_ns": {"median": statistics.median(added), "low": min(added), "high": max(added), "runs": PAIRS},
        "bound_ns": BOUND_NS,
    }
    print(json.dumps(result, indent=1))
    options.out.write_text(json.dumps(result, indent=1) + "\n")
    return 0 if result["added_ns"]["median"] <= BOUND_NS else 1


if __name__ == "__main__":
    sys.exit(main())
