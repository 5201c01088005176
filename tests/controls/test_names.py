"""The list of expected tests notices a test that vanishes."""

from __future__ import annotations

from pathlib import Path

import pytest
from lib import names


@pytest.fixture
def listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "expected_tests.txt"
    monkeypatch.setattr(names, "LIST", path)
    return path


NODES = ["tests/a/test_x.py::test_one[1]", "tests/a/test_x.py::test_one[2]", "tests/a/test_x.py::test_two"]


def test_nothing_is_missing_from_the_run_that_wrote_the_list(listed: Path) -> None:
    names.write(names.count(NODES))
    assert names.expected() == {"a/test_x.py::test_one": 2, "a/test_x.py::test_two": 1}
    assert names.vanished(names.count(NODES)) == []
    assert names.vanished(names.count([*NODES, "tests/a/test_x.py::test_three"])) == []


def test_a_vanished_test_and_a_lost_case_are_named(listed: Path) -> None:
    names.write(names.count(NODES))
    assert names.vanished(names.count(NODES[:2])) == ["a/test_x.py::test_two: 0 of 1 cases"]
    assert names.vanished(names.count(NODES[1:])) == ["a/test_x.py::test_one: 1 of 2 cases"]


def test_a_file_that_cannot_run_here_is_not_missed(listed: Path) -> None:
    names.write(names.count(NODES))
    assert names.vanished(names.count([]), ["tests/a/test_x.py"]) == []
    assert len(names.vanished(names.count([]), ["tests/b/test_x.py"])) == 2
