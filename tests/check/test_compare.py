"""compare(): exact bytes, places of differences, tolerances and what they must not let through."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hrr.check import Differs, Exact, Policy, Shape, Skipped, Tolerance, compare
from hrr.check.floats import BF16, F16, plausible

EXACT = Policy(exact=True)
F32 = Policy(dtype="f32", atol=1e-3, rtol=1e-3)


def flat(array: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8)


def judge(expected: np.ndarray, actual: np.ndarray, policy: Policy) -> Exact | Tolerance | Differs | Skipped:
    return compare(flat(expected), flat(actual), Shape(expected.nbytes), policy)


def f32(*values: float) -> np.ndarray:
    return np.array(values, np.float32)


def noise(size: int, seed: int = 3) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, size, dtype=np.uint8)


@given(st.integers(1, 9), st.integers(1, 5), st.integers(1, 4), st.data())
def test_the_first_differing_byte_is_named(width: int, height: int, depth: int, data: st.DataObject) -> None:
    shape = Shape(width, height, depth)
    expected = noise(shape.nbytes)
    flips = sorted(data.draw(st.sets(st.integers(0, shape.nbytes - 1), min_size=1)))
    actual = expected.copy()
    actual[flips] ^= 0xFF
    outcome = compare(expected, actual, shape, EXACT)
    assert isinstance(outcome, Differs)
    assert (outcome.slice * height + outcome.row) * width + outcome.column == flips[0]
    assert outcome.row < height and outcome.column < width
    assert (outcome.expected, outcome.actual) == (expected[flips[0]], expected[flips[0]] ^ 0xFF)
    assert (outcome.bytes_differing, outcome.nbytes) == (len(flips), shape.nbytes)
    assert outcome.rows == (flips[0] // width, flips[-1] // width)


def test_equal_bytes_are_exact_under_every_policy() -> None:
    special = np.array([np.nan, np.inf, -0.0, 1.0], np.float32)
    for policy in (EXACT, F32, Policy(), Policy(dtype="f16"), Policy(dtype="f64")):
        assert judge(special, special.copy(), policy) == Exact()


@pytest.mark.parametrize("size", [0, 287, 289])
def test_bytes_that_are_not_there_are_never_compared(size: int) -> None:
    shape, whole, cut = Shape(48, 3, 2), noise(288), np.resize(noise(288), size)
    for expected, actual in ((cut, whole), (whole, cut)):
        outcome = compare(expected, actual, shape, Policy())
        assert isinstance(outcome, Skipped)
        assert f"{size:,} bytes" in outcome.reason and "288 copied" in outcome.reason


def test_a_copy_of_nothing_is_skipped() -> None:
    assert isinstance(compare(noise(0), noise(0), Shape(0), Policy()), Skipped)
    assert isinstance(compare(noise(0), noise(0), Shape(48, 0), Policy()), Skipped)


def test_a_difference_in_a_late_block_is_found() -> None:
    expected = np.zeros(9 << 20, np.uint8)
    actual = expected.copy()
    actual[(8 << 20) + 5] = 1
    outcome = judge(expected, actual, Policy())
    assert isinstance(outcome, Differs) and outcome.column == (8 << 20) + 5 and outcome.bytes_differing == 1


def test_a_tolerance_that_was_asked_for_and_does_not_apply_is_named() -> None:
    expected, actual = np.arange(6, dtype=np.uint8), np.zeros(6, np.uint8)
    asked = judge(expected, actual, Policy.choose(atol=0.5, env={}))
    assert isinstance(asked, Differs)
    assert asked.reason == "5 of 6 bytes differ; compared exactly: the type of these bytes is not known (--dtype)"
    stated = judge(expected, actual, Policy.choose(dtype="f32", env={}))
    assert isinstance(stated, Differs) and stated.reason.endswith("exactly: its rows are no whole f32 elements")
    for policy in (Policy.choose(env={}), Policy.choose(exact=True, env={}), Policy.choose(atol=0, rtol=0, env={})):
        plain = judge(expected, actual, policy)
        assert isinstance(plain, Differs) and plain.reason == "5 of 6 bytes differ"


def test_stated_type_within_bounds() -> None:
    outcome = judge(f32(1, 2, 3), f32(1.0005, 2, 3), F32)
    assert isinstance(outcome, Tolerance)
    assert (outcome.dtype, outcome.elements, outcome.elements_differing) == ("f32", 3, 1)
    assert outcome.largest == pytest.approx(0.0005, rel=1e-3)


def test_stated_type_beyond_bounds_names_the_element() -> None:
    expected = np.ones((2, 3, 4), np.float32)
    actual = expected.copy()
    actual[0, 0, 0] = 1.0005  # allowed, and so not the first difference
    actual[1, 2, 3] = 1.5
    outcome = compare(flat(expected), flat(actual), Shape(16, 3, 2), F32)
    assert isinstance(outcome, Differs)
    assert (outcome.slice, outcome.row, outcome.element) == (1, 2, 3)
    assert outcome.column == 14  # 1.5 and 1.0 differ from the third byte of the element on
    assert (outcome.dtype, outcome.expected_value, outcome.actual_value) == ("f32", 1.0, 1.5)
    assert outcome.elements_beyond == 1
    assert outcome.reason.endswith("1 f32 elements beyond atol 0.001, rtol 0.001")


def test_the_bound_is_atol_plus_rtol_times_expected() -> None:
    policy = Policy(dtype="f64", atol=0.5, rtol=0.25)
    for actual, passes in ((101.0 - 25.5, True), (74.0, False), (125.5, True), (126.0, False)):
        outcome = judge(np.array([100.0]), np.array([actual]), policy)
        assert isinstance(outcome, Tolerance) == passes, actual
    assert isinstance(judge(np.array([0.0]), np.array([0.5]), policy), Tolerance)
    assert isinstance(judge(np.array([0.0]), np.array([0.75]), policy), Differs)


@pytest.mark.parametrize(
    ("expected", "actual", "passes"),
    [
        (np.nan, -np.nan, True),
        (np.nan, 0.0, False),
        (0.0, np.nan, False),
        (0.0, -0.0, True),
        (-0.0, 0.0, True),
        (np.inf, -np.inf, False),
        (np.inf, 3e38, False),
        (3e38, np.inf, False),
        (3e38, -3e38, False),
        (1e-45, 0.0, True),
    ],
)
def test_special_values(expected: float, actual: float, passes: bool) -> None:
    """Within a tolerance NaN is NaN whatever its bits, zero has no sign, an infinity is only itself."""
    outcome = judge(f32(expected), f32(actual), F32)
    assert isinstance(outcome, Tolerance if passes else Differs)
    assert isinstance(judge(f32(expected), f32(actual), EXACT), Differs), "exact compares bits"


def test_no_infinite_bound_lets_an_infinity_through() -> None:
    huge = Policy(dtype="f32", atol=1e300, rtol=1e300)
    assert isinstance(judge(f32(1.0), f32(np.inf), huge), Differs)
    assert isinstance(judge(f32(np.inf), f32(1.0), huge), Differs)


def test_a_type_that_does_not_divide_the_rows_is_no_type() -> None:
    expected, actual = noise(12), noise(12)
    actual[0] ^= 1
    outcome = compare(expected, actual, Shape(6, 2), F32)
    assert isinstance(outcome, Differs) and outcome.dtype == ""


@pytest.mark.parametrize("dtype", ["f16", "bf16", "f32", "f64"])
def test_every_type_can_be_stated(dtype: str) -> None:
    def encode(*values: float) -> np.ndarray:
        if dtype == "bf16":
            return (np.array(values, np.float32).view(np.uint32) >> 16).astype(np.uint16)
        return np.array(values, {"f16": np.float16, "f32": np.float32, "f64": np.float64}[dtype])

    policy = Policy(dtype=dtype, atol=0.0, rtol=0.1)
    assert isinstance(judge(encode(1.0, -2.0), encode(1.0625, -2.0), policy), Tolerance)
    beyond = judge(encode(1.0, -2.0), encode(1.0, -2.5), policy)
    assert isinstance(beyond, Differs)
    assert (beyond.element, beyond.expected_value, beyond.actual_value) == (1, -2.0, -2.5)


# Without a stated type.


def test_unknown_floats_get_the_tolerance() -> None:
    expected = np.random.default_rng(5).normal(size=300).astype(np.float32)
    outcome = judge(expected, expected * np.float32(1 + 1e-4), Policy())
    assert isinstance(outcome, Tolerance) and outcome.dtype == "f32"
    assert isinstance(judge(expected, expected * np.float32(1.01), Policy()), Differs)
    assert isinstance(judge(expected, expected * np.float32(1 + 1e-4), EXACT), Differs)
    assert isinstance(judge(expected, expected * np.float32(1 + 1e-4), Policy(atol=0, rtol=0)), Differs)


def test_unknown_integers_are_compared_exactly() -> None:
    for dtype in (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64):
        expected = np.arange(1, 101).astype(dtype)
        actual = expected.copy()
        actual[50] += 1
        outcome = judge(expected, actual, Policy())
        assert isinstance(outcome, Differs) and outcome.dtype == "", dtype


def test_both_half_precision_readings_must_accept() -> None:
    """Numbers around 10 in f16 also look like bf16; what bf16 calls far off is not passed."""
    expected = np.random.default_rng(6).choice([-1, 1], 64) * np.linspace(8, 15, 64)
    half = expected.astype(np.float16)
    actual = half.copy()
    actual.view(np.uint16)[7] += 1
    assert set(plausible(flat(half), half.nbytes)) == {BF16, F16}
    assert isinstance(judge(half, actual, Policy(dtype="f16")), Tolerance)
    outcome = judge(half, actual, Policy())
    assert isinstance(outcome, Differs) and outcome.dtype == "bf16"
