"""A recorded handle value means what it meant when it was recorded."""

from replay.harness import DEVICE, named


def test_reused_value_means_the_latest_creation(recording, run):
    writer = recording()
    writer.event("hipStreamCreate", {"stream": 0xA0})
    writer.event("hipStreamCreate", {"stream": 0xB0})
    writer.event("hipStreamSynchronize", {"stream": 0xA0})
    writer.event("hipStreamDestroy", {"stream": 0xA0})
    writer.event("hipStreamDestroy", {"stream": 0xB0})
    # The recorded runtime hands the values out the other way round.
    writer.event("hipStreamCreate", {"stream": 0xB0})
    writer.event("hipStreamCreate", {"stream": 0xA0})
    writer.event("hipStreamSynchronize", {"stream": 0xA0})
    writer.event("hipStreamSynchronize", {"stream": 0xB0})
    report, calls = run(writer)
    assert report.exit == 0
    first, second, third, fourth = (words[0] for words in named(calls, "hipStreamCreate"))
    assert named(calls, "hipStreamSynchronize") == [(first,), (fourth,), (third,)]
    assert named(calls, "hipStreamDestroy") == [(first,), (second,)]


def test_default_streams_stay_what_they_are(recording, run):
    writer = recording()
    for stream in (0, 1, 2):
        writer.event("hipStreamSynchronize", {"stream": stream})
    _, calls = run(writer)
    assert named(calls, "hipStreamSynchronize") == [(0,), (1,), (2,)]


def test_unknown_handle_stops_the_replay_there(recording, run):
    writer = recording()
    writer.event("hipStreamSynchronize", {"stream": 0})
    writer.event("hipStreamSynchronize", {"stream": 0xBAD})
    writer.event("hipStreamSynchronize", {"stream": 1})
    report, calls = run(writer)
    assert (report.exit, report.stopped_at) == (4, 1)
    assert [(entry.seq, entry.call) for entry in report.unreplayed] == [(1, "hipStreamSynchronize")]
    assert named(calls, "hipStreamSynchronize") == [(0,)]


def test_continue_on_error_leaves_the_call_out_and_names_it(recording, run):
    writer = recording()
    writer.event("hipStreamSynchronize", {"stream": 0xBAD})
    writer.event("hipStreamSynchronize", {"stream": 1})
    report, calls = run(writer, continue_on_error=True)
    assert (report.exit, report.stopped_at, len(report.unreplayed)) == (4, None, 1)
    assert named(calls, "hipStreamSynchronize") == [(1,)]


def test_failed_calls_are_not_made_again(recording, run):
    writer = recording()
    writer.malloc(DEVICE, 4096)
    writer.event("hipStreamSynchronize", {"ret": 400, "stream": 0xBAD})
    report, calls = run(writer)
    assert report.exit == 0
    assert not named(calls, "hipStreamSynchronize")[1:]  # the first one is the replay's own, behind its zero fill
    assert report.notes == ("1 call that had failed when recorded was not made again: hipStreamSynchronize 1",)


def test_query_that_was_answered_becomes_a_wait(recording, run):
    writer = recording()
    writer.event("hipEventCreate", {"event": 0xE0})
    writer.event("hipEventQuery", {"event": 0xE0})
    writer.event("hipEventQuery", {"event": 0xE0, "ret": 600})
    _, calls = run(writer)
    assert len(named(calls, "hipEventSynchronize")) == 1
