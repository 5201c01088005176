"""The executor alone, on functions of this test."""

import ctypes

import numpy as np
import pytest

from hrr.replay.context import words
from hrr.replay.executor import Executor, Native, Status
from hrr.replay.plan import CHECK, CHECK_LATER, CHECK_NOW, DRAIN, IGNORE_RETURN, POLL, Builder
from hrr.runtime.library import executor

WORD = ctypes.c_uint64


class Functions:
    """Python functions as C functions of any number of words."""

    def __init__(self):
        self.seen = []
        self.returns = {}
        self.ready = 0
        self._alive = {}

    def resolve(self, name):
        count = int(name.rpartition("/")[2])

        def function(*arguments):
            self.seen.append((name, arguments))
            return self.returns.get((name, *arguments), 0)

        self._alive[name] = ctypes.CFUNCTYPE(ctypes.c_int, *[WORD] * count)(function)
        return ctypes.cast(self._alive[name], ctypes.c_void_p).value

    def asks(self, name):
        """A function of one handle that answers 600 (not ready) until ``ready`` is set."""

        def function(handle):
            self.seen.append((name, (handle,)))
            return 0 if self.ready or name == "wait" else 600

        self._alive[name] = ctypes.CFUNCTYPE(ctypes.c_int, WORD)(function)
        return ctypes.cast(self._alive[name], ctypes.c_void_p).value


@pytest.fixture
def functions():
    return Functions()


@pytest.fixture
def start(functions):
    running = []

    def make(builder):
        plan = builder.finish()
        made = Executor(
            Native(executor()),
            plan,
            functions.resolve,
            query=functions.asks("query"),
            wait=functions.asks("wait"),
            current=np.zeros(1, np.uint64),
        )
        running.append(made)
        return made, plan

    yield make
    for item in running:
        item.close()


def builder_for(count):
    return Builder(np.zeros(count, np.uint16))


def at(*events):
    return np.array(events)


@pytest.mark.parametrize("count", [0, 1, 6, 7, 8, 13, 24])
def test_any_number_of_words_arrives_in_order(start, functions, count):
    builder = builder_for(1)
    builder.emit(f"f/{count}", at(0), words(1, *range(1, count + 1)))
    made, plan = start(builder)
    assert made.run(0, len(plan.ops)).status is Status.DONE
    assert functions.seen == [(f"f/{count}", tuple(range(1, count + 1)))]


def test_slots_are_read_when_the_op_is_issued(start, functions):
    builder = builder_for(2)
    (slot,), _ = builder.new_slots(1)
    builder.emit("f/8", at(0, 1), words(2, *[5] * 7, int(slot)), slots=1 << 7)
    made, plan = start(builder)
    plan.slots[slot] = 11
    made.run(0, 1)
    plan.slots[slot] = 22
    made.run(1, 2)
    assert [arguments[7] for _, arguments in functions.seen] == [11, 22]


def test_unexpected_return_stops_and_the_rest_can_go_on(start, functions):
    builder = builder_for(3)
    builder.emit("f/1", at(0, 1, 2), words(3, np.arange(3, dtype=np.uint64)))
    functions.returns["f/1", 1] = -5
    made, _ = start(builder)
    stop = made.run(0, 3)
    assert (stop.status, stop.op, stop.returned) == (Status.ERROR, 1, -5)
    assert made.run(2, 3).status is Status.DONE
    assert [arguments for _, arguments in functions.seen] == [(0,), (1,), (2,)]


def test_return_that_does_not_matter(start, functions):
    builder = builder_for(1)
    builder.emit("f/1", at(0), words(1, 7), flags=IGNORE_RETURN)
    functions.returns["f/1", 7] = 3
    made, _ = start(builder)
    assert made.run(0, 1).status is Status.DONE


def checks(builder, *pairs):
    """Checks of (actual, expected) byte strings; the buffers, to be kept and changed."""
    table = np.zeros(len(pairs), CHECK)
    buffers = [np.frombuffer(bytearray(part), np.uint8) for pair in pairs for part in pair]
    (slot,), _ = builder.new_slots(1)
    table["actual"], table["expected"] = ([item.ctypes.data for item in buffers[side::2]] for side in (0, 1))
    table["nbytes"], table["slot"] = len(pairs[0][0]), slot
    builder.checks = table
    return buffers


def test_blocking_check_compares_at_once(start):
    builder = builder_for(2)
    keep = checks(builder, (b"same", b"same"), (b"one!", b"two!"))
    builder.emit("f/0", at(0, 1), words(2), flags=CHECK_NOW, check=at(0, 1))
    made, _ = start(builder)
    stop = made.run(0, 2)
    assert (stop.status, stop.op, stop.compared, stop.mismatches) == (Status.MISMATCH, 1, 2, (1,))
    assert len(keep) == 4


def test_asynchronous_check_waits_for_its_event(start, functions):
    builder = builder_for(4)
    actual, expected = checks(builder, (b"????", b"late"))
    builder.emit("record/0", at(0), words(1), flags=CHECK_LATER, check=at(0))
    builder.emit("wait/0", at(1, 2), words(2), flags=POLL)
    made, _ = start(builder)
    assert made.run(0, 2).compared == 0 and made.pending == 1
    actual[:] = expected
    functions.ready = 1
    stop = made.run(2, 3)
    assert (stop.status, stop.compared, made.pending) == (Status.DONE, 1, 0)


def test_drain_waits_for_every_check(start, functions):
    builder = builder_for(2)
    keep = checks(builder, (b"same", b"same"), (b"one!", b"two!"))
    builder.emit("record/0", at(0, 0), words(2), flags=CHECK_LATER, check=at(0, 1))
    builder.emit("sync/0", at(1), words(1), flags=DRAIN)
    made, _ = start(builder)
    stop = made.run(0, 3)
    assert (stop.status, stop.compared, stop.mismatches) == (Status.MISMATCH, 2, (1,))
    assert [name for name, _ in functions.seen].count("wait") == 2
    assert len(keep) == 4


def test_stops_when_enough_checks_were_compared(start):
    builder = builder_for(3)
    keep = checks(builder, *[(b"same", b"same")] * 3)
    builder.emit("f/0", at(0, 1, 2), words(3), flags=CHECK_NOW, check=at(0, 1, 2))
    made, _ = start(builder)
    stop = made.run(0, 3, stop_after=2)
    assert (stop.status, stop.op, stop.compared) == (Status.STOPPED, 1, 2)
    assert made.run(2, 3).compared == 3 and len(keep) == 6


def test_plan_that_points_outside_is_refused(start):
    builder = builder_for(1)
    builder.emit("f/1", at(0), words(1, 5), slots=1)
    with pytest.raises(ValueError, match="outside"):
        start(builder)
