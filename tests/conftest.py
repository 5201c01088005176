"""Fixtures: build a test program, record it, replay the archive, all through the real command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from lib import hrr_command, programs

Build = Callable[..., Path]
Record = Callable[..., hrr_command.Recorded]
Replay = Callable[..., hrr_command.Replayed]


@pytest.fixture(scope="session")
def build() -> Build:
    """``build("family/name", *flags)``: the executable of a test program."""
    return programs.build


@pytest.fixture
def record(tmp_path: Path) -> Record:
    """``record("family/name", *arguments, env={}, options=[], status=0)``: run it under the recorder on softhip.

    The program must end with ``status``; its expectations are part of the test.
    """
    count = 0

    def run(
        name: str,
        *arguments: str,
        env: Mapping[str, str] | None = None,
        options: tuple[str, ...] = (),
        status: int = 0,
    ) -> hrr_command.Recorded:
        nonlocal count
        count += 1
        path = tmp_path / f"recorded-{count}.hrr"
        program = str(programs.build(name))
        done = hrr_command.hrr(
            "record", "-o", str(path), "--device", "soft", *options, "--", program, *arguments, env=env
        )
        assert done.code == status, f"{name} ended with {done.code}\n{done.out}\n{done.err}"
        return hrr_command.Recorded(path, done.code, done.out, done.err)

    return run


@pytest.fixture(scope="session")
def replay() -> Replay:
    """``replay(path, *flags, env={})``: replay in a fresh process, softhip behind it."""
    return hrr_command.replay
