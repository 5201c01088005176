"""What the tables are made of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Enum:
    """One C enumeration."""

    tag: str
    typedefs: tuple[str, ...]
    values: dict[str, int]


@dataclass(frozen=True)
class Struct:
    """One C structure or union."""

    keyword: str
    tag: str
    typedefs: tuple[str, ...]
    size: int
    members: tuple[str, ...]


def enum(tag: str, typedefs: str, *values: str) -> Enum:
    """``values`` are "NAME=value" words."""
    pairs = (item.split("=") for item in " ".join(values).split())
    return Enum(tag, tuple(typedefs.split()), {name: int(value) for name, value in pairs})


def struct(keyword: str, tag: str, typedefs: str, size: int, *members: str) -> Struct:
    """``members`` are C declarations, each ended by a semicolon."""
    return Struct(keyword, tag, tuple(typedefs.split()), size, members)
