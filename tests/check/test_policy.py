"""Flags over environment variables, and when a replay gives up."""

from __future__ import annotations

import pytest

from hrr.check import Divergence, Policy, PolicyError


def test_without_flags_and_variables() -> None:
    assert Policy.choose(env={}) == Policy(exact=False, atol=1e-3, rtol=1e-3, dtype="")
    assert Divergence.choose(env={}) == Divergence(0.25, 64)


def test_variables_apply() -> None:
    assert Policy.choose(env={"HIP_HRR_D2H_EXACT": "1", "HIP_HRR_D2H_ATOL": "2"}) == Policy(exact=True)
    assert Policy.choose(env={"HIP_HRR_D2H_ATOL": "0.5", "HIP_HRR_D2H_RTOL": "1e-6"}) == Policy(atol=0.5, rtol=1e-6)
    env = {"HIP_HRR_REPLAY_DIVERGENCE_ABORT": "0.5", "HIP_HRR_REPLAY_DIVERGENCE_MIN_SAMPLES": "8"}
    assert Divergence.choose(env=env) == Divergence(0.5, 8)


def test_flags_win() -> None:
    env = {"HIP_HRR_D2H_EXACT": "1", "HIP_HRR_D2H_ATOL": "2", "HIP_HRR_D2H_RTOL": "3"}
    assert Policy.choose(atol=0.25, env=env) == Policy(atol=0.25, rtol=3.0)
    assert Policy.choose(exact=True, env={"HIP_HRR_D2H_ATOL": "2"}).exact
    assert Policy.choose(dtype="f32", env=env).dtype == "f32"
    assert Divergence.choose(fraction=0, samples=1, env={"HIP_HRR_REPLAY_DIVERGENCE_ABORT": "1"}) == Divergence(0, 1)


@pytest.mark.parametrize(
    "env",
    [
        {"HIP_HRR_D2H_ATOL": "wide"},
        {"HIP_HRR_D2H_RTOL": "nan"},
        {"HIP_HRR_D2H_ATOL": "-1"},
        {"HIP_HRR_D2H_ATOL": "inf"},
    ],
)
def test_bounds_that_mean_nothing_are_refused(env: dict[str, str]) -> None:
    with pytest.raises(PolicyError):
        Policy.choose(env=env)


@pytest.mark.parametrize(
    "env",
    [
        {"HIP_HRR_REPLAY_DIVERGENCE_ABORT": "25"},
        {"HIP_HRR_REPLAY_DIVERGENCE_ABORT": "never"},
        {"HIP_HRR_REPLAY_DIVERGENCE_MIN_SAMPLES": "-1"},
        {"HIP_HRR_REPLAY_DIVERGENCE_MIN_SAMPLES": "1.5"},
    ],
)
def test_divergence_settings_that_mean_nothing_are_refused(env: dict[str, str]) -> None:
    with pytest.raises(PolicyError):
        Divergence.choose(env=env)


def test_contradictions_are_refused() -> None:
    for flags in ({"atol": 1.0}, {"rtol": 1.0}, {"dtype": "f32"}):
        with pytest.raises(PolicyError):
            Policy.choose(exact=True, env={}, **flags)
    with pytest.raises(PolicyError):
        Policy.choose(dtype="f8", env={})


@pytest.mark.parametrize(
    ("differs", "total", "reached"),
    [(16, 64, False), (17, 64, True), (63, 63, False), (25, 100, False), (26, 100, True), (0, 64, False)],
)
def test_more_than_a_quarter_of_at_least_64(differs: int, total: int, reached: bool) -> None:
    assert Divergence().reached(differs, total) == reached


def test_zero_turns_it_off() -> None:
    assert not Divergence(fraction=0).reached(1000, 1000)
    assert not Divergence(fraction=1).reached(1000, 1000)
