"""Run every benchmark, one after the other. Returns 1 when a figure misses its bound."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPTS = (
    "record_overhead",
    "blob_throughput",
    "info_million",
    "decode_million",
    "plan_million",
    "executor_rate",
)


def main() -> int:
    folder = Path(__file__).parent
    status = [subprocess.run([sys.executable, folder / f"{name}.py"], check=False).returncode for name in SCRIPTS]
    return int(any(status))


if __name__ == "__main__":
    sys.exit(main())
