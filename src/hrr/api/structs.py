"""HIP's structures, and where their members lie (HIP 7 ABI, x86-64)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from hrr.api import enums
from hrr.api.tables import structs_memory, structs_objects
from hrr.api.tables.shapes import Struct


@dataclass(frozen=True)
class Member:
    """A member with its place: ``offset`` and ``size`` in bytes, ``nested`` the name of its structure or ""."""

    name: str
    ctype: str
    offset: int
    size: int
    nested: str


STRUCTS: tuple[Struct, ...] = (*structs_memory.STRUCTS, *structs_objects.STRUCTS)

BY_NAME: dict[str, Struct] = {name: struct for struct in STRUCTS for name in (struct.tag, *struct.typedefs) if name}

_SCALARS = {
    "char": 1,
    "unsigned char": 1,
    "unsigned short": 2,
    "int": 4,
    "unsigned int": 4,
    "uint32_t": 4,
    "float": 4,
    "size_t": 8,
    "uint64_t": 8,
    "unsigned long long": 8,
    "long long": 8,
}
_MEMBER = re.compile(
    r"^(?:struct |enum |const )*(?P<type>[\w ]+?)\s*(?P<stars>\**)\s*(?P<name>\w+)(?P<array>(?:\[\d+\])*)$"
)


def _place(ctype: str, stars: str) -> tuple[int, int, str]:
    """Size, alignment and nested structure name of one declared type."""
    known = ctype in _SCALARS or ctype in BY_NAME or ctype in enums.BY_NAME
    if stars or (ctype.endswith("_t") and not known):
        return 8, 8, ""
    if ctype in _SCALARS:
        return _SCALARS[ctype], _SCALARS[ctype], ""
    if ctype in enums.BY_NAME:
        return 4, 4, ""
    nested = layout(ctype)
    return BY_NAME[ctype].size, max(_alignment(member) for member in nested), ctype


def _alignment(member: Member) -> int:
    if member.nested:
        return max(_alignment(inner) for inner in layout(member.nested))
    return min(member.size, 8)


@cache
def layout(name: str) -> tuple[Member, ...]:
    """Members of a structure without unions, bit-fields or inner definitions, with their offsets.

    Raises ValueError for a structure that has any of those (none of them is reached by an API row's expressions).
    """
    struct = BY_NAME[name]
    placed: list[Member] = []
    end = 0
    for text in " ".join(struct.members).split(";"):
        if not text.strip():
            continue
        match = _MEMBER.match(text.strip())
        if match is None or struct.keyword != "struct":
            raise ValueError(f"{name}: no simple layout for '{text.strip()}'")
        size, align, nested = _place(match["type"], match["stars"])
        count = 1
        for dimension in re.findall(r"\d+", match["array"]):
            count *= int(dimension)
        offset = -(-end // align) * align
        placed.append(Member(match["name"], match["type"] + match["stars"], offset, size * count, nested))
        end = offset + size * count
    return tuple(placed)


def locate(name: str, path: str) -> Member:
    """The member that a dotted path reaches, with its offset from the start of structure ``name``."""
    head, _, rest = path.partition(".")
    for member in layout(name):
        if member.name == head:
            if not rest:
                return member
            inner = locate(member.nested, rest)
            return Member(path, inner.ctype, member.offset + inner.offset, inner.size, inner.nested)
    raise KeyError(f"{name} has no member '{head}'")
