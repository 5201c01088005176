"""A plan with more blobs than a process may map runs in windows."""

import numpy as np

from hrr.replay import blobs
from replay.harness import DEVICE, named


def test_cuts_keep_the_uses_of_an_event_together():
    event = np.array([0, 1, 1, 1, 2, 3])
    assert blobs.cut(np.arange(6), event, limit=10) == []
    assert blobs.cut(np.arange(6), event, limit=2) == [1, 2]
    assert blobs.cut(np.zeros(6, np.int64), event, limit=2) == []


def test_windows_change_nothing_but_when_blobs_are_mapped(recording, session, monkeypatch, log):
    from replay.harness import read_log

    monkeypatch.setattr(blobs, "WINDOW", 3)
    writer = recording()
    writer.malloc(DEVICE, 4096)
    writer.event("hipStreamCreate", {"stream": 0xA0})
    for value in range(1, 20):
        writer.upload(DEVICE, bytes([value]) * 64)
        writer.download(DEVICE, bytes([value]) * 64, stream=0xA0)
        writer.event("hipStreamSynchronize", {"stream": 0xA0})
    replay = session(writer)
    while replay.step() is not None:
        pass
    report = replay.report()
    assert (report.exit, report.checks.exact) == (0, 19)
    assert len(named(read_log(log), "hipDeviceSynchronize")) > 5
