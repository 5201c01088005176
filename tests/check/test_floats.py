"""When bytes of unknown type look like floating point: what must, and above all what must not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hrr.check.floats import SAMPLE, plausible

RNG = np.random.default_rng(11)


def bf16(values: np.ndarray) -> np.ndarray:
    return (np.asarray(values, np.float32).view(np.uint32) >> 16).astype(np.uint16)


def names(array: np.ndarray) -> set[str]:
    raw = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
    return {format.name for format in plausible(raw, raw.size)}


NORMAL = RNG.normal(size=1024)
REAL = {
    "normal": NORMAL,
    "sparse": np.where(RNG.random(1024) < 0.4, 0, NORMAL),
    "large": NORMAL * 1000,
    "small": NORMAL / 1000,
    "with NaN": np.where(np.arange(1024) % 37 == 0, np.nan, NORMAL),
    "with infinity": np.where(np.arange(1024) % 41 == 0, np.inf, NORMAL),
}
POSITIVE = {
    "uniform": RNG.random(1024),
    "rectified": np.maximum(NORMAL, 0),
    "ramp": np.arange(1, 5000) * 1.0,
    "sixteen": RNG.normal(size=16),
}


@pytest.mark.parametrize("name", [*REAL, *POSITIVE])
def test_wide_floats_are_recognised(name: str) -> None:
    values = {**REAL, **POSITIVE}[name]
    assert names(values.astype(np.float32)) == {"f32"}
    assert names(values.astype(np.float64)) == {"f64"}


def test_constant_and_whole_doubles_and_floats() -> None:
    assert names(np.ones(64, np.float32)) == {"f32"}
    assert names(np.ones(64, np.float64)) == {"f64"}
    assert names(np.arange(1, 65).astype(np.float64)) == {"f64"}


@pytest.mark.parametrize("name", REAL)
def test_half_precision_is_recognised_when_it_has_both_signs(name: str) -> None:
    if name != "small":  # subnormal in f16, as small integers are
        assert "f16" in names(REAL[name].astype(np.float16))
    assert "bf16" in names(bf16(REAL[name]))


@pytest.mark.parametrize("name", POSITIVE)
def test_narrow_numbers_are_never_taken_for_wide_ones(name: str) -> None:
    """A wide reading would let every second number be anything."""
    for array in (POSITIVE[name].astype(np.float16), bf16(POSITIVE[name])):
        assert not names(array) & {"f32", "f64"}
    assert "f64" not in names(POSITIVE[name].astype(np.float32))


def test_pairs_of_unlike_floats_are_not_doubles() -> None:
    pairs = np.stack([NORMAL, NORMAL * 1e-6], axis=1).astype(np.float32)
    assert names(pairs) == set()


INTEGERS = {
    "small int32": RNG.integers(-1000, 1000, 1024).astype(np.int32),
    "index int64": np.arange(1024, dtype=np.int64),
    "random int32": RNG.integers(-(2**31), 2**31, 1024).astype(np.int32),
    "random uint64": RNG.integers(0, 2**63, 1024).astype(np.uint64),
    "bytes": RNG.integers(0, 256, 4096).astype(np.uint8),
    "quantised int8": np.clip(RNG.normal(size=4096) * 30, -127, 127).astype(np.int8),
    "two-level int8": (RNG.choice([-1, 1], 4096) * RNG.integers(55, 75, 4096)).astype(np.int8),
    "audio int16": (np.sin(np.arange(4096) / 9) * 20000).astype(np.int16),
    "depth uint16": RNG.integers(5000, 20000, 4096).astype(np.uint16),
    "grey image": RNG.integers(50, 75, 4096).astype(np.uint8),
    "rgba image": np.stack([*RNG.integers(0, 256, (3, 1024)), np.full(1024, 255)], axis=1).astype(np.uint8),
    "device pointers": (0x7F3A_0000_0000 + 256 * np.arange(1024)).astype(np.uint64),
    "time stamps": (1_700_000_000 + np.arange(1024)).astype(np.int32),
    "fill 0x3f": np.full(4096, 0x3F, np.uint8),
    "fill 0x40": np.full(4096, 0x40, np.uint8),
    "zeros": np.zeros(4096, np.uint8),
    "hash": ((np.arange(4096, dtype=np.uint64) * 2654435761) >> np.uint64(13)).astype(np.uint8),
}


@pytest.mark.parametrize("name", INTEGERS)
def test_integers_look_like_nothing(name: str) -> None:
    assert names(INTEGERS[name]) == set()


def test_floats_with_integers_between_them_look_like_nothing() -> None:
    records = NORMAL.astype(np.float32)
    records[::25].view(np.int32)[:] = np.arange(1, 42)
    assert names(records) == set()


def test_text_looks_like_nothing() -> None:
    for line in (b"THE QUICK BROWN FOX JUMPS OVER A LAZY DOG ", b"@ABCDEFGH", b"0123456789?>=<"):
        assert names(np.frombuffer((line * 64)[: len(line) * 64 // 8 * 8], np.uint8)) == set()


@given(st.integers(0, 2**32 - 1), st.integers(16, 256))
def test_random_bytes_look_like_nothing(seed: int, elements: int) -> None:
    assert names(np.random.default_rng(seed).integers(0, 256, elements * 8, dtype=np.uint8)) == set()


@pytest.mark.parametrize("count", [1, 4, 15])
def test_a_few_numbers_are_no_evidence(count: int) -> None:
    assert names(NORMAL[:count].astype(np.float32)) == set()
    assert names(NORMAL[:count].astype(np.float64)) == set()


def test_rows_that_hold_no_whole_elements_have_no_type() -> None:
    raw = NORMAL.astype(np.float32).view(np.uint8)
    assert plausible(raw, 16) and not plausible(raw[: raw.size // 6 * 6], 6)


def test_long_buffers_are_judged_by_start_middle_and_end() -> None:
    long = np.resize(NORMAL.astype(np.float32), SAMPLE)  # four times SAMPLE bytes
    assert names(long) == {"f32"}
    for place in (0, long.size // 2, long.size - SAMPLE // 16):
        mixed = long.copy()
        mixed[place : place + SAMPLE // 16].view(np.int32)[:] = np.arange(SAMPLE // 16)
        assert names(mixed) == set()
