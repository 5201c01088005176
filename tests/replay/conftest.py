"""Fixtures of the replay's own tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from hrr.check import Report
from hrr.replay.client import replay as replay_archive
from hrr.replay.session import Session
from hrr.runtime import Library
from replay import harness


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which the fake HIP library, now the chosen one, writes down its calls."""
    library = Library(harness.fake_hip(), "soft", "fake")
    monkeypatch.setattr("hrr.runtime.choose", lambda device="auto": library)
    path = tmp_path / "calls.log"
    monkeypatch.setenv("FAKE_HIP_LOG", str(path))
    return path


@pytest.fixture
def recording(tmp_path: Path) -> Callable[..., harness.Recording]:
    """``recording(**options)``: a writer for a new archive."""
    numbers = count(1)
    return lambda **options: harness.Recording(tmp_path / f"{next(numbers)}.hrr", blob_hash="xxh3", **options)


@pytest.fixture
def run(log: Path) -> Callable[..., tuple[Report, list[harness.Call]]]:
    """``run(writer or path, **options)``: close and replay it in a fresh process; the report and the calls made."""

    def call(archive: harness.Recording | Path, **options: Any) -> tuple[Report, list[harness.Call]]:
        path = archive if isinstance(archive, Path) else archive.close()
        log.unlink(missing_ok=True)
        report = replay_archive(path, **options)
        return report, harness.read_log(log)

    return call


@pytest.fixture
def session(log: Path) -> Iterator[Callable[[harness.Recording], Session]]:
    """``session(writer)``: close it and open a session in this process."""
    opened: list[Session] = []

    def call(archive: harness.Recording) -> Session:
        opened.append(Session(archive.close()))
        return opened[-1]

    yield call
    for item in opened:
        item.close()
