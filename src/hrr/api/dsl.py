"""The words in which the rows are written."""

from __future__ import annotations

import re
import sys
from typing import Any

from hrr.api.row import Extra, Param, Row, skip
from hrr.api.types import is_output

ASKS = skip("only asks")

_PARAM = re.compile(r"^(?P<type>.*?[\s*])(?P<name>\w+)(?:\s*=\s*(?P<default>.*))?$")


def hash_pair(name: str, *, since: int = 5) -> tuple[Extra, Extra]:
    """The two words of a blob name."""
    return Extra(f"{name}_lo", "u64", since=since), Extra(f"{name}_hi", "u64", since=since)


def _param(text: str) -> Param:
    match = _PARAM.match(text.strip())
    if match is None:
        raise ValueError(f"not a parameter: '{text}'")
    return Param(match["name"], match["type"].strip(), match["default"] or "")


def call(
    id: int,
    name: str,
    prototype: str,
    *,
    ret: str = "hipError_t",
    outs: tuple[str, ...] = (),
    arrays: tuple[str, ...] = (),
    **columns: Any,
) -> Row:
    """One row. ``prototype`` lists the parameters as C text; outputs are found by type, ``outs`` adds to them.

    ``arrays`` names pointers to handles that are arrays: they may be empty, so nothing is read through them.
    """
    params = tuple(_param(text) for text in prototype.split(",") if text.strip())
    table = "compiler" if name.startswith("__hip") else "runtime"
    family = sys._getframe(1).f_globals["__name__"].rpartition(".")[2]
    found = tuple(param.name for param in params if is_output(param.ctype) and param.name not in arrays)
    alloc = columns.get("alloc")
    named = (columns.get("creates", ""), alloc.ptr if alloc and not alloc.registered else "")
    pointees = tuple(item for item in named if item and "." not in item and item not in found)
    stored = tuple(p for p in pointees if _stores_pointee(params, p))
    columns.setdefault("per_thread", name.endswith("_spt"))  # HIP's own naming of such calls
    return Row(id, name, ret, params, table, family, outs=(*found, *stored, *outs), **columns)


def _stores_pointee(params: tuple[Param, ...], name: str) -> bool:
    # The reference stores the pointee of T** only; hipDeviceptr_t*, hipLibrary_t* and hipKernel_t* keep the caller's
    # address.
    return next(param.ctype for param in params if param.name == name).endswith("**")
