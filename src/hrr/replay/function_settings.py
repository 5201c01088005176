"""Settings of kernels, such as how much shared memory they may ask for: found again by code object and name."""

from __future__ import annotations

import numpy as np

from hrr.api.row import Row
from hrr.archive import naming
from hrr.replay.columns import Indices
from hrr.replay.context import Context, words
from hrr.replay.modules import Modules
from hrr.replay.plan import IGNORE_RETURN

_CALL = "hipFuncSetAttribute"
_ATTRIBUTES = ("hipFuncAttribute", "hipFunction_attribute")


def emit_settings(context: Context, modules: Modules, row: Row, events: Indices) -> None:
    """The settings whose kernel is known. One that the device refuses shows at the launch that needs it."""
    source = context.source
    attribute_name = next(param.name for param in row.params if param.ctype in _ATTRIBUTES)
    attribute, value = source.value(row, attribute_name, events), source.value(row, "value", events)
    if attribute is None or value is None:
        return
    kernels: dict[tuple[naming.Key, str], list[int]] = {}
    for at, key in enumerate(naming.keys(*source.hashes(row, "ext_co", events))):
        name = source.strings(row, int(events[at])).get("kernel_name", "")
        if key in context.blobs.code_objects and name:
            kernels.setdefault((key, name), []).append(at)
    for (key, name), members in kernels.items():
        chosen = np.array(members)
        instance = modules.instance(key, events[chosen])
        for number in np.unique(instance).tolist():
            served = chosen[instance == number]
            at = events[served]
            function = modules.function(number, name.encode(), int(at.min()))
            table = words(len(at), function, attribute[served], value[served])
            context.builder.emit(_CALL, at, table, slots=1, flags=IGNORE_RETURN)
