"""hrr record and hrr soft."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from hrr.runtime import library

PROGRAM = "flat/every_form"


@pytest.fixture(scope="module")
def program(build) -> str:
    """A program that makes HIP calls and succeeds."""
    return str(build(PROGRAM))


def shell(text: str, *arguments: str) -> list[str]:
    return ["/bin/sh", "-c", text, "sh", *arguments]


def test_a_recording_ends_with_one_line(hrr, program, tmp_path):
    result = hrr("record", "--device", "soft", "-o", tmp_path / "run.hrr", "--", program)
    assert result.status == 0
    assert result.err.splitlines()[-1].startswith("hrr: recorded ")
    assert result.err.splitlines()[-1].endswith(f"; complete; {tmp_path}/run.hrr")
    assert hrr("info", "--json", tmp_path / "run.hrr").json["complete"] is True


def test_the_exit_status_is_the_programs(hrr, program, tmp_path):
    result = hrr("record", "--device", "soft", "-o", tmp_path / "run.hrr", "--", *shell('"$1"; exit 7', program))
    assert result.status == 7


def test_output_is_untouched(hrr, program, tmp_path):
    result = hrr(
        "record", "--device", "soft", "-o", tmp_path / "r", "--", *shell("printf 'a\\001b'; \"$1\" >&2", program)
    )
    assert result.out == "a\x01b"


def test_nothing_recorded_is_65_when_the_program_succeeded(hrr, tmp_path):
    result = hrr("record", "--device", "soft", "-o", tmp_path / "run.hrr", "--", "true")
    assert result.status == 65
    assert result.err == "hrr: nothing was recorded: the program made no HIP call\n"
    failed = hrr("record", "--device", "soft", "-o", tmp_path / "other.hrr", "--", *shell("exit 3"))
    assert failed.status == 3


def test_no_gpu_is_said_before_the_program_runs(hrr, program, tmp_path):
    result = hrr("record", "-o", tmp_path / "run.hrr", "--", program)
    assert result.status == 0
    if "no GPU" in result.err:  # there is none here
        assert result.err.startswith("hrr: no GPU found, recording on softhip\n")


def test_no_such_program(hrr, tmp_path):
    result = hrr("record", "--device", "soft", "-o", tmp_path / "run.hrr", "--", "./nonsense")
    assert (result.status, result.err) == (3, "hrr: ./nonsense: no such program\n")


def test_unknown_options_are_not_taken_for_the_program(hrr):
    result = hrr("record", "--nonsense", "--", "true")
    assert result.status == 3
    assert "--nonsense" in result.err


def test_options_of_the_program_are_its_own(hrr, tmp_path):
    result = hrr("record", "--device", "soft", "-o", tmp_path / "run.hrr", "echo", "-o", "--json", "--help")
    assert result.out == "-o --json --help\n"


@pytest.mark.parametrize(("flags", "version"), [((), 8), (("--format", "7"), 7)])
def test_format(hrr, program, tmp_path, flags, version):
    hrr("record", "--device", "soft", *flags, "-o", tmp_path / "run.hrr", "--", program)
    assert hrr("info", "--json", tmp_path / "run.hrr").json["version"] == version


def test_print_env_records_too(hrr, program, tmp_path):
    printed = hrr("record", "--device", "soft", "--print-env", "-o", tmp_path / "run.hrr").out
    assert f"export HIP_HRR_CAPTURE_OUTPUT={tmp_path}/run.hrr\n" in printed
    subprocess.run(shell(printed + f"exec {program}"), check=True)
    assert hrr("info", "--json", tmp_path / "run.hrr").json["events"] > 0


def test_soft_runs_a_program_unrecorded(program, tmp_path):
    command = [sys.executable, "-m", "hrr", "soft", "--", program]
    done = subprocess.run(command, cwd=tmp_path, env={**os.environ, "HIP_HRR_CAPTURE_OUTPUT": ""}, check=False)
    assert done.returncode == 0
    assert list(tmp_path.iterdir()) == []


def test_soft_says_where_to_link_and_include(hrr):
    folders = hrr("soft", "--json").json
    assert hrr("soft", "--lib").out == f"{folders['lib']}\n"
    assert hrr("soft", "--include").out == f"{folders['include']}\n"
    assert os.path.exists(f"{folders['lib']}/libamdhip64.so")
    assert os.path.exists(f"{folders['include']}/hip/hip_runtime.h")


def test_bridge_runs_a_program_on_the_driver(hrr, program, tmp_path, monkeypatch):
    """Here the driver is the software one; without any, the program hears it from its calls."""
    driver = library.lib_dir() / "softcuda" / "libcuda.so.1"
    command = [sys.executable, "-m", "hrr", "bridge", "--", program]
    done = subprocess.run(command, cwd=tmp_path, env={**os.environ, "HRR_CUDA_LIBRARY": str(driver)}, check=False)
    assert done.returncode == 0
    gone = subprocess.run(
        command, env={**os.environ, "HRR_CUDA_LIBRARY": "/nowhere"}, capture_output=True, text=True, check=False
    )
    assert gone.returncode != 0
    assert "no CUDA driver here" in gone.stderr
    assert hrr("bridge", "--json").json["include"] == hrr("soft", "--json").json["include"]


def test_soft_with_a_missing_program(hrr):
    result = hrr("soft", "--", "./nonsense")
    assert (result.status, result.err) == (3, "hrr: ./nonsense: No such file or directory\n")


def test_soft_starts_the_program_with_its_signals_as_usual(hrr):
    """Python ignores SIGPIPE and SIGXFSZ; that is not passed on."""
    command = [sys.executable, "-m", "hrr", "soft", "--", "grep", "SigIgn", "/proc/self/status"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert int(done.stdout.split()[1], 16) & (1 << signal.SIGPIPE - 1 | 1 << signal.SIGXFSZ - 1) == 0
    before = signal.getsignal(signal.SIGPIPE)
    hrr("soft", "--", "./nonsense")
    assert signal.getsignal(signal.SIGPIPE) is before


@pytest.mark.parametrize("name", ["", " "])
@pytest.mark.parametrize("how", [(), ("--print-env",)])
def test_an_output_without_a_name(hrr, name, how, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = hrr("record", "--device", "soft", *how, "-o", name, "--", "touch", "ran")
    assert (result.status, result.out, result.err) == (3, "", "hrr: the output directory has no name\n")
    assert list(tmp_path.iterdir()) == []


def test_an_output_that_cannot_be_made(hrr, tmp_path):
    result = hrr("record", "--device", "soft", "-o", "/proc/x", "--", "touch", tmp_path / "ran")
    assert (result.status, result.err) == (3, "hrr: /proc/x: cannot be made: No such file or directory\n")
    assert not (tmp_path / "ran").exists()
