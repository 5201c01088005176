"""What happens to the program and the archive when recording cannot go on."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from lib import sanitizer

from hrr.runtime import library
from recorder import harness
from recorder.conftest import RunProgram


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 4 MiB."""
    place = tmp_path / "disk"
    place.mkdir()
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(place)]).returncode:
        pytest.skip("mounting a small file system is not permitted here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.mark.parametrize(
    "arguments",
    [("copies", "500", "100000"), ("copies", "500", "9000"), ("copies", "3", "20000000"), ("calls", "300000")],
)
def test_a_full_disk_stops_the_recording_and_not_the_program(
    run: RunProgram, small_disk: Path, arguments: tuple[str, ...]
) -> None:
    done = run("trouble", *arguments, root=small_disk / "out")
    found = done.archive
    assert not found.complete and not found.manifest.complete
    assert len(found.events) < 300000
    assert any("No space left" in reason for reason in found.manifest.lost)
    assert "hrr: recording stopped, the archive is incomplete" in done.err


def test_a_disk_full_from_the_start(run: RunProgram, small_disk: Path) -> None:
    (small_disk / "rest").write_bytes(bytes(4 << 20))
    done = run("trouble", "calls", "10", root=small_disk / "out")
    assert done.err.startswith("hrr: nothing is recorded: ") and "No space left" in done.err


def test_a_file_size_limit_is_no_signal(run: RunProgram) -> None:
    def limit() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (3 << 20, 3 << 20))

    found = run("trouble", "calls", "100000", setup=limit).archive
    assert not found.complete and 10000 < len(found.events) < 100000
    assert any("File too large" in reason for reason in found.manifest.lost)
    found = run("trouble", "copies", "3", "8000000", setup=limit).archive
    assert not found.complete


@pytest.mark.parametrize(("limit", "extra"), [(0, ()), (0, ("waiting",)), (20, ()), (1000, ())])
def test_a_limit_that_comes_later_is_no_signal_either(
    run: RunProgram, tmp_path: Path, limit: int, extra: tuple[str, ...]
) -> None:
    """Nothing of the recorder may be written any more, not even (0, 20) that it stopped, in the report."""
    report = tmp_path / "report"
    report.touch()
    done = run("trouble", "limit", str(limit), str(tmp_path / "mine"), *extra, env={"HRR_REPORT": str(report)})
    assert done.out == "to the end\n"
    told = "hrr: recording stopped, the archive is incomplete: a blob: File too large\n"
    assert told in (done.err, report.read_text())
    found = done.archive
    assert not found.complete and len(found.events) > 0
    if limit == 1000:
        assert any("File too large" in reason for reason in found.manifest.lost)


def test_a_message_that_nobody_reads_is_no_signal(tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    ours, theirs = os.pipe()
    os.close(ours)
    command = [str(harness.program("trouble")), "calls", "10"]
    done = subprocess.run(command, env=harness.environment(tmp_path / "taken"), stderr=theirs, check=False)
    os.close(theirs)
    assert done.returncode == 0


@pytest.mark.parametrize("kind", ["file", "link", "missing-parent-file"])
def test_an_output_that_is_no_directory(run: RunProgram, tmp_path: Path, kind: str) -> None:
    place = tmp_path / "taken"
    if kind == "link":
        (tmp_path / "elsewhere").mkdir()
        place.symlink_to(tmp_path / "elsewhere")
    else:
        place.write_text("mine")
    target = place / "deeper" if kind == "missing-parent-file" else place
    done = run("trouble", "calls", "10", root=target)
    assert done.err.startswith(f"hrr: nothing is recorded: {target}") and done.err.count("\n") == 1
    assert list((tmp_path / "elsewhere").iterdir()) == [] if kind == "link" else place.read_text() == "mine"


@pytest.mark.skipif(os.geteuid() != 0 or bool(sanitizer.ANY), reason="needs another user, and no sanitizer")
def test_an_unwritable_directory(tmp_path: Path) -> None:
    # Somewhere that this user can reach.
    place = Path("/tmp") / f"hrr-unwritable-{os.getpid()}"
    place.mkdir(mode=0o755)
    copies = place / "bin"
    copies.mkdir(mode=0o755)
    try:
        files = {name: copies / name for name in ("program", library.SONAME, "fake.so")}
        for path, source in zip(
            files.values(), (harness.program("trouble"), library.recorder(), harness.fake()), strict=True
        ):
            shutil.copyfile(source, path)
            path.chmod(0o755)
        env = harness.environment(place / "out", LD_PRELOAD=str(files[library.SONAME]), LD_LIBRARY_PATH=str(copies))
        env["HRR_REAL_LIBRARY"] = str(files["fake.so"])
        done = subprocess.run(
            [str(files["program"]), "calls", "10"], env=env, user=65534, group=65534, capture_output=True, text=True
        )
        assert (done.returncode, done.stdout) == (0, "")
        assert done.stderr == f"hrr: nothing is recorded: {place}/out: Permission denied\n"
        files["program"].chmod(0o4755)
        done = subprocess.run(
            [str(files["program"]), "calls", "10"], env=env, user=65534, group=65534, capture_output=True, text=True
        )
        assert not (place / "out").exists()
    finally:
        shutil.rmtree(place)


def test_messages_go_to_the_report(run: RunProgram, tmp_path: Path) -> None:
    report = tmp_path / "report"
    report.touch()
    (tmp_path / "taken").touch()
    done = run("trouble", "calls", "1", root=tmp_path / "taken", env={"HRR_REPORT": str(report)})
    assert done.err == "" and report.read_text().startswith("hrr: nothing is recorded")


@pytest.mark.parametrize("blank", ["", "  ", "\t\n"])
def test_blank_means_off(run: RunProgram, tmp_path: Path, blank: str) -> None:
    done = harness.run("trouble", "calls", "10", root=tmp_path / "out", env={"HIP_HRR_CAPTURE_OUTPUT": blank})
    assert done.err == "" and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("mask", ["000", "022", "077", "777"])
def test_files_are_private_under_any_umask(run: RunProgram, mask: str) -> None:
    done = run("trouble", "umask", mask)
    modes = {stat.S_IMODE(path.stat().st_mode) for path in [done.root, *done.root.rglob("*")] if path.is_dir()}
    assert modes == {0o700}
    assert {stat.S_IMODE(path.stat().st_mode) for path in done.root.rglob("*") if path.is_file()} == {0o600}
    assert done.archive.complete and len(done.archive.blobs) == 3


def test_no_descriptor_is_held(run: RunProgram, tmp_path: Path) -> None:
    """The program finds the numbers that it expects, and may close and reuse any of them."""
    found = run("trouble", "descriptors", "60000", str(tmp_path / "mine")).archive
    assert found.complete and len(found.events) == 60102 and len(found.blobs) == 100
    assert (tmp_path / "mine").read_text() == "mine"


def test_errno_and_the_last_error_are_the_programs(run: RunProgram) -> None:
    assert run("trouble", "errno").archive.complete


def test_signals_stay_with_the_programs_threads(run: RunProgram) -> None:
    assert run("trouble", "signals").archive.complete


def test_large_blobs_by_hundreds(run: RunProgram) -> None:
    """More than the spool takes at once: the callers help, and all of it arrives."""
    found = run("trouble", "copies", "600", "300000").archive
    assert found.complete and len(found.blobs) == 600
    assert not found.problems
    assert not [path for path in found.path.rglob("*") if path.suffix in (".tmp", ".bin") and path.name != "events.bin"]


def test_recording_into_a_directory_that_vanishes(tmp_path: Path) -> None:
    root = tmp_path / "out"
    counter = tmp_path / "counter"
    counter.write_bytes(bytes(4096))
    command = [str(harness.program("progress")), str(counter), "200000"]
    process = subprocess.Popen(command, env=harness.environment(root), stderr=subprocess.PIPE)
    while not any(counter.read_bytes()):
        time.sleep(0.01)
    root.rename(tmp_path / "away")
    before = counter.read_bytes()
    time.sleep(0.5)
    assert process.poll() is None and counter.read_bytes() != before
    process.send_signal(signal.SIGKILL)
    assert b"recording stopped" in process.communicate()[1]
