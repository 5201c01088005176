"""What becomes of wrong command lines and broken pipes."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from hrr.cli import main
from hrr.cli.main import VERBS


@pytest.mark.parametrize(
    "arguments",
    [["nonsense"], ["api", "--nonsense"], ["api", "hipNonsense"], ["soft"], ["info"], ["replay"], ["events"]],
)
def test_a_wrong_command_line_is_one_line_and_status_3(hrr, arguments):
    result = hrr(*arguments)
    assert result.status == 3
    assert result.out == ""
    assert result.err.startswith("hrr: ")
    assert result.err.count("\n") == 1


def test_json_errors_are_json(hrr):
    result = hrr("api", "hipNonsense", "--json")
    assert result.status == 3
    assert result.json == {"error": {"kind": "usage", "message": "no HIP call is named 'hipNonsense'", "offset": None}}
    assert result.err == ""


def test_json_behind_the_double_dash_belongs_to_the_program(hrr):
    result = hrr("soft", "--nonsense=1", "--", "program", "--json")
    assert (result.status, result.out) == (3, "")


def test_help_names_every_verb(hrr):
    result = hrr("--help")
    assert result.status == 0
    for verb in VERBS:
        assert f"\n  {verb} " in result.out


def test_every_verb_has_help(hrr):
    for verb in VERBS:
        result = hrr(verb, "--help")
        assert result.status == 0
        assert result.out.startswith(f"Usage: hrr {verb} ")


def test_no_arguments_show_the_help(hrr):
    result = hrr()
    assert result.status == 3
    assert "replay" in result.err


def test_version(hrr):
    assert hrr("--version").out.startswith("hrr, version ")


def test_a_reader_that_leaves_is_no_error():
    # `hrr api | head -n 1`: the table is larger than a pipe holds.
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    command = [sys.executable, "-m", "hrr", "api", "--json"]
    writer = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert writer.stdout is not None and writer.stderr is not None
    writer.stdout.readline()
    writer.stdout.close()
    assert writer.stderr.read() == ""
    assert writer.wait() == 141


def test_a_defect_of_ours_is_not_hidden(monkeypatch):
    import hrr.runtime

    def defect():
        raise ZeroDivisionError

    monkeypatch.setattr(hrr.runtime, "examine", defect)
    with pytest.raises(ZeroDivisionError):
        main(["doctor"])


def test_too_little_memory_is_one_line(hrr, monkeypatch):
    def exhausted():
        raise MemoryError

    monkeypatch.setattr("hrr.runtime.examine", exhausted)
    result = hrr("doctor")
    assert (result.status, result.out, result.err) == (3, "", "hrr: not enough memory\n")
    assert hrr("doctor", "--json").json["error"]["kind"] == "memory"


def test_no_colours_where_no_terminal_is(hrr):
    assert "\x1b" not in hrr("doctor").out


@pytest.mark.parametrize("no_color", [True, False])
def test_colours_on_a_terminal_unless_no_color(no_color):
    environment = (
        {**os.environ, "NO_COLOR": "1"} if no_color else {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
    )
    ours, theirs = os.openpty()
    process = subprocess.Popen([sys.executable, "-m", "hrr", "doctor"], stdout=theirs, env=environment)
    os.close(theirs)
    text = b""
    try:
        while chunk := os.read(ours, 4096):
            text += chunk
    except OSError:
        pass  # what reading from a terminal that has been closed gives
    process.wait()
    assert (b"\x1b[" in text) is not no_color
