"""Every small program of a family: recorded and replayed on softhip, tame and as an adversary."""

import pytest

# program -> number of checks (0: nothing to compare, and the replay says so)
PROGRAMS = {
    "arrays/copies": 33,
    "arrays/device_side": 22,
    "devices/questions": 0,
    "errors/state": 1,
    "events/cross_stream": 8,
    "flat/every_form": 9,
    "graphs/captured": 4,
    "memory/address_reuse": 200,
    "memory/every_allocation": 8,
    "memory/fresh_memory": 2,
    "memory/queries": 0,
    "memory/registered": 3,
    "memsets/every_form": 18,
    "pools/async_pool": 5,
    "streams/kinds": 5,
    "streams/reused_handles": 50,
    "streams/values": 1,
    "threads/hand_over": 100,
    "threads/own_buffers": 400,
    "virtual/reserve_and_map": 1,
}
ADVERSARY = {"SOFTHIP_ADVERSARY": "seed=11,late,addresses,unmap,guard"}


def judge(replayed, checks):
    assert replayed.code == 0
    assert replayed.checks["total"] == replayed.checks["exact"] == checks
    assert not replayed.report["unplaced"]
    assert not replayed.report["unreplayed"]
    assert not any("recorded on" in note for note in replayed.report["notes"])


@pytest.mark.parametrize("name", PROGRAMS)
def test_exact(record, replay, name):
    judge(replay(record(name)), PROGRAMS[name])


@pytest.mark.parametrize("name", PROGRAMS)
def test_recorded_on_an_adversary(record, replay, name):
    """Work runs as late as the API allows, addresses move, freed memory is gone: the recording is as good."""
    recorded = record(name, env=ADVERSARY)
    judge(replay(recorded), PROGRAMS[name])


@pytest.mark.parametrize("name", [name for name in PROGRAMS if PROGRAMS[name]])
def test_replayed_on_an_adversary(record, replay, name):
    judge(replay(record(name), env={"SOFTHIP_ADVERSARY": "seed=5,late,addresses,pattern,unmap,guard"}), PROGRAMS[name])


def test_memory_that_nobody_wrote_shows_with_another_fill(record, replay):
    recorded = record("memory/fresh_memory")
    found = replay(recorded, "--fill", "205")
    assert found.code == 1
    assert found.checks["differs"] == 2
    assert {check["actual"] for check in found.report["not_passed"]} == {205}
    judge(replay(record("kernels/saxpy"), "--fill", "205"), 1)


def test_kernels_that_are_skipped_are_named(record, replay):
    found = replay(record("kernels/saxpy"), "--skip-kernel", "*nothing*", "--skip-kernel", "*saxpy*")
    assert found.code == 1
    assert found.checks["differs"] == 1
    assert any("saxpy" in note and "left out, as asked" in note for note in found.report["notes"])
