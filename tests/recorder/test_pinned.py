"""Pinned memory that launches reach: by which words, and when nothing is taken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hrr import archive
from hrr.archive.launches import Launch
from recorder import harness, images
from recorder.conftest import RunProgram

ARGUMENTS = ((0, 8, "global_buffer"), (8, 4, "by_value"), (16, 16, "by_value"))
ELF = images.elf(images.kernel("k", *ARGUMENTS))


def _run(run: RunProgram, tmp_path: Path, how: str, **env: str) -> tuple[archive.Archive, list[Launch]]:
    path = tmp_path / "image"
    path.write_bytes(ELF)
    found = run("pinned", how, str(path), env=env).archive
    every = (found.launch(at) for at in range(len(found.events)))
    return found, [launch for launch in every if launch is not None]


def _reasons(found: archive.Archive) -> dict[str, list[str]]:
    listed: dict[str, list[str]] = json.loads((found.path / "manifest.json").read_text()).get("unreplayable_apis", {})
    return listed


@pytest.mark.parametrize(
    ("how", "size", "content"),
    [
        ("params", 4096, b"stored"),
        ("extra", 4096, b"stored"),
        ("by pointer", 4096, b"stored"),
        ("pair", 4096, b"stored"),
        ("alias", 8192, b"registered"),
    ],
)
def test_every_way_to_reach_pinned_memory(run: RunProgram, tmp_path: Path, how: str, size: int, content: bytes) -> None:
    found, (launch,) = _run(run, tmp_path, how)
    (snapshot,) = launch.snapshots
    assert (snapshot.offset, snapshot.length, snapshot.restore) == (0, size, True)
    assert bytes(found.blob(snapshot.key)).startswith(content)
    assert launch.quiet and not found.problems
    if how == "pair":
        assert (launch.args[2].kind, launch.args[2].offsets) == (3, (8,))


def test_nothing_is_taken_where_no_pinned_memory_is_reached(run: RunProgram, tmp_path: Path) -> None:
    found, (launch,) = _run(run, tmp_path, "device")
    assert launch.snapshots == () and not _reasons(found)


def test_they_are_taken_before_the_kernel_can_run(run: RunProgram, tmp_path: Path) -> None:
    found, (launch,) = _run(run, tmp_path, "params", FAKE_KERNEL_STORES="1")
    assert bytes(found.blob(launch.snapshots[0].key))[100] == 0xA5


def test_an_address_that_is_used_again(run: RunProgram, tmp_path: Path) -> None:
    """What was known of the memory that was there before is not true of this one, though the bytes are the same."""
    _, launches = _run(run, tmp_path, "used again", FAKE_LATE_MS="200")
    assert [launch.snapshots[0].restore for launch in launches] == [True, True]
    assert [launch.quiet for launch in launches] == [True, False]


def test_captured_launches_are_named(run: RunProgram, tmp_path: Path) -> None:
    found, launches = _run(run, tmp_path, "captured")
    assert [len(launch.snapshots) for launch in launches] == [0, 0, 1]
    (reason,) = _reasons(found)["hipModuleLaunchKernel"]
    assert "captured into a graph" in reason
    assert any(reason in problem.message for problem in found.problems)


def test_registered_memory_that_is_gone_is_named(run: RunProgram, tmp_path: Path) -> None:
    found, (launch,) = _run(run, tmp_path, "unreadable")
    assert launch.snapshots == ()
    (reason,) = _reasons(found)["hipModuleLaunchKernel"]
    assert "could not be read" in reason


def test_arguments_of_a_refused_launch_are_not_looked_at(run: RunProgram, tmp_path: Path) -> None:
    found, launches = _run(run, tmp_path, "refused")
    assert launches == [] and found.complete


def test_a_reset_takes_pinned_memory_along(run: RunProgram, tmp_path: Path) -> None:
    found, (launch,) = _run(run, tmp_path, "reset")
    assert launch.snapshots == () and not _reasons(found)


def test_snapshots_are_turned_off(run: RunProgram, tmp_path: Path) -> None:
    found, (launch,) = _run(run, tmp_path, "params", HRR_SNAPSHOTS="off")
    assert launch.snapshots == () and '"host_snapshots": false' in (found.path / "manifest.json").read_text()
    (reason,) = _reasons(found)["hipModuleLaunchKernel"]
    assert harness.names(found).count("hipModuleLaunchKernel") == 1 and "was not to be recorded" in reason
