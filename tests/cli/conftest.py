"""Running the command line in this process, as the installed script does."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from hrr.cli import main


@dataclass(frozen=True)
class Result:
    """Exit status and what was printed."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as one JSON document."""
        return json.loads(self.out)


@pytest.fixture
def hrr(capfd: pytest.CaptureFixture[str]) -> Callable[..., Result]:
    """``hrr("info", path)`` runs that command line."""

    def run(*arguments: object) -> Result:
        capfd.readouterr()
        status = main([str(argument) for argument in arguments])
        out, err = capfd.readouterr()
        return Result(status, out, err)

    return run


KNOWN_GOOD = Path(__file__).parents[1] / "known_good"


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """A copy of a whole version 8 archive of one process: 29 events, 15 checks, no kernels."""
    return Path(shutil.copytree(KNOWN_GOOD / "good-v8" / "archive", tmp_path / "good.hrr"))


@pytest.fixture
def torn(tmp_path: Path) -> Path:
    """A copy of an archive whose last record is cut off."""
    return Path(shutil.copytree(KNOWN_GOOD / "torn-tail" / "archive", tmp_path / "torn.hrr"))


@pytest.fixture
def root(good: Path) -> Path:
    """A recording of two processes."""
    shutil.copytree(good / "pid-4242", good / "pid-4243")
    return good
