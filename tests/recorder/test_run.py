"""``hrr.record``: preflight, streams, signals, exit status, the last line."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from lib import compiler, hrr_command, sanitizer

from hrr.archive import Writer, open_archive
from hrr.record import Recording, RecordProblem, environment, record
from hrr.record.preflight import output, program
from hrr.record.summary import line, processes
from hrr.runtime import Library
from recorder import harness

pytestmark = pytest.mark.skipif(bool(sanitizer.ANY), reason="the interpreter was not compiled for it")


def _behind() -> Library:
    return Library(harness.fake(), "soft", "fake")


def _record(argv: list[str], place: Path, **options: str) -> Recording:
    env = {**hrr_command.environment(), **options}
    return record(argv, place, device=_behind(), env=env)


def test_a_recording_says_what_it_holds(tmp_path: Path) -> None:
    done = _record([str(harness.program("rows")), "guard"], tmp_path / "out")
    (process,) = done.processes
    assert (done.exit_code, done.status, done.recorded) == (0, 0, True)
    assert (process.calls, process.kinds, process.kernels, process.blobs, process.complete) == (3, 2, 0, 1, True)
    info = open_archive(tmp_path / "out").info()
    assert (process.blobs, process.code_objects, process.nbytes) == (info.blobs, info.code_objects, info.bytes)
    assert done.line == f"recorded 3 calls (2 kinds), 1 blob, {process.nbytes} bytes; complete; {tmp_path}/out"


def test_the_exit_status_is_the_programs(tmp_path: Path) -> None:
    assert _record([str(harness.program("ends")), "return"], tmp_path / "a").status == 7
    done = _record([str(harness.program("ends")), "segv"], tmp_path / "b")
    assert done.status == 128 + signal.SIGSEGV
    assert "incomplete (ended by signal 11)" in done.line


@pytest.mark.parametrize(("argv", "status"), [(["true"], 65), (["false"], 1)])
def test_nothing_recorded(tmp_path: Path, argv: list[str], status: int) -> None:
    done = _record(argv, tmp_path / "out")
    assert (done.recorded, done.status) == (False, status)
    assert done.line.startswith("nothing was recorded: the program ")
    assert not (tmp_path / "out").exists()


def test_code_objects_are_counted_as_info_does(tmp_path: Path) -> None:
    writer = Writer(tmp_path / "out")
    writer.blob(b"one")
    writer.blob(bytes(2000))
    writer.code_object(b"code")
    writer.event("hipFree", {"ptr": 16})
    folder = writer.close()
    info = open_archive(folder).info()
    (process,) = processes(folder)
    assert (info.blobs, info.code_objects) == (process.blobs, process.code_objects) == (2, 1)
    assert f", 2 blobs, 1 code object, {process.nbytes / 1000:.1f} kB; complete; " in line((process,), folder, 0, ())
    assert process.nbytes == info.bytes


def test_a_directory_that_was_there_stays(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    assert _record(["true"], tmp_path / "out" / "deep" / "er").status == 65
    assert list((tmp_path / "out").iterdir()) == []
    _record(["true"], tmp_path / "out")
    assert (tmp_path / "out").is_dir()


def test_a_directory_that_cannot_be_made_is_told_before_the_program_runs(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for place in (Path("/proc/x"), tmp_path / "file" / "deeper", tmp_path / "new" / ("x" * 300)):
        with pytest.raises(RecordProblem, match="cannot be made: ") as caught:
            _record(["touch", str(tmp_path / "ran")], place)
        assert caught.value.kind == "output"
    assert sorted(item.name for item in tmp_path.iterdir()) == ["file"]


def test_a_directory_that_cannot_be_written_is_told_before_the_program_runs(tmp_path: Path) -> None:
    place = tmp_path / "disk"
    place.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "ro", "tmpfs", str(place)], check=False).returncode:
        pytest.skip("mounting a file system is not permitted here")
    try:
        with pytest.raises(RecordProblem, match="disk: nothing can be written there"):
            _record(["touch", str(tmp_path / "ran")], place)
        with pytest.raises(RecordProblem, match="deeper: cannot be made: Read-only file system"):
            _record(["touch", str(tmp_path / "ran")], place / "deeper")
    finally:
        subprocess.run(["umount", str(place)], check=True)
    assert not (tmp_path / "ran").exists()


def test_a_directory_is_private_under_any_umask(tmp_path: Path) -> None:
    before = os.umask(0o777)
    try:
        done = _record(["stat", "-c", "%a", str(tmp_path / "a"), str(tmp_path / "a" / "b")], tmp_path / "a" / "b")
    finally:
        os.umask(before)
    assert done.exit_code == 0


def test_nothing_recorded_and_why(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir(mode=0o700)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", str(tmp_path / "taken")], check=False)
    if mounted.returncode:
        pytest.skip("mounting a small file system is not permitted here")
    try:
        done = _record([str(harness.program("ends")), "exit"], tmp_path / "taken")
    finally:
        subprocess.run(["umount", str(tmp_path / "taken")], check=True)
    assert done.status == 7 and not done.recorded
    assert done.line.startswith("nothing was recorded: ") and done.line.endswith("No space left on device")


def test_the_line_says_what_stopped_the_recording(tmp_path: Path) -> None:
    """Also when the manifest could not be written any more: the recorder's note is all there is."""
    done = _record([str(harness.program("trouble")), "limit", "100", str(tmp_path / "mine")], tmp_path / "out")
    assert done.status == 0
    assert "; incomplete (recording stopped, the archive is incomplete: a blob: File too large); " in done.line


def test_the_line_does_not_say_that_all_is_there_when_nothing_could_be_written(tmp_path: Path) -> None:
    done = _record([str(harness.program("trouble")), "limit", "0", str(tmp_path / "mine")], tmp_path / "out")
    assert "; incomplete (the recorder could not go on, nor write down why); " in done.line


def test_several_processes(tmp_path: Path) -> None:
    done = _record([str(harness.program("family")), "fork"], tmp_path / "out")
    assert len(done.processes) == 2 and "recorded 4 calls in 2 processes" in done.line


# Records what its arguments say: LIBRARY OUTPUT PROGRAM ARGUMENTS...
_SCRIPT = """
import sys
from pathlib import Path
from hrr.record import record
from hrr.runtime import Library
sys.exit(record(sys.argv[3:], sys.argv[2], device=Library(Path(sys.argv[1]), "soft", "fake")).status)
"""


def _command(tmp_path: Path, *argv: str) -> list[str]:
    return [sys.executable, "-c", _SCRIPT, str(harness.fake()), str(tmp_path / "out"), *argv]


def test_streams_are_the_programs_own(tmp_path: Path) -> None:
    command = _command(tmp_path, "sh", "-c", "cat; echo problem >&2; exit 3")
    done = subprocess.run(command, env=hrr_command.environment(), input=b"\x00\xff", capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (3, b"\x00\xff", b"problem\n")


def _waiting(tmp_path: Path, shell: str) -> subprocess.Popen[bytes]:
    command = _command(tmp_path, "sh", "-c", shell)
    process = subprocess.Popen(command, env=hrr_command.environment(), stdout=subprocess.PIPE, start_new_session=True)
    assert process.stdout is not None and process.stdout.readline() == b"ready\n"
    return process


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1])
def test_signals_go_on_to_the_program(tmp_path: Path, number: signal.Signals) -> None:
    process = _waiting(tmp_path, "trap 'exit 9' TERM INT HUP USR1; echo ready; while :; do sleep 0.1; done")
    os.kill(process.pid, number)
    assert process.wait(20) == 9


def test_a_program_killed_by_a_signal(tmp_path: Path) -> None:
    process = _waiting(tmp_path, "echo ready; exec sleep 60")
    time.sleep(0.2)
    process.terminate()
    assert process.wait(20) == 128 + signal.SIGTERM


def test_the_program_starts_with_its_signals_as_usual(tmp_path: Path) -> None:
    """Python ignores SIGPIPE, and the wait blocks several: none of that is passed on."""
    command = _command(tmp_path, "grep", "-E", "Sig(Blk|Ign)", "/proc/self/status")
    done = subprocess.run(command, env=hrr_command.environment(), capture_output=True, text=True, check=False)
    blocked, ignored = (int(line.split()[1], 16) for line in done.stdout.splitlines())
    # posix_spawn ignores two real-time signals that the C library keeps for itself.
    assert (blocked, ignored & ~0x180000000) == (0, 0)


# --- preflight --------------------------------------------------------------------------------------------------------


def _problem(argv: list[str], **options: str) -> RecordProblem:
    with pytest.raises(RecordProblem) as caught:
        program(argv, {"PATH": os.environ["PATH"], **options})
    return caught.value


def test_a_missing_program() -> None:
    assert _problem(["no-such-program"]).kind == "not-found"
    assert str(_problem(["/no/such/program"])) == "/no/such/program: no such program"
    assert _problem([]).kind == "usage"


def test_a_file_that_may_not_be_run(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("data")
    assert _problem([str(tmp_path / "data")]).kind == "not-executable"


def test_an_executable_of_no_known_kind(tmp_path: Path) -> None:
    path = tmp_path / "data"
    path.write_bytes(b"\x00\x01\x02")
    path.chmod(0o755)
    with pytest.raises(RecordProblem) as caught:
        _record([str(path)], tmp_path / "out")
    assert caught.value.kind == "not-executable" and "Exec format error" in str(caught.value)


def test_a_static_program(tmp_path: Path) -> None:
    source = tmp_path / "static.c"
    source.write_text("int main(void) { return 0; }")
    built = subprocess.run([compiler.CC, "-static", str(source), "-o", str(tmp_path / "static")], capture_output=True)
    if built.returncode:
        pytest.skip("no static C library here")
    assert _problem([str(tmp_path / "static")]).kind == "static"


def test_a_program_for_another_processor(tmp_path: Path) -> None:
    path = tmp_path / "other"
    head = bytearray(Path(shutil.which("true") or "").read_bytes())
    head[18:20] = (183).to_bytes(2, "little")  # AArch64
    path.write_bytes(bytes(head))
    path.chmod(0o755)
    assert _problem([str(path)]).kind == "architecture"


def test_a_program_for_hip_5(tmp_path: Path) -> None:
    """Its structures are others than those of the library behind the recorder."""
    (tmp_path / "old.c").write_text("int hipInit(unsigned flags) { return flags; }")
    (tmp_path / "main.c").write_text("int hipInit(unsigned); int main(void) { return hipInit(0); }")
    library = str(tmp_path / "libamdhip64.so.5")
    subprocess.run(
        [compiler.CC, "-shared", str(tmp_path / "old.c"), "-o", library, "-Wl,-soname,libamdhip64.so.5"], check=True
    )
    subprocess.run([compiler.CC, str(tmp_path / "main.c"), library, "-o", str(tmp_path / "main")], check=True)
    assert _problem([str(tmp_path / "main")]).kind == "abi"


def test_a_set_user_id_program(tmp_path: Path) -> None:
    path = tmp_path / "privileged"
    shutil.copy(shutil.which("true") or "", path)
    if os.geteuid() == 0:
        os.chown(path, 65534, 65534)
    path.chmod(0o4755)
    if os.geteuid() != 0:
        pytest.skip("a program of one's own gains nothing")
    assert _problem([str(path)]).kind == "privileged"


def test_a_script_is_fine(tmp_path: Path) -> None:
    path = tmp_path / "script"
    path.write_text("#!/bin/sh\nexit 4\n")
    path.chmod(0o755)
    assert _record([str(path)], tmp_path / "out").exit_code == 4


@pytest.mark.parametrize("kind", ["archive", "file", "link"])
def test_an_output_that_is_taken(tmp_path: Path, kind: str) -> None:
    place = tmp_path / "out"
    if kind == "archive":
        (place / "pid-1").mkdir(parents=True)
    elif kind == "file":
        place.write_text("mine")
    else:
        place.symlink_to(tmp_path)
    with pytest.raises(RecordProblem) as caught:
        output(place, "program")
    assert caught.value.kind == "output" and str(place) in str(caught.value)


def test_the_default_output_is_never_an_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = []
    for _ in range(3):
        place = output(None, "/usr/bin/blur")
        place.mkdir()
        names.append(str(place))
    assert names == ["blur.hrr", "blur-2.hrr", "blur-3.hrr"]


@pytest.mark.parametrize("option", [{"format": 6}, {"content": "some"}, {"blob_hash": "md5"}])
def test_unknown_options(tmp_path: Path, option: dict[str, object]) -> None:
    with pytest.raises(RecordProblem) as caught:
        record(["true"], tmp_path / "out", device=_behind(), **option)  # type: ignore[arg-type]
    assert caught.value.kind == "usage"


def test_the_environment_records_a_program_started_otherwise(tmp_path: Path) -> None:
    env = environment(tmp_path / "out", device=_behind(), base=hrr_command.environment())
    subprocess.run([str(harness.program("rows")), "guard"], env=env, check=True)
    assert len(harness.Run(0, "", "", tmp_path / "out").archive.events) == 3


def test_a_relative_output_stays_where_it_was_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program may change its directory before its first call."""
    monkeypatch.chdir(tmp_path)
    command = ["sh", "-c", f"cd / && exec {harness.program('rows')} guard"]
    assert _record(command, Path("here")).recorded and (tmp_path / "here" / "manifest.json").exists()
