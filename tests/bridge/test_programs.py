"""Every test program does on the bridge, over softcuda, what it does on softhip."""

import pytest
from lib import programs

from bridge import chain

NAMES = sorted(
    str(path.relative_to(programs.PROGRAMS).with_suffix(""))
    for path in programs.PROGRAMS.rglob("*")
    if path.suffix in programs.SUFFIXES
)


@pytest.mark.parametrize("name", NAMES)
def test_same_as_on_softhip(name):
    program = programs.build(name)
    plain = chain.run(program, on="softhip")
    bridged = chain.run(program)
    assert (bridged.status, bridged.out) == (plain.status, plain.out), bridged.err
    assert "not supported" not in bridged.err and "counterpart" not in bridged.err
