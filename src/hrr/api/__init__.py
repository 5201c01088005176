"""HIP as data: one row per call. Imports nothing else of hrr.

``ROWS`` holds every call, its index being its id in a version 8 archive; ``row(name)`` finds one.
"""

from __future__ import annotations

from hrr.api import constants, enums, structs, types, wire
from hrr.api.row import Copy, Direction, End, Memory, Memset, Policy, Row, Verdict, Wait
from hrr.api.table import ALIASES, BY_NAME, COMPILER_BASE, LAUNCH_FORM, ROWS

__all__ = [
    "ALIASES",
    "BY_NAME",
    "COMPILER_BASE",
    "LAUNCH_FORM",
    "ROWS",
    "Copy",
    "Direction",
    "End",
    "Memory",
    "Memset",
    "Policy",
    "Row",
    "Verdict",
    "Wait",
    "constants",
    "enums",
    "row",
    "structs",
    "types",
    "wire",
]


def row(name: str) -> Row:
    """The row of a call. Raises KeyError for a name that is no HIP call."""
    return BY_NAME[name]
