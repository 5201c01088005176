"""The frozen archives give the answers that are written next to them."""

import json
from pathlib import Path

import pytest

ARCHIVES = Path(__file__).parents[1] / "known_good"


@pytest.mark.parametrize("name", [path.name for path in sorted(ARCHIVES.iterdir()) if path.is_dir()])
def test_known_good(run, name):
    expected = json.loads((ARCHIVES / name / "expected.json").read_text())["replay"]
    report, _ = run(ARCHIVES / name / "archive")
    checks = report.checks
    assert {
        "total": checks.total,
        "pass": checks.exact + checks.tolerance,
        "differ": checks.differs,
        "skipped": checks.skipped,
    } == expected["checks"]
    assert report.exit in (expected["exit"], *expected["exit_also_ok"])
    for entry, wanted in zip(report.not_passed, expected["not_passed"], strict=True):
        assert (entry.seq, entry.call) == (wanted["event"], wanted["api"])
        if wanted["verdict"] == "differ":
            place = (entry.slice, entry.row, entry.column, entry.expected, entry.actual, entry.bytes_differing)
            assert place == tuple(wanted[key] for key in ("slice", "row", "column", "expected", "actual", "bytes"))
        else:
            assert entry.reason == wanted["reason"]
