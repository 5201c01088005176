"""Addresses, blocks and names over time, against models that look at every moment."""

import random

import numpy as np
import pytest

from hrr.replay import ranges, segments
from hrr.replay.lifetimes import pair
from hrr.replay.ranges import NEVER, Finder, Ranges
from hrr.replay.segments import plan_segments


def history(rng, events, space=100, sizes=(1, 2, 3, 40)):
    """Allocations that never overlap while they live: rows of (lo, hi, birth, death), and the times of other events."""
    rows, live, others = [], [], []
    for time in range(1, events):
        choice = rng.random()
        if choice < 0.4:
            lo = rng.randrange(space)
            hi = lo + rng.choice(sizes)
            if all(rows[i][1] <= lo or rows[i][0] >= hi for i in live):
                live.append(len(rows))
                rows.append([lo, hi, time, int(NEVER)])
        elif choice < 0.7 and live:
            rows[live.pop(rng.randrange(len(live)))][3] = time
        else:
            others.append(time)
    return np.array(rows, np.int64).reshape(-1, 4), others


def words(column):
    return np.asarray(column).astype(np.uint64)


@pytest.mark.parametrize("steps", [0, 1, 64])
def test_finder_agrees_with_looking_at_every_range(monkeypatch, steps):
    monkeypatch.setattr(ranges, "_STEPS", steps)
    for seed in range(60):
        rng = random.Random(seed)
        rows, times = history(rng, 200)
        queries = [(rng.randrange(145), time) for time in times]
        wanted = []
        for address, time in queries:
            hits = [i for i, (lo, hi, birth, death) in enumerate(rows) if lo <= address < hi and birth <= time <= death]
            wanted.append(hits[0] if hits else -1)
        finder = Finder(Ranges(words(rows[:, 0]), words(rows[:, 1]), rows[:, 2], rows[:, 3]))
        table = np.array(queries).reshape(-1, 2)
        assert finder.find(words(table[:, 0]), table[:, 1]).tolist() == wanted, seed


@pytest.mark.parametrize("block", [1, 4, 16])
@pytest.mark.parametrize("limit", [1, 1 << 23])
def test_segments_cover_what_lives_and_nothing_twice(monkeypatch, block, limit):
    monkeypatch.setattr(segments, "_LIMIT", limit)
    for seed in range(40):
        rows, _ = history(random.Random(seed), 60)
        if not len(rows):
            continue
        area = np.zeros(len(rows)), np.full(len(rows), 160)
        planned = plan_segments(words(rows[:, 0]), words(rows[:, 1]), rows[:, 2], rows[:, 3], *map(words, area), block)
        for time in range(62):
            mapped, wanted = np.zeros(200, int), np.zeros(200, int)
            for lo, hi, start, end in zip(planned.lo, planned.hi, planned.start, planned.end, strict=True):
                if start <= time <= end:
                    mapped[int(lo) : int(hi)] += 1
            for lo, hi, birth, death in rows:
                if birth <= time <= death:
                    wanted[lo // block * block : -(-hi // block) * block] = 1
            assert mapped.max() <= 1
            for lo, hi, birth, _ in rows[rows[:, 2] == time]:
                # What a new allocation finds mapped already, before its own birth maps the rest.
                older = np.zeros(200, bool)
                for a, b, start, end in zip(planned.lo, planned.hi, planned.start, planned.end, strict=True):
                    older[int(a) : int(b)] |= start < birth <= end
                owner = int(np.flatnonzero((rows[:, :3] == (lo, hi, birth)).all(axis=1))[0])
                found = np.zeros(200, bool)
                for index, a, b in zip(planned.used.owner, planned.used.lo, planned.used.hi, strict=True):
                    if index == owner:
                        found[int(a) : int(b)] = True
                assert (found[lo:hi] == older[lo:hi]).all()
            # With larger blocks than asked for, more is mapped, but nothing is missing.
            assert (mapped == wanted).all() if limit > 1 else (mapped >= wanted).all()


def test_segments_stay_in_their_area():
    planned = plan_segments(words([5]), words([9]), np.array([1]), np.array([2]), words([4]), words([12]), 16)
    assert (planned.lo.tolist(), planned.hi.tolist()) == ([4], [12])


def test_names_end_with_the_next_end_or_the_next_birth():
    names, births = words([7, 8, 7, 7]), np.array([1, 2, 5, 9])
    ends = words([7, 7, 99, 8]), np.array([3, 4, 6, 11])
    assert pair(names, births, *ends).tolist() == [3, 11, 8, int(NEVER)]
    assert pair(names, births, words([]), np.zeros(0, np.int64)).tolist() == [4, int(NEVER), 8, int(NEVER)]


def test_current_device_follows_each_thread(tmp_path):
    from hrr.archive import Writer, open_archive
    from hrr.replay.devices import current_device

    writer = Writer(tmp_path / "a.hrr", blob_hash="xxh3")
    wanted = []
    for thread, device, current in [
        (1, None, 0),
        (1, 1, 1),
        (2, None, 0),
        (2, 3, 3),
        (1, None, 1),
        (2, 0, 0),
        (1, None, 1),
    ]:
        if device is None:
            writer.event("hipDeviceSynchronize", thread=thread)
        else:
            writer.event("hipSetDevice", {"deviceId": device}, thread=thread)
        wanted.append(current)
    writer.event("hipSetDevice", {"deviceId": 7, "ret": 101}, thread=1)
    assert current_device(open_archive(writer.close()).events).tolist() == [*wanted, 1]
