"""softhip does what HIP says: each program checks one family of calls, on the tame device and on the adversary."""

from __future__ import annotations

import pytest
from lib import sanitizer

PROGRAMS = {
    "allocations": {},
    "arrays": {},
    "devices": {"SOFTHIP_DEVICES": "2"},
    "entry_points": {},
    "error_state": {},
    "events": {},
    "exit_with_pending_work": {},
    "flat_copies": {},
    "forked": {},
    "memsets": {},
    "pitched_copies": {},
    "pools": {},
    "stream_handles": {},
    "stream_order": {},
    "stream_values": {},
    "threads": {},
    "virtual_memory": {},
}


@pytest.mark.parametrize("adversary", ["", "seed=11,late", "seed=5,all"], ids=["tame", "late", "all"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_program(run, name, adversary):
    if name == "forked" and sanitizer.ANY:
        pytest.skip(sanitizer.NO_FORK)
    if name == "virtual_memory" and sanitizer.THREAD:
        pytest.skip("ThreadSanitizer leaves few addresses to choose from")
    ran = run(f"softhip/{name}", adversary=adversary, env=PROGRAMS[name])
    assert (ran.code, ran.out) == (0, ""), ran.err


@pytest.mark.parametrize("adversary", ["", "seed=7,all"], ids=["tame", "all"])
@pytest.mark.parametrize("direction", ["d2h", "h2d"])
def test_window_by_every_pitched_call(run, direction, adversary):
    ran = run("copies/pitched_window", direction, adversary=adversary)
    assert ran.code == 0, ran.err


def test_a_missing_call_names_itself_once(run):
    ran = run("softhip/entry_points")
    assert ran.code == 0
    assert ran.err == "softhip: hipGraphCreate is not supported\n"


def test_no_device(run):
    ran = run("softhip/error_state", env={"SOFTHIP_DEVICES": "0"})
    assert ran.code == 1
    assert "hipErrorNoDevice" in ran.err
