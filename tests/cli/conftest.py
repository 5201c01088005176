"""Running the command line in this process, as the installed script does."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
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
