"""The whole table."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import replace

from hrr.api import rows
from hrr.api.row import Row
from hrr.api.tables.tested import TESTED

_EVERY_CALL = "recorder/test_every_call.py"  # shows that the call is recorded, argument by argument


def _load() -> tuple[Row, ...]:
    found: list[Row] = []
    for module in pkgutil.iter_modules(rows.__path__):
        found.extend(importlib.import_module(f"{rows.__name__}.{module.name}").ROWS)
    found = [replace(item, test=item.test or TESTED.get(item.name, _EVERY_CALL)) for item in found]
    found.sort(key=lambda item: item.id)
    if [item.id for item in found] != list(range(len(found))):
        raise RuntimeError("the API table has a gap or a repeated id")
    return tuple(found)


ROWS: tuple[Row, ...] = _load()
BY_NAME: dict[str, Row] = {item.name: item for item in ROWS}

# Names under which the runtime exports a row a second time: alias -> (row, version node).
ALIASES: dict[str, tuple[str, str]] = {
    "hipGetDeviceProperties": ("hipGetDevicePropertiesR0000", "hip_4.2"),
    "hipChooseDeviceR0600": ("hipChooseDevice", "hip_6.0"),
}

COMPILER_BASE = next(item.id for item in ROWS if item.table == "compiler")

# Ids whose records have the variable launch form: name, code object, arguments (docs/format.md, "Launches").
LAUNCH_FORM: frozenset[int] = frozenset(item.id for item in ROWS if item.launch and not item.launch.fixed_record)
