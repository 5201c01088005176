"""The bridge's generated half: every HIP call that the driver has with the same parameters, and stubs for the rest.

All of these are weak: a hand-written definition in native/bridge comes before a generated one.
"""

from __future__ import annotations

from pathlib import Path

from hrr import api
from hrr.api import cuda, enums
from hrr.api.cuda import attributes
from hrr.api.row import Row
from hrr.codegen.cuda import same_call
from hrr.codegen.text import NOTICE, write

_WEAK = 'extern "C" __attribute__((weak, visibility("default")))'


def generate(out: Path) -> None:
    """Write ``out``/bridge_calls.cpp, ``out``/bridge_properties.inc and ``out``/hip_errors.inc."""
    write(out / "bridge_calls.cpp", calls())
    write(out / "bridge_properties.inc", properties())
    write(out / "hip_errors.inc", errors())


def calls() -> str:
    """Weak definitions of every row."""
    parts = [NOTICE, '#include "bridge/core.h"\n\n']
    parts.extend(_definition(row) for row in api.ROWS)
    return "".join(parts)


def _definition(row: Row) -> str:
    for name in row.driver:
        entry = cuda.BY_NAME[name]
        words = same_call(row, entry)
        if words is not None:
            where = "anywhere" if entry.bare else "in_context"
            call = ", ".join(word.format(param.name) for word, param in zip(words, row.params, strict=True))
            return f"{_head(row)} {{\n  return bridge::{where}([&] {{ return bridge::cuda.{name}({call}); }});\n}}\n"
    return _per_thread(row) or _stub(row)


def _head(row: Row, named: bool = True) -> str:
    params = ", ".join(f"{param.ctype} {param.name}" if named else param.ctype for param in row.params)
    return f"{_WEAK} {row.ret} {row.name}({params})"


def _per_thread(row: Row) -> str:
    """``_spt`` calls: stream 0 is the calling thread's stream, and what has no stream works on that one and waits."""
    base = row.name.removesuffix("_spt")
    if base == row.name or base not in api.BY_NAME:
        return ""
    names = [param.name for param in row.params]
    streams = [param.name for param in row.params if param.ctype == "hipStream_t"]
    if streams:
        arguments = ", ".join(f"bridge::per_thread({name})" if name in streams else name for name in names)
        return f"{_head(row)} {{\n  return {base}({arguments});\n}}\n"
    twin = api.BY_NAME.get(f"{base}Async")
    if twin is None or len(twin.params) != len(names) + 1:
        return ""
    arguments = ", ".join([*names, "hipStreamPerThread"])
    return f"{_head(row)} {{\n  return bridge::and_wait({twin.name}({arguments}), hipStreamPerThread);\n}}\n"


def _stub(row: Row) -> str:
    head = _head(row, named=False)
    if row.ret == "void":
        return f'{head} {{\n  bridge::missing("{row.name}");\n}}\n'
    if row.ret == "hipError_t":
        return f'{head} {{\n  return bridge::missing("{row.name}");\n}}\n'
    return f'{head} {{\n  bridge::missing("{row.name}");\n  return {{}};\n}}\n'


def properties() -> str:
    """``HIP_PROPERTY(member, driver attribute)`` for every member of hipDeviceProp_t that an attribute fills."""
    return NOTICE + "".join(
        f"HIP_PROPERTY({member}, {item.number})\n" for item in attributes.ATTRIBUTES for member in item.members
    )


def errors() -> str:
    """``HIP_ERROR(name, value)``, one name a value."""
    seen: dict[int, str] = {}
    for name, value in enums.BY_NAME["hipError_t"].values.items():
        seen.setdefault(value, name)
    return NOTICE + "".join(f"HIP_ERROR({name}, {value})\n" for value, name in seen.items())
