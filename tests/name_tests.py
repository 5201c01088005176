"""Which test program shows what each call does: ``python tests/name_tests.py [--update]``.

Finds, for every row of the API table, the first program that makes the call: those of tests/programs, then those for
the driver, the bridge and GPUs. ``--update`` writes src/hrr/api/tables/tested.py, which the rows take their column
``test`` from; without it, exit status 1 says that the file is not what it would be.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests"
TARGET = ROOT / "src" / "hrr" / "api" / "tables" / "tested.py"
FOLDERS = ("programs", "cuda/programs", "bridge/programs", "gpu/programs", "recorder/programs")
_HEAD = '''"""The test program that shows what each call does. Written by tests/name_tests.py."""

from __future__ import annotations

TESTED: dict[str, str] = {
'''


def programs() -> list[Path]:
    """Sources in the order of preference; a header counts for the programs beside it."""
    found: list[Path] = []
    for folder in FOLDERS:
        found.extend(
            sorted(path for path in (TESTS / folder).rglob("*") if path.suffix in (".cpp", ".c", ".hip", ".h"))
        )
    return found


def tested() -> dict[str, str]:
    """Call -> path of its program under tests/."""
    sys.path.insert(0, str(ROOT / "src"))
    from hrr import api

    found: dict[str, str] = {}
    known = {row.name for row in api.ROWS}
    for path in programs():
        for name in re.findall(r"\b(?:__)?hip\w+", path.read_text()):
            if name in known:
                found.setdefault(name, path.relative_to(TESTS).as_posix())
    return dict(sorted(found.items()))


def text() -> str:
    """The whole of tested.py."""
    return _HEAD + "".join(f'    "{name}": "{path}",\n' for name, path in tested().items()) + "}\n"


def main() -> int:
    """The command."""
    wanted = text()
    if "--update" in sys.argv[1:]:
        TARGET.write_text(wanted)
        print(f"{wanted.count(': ')} calls have a program")
        return 0
    return int(TARGET.read_text() != wanted)


if __name__ == "__main__":
    sys.exit(main())
