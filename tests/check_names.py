"""Compare the collected tests with tests/expected_tests.txt, or with --update make them the expected ones."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from lib import names


def main() -> int:
    """0 when no expected test has vanished."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "--no-header", "-p", "no:cacheprovider", "tests"]
    done = subprocess.run(command, cwd=names.LIST.parents[1], capture_output=True, text=True, check=False)
    nodes = [line for line in done.stdout.splitlines() if "::" in line and line.startswith("tests/")]
    if "--update" in sys.argv[1:]:
        if not nodes or done.returncode not in (0, 4):
            print(done.stdout + done.stderr, file=sys.stderr)
            return 1
        names.write(names.count(nodes))
        print(f"{len(nodes)} cases of {len(names.count(nodes))} tests are expected now")
        return 0
    print(done.stdout[-2000:] if done.returncode else f"all of {len(names.expected())} expected tests are there")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
