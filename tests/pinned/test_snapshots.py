"""Pinned memory that kernels read: every launch carries what the program has stored there."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import Archived, Record, Replay
from lib import edit, hrr_command

from hrr import archive
from hrr.archive.launches import Launch, Snapshot

CHUNK = 256 << 10
LATE = {"SOFTHIP_ADVERSARY": "seed=5,late"}


def _open(found: edit.Archive | hrr_command.Recorded) -> archive.Archive:
    opened = archive.open_archive(found.root if isinstance(found, edit.Archive) else found.path)
    assert isinstance(opened, archive.Archive)
    return opened


def _launches(found: archive.Archive) -> list[Launch]:
    every = (found.launch(position) for position in range(len(found.events)))
    return [launch for launch in every if launch is not None]


def _manifest(found: archive.Archive) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((found.path / "manifest.json").read_text())
    return content


def _snapshots(found: archive.Archive) -> list[tuple[Snapshot, ...]]:
    return [launch.snapshots for launch in _launches(found)]


@pytest.mark.parametrize("how", ["allocated", "registered", "inside"])
def test_a_kernel_reads_what_was_stored(how: str, archived: Archived, replay: Replay) -> None:
    changed = archived("pinned/plain_stores", how)
    found = _open(changed)
    assert found.complete and not found.problems
    for number, (snapshot,) in enumerate(_snapshots(found), 1):
        assert (snapshot.offset, snapshot.length, snapshot.restore) == (0, 3 * 4096, True)
        assert bytes(found.blob(snapshot.key))[64:68] == (100 * number).to_bytes(4, "little")
    assert _manifest(found)["host_snapshots"] is True and _manifest(found)["host_snapshot_chunks"] == 3
    replayed = replay(changed)
    assert replayed.all_exact and replayed.checks["total"] == 3


def test_a_flipped_byte_of_a_snapshot_is_seen(archived: Archived, replay: Replay) -> None:
    """The kernel works on the recorded bytes and on nothing else."""
    changed = archived("pinned/plain_stores", "allocated")
    ((snapshot,), *_) = _snapshots(_open(changed))
    edit.flip(changed.path / "blobs" / snapshot.key[:2] / f"{snapshot.key}.blob", 64)
    assert replay(changed).checks["differs"] == 1


def test_a_missing_snapshot_is_named(archived: Archived, replay: Replay) -> None:
    changed = archived("pinned/plain_stores", "allocated")
    ((snapshot,), *_) = _snapshots(_open(changed))
    (changed.path / "blobs" / snapshot.key[:2] / f"{snapshot.key}.blob").unlink()
    assert [problem.kind for problem in _open(changed).problems] == ["missing-blobs"]
    (entry,) = replay(changed).report["unreplayed"]
    assert "pinned memory" in entry["reason"]


@pytest.mark.parametrize("how", ["waits", "looks"])
def test_bytes_that_the_device_changed_are_put_back(how: str, archived: Archived, replay: Replay) -> None:
    """The host stores the same bytes before each round, over those of the kernel before."""
    changed = archived("pinned/device_writes", how)
    for env in ({}, LATE):
        assert replay(changed, env=env).all_exact


def test_what_has_not_changed_is_stored_once(archived: Archived, replay: Replay) -> None:
    changed = archived("pinned/chunks")
    found = _open(changed)
    first, second, third = _snapshots(found)
    assert [(item.offset, item.length) for item in first] == [(0, CHUNK), (CHUNK, CHUNK), (2 * CHUNK, 100)]
    assert [item.key for item in first] == [item.key for item in second]
    assert [a.key == b.key for a, b in zip(second, third, strict=True)] == [True, False, True]
    sizes = [path.stat().st_size for path in changed.blobs()]
    assert (sizes.count(CHUNK), sizes.count(100)) == (3, 1)
    assert replay(changed).all_exact


@pytest.mark.parametrize("how", ["call", "store"])
def test_nobody_waits_for_the_stream(how: str, record: Record, replay: Replay) -> None:
    recorded = record("pinned/held_back", how)
    found = _open(recorded)
    writes, adds = _launches(found)
    assert [item.restore for item in writes.snapshots] == [True]
    assert [item.restore for item in adds.snapshots] == [False], "the device may be about to write there"
    assert not writes.quiet and not adds.quiet
    assert _manifest(found)["host_snapshots_unordered"] == 1
    # What a replay does of the program's own store to a value that a stream waits for is another matter: nothing.
    if how == "call":
        for env in ({}, LATE):
            assert replay(recorded, env=env).all_exact


def test_a_copy_that_has_yet_to_land(archived: Archived, replay: Replay) -> None:
    changed = archived("pinned/copy_lands")
    assert [item.restore for taken in _snapshots(_open(changed)) for item in taken] == [True, False, True]
    for env in ({}, LATE):
        assert replay(changed, env=env).all_exact


def test_a_failed_launch_is_not_a_snapshot(archived: Archived, replay: Replay) -> None:
    changed = archived("pinned/failed_launch")
    ((snapshot,),) = _snapshots(_open(changed))
    assert snapshot.restore
    assert replay(changed).all_exact


def test_memory_that_was_given_back(archived: Archived, replay: Replay) -> None:
    changed = archived("pinned/given_back")
    found = _open(changed)
    (first,), (second,), (third,) = _snapshots(found)
    assert first.base == third.base != second.base
    assert first.restore and second.restore and third.restore
    assert replay(changed).all_exact


@pytest.mark.parametrize(
    ("options", "version", "reason"),
    [(("--no-snapshots",), 8, "was not to be recorded"), (("--format", "7"), 7, "format 7")],
)
def test_recorded_without_snapshots(
    options: tuple[str, ...], version: int, reason: str, record: Record, replay: Replay
) -> None:
    recorded = record("pinned/plain_stores", "allocated", options=options)
    found = _open(recorded)
    assert found.version == version and not any(_snapshots(found))
    assert _manifest(found).get("host_snapshots") == (False if version == 8 else None)
    (problem,) = found.problems
    assert problem.kind == "not-seen" and reason in problem.message
    replayed = replay(recorded)
    assert replayed.checks["differs"] == 3
    assert any(reason in note for note in replayed.report["notes"])


def test_without_content_there_are_no_snapshots(record: Record) -> None:
    found = _open(record("pinned/plain_stores", "allocated", options=("--content", "none")))
    assert not any(_snapshots(found)) and _manifest(found)["host_snapshots"] is False
    assert [problem.kind for problem in found.problems] == ["no-content"]
