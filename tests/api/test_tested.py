"""The column ``test`` of the API table."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from hrr import api

TESTS = Path(__file__).parents[1]


def test_every_row_names_a_test_that_makes_the_call() -> None:
    for row in api.ROWS:
        path = TESTS / row.test
        assert path.is_file(), row.name
        if path.suffix != ".py":
            assert re.search(rf"\b{row.name}\b", path.read_text()), row.name


def test_the_names_are_those_of_the_programs() -> None:
    done = subprocess.run([sys.executable, TESTS / "name_tests.py"], check=False)
    assert done.returncode == 0, "python tests/name_tests.py --update"
