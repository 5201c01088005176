"""Each recorded thread has a thread of its own, and the recorded order is kept."""

from replay.harness import named


def test_calls_alternate_between_threads_in_order(recording, run):
    writer = recording()
    pattern = [7, 7, 9, 7, 9, 9, 11, 7]
    for number, thread in enumerate(pattern):
        writer.event("hipEventCreate", {"event": 0x1000 + number}, thread=thread)
        writer.event("hipEventRecord", {"event": 0x1000 + number, "stream": 0}, thread=thread)
    report, calls = run(writer)
    assert report.exit == 0
    records = [call for call in calls if call.name == "hipEventRecord"]
    known = {}
    assert [known.setdefault(call.thread, thread) for call, thread in zip(records, pattern, strict=True)] == pattern
    assert len(known) == 3
    assert [words[0] for words in named(calls, "hipEventRecord")] == sorted(
        words[0] for words in named(calls, "hipEventRecord")
    )


def test_many_short_lived_threads(recording, run):
    writer = recording()
    for thread in range(2000):
        writer.event("hipStreamSynchronize", {"stream": 0}, thread=thread)
    report, calls = run(writer)
    assert report.exit == 0
    assert len(named(calls, "hipStreamSynchronize")) == 2000
