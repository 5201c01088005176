"""Compare the bytes of one device-to-host copy with the recorded ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from hrr.check.floats import FORMATS, Bits, Bytes, Format, plausible
from hrr.check.policy import Policy
from hrr.check.verdict import Differs, Exact, Outcome, Shape, Skipped, Tolerance
from hrr.rect import make_rect

_UNKNOWN_TYPE = "the type of these bytes is not known (--dtype)"
BLOCK = 4 << 20  # bytes looked at at a time: a large copy needs little memory beside itself


def compare(expected: Bytes, actual: Bytes, shape: Shape, policy: Policy) -> Outcome:
    """The outcome for two packed windows of ``shape.nbytes`` bytes each (uint8, one-dimensional, contiguous).

    Equal bytes are exact whatever they mean. Otherwise a tolerance may pass the copy (see :class:`Policy`): NaN
    agrees with NaN, an infinity with the same infinity, -0.0 with 0.0, everything else within the bounds. Bytes
    that are not there are never compared: a wrong length is a skip, not a pass on a prefix.
    """
    for what, given in (("recorded", expected), ("copied back", actual)):
        if given.size != shape.nbytes:
            return Skipped(f"{given.size:,} bytes were {what}, {shape.nbytes:,} copied")
    if shape.nbytes == 0:
        return Skipped("the copy moved no bytes")
    span = _scan(expected, actual)
    if span is None:
        return Exact()
    judged = None
    for format in _formats(expected, shape, policy):
        judged = _judge(expected, actual, format, policy)
        if judged.beyond:
            break
    if judged is not None and not judged.beyond:
        elements = shape.nbytes // judged.format.size
        return Tolerance(judged.format.name, policy.atol, policy.rtol, elements, judged.differing, judged.largest)
    return _differs(expected, actual, shape, span, judged, policy)


@dataclass(frozen=True)
class _Span:
    """Where bytes differ: offset of the first and the last one, and how many."""

    first: int
    last: int
    count: int


@dataclass
class _Judged:
    """What the elements of one format say."""

    format: Format
    differing: int = 0
    beyond: int = 0  # elements out of bounds
    first: int = 0  # the first of them
    largest: float = 0.0


def _blocks(size: int) -> Iterator[slice]:
    return (slice(start, start + BLOCK) for start in range(0, size, BLOCK))


def _scan(expected: Bytes, actual: Bytes) -> _Span | None:
    first, last, count = -1, -1, 0
    for block in _blocks(expected.size):
        if np.array_equal(expected[block], actual[block]):
            continue
        places = np.flatnonzero(expected[block] != actual[block])
        first = block.start + int(places[0]) if first < 0 else first
        last = block.start + int(places[-1])
        count += places.size
    return _Span(first, last, count) if count else None


def _formats(expected: Bytes, shape: Shape, policy: Policy) -> tuple[Format, ...]:
    if not policy.tolerant:
        return ()
    if policy.dtype:
        format = FORMATS[policy.dtype]
        return (format,) if shape.width % format.size == 0 else ()
    return plausible(expected, shape.width)


def _judge(expected: Bytes, actual: Bytes, format: Format, policy: Policy) -> _Judged:
    judged = _Judged(format)
    for block in _blocks(expected.size):
        wanted, got = expected[block].view(format.bits), actual[block].view(format.bits)
        places = np.flatnonzero(wanted != got)
        if places.size == 0:
            continue
        distance, within = _distance(wanted[places], got[places], format, policy)
        judged.differing += places.size
        if within.any():
            judged.largest = max(judged.largest, float(distance[within].max()))
        if not within.all():
            if not judged.beyond:
                judged.first = block.start // format.size + int(places[~within][0])
            judged.beyond += int((~within).sum())
    return judged


def _distance(wanted: Bits, got: Bits, format: Format, policy: Policy) -> tuple[np.ndarray, np.ndarray]:
    """|got - wanted| and whether it is allowed; NaN for NaN is a distance of 0."""
    want, have = format.values(wanted), format.values(got)
    with np.errstate(all="ignore"):
        distance = np.abs(have - want)
        within = np.isfinite(want) & np.isfinite(have) & (distance <= policy.atol + policy.rtol * np.abs(want))
    same = (np.isnan(want) & np.isnan(have)) | (want == have)
    return np.where(same, 0.0, distance), within | same


def _differs(
    expected: Bytes, actual: Bytes, shape: Shape, span: _Span, judged: _Judged | None, policy: Policy
) -> Differs:
    rect = make_rect(shape.width, shape.height, shape.depth)
    rows = (span.first // shape.width, span.last // shape.width)
    if judged is None:
        k, j, i = rect.position(span.first)
        untyped = ""
        if policy.asked and policy.tolerant:
            untyped = f"its rows are no whole {policy.dtype} elements" if policy.dtype else _UNKNOWN_TYPE
        found = (int(expected[span.first]), int(actual[span.first]))
        return Differs(k, j, i, *found, span.count, shape.nbytes, rows, untyped=untyped)
    size = judged.format.size
    element = slice(judged.first * size, (judged.first + 1) * size)
    first = element.start + int(np.flatnonzero(expected[element] != actual[element])[0])
    k, j, i = rect.position(first)
    wanted, got = (judged.format.values(given[element].view(judged.format.bits)) for given in (expected, actual))
    return Differs(
        slice=k,
        row=j,
        column=i,
        expected=int(expected[first]),
        actual=int(actual[first]),
        bytes_differing=span.count,
        nbytes=shape.nbytes,
        rows=rows,
        dtype=judged.format.name,
        element=i // size,
        expected_value=float(wanted[0]),
        actual_value=float(got[0]),
        elements_beyond=judged.beyond,
        bounds=policy.bounds,
    )
