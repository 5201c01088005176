"""Names of blobs: a pair of 64-bit words, written as 32 hexadecimal digits (docs/format.md, "Blob names")."""

from __future__ import annotations

import ctypes
import ctypes.util
from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

Key = str  # 16 digits of the low word, then 16 of the high word

_MASK = (1 << 64) - 1
_BASIS, _PRIME = 0xCBF29CE484222325, 0x100000001B3
_BLOCK = 1 << 14


def key(low: int, high: int) -> Key:
    """The name for a pair of words; "" for the pair (0, 0), which means that there is no blob."""
    return f"{low:016x}{high:016x}" if low or high else ""


def words(name: Key) -> tuple[int, int]:
    """The pair of words of a name. Raises ValueError for anything that is no name."""
    if len(name) != 32 or not all(digit in "0123456789abcdef" for digit in name):
        raise ValueError(f"not a blob name: '{name[:40]}'")
    return int(name[:16], 16), int(name[16:], 16)


def reference(data: bytes) -> Key:
    """The name that AMD's tools give: two byte-wise 64-bit lanes, FNV-1a's constants in one, swapped in the other."""
    octets = np.frombuffer(data, np.uint8)
    return f"{_lane(octets, _BASIS, _PRIME):016x}{_lane(octets, _PRIME, _BASIS):016x}"


def _lane(octets: NDArray[np.uint8], state: int, factor: int) -> int:
    """``for octet in octets: state = (state ^ octet) * factor``, modulo 2**64, some thousand octets at a time.

    Xor with an octet changes only the low byte of the state, so it is an addition once that byte is known; what
    remains is linear: ``state * factor**n + sum(change[i] * factor**(n - i))``. The low bytes follow from bit 0
    upwards, each bit being a running xor of the octets' bit and of what the factor carries over from the bits below.
    """
    powers = np.multiply.accumulate(np.full(min(len(octets), _BLOCK), factor, np.uint64))
    one = [np.uint8(bit) for bit in range(8)]
    for start in range(0, len(octets), _BLOCK):
        block = octets[start : start + _BLOCK]
        low = np.zeros(len(block), np.uint8)  # of (state ^ octet), before each multiplication
        for bit in range(8):
            steps = (block >> one[bit]) & one[1]
            steps[0] ^= np.uint8(state >> bit & 1)
            steps[1:] ^= (low[:-1] * np.uint8(factor & 0xFF) >> one[bit]) & one[1]
            low |= np.bitwise_xor.accumulate(steps) << one[bit]
        change = low.astype(np.int64) - (low ^ block)
        total = int((change.view(np.uint64) * powers[len(block) - 1 :: -1]).sum())
        state = (state * pow(factor, len(block), 1 << 64) + total) & _MASK
    return state


class _Hash128(ctypes.Structure):
    _fields_ = (("low", ctypes.c_uint64), ("high", ctypes.c_uint64))


def _bound(function: ctypes._NamedFuncPointer) -> Callable[[bytes], tuple[int, int]]:
    function.restype, function.argtypes = _Hash128, (ctypes.c_char_p, ctypes.c_size_t)

    def call(data: bytes) -> tuple[int, int]:
        result = function(data, len(data))
        return int(result.low), int(result.high)

    return call


@cache
def _library() -> Callable[[bytes], tuple[int, int]] | None:
    for name in ("libxxhash.so.0", ctypes.util.find_library("xxhash") or ""):
        try:
            function = ctypes.CDLL(name).XXH3_128bits if name else None
        except OSError:
            continue
        if function is not None:
            return _bound(function)
    try:
        import xxhash
    except ImportError:
        return None
    return lambda data: (lambda value: (value & _MASK, value >> 64))(xxhash.xxh3_128_intdigest(data))


def has_xxh3() -> bool:
    """Whether XXH3 can be computed here."""
    return _library() is not None


def xxh3(data: bytes) -> Key:
    """The XXH3-128 name. Raises RuntimeError when no xxhash library is here."""
    function = _library()
    if function is None:
        raise RuntimeError("no xxhash library: install libxxhash or the Python package xxhash")
    low, high = function(data)
    return f"{low:016x}{high:016x}"


def keys(low: NDArray[np.uint64], high: NDArray[np.uint64]) -> list[Key]:
    """Names for columns of words."""
    return [key(*pair) for pair in zip(low.tolist(), high.tolist(), strict=True)]
