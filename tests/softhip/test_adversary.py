"""Every mode of the adversary does what it is for, and only when it is asked to."""

from __future__ import annotations

import pytest
from lib import sanitizer

MODES = {
    "late": "seed=1,late",
    "pattern": "pattern",
    "unmap": "unmap",
    "guard": "guard",
    "fail": "fail=hipMemset:2,fail=hipMalloc:3",
}


@pytest.mark.parametrize("mode", MODES)
def test_mode(run, mode):
    ran = run("softhip/adversary", mode, adversary=MODES[mode])
    assert ran.code == 0, ran.err


@pytest.mark.parametrize("mode", MODES)
def test_the_tame_device_does_nothing_of_the_kind(run, mode):
    # Now and then a busy machine makes it late.
    assert any(run("softhip/adversary", mode).code != 0 for _ in range(10))


@pytest.mark.parametrize("mode", ["late", "pattern", "unmap", "guard"])
def test_all(run, mode):
    ran = run("softhip/adversary", mode, adversary="all")
    assert ran.code == 0, ran.err


def test_addresses_differ_from_process_to_process(run):
    first, second = (run("softhip/adversary", "addresses", adversary="seed=3,addresses") for _ in range(2))
    assert first.code == second.code == 0
    assert not set(first.out.split()) & set(second.out.split())


@pytest.mark.skipif(bool(sanitizer.THREAD), reason="ThreadSanitizer maps memory of its own as threads go by")
def test_addresses_of_the_tame_device_are_the_same_again(run):
    first, second = (run("softhip/adversary", "addresses") for _ in range(2))
    assert first.out == second.out != ""


def test_an_unknown_word_is_named(run):
    ran = run("softhip/adversary", "none", adversary="lat")
    assert ran.code == 0
    assert ran.err == "softhip: SOFTHIP_ADVERSARY: unknown word 'lat'\n"
