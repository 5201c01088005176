"""A replay that differs too often gives up."""

import pytest

from replay.harness import DEVICE


@pytest.fixture
def differing(recording):
    """``differing(right, wrong)``: an archive with that many checks that pass, then differ."""

    def make(right, wrong):
        writer = recording()
        writer.malloc(DEVICE, 4096)
        for _ in range(right):
            writer.download(DEVICE, bytes(8))
        for _ in range(wrong):
            writer.download(DEVICE, b"\1" * 8)
        return writer

    return make


def test_gives_up_at_the_first_check_that_is_too_many(differing, run):
    report, _ = run(differing(60, 40))
    # 21 of 81 is the first fraction above a quarter.
    assert (report.exit, report.checks.differs, report.checks.exact) == (2, 21, 60)
    assert report.stopped_at == 81
    assert report.unreached == 19


def test_not_before_the_minimum_of_samples(differing, run):
    report, _ = run(differing(0, 63))
    assert (report.exit, report.checks.differs) == (1, 63)
    report, _ = run(differing(0, 70))
    assert (report.exit, report.checks.differs) == (2, 64)


def test_passing_checks_complete_the_samples(recording, run):
    writer = recording()
    writer.malloc(DEVICE, 4096)
    for value in b"\1" * 40 + b"\0" * 60:
        writer.download(DEVICE, bytes([value]) * 8)
    report, _ = run(writer)
    assert (report.exit, report.checks.differs, report.checks.exact) == (2, 40, 24)


def test_turned_off_and_tuned(differing, run, monkeypatch):
    report, _ = run(differing(0, 80), divergence_abort=0)
    assert (report.exit, report.checks.differs) == (1, 80)
    monkeypatch.setenv("HIP_HRR_REPLAY_DIVERGENCE_MIN_SAMPLES", "10")
    report, _ = run(differing(0, 80))
    assert (report.exit, report.checks.differs) == (2, 10)
