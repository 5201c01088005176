"""One-dimensional copies: no pass on a prefix, no pass on nothing."""

from __future__ import annotations

import pytest
from conftest import Archived, Replay
from lib import edit


@pytest.mark.parametrize("left", [48, 95, 1, 0])
def test_a_cut_expected_blob_is_skipped(left: int, archived: Archived, replay: Replay) -> None:
    archive = archived("copies/flat_lengths", "96", "1000")
    first, second = (record for record in archive.records("hipMemcpy") if archive.get(record, "kind") == 2)
    edit.shorten(archive.expected(first), 96 - left)
    replayed = replay(archive)
    assert replayed.code == 0
    assert replayed.checks == {"total": 2, "exact": 1, "tolerance": 0, "differs": 0, "skipped": 1}
    assert [entry["seq"] for entry in replayed.not_passed] == [first.seq] and second.seq != first.seq


def test_a_longer_expected_blob_is_skipped(archived: Archived, replay: Replay) -> None:
    archive = archived("copies/flat_lengths", "96", "1000")
    first = next(record for record in archive.records("hipMemcpy") if archive.get(record, "kind") == 2)
    blob = archive.expected(first)
    blob.write_bytes(blob.read_bytes() + b"x")
    assert replay(archive).checks["skipped"] == 1


def test_a_copy_of_no_bytes_is_no_pass(archived: Archived, replay: Replay) -> None:
    archive = archived("copies/flat_lengths", "0")
    assert not archive.has(archive.one("hipMemcpy2D"), "d2h_hash"), "no row was copied"
    replayed = replay(archive)
    assert replayed.checks == {"total": 0, "exact": 0, "tolerance": 0, "differs": 0, "skipped": 0}
    assert replayed.code == 0 and "PASSED" not in replayed.report["verdict"]


def test_a_copy_of_no_bytes_with_an_expected_blob_is_skipped(archived: Archived, replay: Replay) -> None:
    archive = archived("copies/flat_lengths", "96", "1000")
    first = next(record for record in archive.records("hipMemcpy") if archive.get(record, "kind") == 2)
    archive.set(first, "sizeBytes", 0)
    replayed = replay(archive)
    assert replayed.checks == {"total": 2, "exact": 1, "tolerance": 0, "differs": 0, "skipped": 1}
