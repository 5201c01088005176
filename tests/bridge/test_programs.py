"""Every test program does on the bridge, over softcuda, what it does on softhip."""

import re

import pytest
from lib import programs, sanitizer

from bridge import chain

# What the CUDA driver has no word for, or says otherwise.
DIFFERENT = {
    "softhip/devices": "the device's name and the version of its driver",
    "softhip/stream_handles": "masks of compute units",
    "softhip/stream_values": "masks of the values that streams wait for",
}
NO_PROGRAM = {"kernels/part_one", "kernels/part_two", "kernels/wrong", "kernels/module_kernels"}
ENVIRONMENT = {name: {"SOFTHIP_DEVICES": "2"} for name in ("kernels/two_devices", "softhip/devices")}

NAMES = sorted(
    str(path.relative_to(programs.PROGRAMS).with_suffix(""))
    for path in programs.PROGRAMS.rglob("*")
    if path.suffix in programs.SUFFIXES and re.search(r"\bmain\(", path.read_text())
)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in NO_PROGRAM | DIFFERENT.keys()])
def test_same_as_on_softhip(name):
    if name == "softhip/forked" and sanitizer.ANY:
        pytest.skip(sanitizer.NO_FORK)
    program = programs.build(name)
    environment = ENVIRONMENT.get(name)
    plain = chain.run(program, on="softhip", env=environment)
    bridged = chain.run(program, env=environment)
    assert (bridged.status, bridged.out) == (plain.status, plain.out), bridged.err
    assert "counterpart" not in bridged.err


def test_the_lists_are_of_today():
    assert (NO_PROGRAM | DIFFERENT.keys() | ENVIRONMENT.keys()) - set(_known()) == set()


def _known():
    for path in programs.PROGRAMS.rglob("*"):
        if path.suffix in programs.SUFFIXES:
            yield str(path.relative_to(programs.PROGRAMS).with_suffix(""))
