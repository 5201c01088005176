"""CUDA programs are recorded at the driver's door, under the HIP calls that mean the same, and replayed on the bridge."""

from __future__ import annotations

from pathlib import Path

import hrr
from cuda import harness


def test_libraries_settings_and_variables(tmp_path: Path) -> None:
    arguments = [str(harness.code_object())]
    assert harness.run("libraries", *arguments).returncode == 0
    recorded = harness.record("libraries", *arguments, output=tmp_path / "a.hrr")
    assert recorded.exit_code == 0, recorded.notes
    assert hrr.open(recorded.archive).events.counts["hipKernelSetAttribute"] == 1
    report = harness.replay(recorded.archive)
    assert (report.exit, report.unreplayed, report.failed) == (0, (), ())
    assert report.checks.exact == report.checks.total == 1
