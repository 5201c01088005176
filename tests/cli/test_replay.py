"""hrr replay: verdicts, exit codes, JSON, what is printed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import hrr as package

KNOWN_GOOD = Path(__file__).parents[1] / "known_good"
ON_SOFTHIP = ("--device", "soft")
KEYS = {"exit", "checks", "not_passed", "placed", "unplaced", "unreplayed"}
NOT_PASSED_KEYS = {
    "seq",
    "call",
    "verdict",
    "reason",
    "slice",
    "row",
    "column",
    "expected",
    "actual",
    "bytes_differing",
}


@pytest.fixture
def archive(tmp_path):
    """``archive(name)``: a copy of a known good archive."""
    return lambda name: Path(shutil.copytree(KNOWN_GOOD / name / "archive", tmp_path / f"{name}.hrr"))


def test_a_passing_replay(hrr, good):
    result = hrr("replay", good, *ON_SOFTHIP)
    assert (result.status, result.err) == (0, "")
    assert "checks     15 exact, 0 differs, 0 skipped\n" in result.out
    assert result.out.endswith("verdict    PASSED\n")


def test_json_has_the_keys_and_is_the_python_api(hrr, good):
    result = hrr("replay", "--json", good, *ON_SOFTHIP)
    report = result.json
    assert report.keys() >= KEYS
    assert report["exit"] == result.status == 0
    assert report["checks"] == {"total": 15, "exact": 15, "tolerance": 0, "differs": 0, "skipped": 0}
    assert (report["not_passed"], report["unplaced"], report["unreplayed"]) == ([], [], [])
    assert package.replay(good, device="soft").checks.exact == 15


def test_a_flipped_byte_differs_with_status_1(hrr, archive):
    flipped = archive("flipped-byte")
    result = hrr("replay", flipped, *ON_SOFTHIP)
    assert result.status == 1
    lines = result.out.splitlines()
    assert lines[0].split()[:3] == ["seq", "13", "hipMemcpy2D"]
    assert "differs at row 2, column" in lines[1]
    assert lines[-1].startswith("verdict    DIFFERS")
    assert lines[-1].endswith(f"next: hrr events {flipped} --seq 5:13")


def test_a_failure_in_json(hrr, archive):
    report = hrr("replay", "--json", archive("flipped-byte"), *ON_SOFTHIP).json
    assert report["exit"] == 1
    (entry,) = report["not_passed"]
    assert entry.keys() >= NOT_PASSED_KEYS
    assert (entry["seq"], entry["call"], entry["verdict"]) == (13, "hipMemcpy2D", "differs")
    assert (entry["slice"], entry["row"], entry["bytes_differing"]) == (0, 2, 1)
    assert entry["expected"] != entry["actual"]


def test_a_short_blob_is_skipped_with_status_0(hrr, archive):
    result = hrr("replay", "--json", archive("short-blob"), *ON_SOFTHIP)
    assert (result.status, result.json["checks"]["skipped"]) == (0, 1)


def test_early_stop_and_how_to_turn_it_off(hrr, archive):
    flipped = archive("flipped-byte")
    limits = ("--divergence-abort", "0.01", "--divergence-min-samples", "1")
    assert hrr("replay", flipped, *ON_SOFTHIP, *limits).status == 2
    assert hrr("replay", flipped, *ON_SOFTHIP, *limits[2:], "--divergence-abort", "0").status == 1


@pytest.mark.parametrize(
    "flags",
    [["--atol", "-1"], ["--rtol", "nan"], ["--divergence-abort", "7"], ["--exact", "--dtype", "f32"]]
    + [["--timeout", text] for text in ("0", "-1", "nan", "soon")],
)
def test_limits_that_make_no_sense_are_usage_errors(hrr, good, flags):
    result = hrr("replay", good, *ON_SOFTHIP, *flags)
    assert (result.status, result.out) == (3, "")
    assert result.err.startswith("hrr: ")
    assert result.err.count("\n") == 1


def test_several_processes_are_refused_by_name(hrr, root):
    result = hrr("replay", "--json", root, *ON_SOFTHIP)
    assert result.status == 3
    error = result.json["error"]
    assert error["kind"] == "several-processes"
    assert "pid-4242" in error["message"] and "pid-4243" in error["message"]
    assert hrr("replay", root / "pid-4243", *ON_SOFTHIP).status == 0


def test_a_bad_archive_is_one_line_with_its_place(hrr, good):
    (good / "pid-4242" / "events.bin").write_bytes(b"nonsense, and no archive")
    result = hrr("replay", good)
    assert (result.status, result.out) == (3, "")
    assert result.err.count("\n") == 1
    error = hrr("replay", "--json", good).json["error"]
    assert (error["kind"], error["offset"]) == ("not-an-archive", 0)


def test_auto_says_which_device_it_took(hrr, good):
    result = hrr("replay", good)
    assert result.status == 0
    if result.err:  # there is no GPU here
        assert result.err == "hrr: no GPU found, replayed on softhip\n"


def test_verbose_prints_the_events(hrr, good):
    result = hrr("replay", "-v", good, *ON_SOFTHIP)
    assert "    28  4242  hipFree(ptr=0x7f3a40000000) = 0\n" in result.err
    assert result.err.count("\n") == 29


def test_timing_names_the_calls(hrr, good):
    assert "time: hip" in hrr("replay", "--timing", good, *ON_SOFTHIP).out


def test_a_progress_bar_only_on_a_terminal(good):
    command = [sys.executable, "-m", "hrr", "replay", "--json", str(good), *ON_SOFTHIP]
    ours, theirs = os.openpty()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, text=True)
    os.close(theirs)
    out, _ = process.communicate()
    assert json.loads(out)["exit"] == 0
    shown = b""
    try:
        while chunk := os.read(ours, 4096):
            shown += chunk
    except OSError:
        pass  # what reading from a terminal that has been closed gives
    assert b"replaying" in shown
    assert subprocess.run(command, capture_output=True, check=True).stderr == b""
