"""How C arguments become machine words: the System V x86-64 convention, for the types that HIP passes.

Every argument is integers. The first six eightbytes of arguments go to registers; an argument that does not fit there
as a whole, and every structure of more than 16 bytes, goes to the stack. The executor takes both as one list of words:
registers first, then the stack in order (native/executor/invoke.h).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from hrr.api import types
from hrr.api.row import Row

REGISTERS = 6
MAX_WORDS = 24


class CannotLower(ValueError):
    """The prototype has an argument that no integer word can carry."""


@dataclass(frozen=True)
class Place:
    """Where one argument lies in the word list: ``count`` words from ``first``."""

    first: int
    count: int


@dataclass(frozen=True)
class Signature:
    """Places of a call's arguments, in declaration order, and the number of words."""

    places: tuple[Place, ...]
    count: int


def argument_size(ctype: str) -> int:
    """Bytes of an argument. Raises CannotLower for floating point."""
    base = types.plain(ctype)
    if types.is_pointer(ctype):
        return 8
    if base in ("float", "double"):
        raise CannotLower(f"a {base} is passed in a vector register")
    if types.is_triple(ctype):
        return 12
    if types.is_by_value(ctype):
        ((_, wire),) = types.wire_fields("value", ctype, 8)
        return types.wire_size(wire)
    return 8


@cache
def signature(ctypes: tuple[str, ...]) -> Signature:
    """The word list of a prototype. Raises CannotLower."""
    places = []
    registers = stack = 0
    for ctype in ctypes:
        size = argument_size(ctype)
        words = -(-size // 8)
        if size > 16 or registers + words > REGISTERS:
            places.append(Place(REGISTERS + stack, words))
            stack += words
        else:
            places.append(Place(registers, words))
            registers += words
    count = REGISTERS + stack if stack else registers
    if count > MAX_WORDS:
        raise CannotLower(f"{count} words, at most {MAX_WORDS} are passed")
    return Signature(tuple(places), count)


def row_signature(row: Row) -> Signature:
    """The word list of a call."""
    return signature(tuple(param.ctype for param in row.params))
