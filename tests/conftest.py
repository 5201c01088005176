"""Fixtures: build a test program, record it, replay the archive, all through the real command line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path

import pytest
from lib import edit, hrr_command, names, programs

_unavailable: list[str] = []  # files that skipped themselves


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.skipped:
        _unavailable.append(report.nodeid)


def pytest_collection_finish(session: pytest.Session) -> None:
    """A run of everything fails when an expected test has vanished (tests/expected_tests.txt)."""
    config = session.config
    everything = [Path(argument).resolve() for argument in config.args] == [Path(__file__).parent]
    chosen = config.option.keyword or config.option.markexpr or config.option.deselect or config.getoption("lf", False)
    if not everything or chosen:
        return
    gone = names.vanished(names.count(item.nodeid for item in session.items), _unavailable)
    if gone:
        raise pytest.UsageError(
            "expected tests have vanished (python tests/check_names.py --update accepts that):\n  " + "\n  ".join(gone)
        )


Build = Callable[..., Path]
Record = Callable[..., hrr_command.Recorded]
Replay = Callable[..., hrr_command.Replayed]
Archived = Callable[..., edit.Archive]


@pytest.fixture(scope="session")
def build() -> Build:
    """``build("family/name", *flags)``: the executable of a test program."""
    return programs.build


def _record(
    path: Path, name: str, *arguments: str, env: Mapping[str, str] | None, options: tuple[str, ...], status: int
) -> hrr_command.Recorded:
    program = str(programs.build(name))
    done = hrr_command.hrr("record", "-o", str(path), "--device", "soft", *options, "--", program, *arguments, env=env)
    assert done.code == status, f"{name} ended with {done.code}\n{done.out}\n{done.err}"
    return hrr_command.Recorded(path, done.code, done.out, done.err)


@pytest.fixture
def record(tmp_path: Path) -> Record:
    """``record("family/name", *arguments, env={}, options=(), status=0)``: run it under the recorder on softhip.

    The program must end with ``status``; its own expectations are part of the test.
    """
    numbers = count(1)

    def run(
        name: str,
        *arguments: str,
        env: Mapping[str, str] | None = None,
        options: tuple[str, ...] = (),
        status: int = 0,
    ) -> hrr_command.Recorded:
        path = tmp_path / f"recorded-{next(numbers)}.hrr"
        return _record(path, name, *arguments, env=env, options=options, status=status)

    return run


@pytest.fixture(scope="session")
def _recordings(tmp_path_factory: pytest.TempPathFactory) -> tuple[Iterator[Path], dict[object, Path]]:
    folder = tmp_path_factory.mktemp("recordings")
    return (folder / f"{number}.hrr" for number in count(1)), {}


@pytest.fixture
def archived(tmp_path: Path, _recordings: tuple[Iterator[Path], dict[object, Path]]) -> Archived:
    """``archived("family/name", *arguments, env={})``: a copy, free to be changed, of the archive that it gives.

    Each program is recorded once a session.
    """
    paths, known = _recordings
    numbers = count(1)

    def get(name: str, *arguments: str, env: Mapping[str, str] | None = None) -> edit.Archive:
        key = (name, arguments, tuple(sorted((env or {}).items())))
        if key not in known:
            path = next(paths)
            _record(path, name, *arguments, env=env, options=(), status=0)
            known[key] = path
        return edit.Archive(known[key]).copy(tmp_path / f"archive-{next(numbers)}.hrr")

    return get


@pytest.fixture(scope="session")
def replay() -> Replay:
    """``replay(archive, *flags, env={})``: replay a path, a recording or an edited archive in a fresh process."""

    def run(
        archive: Path | hrr_command.Recorded | edit.Archive, *flags: str, env: Mapping[str, str] | None = None
    ) -> hrr_command.Replayed:
        path = archive.root if isinstance(archive, edit.Archive) else archive
        return hrr_command.replay(path if isinstance(path, Path) else path.path, *flags, env=env)

    return run
