"""Host bytes come from the archive and from nowhere else; checks compare what landed."""

import pytest

from replay.harness import DEVICE, HOST, PAGEABLE, named

DATA = bytes(range(200))


def uploaded(recording):
    writer = recording()
    writer.malloc(DEVICE, 4096)
    writer.upload(DEVICE, DATA)
    return writer


def test_round_trip_is_exact(recording, run):
    writer = uploaded(recording)
    writer.download(DEVICE, DATA)
    report, _ = run(writer)
    assert (report.exit, report.checks.exact, report.verdict) == (0, 1, "PASSED")


def test_fresh_memory_is_zero(recording, run):
    writer = recording()
    writer.malloc(DEVICE, 4096)
    writer.download(DEVICE, bytes(4096))
    report, _ = run(writer)
    assert report.checks.exact == 1


def test_missing_host_bytes_are_named_and_never_read(recording, run):
    writer = recording()
    writer.malloc(DEVICE, 4096)
    copy = writer.event(
        "hipMemcpy", {"dst": DEVICE, "src": PAGEABLE, "sizeBytes": 200, "kind": 1, "blob_hash": "1" * 32}
    )
    writer.download(DEVICE, bytes(200))
    report, calls = run(writer)
    assert [(entry.seq, entry.reason) for entry in report.unreplayed] == [(copy, "its blob is missing")]
    assert report.checks.exact == 1
    assert all(words[1] != PAGEABLE for words in named(calls, "hipMemcpy"))


def test_host_bytes_of_the_wrong_length_are_named(recording, run):
    writer = recording()
    writer.malloc(DEVICE, 4096)
    blob = writer.blob(DATA[:-1])
    writer.event("hipMemcpy", {"dst": DEVICE, "src": PAGEABLE, "sizeBytes": 200, "kind": 1, "blob_hash": blob})
    report, _ = run(writer)
    assert report.unreplayed[0].reason == "blob of 199 bytes, 200 copied"


@pytest.mark.parametrize(
    ("expected", "size", "reason"),
    [
        (DATA[:100], 200, "blob of 100 bytes, 200 copied"),
        (b"", 200, "no host bytes were recorded"),
        (DATA[:100], 0, "the copy moved no bytes"),
    ],
)
def test_what_cannot_be_compared_is_skipped(recording, run, expected, size, reason):
    writer = uploaded(recording)
    writer.download(DEVICE, expected, size=size)
    writer.download(DEVICE, DATA)
    report, _ = run(writer)
    assert (report.exit, report.checks.exact, report.checks.skipped) == (0, 1, 1)
    assert report.not_passed[0].reason == reason


def test_a_copy_of_nothing_is_no_check(recording, run):
    writer = uploaded(recording)
    writer.download(DEVICE, b"")
    writer.event("hipMemcpy2D", {"dst": PAGEABLE, "dpitch": 64, "src": DEVICE, "spitch": 64, "height": 4, "kind": 2})
    report, _ = run(writer)
    assert (report.exit, report.verdict, report.checks.total) == (0, "REPLAYED, nothing to compare", 0)


def test_nothing_compared_is_no_pass(recording, run):
    writer = uploaded(recording)
    writer.download(DEVICE, DATA[:100], size=200)
    report, _ = run(writer)
    assert report.exit == 1


def test_asynchronous_copy_is_compared_when_it_has_landed(recording, run):
    """The fake library moves the bytes only when something waits; compared earlier they would differ."""
    writer = uploaded(recording)
    writer.event("hipStreamCreate", {"stream": 0xA0})
    writer.download(DEVICE, DATA, stream=0xA0)
    writer.event("hipEventCreate", {"event": 0xE0})
    writer.event("hipStreamSynchronize", {"stream": 0xA0})
    writer.download(DEVICE, DATA, stream=0xA0)
    report, _ = run(writer)
    assert report.checks.exact == 2


def test_asynchronous_difference_is_found(recording, run):
    writer = uploaded(recording)
    writer.download(DEVICE, DATA[:-1] + b"?", stream=0)
    report, _ = run(writer)
    assert (report.exit, report.checks.differs, report.not_passed[0].column) == (1, 1, 199)


def test_copy_into_pinned_memory_lands_there_too(recording, run):
    host = HOST
    writer = uploaded(recording)
    writer.event("hipHostMalloc", {"ptr": host, "size": 4096})
    fields = {"dst": host + 8, "src": DEVICE, "sizeBytes": 200, "kind": 2, "blob_hash": writer.blob(DATA)}
    writer.event("hipMemcpy", fields)
    # From there back to the device: a copy that names pinned memory as its source, with no blob of its own.
    writer.event("hipMemcpy", {"dst": DEVICE + 1000, "src": host + 8, "sizeBytes": 200, "kind": 0})
    writer.download(DEVICE + 1000, DATA)
    report, _ = run(writer)
    assert (report.exit, report.checks.exact) == (0, 2)


def test_default_kind_takes_its_direction_from_the_pointers(recording, run):
    writer = recording()
    writer.malloc(DEVICE, 4096)
    fields = {"sizeBytes": 200, "kind": 4, "blob_hash": writer.blob(DATA)}
    writer.event("hipMemcpy", {**fields, "dst": DEVICE, "src": PAGEABLE})
    writer.event("hipMemcpy", {"dst": DEVICE + 512, "src": DEVICE, "sizeBytes": 200, "kind": 4})
    writer.event("hipMemcpy", {**fields, "dst": PAGEABLE, "src": DEVICE + 512})
    report, calls = run(writer)
    assert (report.exit, report.checks.exact) == (0, 1)
    assert [words[3] for words in named(calls, "hipMemcpy")] == [1, 4, 2]


def test_memory_that_nobody_allocated_stops_the_replay(recording, run):
    writer = recording()
    copy = writer.upload(DEVICE, DATA)
    report, _ = run(writer)
    assert (report.exit, report.stopped_at) == (4, copy)
    assert "is in no recorded allocation" in report.unreplayed[0].reason


def test_memory_that_was_freed_is_no_memory(recording, run):
    writer = uploaded(recording)
    writer.free(DEVICE)
    copy = writer.upload(DEVICE, DATA)
    report, _ = run(writer)
    assert (report.exit, report.stopped_at) == (4, copy)


def test_call_that_fails_is_named_with_both_values(recording, run):
    writer = uploaded(recording)
    failing = writer.event("hipSetDevice", {"deviceId": 5})
    writer.download(DEVICE, DATA)
    report, _ = run(writer)
    assert report.exit == 4 and report.checks.total == 0
    (failed,) = report.failed
    assert (failed.seq, failed.call, failed.recorded, failed.live) == (failing, "hipSetDevice", 0, 101)
    report, _ = run(writer.root, continue_on_error=True)
    assert (report.exit, report.checks.exact) == (4, 1)


@pytest.mark.parametrize(
    ("call", "fields", "reason"),
    [
        ("hipMemcpy2DToArray", {"dst": 5, "src": PAGEABLE, "kind": 1}, "its array was not created in the recording"),
        ("hipMemcpy2DFromArray", {"dst": PAGEABLE, "src": 5, "kind": 2}, "its array was not created in the recording"),
        ("hipMemcpy2DToArray", {"dst": 0, "src": PAGEABLE, "kind": 2}, "its source, at 0xdead00000000, is in no"),
        ("hipMemcpy2DFromArray", {"dst": PAGEABLE, "src": 0, "kind": 1}, "no host bytes were recorded"),
        ("hipMemcpy2DFromArray", {"dst": PAGEABLE, "src": 0, "kind": 2}, "its source, at 0x0, is in no"),
        ("hipMemcpy2DArrayToArray", {"dst": 0, "src": 0, "kind": 3}, "its destination, at 0x0, is in no"),
    ],
)
def test_copies_of_arrays_that_are_none_are_named(recording, run, call, fields, reason):
    writer = uploaded(recording)
    copy = writer.event(call, {**fields, "width": 4, "height": 1})
    writer.download(DEVICE, DATA)
    report, calls = run(writer, continue_on_error=True)
    assert {entry.seq for entry in report.unreplayed} == {copy}
    assert report.unreplayed[0].reason.startswith(reason)
    assert (named(calls, call), report.checks.exact) == ([], 1)


def test_call_without_a_policy_stops_the_replay(recording, run):
    writer = uploaded(recording)
    graph = writer.event("hipFreeMipmappedArray", {"mipmappedArray": 5})
    writer.download(DEVICE, DATA)
    report, _ = run(writer)
    assert (report.exit, report.stopped_at, report.checks.total) == (4, graph, 0)
    report, _ = run(writer.root, continue_on_error=True)
    assert (report.checks.exact, [entry.seq for entry in report.unreplayed]) == (1, [graph])
