"""Counting, exit codes and the printed lines."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pytest

from hrr.check import (
    Check,
    Differs,
    Divergence,
    Exact,
    FailedCall,
    NotPassed,
    Outcome,
    Policy,
    Report,
    Shape,
    Skipped,
    Tally,
    Tolerance,
    Unplaced,
    Unreplayed,
    compare,
    failed_check,
    report_lines,
)

SHAPE = Shape(1920, 1080, 1, 2048)
DIFFERS = Differs(0, 511, 40, 0x3D, 0xC2, 1204, 2_073_600, (511, 514))
TOLERANCE = Tolerance("f32", 1e-3, 1e-3, 72, 2, 1e-4)
FAILED = FailedCall(7, "hipMalloc", 0, 2, "hipErrorOutOfMemory")


def tally(*outcomes: Outcome, divergence: Divergence | None = None) -> Tally:
    collected = Tally(divergence or Divergence())
    for seq, outcome in enumerate(outcomes):
        collected.add(Check(seq, "hipMemcpy2D", SHAPE, outcome))
    return collected


@pytest.mark.parametrize(
    ("outcomes", "code"),
    [
        ((Exact(),), 0),
        ((Exact(), TOLERANCE), 0),
        ((TOLERANCE,), 0),
        ((Exact(), Skipped("short")), 0),
        ((Exact(), DIFFERS), 1),
        ((DIFFERS, Skipped("short")), 1),
        ((Skipped("short"),), 1),
        ((Skipped("short"), Skipped("short")), 1),
        ((), 0),
    ],
)
def test_exit_code(outcomes: tuple[Outcome, ...], code: int) -> None:
    assert tally(*outcomes).report().exit == code


def test_a_verdict_never_passes_on_nothing() -> None:
    nothing = tally().report()
    assert nothing.exit == 0 and not nothing.passed and "nothing to compare" in nothing.verdict
    skipped = tally(Skipped("short")).report()
    assert skipped.exit == 1 and not skipped.passed and "skipped" in skipped.verdict
    assert tally(Exact()).report().passed


def test_a_pass_says_what_was_not_compared() -> None:
    assert tally(Exact()).report().verdict == "PASSED"
    assert tally(Exact(), Skipped("short")).report().verdict == "PASSED, 1 check not compared"
    assert tally(Exact(), *[Skipped("short")] * 2).report().verdict == "PASSED, 2 checks not compared"


def test_the_verdict_says_that_the_recording_is_incomplete() -> None:
    collected = tally(Exact())
    collected.incomplete = True
    assert collected.report().exit == 0
    assert collected.report().verdict == "PASSED (the recording is incomplete)"
    assert lines(collected.report()).endswith("verdict    PASSED (the recording is incomplete)")


def test_checks_that_were_not_reached_are_counted() -> None:
    stopped = Tally(unreached=3, stopped_at=0)
    assert "checks     0 exact, 0 differs, 0 skipped, 3 not reached\n" in lines(stopped.report())


def test_a_failed_call_outweighs_everything() -> None:
    collected = tally(DIFFERS)
    collected.failed.append(FAILED)
    assert collected.report().exit == 4


def test_calls_that_were_not_replayed_are_in_the_exit_code() -> None:
    collected = tally(Exact())
    collected.unreplayed.append(Unreplayed(3, "hipLaunchHostFunc", "the callback is code of the recorded process"))
    assert collected.report().exit == 4 and not collected.report().passed
    collected.add(Check(9, "hipMemcpy", SHAPE, DIFFERS))
    assert collected.report().exit == 1
    stopped = tally(Exact())
    stopped.stopped_at = 3
    assert stopped.report().exit == 4


def test_divergence_is_noticed_at_once_and_kept() -> None:
    rule = Divergence(0.25, 4)
    assert not tally(DIFFERS, DIFFERS, DIFFERS, divergence=rule).diverged
    collected = tally(DIFFERS, DIFFERS, Exact(), Exact(), divergence=rule)
    assert collected.diverged
    for seq in range(50):
        collected.add(Check(seq, "hipMemcpy", SHAPE, Exact()))
    assert collected.report().exit == 2 and collected.report().verdict == "DIVERGED"
    off = tally(*[DIFFERS] * 100, divergence=Divergence(0))
    assert not off.diverged and off.report().exit == 1


def test_counts_and_json_keys() -> None:
    report = tally(Exact(), TOLERANCE, DIFFERS, Skipped("short")).report()
    loaded = json.loads(json.dumps(dataclasses.asdict(report)))
    assert loaded["checks"] == {"total": 4, "exact": 1, "tolerance": 1, "differs": 1, "skipped": 1}
    assert {"exit", "checks", "not_passed", "placed", "unplaced", "unreplayed"} <= loaded.keys()
    differs, skipped = loaded["not_passed"]
    wanted = {"seq": 2, "call": "hipMemcpy2D", "verdict": "differs", "slice": 0, "row": 511, "column": 40}
    wanted |= {"expected": 61, "actual": 194, "bytes_differing": 1204}
    assert wanted.items() <= differs.items() and "1,204 of 2,073,600 bytes differ" in differs["reason"]
    assert skipped["verdict"] == "skipped" and skipped["reason"] == "short" and skipped["row"] is None


def test_json_has_no_nan() -> None:
    policy = Policy(dtype="f32")
    expected, actual = (np.array([value], np.float32).view(np.uint8) for value in (1.0, np.nan))
    report = tally(compare(expected, actual, Shape(4), policy)).report()
    assert report.not_passed[0].actual_value == "nan"
    json.dumps(dataclasses.asdict(report), allow_nan=False)


def test_a_report_is_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        tally().report().exit = 0  # type: ignore[misc]


def test_many_failures_are_counted_though_not_all_described() -> None:
    collected = Tally(Divergence(0), keep=2)
    for seq in range(5):
        collected.add(Check(seq, "hipMemcpy", SHAPE, DIFFERS))
    report = collected.report()
    assert report.checks.differs == 5 and len(report.not_passed) == 2
    assert report.notes == ("3 more checks did not pass and are only counted",)


def lines(report: Report) -> str:
    return "\n".join(report_lines(report, "blur.hrr"))


def test_the_text_of_a_failed_check() -> None:
    collected = Tally()
    collected.placed = 12
    for seq in range(7):
        collected.add(Check(seq, "hipMemcpy", Shape(16), Exact()))
    collected.add(Check(188, "hipMemcpy2D", SHAPE, DIFFERS))
    assert report_lines(collected.report(), "blur.hrr") == [
        "  seq 188  hipMemcpy2D  device to host, 1920 x 1080 bytes, host pitch 2048",
        "           differs at row 511, column 40: expected 0x3d, got 0xc2"
        " (1,204 of 2,073,600 bytes differ, rows 511 to 514)",
        "checks     7 exact, 1 differs, 0 skipped",
        "addresses  12 placed, 0 moved",
        "verdict    DIFFERS                                  next: hrr events blur.hrr --seq 180:188",
    ]


def test_the_text_names_slices_and_elements() -> None:
    shape = Shape(16, 3, 2)
    expected = np.ones(24, np.float32)
    actual = expected.copy()
    actual[-1] = 2
    outcome = compare(expected.view(np.uint8), actual.view(np.uint8), shape, Policy(dtype="f32"))
    text = failed_check(NotPassed.of(Check(3, "hipMemcpy3D", shape, outcome)))[1]
    assert "slice 1, row 2, column 14 (f32 element 3): expected 1.0, got 2.0" in text
    first = Differs(0, 0, 0, 1, 2, 1, 96, (0, 0))
    collected = Tally()
    collected.add(Check(0, "hipMemcpy3D", shape, first))
    assert "differs at slice 0, row 0, column 0: expected 0x01, got 0x02" in lines(collected.report())


def test_the_text_names_what_was_lost() -> None:
    collected = tally(Exact(), Skipped("blob of 143 bytes, 144 copied"))
    collected.unreplayed.append(Unreplayed(3, "hipMemcpy", "the source bytes are not in the archive"))
    collected.failed.append(FAILED)
    collected.unplaced.append(Unplaced(1, "hipMalloc", 0x7000, 4096, 0x9000, "the address is taken"))
    collected.unplaced.append(Unplaced(2, "hipMalloc", 0x8000, 4096, 0, "no memory"))
    text = lines(collected.report())
    assert "skipped: blob of 143 bytes, 144 copied" in text
    assert "seq 3    hipMemcpy  not replayed: the source bytes are not in the archive" in text
    assert "hipMalloc  returned 2, 0 when recorded: hipErrorOutOfMemory" in text
    assert "0x7000 (4,096 bytes) lives at 0x9000: the address is taken" in text
    assert "0 placed, 1 moved, 1 lost" in text
    assert "--seq 0:7" in text


def test_no_next_step_after_a_pass() -> None:
    assert "next:" not in lines(tally(Exact()).report())
    assert "none in this archive" in lines(tally().report())


@pytest.mark.parametrize(
    ("shape", "text"),
    [
        (Shape(96), "96 bytes"),
        (Shape(1), "1 byte"),
        (Shape(48, 3), "48 x 3 bytes"),
        (Shape(48, 1, 2), "48 x 1 x 2 bytes"),
        (Shape(48, 3, 2, 160), "48 x 3 x 2 bytes, host pitch 160"),
        (Shape(48, 3, 1, 48), "48 x 3 bytes"),
    ],
)
def test_shapes_are_readable(shape: Shape, text: str) -> None:
    assert str(shape) == text
