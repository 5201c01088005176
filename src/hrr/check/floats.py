"""Floating-point formats, and when bytes of unknown type look like one.

A recording does not say what its bytes mean. Reading integers as floats would let a wrong integer pass, and reading
narrow floats as wide ones would let every second number be anything, so a format is accepted only on evidence. Only
the *expected* bytes are looked at. A format stands when all of this holds:

1. Rows hold whole elements, and enough of them are not zero (16 for f32 and f64, 32 for the 16-bit formats).
2. At least 15 of 16 non-zero elements have a magnitude that results have (f64, f32 and bf16: 2**-24 to 2**24; f16:
   2**-12 to 2**12). None is subnormal, as small integers would be. Infinities and NaNs are at most a quarter, and a
   NaN has the bits that hardware makes (sign and quiet bit, nothing else), as random and negative integers have
   not.
3. Unless the format is the widest, elements at even and at odd places are alike: about as many zeros, and the same
   order of magnitude. A wider format read as a narrower one fails this, half of its elements being mantissa bits.
4. Unless the format is the narrowest, the low halves of the elements are zero or lead with all kinds of bits. A narrow
   format read as a wide one fails this, half of its numbers being taken for mantissa bits.
5. The lowest bytes do not lie mostly in the usual range of the highest bytes, as they do in text, images and fill
   patterns.
6. The 16-bit formats need both signs, each in 1 of 16 elements: the unsigned 16-bit integers of one octave look
   like any half-precision number.

When both 16-bit formats stand, both must accept. Whatever no format stands on is compared exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Bits = NDArray[np.unsignedinteger[Any]]

SAMPLE = 4 << 20  # bytes looked at: of a longer buffer the start, the middle and the end, a third each


@dataclass(frozen=True)
class Format:
    """A binary floating-point format: its mantissa bits, and what rule 1 and 2 ask of it."""

    name: str
    size: int  # bytes
    mantissa: int  # bits
    octaves: int  # usual magnitudes: 2**-octaves to 2**octaves
    enough: int  # non-zero elements that make evidence

    @property
    def exponent_mask(self) -> int:
        return (1 << (8 * self.size - 1 - self.mantissa)) - 1

    @property
    def bits(self) -> np.dtype[Any]:
        """The unsigned integer type of the same size."""
        return np.dtype(f"<u{self.size}")

    def values(self, bits: Bits) -> NDArray[np.float64]:
        """The numbers that bit patterns stand for."""
        if self.name == "bf16":
            bits = bits.astype("<u4") << np.uint32(16)
        return np.ascontiguousarray(bits).view(f"<f{bits.itemsize}").astype(np.float64)


F16 = Format("f16", 2, 10, 12, 32)
BF16 = Format("bf16", 2, 7, 24, 32)
F32 = Format("f32", 4, 23, 24, 16)
F64 = Format("f64", 8, 52, 24, 16)
FORMATS = {format.name: format for format in (F16, BF16, F32, F64)}


def plausible(expected: Bytes, width: int) -> tuple[Format, ...]:
    """The formats that packed rows of ``width`` bytes look like: none, one, or both 16-bit ones."""
    sample = _sample(expected)
    for group in ((BF16, F16), (F32,), (F64,)):
        if width % group[0].size == 0:
            standing = tuple(format for format in group if looks_like(sample.view(format.bits), format))
            if standing:
                return standing
    return ()


def looks_like(bits: Bits, format: Format) -> bool:
    """Whether bit patterns look like numbers of the format, by rules 1 to 6."""
    one = bits.dtype.type
    exponent = (bits >> one(format.mantissa)).astype(np.int64) & format.exponent_mask
    mantissa = bits & one((1 << format.mantissa) - 1)
    special = exponent == format.exponent_mask
    zero = (exponent == 0) & (mantissa == 0)
    number = ~zero & ~special
    count = int(number.sum())
    octave = exponent - format.exponent_mask // 2

    if count < format.enough or ((exponent == 0) & ~zero).any():
        return False
    if 16 * int((np.abs(octave[number]) <= format.octaves).sum()) < 15 * count:
        return False
    if 4 * int(special.sum()) > bits.size or not np.isin(mantissa[special], (0, 1 << (format.mantissa - 1))).all():
        return False
    if format.size < 8 and not _alike(octave, zero, number):
        return False
    if format.size > 2 and not _mantissa_like(bits, format):
        return False
    if format.size == 2:
        negative = int((bits[number] >> one(15)).sum())
        if 16 * min(negative, count - negative) < count:
            return False
    return not _byte_like(bits[number], format)


def _alike(octave: NDArray[np.int64], zero: NDArray[np.bool_], number: NDArray[np.bool_]) -> bool:
    """Rule 3."""
    even, odd = octave[0::2][number[0::2]], octave[1::2][number[1::2]]
    if even.size == 0 or odd.size == 0:
        return False
    zeros = float(zero[0::2].mean()) - float(zero[1::2].mean())
    return abs(zeros) <= 0.25 and abs(float(np.median(even)) - float(np.median(odd))) <= 4


def _mantissa_like(bits: Bits, format: Format) -> bool:
    """Rule 4: no four of the sixteen possible leading half-bytes make up most of the low halves."""
    half = 4 * format.size
    low = bits & bits.dtype.type((1 << half) - 1)
    leading = np.bincount((low[low != 0] >> bits.dtype.type(half - 4)).astype(np.int64), minlength=16)
    found = int(leading.sum())
    common = int(np.sort(leading)[-4:].sum())
    return found == 0 or common <= (0.6 if found >= 32 else 0.75) * found


def _byte_like(bits: Bits, format: Format) -> bool:
    """Rule 5."""
    octets = np.ascontiguousarray(bits).view(np.uint8).reshape(-1, format.size)
    low, high = octets[:, 0] & 0x7F, octets[:, -1] & 0x7F  # signs do not matter
    least, most = np.percentile(high, (5, 95))
    return 2 * int(((low >= least) & (low <= most)).sum()) > low.size


def _sample(expected: Bytes) -> Bytes:
    """Whole 8-byte groups of the buffer, at most SAMPLE bytes."""
    whole = expected.size // 8 * 8
    if whole <= SAMPLE:
        return np.ascontiguousarray(expected[:whole])
    third = SAMPLE // 24 * 8
    starts = (0, (whole - third) // 16 * 8, whole - third)
    return np.concatenate([expected[start : start + third] for start in starts])
