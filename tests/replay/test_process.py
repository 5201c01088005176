"""What runs in the replay's process cannot take the caller's with it, and the caller can say where it happened."""

import json

import pytest

from hrr.archive import ArchiveError
from hrr.check import PolicyError
from hrr.replay import client
from hrr.replay.client import ReplayError
from replay.harness import DEVICE


def two_calls(recording, device):
    writer = recording()
    writer.malloc(DEVICE, 4096)
    return writer, writer.event("hipSetDevice", {"deviceId": device})


def test_crash_names_the_call(recording, run):
    writer, crashing = two_calls(recording, 66)
    report, _ = run(writer)
    assert (report.exit, report.stopped_at) == (4, crashing)
    assert (report.failed[0].call, report.failed[0].live) == ("hipSetDevice", -6)
    assert "SIGABRT" in report.failed[0].reason


def test_hang_names_the_call(recording, run):
    writer, hanging = two_calls(recording, 67)
    report, _ = run(writer, timeout=0.5)
    assert (report.exit, report.failed[0].seq) == (4, hanging)
    assert "too long" in report.failed[0].reason


def test_a_hang_before_the_first_call_is_given_up(recording, run, monkeypatch):
    monkeypatch.setenv("FAKE_HIP_HANGS_IN_RESERVE", "1")
    monkeypatch.setattr(client, "_START_SECONDS", 1.0)
    writer, _ = two_calls(recording, 0)
    with pytest.raises(ReplayError, match="took too long and was given up before its first call"):
        run(writer, timeout=0.5)


def test_a_stream_that_is_blocked_for_ever_is_given_up_at_the_end(recording):
    writer = recording()
    writer.malloc(DEVICE, 4096)
    writer.download(DEVICE, bytes(8))
    writer.event("hipStreamCreate", {"stream": 0xA0})
    writer.event("hipStreamWaitValue32", {"stream": 0xA0, "ptr": DEVICE, "value": 1, "mask": 0xFFFFFFFF})
    last = writer.event("hipSetDevice", {"deviceId": 0})
    report = client.replay(writer.close(), device="soft", timeout=2)
    assert (report.exit, report.checks.exact, report.failed[0].seq) == (4, 1, last)
    assert "in this call or behind it" in report.failed[0].reason


@pytest.mark.parametrize("timeout", [0, -1.0, float("nan"), float("inf")])
def test_a_timeout_that_makes_no_sense_is_refused(recording, run, timeout):
    writer, _ = two_calls(recording, 0)
    with pytest.raises(PolicyError, match="timeout"):
        run(writer, timeout=timeout)


def test_progress_counts_events(recording, run):
    writer, _ = two_calls(recording, 0)
    seen = []
    run(writer, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (2, 2)


def test_old_versions_and_several_processes_are_refused(recording, run, tmp_path):
    with pytest.raises(ArchiveError, match="can be listed, not replayed"):
        run(recording(version=4))
    from replay.harness import Recording

    for pid in (1, 2):
        Recording(tmp_path / "root", pid=pid, blob_hash="xxh3").close()
    with pytest.raises(ArchiveError, match="pid-1, pid-2"):
        run(tmp_path / "root")


def test_empty_archive_has_nothing_to_compare(recording, run):
    report, _ = run(recording())
    assert (report.exit, report.checks.total) == (0, 0)


def test_checks_before_a_crash_are_not_lost(recording, run):
    writer = recording()
    writer.malloc(DEVICE, 4096)
    writer.download(DEVICE, bytes(8))
    writer.download(DEVICE, b"differs!")
    crashing = writer.event("hipSetDevice", {"deviceId": 66})
    writer.download(DEVICE, bytes(8))
    report, _ = run(writer)
    assert (report.exit, report.verdict, report.stopped_at) == (4, "CALL FAILED", crashing)
    assert (report.checks.exact, report.checks.differs) == (1, 1)


def test_checks_behind_a_crash_are_not_reached(recording, run):
    writer, _ = two_calls(recording, 66)
    writer.download(DEVICE, bytes(8))
    report, _ = run(writer)
    assert (report.exit, report.checks.total, report.unreached) == (4, 0, 1)


def rewrite_manifest(path, **changes):
    (file,) = path.glob("pid-*/manifest.json")
    file.write_text(json.dumps(json.loads(file.read_text()) | changes))


def test_what_the_recording_lost_is_in_the_report(recording, run):
    writer = recording()
    writer.malloc(DEVICE, 4096)
    writer.download(DEVICE, bytes(8))
    path = writer.close()
    report, _ = run(path)
    assert (report.exit, report.verdict, report.notes) == (0, "PASSED", ())
    rewrite_manifest(path, complete=False, lost=["events.bin: No space left on device"])
    report, _ = run(path)
    assert (report.exit, report.verdict) == (0, "PASSED (the recording is incomplete)")
    assert report.notes == ("events.bin: No space left on device",)
    rewrite_manifest(path, complete=True, lost=[], content="none")
    report, _ = run(path)
    assert report.verdict == "PASSED", "nothing that was to be recorded is lost"
    assert "recorded without host bytes" in report.notes[0]


def test_a_recording_that_was_interrupted_says_so(recording, run):
    writer = recording()
    writer.malloc(DEVICE, 4096)
    writer.download(DEVICE, bytes(8))
    crashing = writer.event("hipSetDevice", {"deviceId": 66})
    path = writer.close(complete=False)
    report, _ = run(path)
    assert (report.verdict, report.stopped_at) == ("CALL FAILED (the recording is incomplete)", crashing)
    assert report.notes == ("the recording was not closed: the program was killed, or is still running",)


def test_an_unknown_call_is_named_though_its_sequence_id_is_taken(recording, run):
    writer = recording()
    writer.malloc(DEVICE, 4096)
    writer.raw(0xFFFD, bytes(8), seq=0)
    report, _ = run(writer)
    assert (report.exit, report.stopped_at) == (4, 0)
    assert [call.reason for call in report.unreplayed] == ["no call of that number is known"]
