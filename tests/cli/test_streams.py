"""Standard streams that are closed, full or narrow, and text that a terminal must not get as it is."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from hrr.archive import Writer, naming
from hrr.archive.launches import Launch

VERBS = {
    "info": ("info",),
    "info --json": ("info", "--json"),
    "events": ("events",),
    "events --json": ("events", "--json"),
    "replay": ("replay", "--device", "soft"),
}
EVIL = "evil\x1b[31m\n\a\u20ac"


def shell(redirected: str, *arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """``hrr arguments`` with its streams redirected by the shell."""
    command = ["sh", "-c", f'exec "$@" {redirected}', "sh", sys.executable, "-m", "hrr", *map(str, arguments)]
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.run(command, capture_output=True, text=True, env={**inherited, **environment}, check=False)


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
@pytest.mark.parametrize("verb", VERBS)
def test_closed_streams_change_nothing_else(good, verb, closed):
    usual, done = (shell(how, *VERBS[verb], good) for how in ("", closed))
    assert (done.returncode, done.stderr) == (usual.returncode, "") == (0, "")
    assert done.stdout == ("" if closed.startswith(">") else usual.stdout)


@pytest.mark.parametrize("verb", [*VERBS, "--help"])
def test_a_full_disk_is_one_line_and_status_3(good, verb):
    arguments = (*VERBS[verb], good) if verb in VERBS else (verb,)
    done = shell(">/dev/full", *arguments)
    assert (done.returncode, done.stderr) == (3, "hrr: No space left on device\n")
    assert shell(">/dev/full 2>/dev/full", *arguments).returncode == 3


@pytest.mark.parametrize("redirected", [">&-", "2>/dev/full", ">&- 2>&- <&-"])
def test_a_recorded_program_keeps_its_status_and_finds_closed_what_was(tmp_path, redirected):
    program = ("sh", "-c", "test -e /proc/self/fd/1 && exit 5; exit 6")
    done = shell(redirected, "record", "--device", "soft", "-o", tmp_path / "a.hrr", "--", *program)
    assert done.returncode == (6 if ">&-" in redirected else 5)
    assert "Traceback" not in done.stderr


@pytest.fixture
def evil(tmp_path):
    """An archive of one process with names that would write to the terminal; in a root of two."""
    for pid in (1, 2):
        writer = Writer(tmp_path / EVIL, pid=pid)
        code = writer.code_object(b"code")
        writer.launch(Launch(0, EVIL, code, (1, 1, 1), (1, 1, 1), 0, (), b"", 0, ()))
        writer.event("hipModuleGetGlobal", {"hmod": 9, "dptr_value": 0x9000, "bytes_value": 4, "name_value": EVIL})
        root = writer.close()
    assert naming.reference(b"code") == code
    return root


@pytest.mark.parametrize("verb", [("info",), ("events",), ("replay", "--device", "soft")])
def test_names_of_the_program_are_escaped(hrr, evil, verb):
    for path in (evil, evil / "pid-1"):
        result = hrr(*verb, path)
        text = result.out + result.err
        assert all(letter.isprintable() or letter == "\n" for letter in text)
        assert "evil\\x1b[31m\\n\\x07\u20ac" in text


def test_json_has_names_as_they_are(hrr, evil):
    events = hrr("events", "--json", evil / "pid-1").json
    assert events[0]["args"]["kernel"] == events[1]["args"]["name"] == EVIL
    assert list(hrr("info", "--json", evil / "pid-1").json["kernels"]) == [EVIL]


def test_a_narrow_encoding_gets_escapes(evil):
    done = shell("", "events", evil / "pid-1", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\\u20ac" in done.stdout
