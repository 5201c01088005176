"""Whole programs, recorded and replayed on softhip: every check is exact, everything is at its place."""

import pytest
from lib import sanitizer

PROGRAMS = (
    "arrays/copies",
    "arrays/device_side",
    "copies/contiguous_rows",
    "copies/default_kind",
    "copies/dense_and_pitched",
    "copies/pitched_kernel",
    "errors/state",
    "events/cross_stream",
    "flat/every_form",
    "kernels/cooperative",
    "kernels/declarations",
    "kernels/launches",
    "kernels/matmul",
    "kernels/shared_memory",
    "kernels/symbols",
    "memory/address_reuse",
    "memory/every_allocation",
    "memory/fresh_memory",
    "memory/registered",
    "memsets/every_form",
    "pools/async_pool",
    "streams/kinds",
    "streams/reused_handles",
    "streams/values",
    "threads/hand_over",
    "threads/own_buffers",
    "virtual/reserve_and_map",
)


def expect_all_exact(replayed, count):
    report = replayed.report
    assert (replayed.code, report["unreplayed"], report["unplaced"], report["failed"]) == (0, [], [], [])
    assert report["checks"]["total"] == report["checks"]["exact"] == count > 0


@pytest.mark.parametrize("program", PROGRAMS)
def test_replay_is_exact(archived, replay, program):
    if program == "memory/registered" and sanitizer.ADDRESS:
        pytest.skip("AddressSanitizer's heap has the same addresses in every process: the program's are taken")
    archive = archived(program)
    first = replay(archive)
    expect_all_exact(first, first.report["checks"]["total"])


@pytest.mark.parametrize(
    "program", ["kernels/symbols", "memory/every_allocation", "streams/kinds", "threads/hand_over"]
)
@pytest.mark.parametrize("seed", [1, 2])
def test_replay_is_exact_whatever_the_device_does(archived, replay, program, seed):
    """Work as late as allowed, other addresses, a pattern in fresh memory, guard pages."""
    archive = archived(program)
    replayed = replay(archive, env={"SOFTHIP_ADVERSARY": f"seed={seed},all"})
    expect_all_exact(replayed, replayed.report["checks"]["total"])


def test_two_devices(archived, replay):
    two = {"SOFTHIP_DEVICES": "2"}
    expect_all_exact(replay(archived("kernels/two_devices", env=two), env=two), 2)
