"""Names of blobs: a pair of 64-bit words, written as 32 hexadecimal digits (docs/format.md, "Blob names")."""

from __future__ import annotations

import ctypes
import ctypes.util
from collections.abc import Callable
from functools import cache

import numpy as np

Key = str  # 16 digits of the low word, then 16 of the high word

_MASK = (1 << 64) - 1
_BASIS, _PRIME = 0xCBF29CE484222325, 0x100000001B3


def key(low: int, high: int) -> Key:
    """The name for a pair of words; "" for the pair (0, 0), which means that there is no blob."""
    return f"{low:016x}{high:016x}" if low or high else ""


def words(name: Key) -> tuple[int, int]:
    """The pair of words of a name. Raises ValueError for anything that is no name."""
    if len(name) != 32 or not all(digit in "0123456789abcdef" for digit in name):
        raise ValueError(f"not a blob name: '{name[:40]}'")
    return int(name[:16], 16), int(name[16:], 16)


def reference(data: bytes) -> Key:
    """The name that AMD's tools give: two byte-wise 64-bit lanes, one with FNV-1a's constants, one with them swapped.

    Slow by nature (each step needs the one before it).
    """
    low, high = _BASIS, _PRIME
    for byte in data:
        low = ((low ^ byte) * _PRIME) & _MASK
        high = ((high ^ byte) * _BASIS) & _MASK
    return f"{low:016x}{high:016x}"


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


def keys(low: np.ndarray, high: np.ndarray) -> list[Key]:
    """Names for columns of words."""
    return [key(int(a), int(b)) for a, b in zip(low, high, strict=True)]
