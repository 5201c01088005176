"""One changed byte of an expected blob makes exactly that check differ, at exactly that place."""

from __future__ import annotations

import random

import pytest
from conftest import Archived, Replay
from lib import edit, model

ROW, SLICE = model.WIDTH, model.WIDTH * model.HEIGHT


def expect_only(call: str, at: int, archive: edit.Archive, replay: Replay) -> None:
    blob = archive.expected(archive.one(call))
    before = blob.read_bytes()[at]
    edit.flip(blob, at)
    replayed = replay(archive, "--exact")
    assert replayed.code == 1
    assert replayed.checks == {"total": 11, "exact": 10, "tolerance": 0, "differs": 1, "skipped": 0}
    (entry,) = replayed.not_passed
    assert (entry["call"], entry["seq"], entry["verdict"]) == (call, archive.one(call).seq, "differs")
    assert (entry["slice"], entry["row"], entry["column"]) == (at // SLICE, at % SLICE // ROW, at % ROW)
    assert (entry["expected"], entry["actual"], entry["bytes_differing"]) == (before ^ 0xFF, before, 1)


@pytest.mark.parametrize("call", model.CALLS)
def test_first_byte_of_row_2(call: str, archived: Archived, replay: Replay) -> None:
    expect_only(call, 2 * ROW, archived("copies/pitched_window", "d2h"), replay)


@pytest.mark.parametrize("call", model.CALLS)
def test_last_byte_of_the_last_row(call: str, archived: Archived, replay: Replay) -> None:
    expect_only(call, model.CALLS[call] * SLICE - 1, archived("copies/pitched_window", "d2h"), replay)


@pytest.mark.parametrize("seed", range(12))
def test_any_byte(seed: int, archived: Archived, replay: Replay) -> None:
    chance = random.Random(seed)
    call = chance.choice(list(model.CALLS))
    at = chance.randrange(model.CALLS[call] * SLICE)
    expect_only(call, at, archived("copies/pitched_window", "d2h"), replay)


def test_the_default_tolerance_does_not_pass_a_flipped_byte(archived: Archived, replay: Replay) -> None:
    """Bytes that do not look like floating point are compared exactly without being told."""
    archive = archived("copies/pitched_window", "d2h")
    for call in model.CALLS:
        edit.flip(archive.expected(archive.one(call)), 2 * ROW)
    assert replay(archive).checks["differs"] == 11
