"""Fixtures of the recorder's tests."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from recorder import harness

RunProgram = Callable[..., harness.Run]


@pytest.fixture(autouse=True)
def _interruptible() -> Iterator[None]:
    """Programs start with SIGINT and SIGQUIT as usual: a shell's background jobs are born ignoring them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler), signal.signal(signal.SIGQUIT, signal.SIG_DFL)
    yield
    for number, handler in zip((signal.SIGINT, signal.SIGQUIT), before, strict=True):
        signal.signal(number, handler)


@pytest.fixture
def run(tmp_path: Path) -> RunProgram:
    """``run(name, *arguments, env={}, root=…, setup=…, code=0)``: a program under the recorder, each time into a fresh
    directory unless ``root`` names one."""
    numbers = count(1)

    def call(
        name: str,
        *arguments: str,
        env: Mapping[str, str] | None = None,
        root: Path | None = None,
        setup: Callable[[], Any] | None = None,
        code: int | None = 0,
    ) -> harness.Run:
        place = root or tmp_path / f"out-{next(numbers)}"
        return harness.run(name, *arguments, root=place, env=env, setup=setup, code=code)

    return call
