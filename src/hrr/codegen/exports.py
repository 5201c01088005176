"""What softhip and the recorder export: the version script, and softhip's answer to calls that it lacks."""

from __future__ import annotations

import re
from pathlib import Path

from hrr import api
from hrr.api.row import Row
from hrr.codegen.text import NOTICE, write

# What our libraries tell a replay about themselves (hrr.replay.hip); no part of HIP.
_OWN_NODE, _OWN = "hrr_1", "hrr_fresh_memory_is_zero"


def generate(out: Path) -> None:
    """Write ``out``/hip.map (ELF version script), ``out``/softhip_stubs.cpp and ``out``/hip_names.inc."""
    write(out / "hip.map", f"{version_script()}{_OWN_NODE} {{\n  global:\n    {_OWN};\n}};\n")
    write(out / "softhip_stubs.cpp", stubs())
    write(out / "hip_names.inc", names())


def version_script() -> str:
    """Every row in its node, as AMD's library has it: a program that asks for hipMalloc@hip_4.2 must find it there."""
    nodes: dict[str, list[str]] = {}
    for row in api.ROWS:
        nodes.setdefault(row.node, []).append(row.name)
    for alias, (_, node) in api.ALIASES.items():
        nodes.setdefault(node, []).append(alias)
    parts = []
    previous = ""
    ordered = sorted(nodes, key=lambda node: [int(part) for part in re.findall(r"\d+", node)])
    for node in ordered:
        symbols = "".join(f"    {name};\n" for name in sorted(nodes[node]))
        hidden = "  local:\n    *;\n" if not previous else ""
        parts.append(f"{node} {{\n  global:\n{symbols}{hidden}}}{' ' + previous if previous else ''};\n")
        previous = node
    return "".join(parts)


def stubs() -> str:
    """Weak definitions of every row: a call that softhip lacks says so once and returns hipErrorNotSupported."""
    parts = [NOTICE, '#include <hip/hip_runtime_api.h>\n\n#include "missing.h"\n\n']
    parts.extend(_stub(row) for row in api.ROWS)
    return "".join(parts)


def _stub(row: Row) -> str:
    params = ", ".join(param.ctype for param in row.params)
    head = f'extern "C" __attribute__((weak, visibility("default"))) {row.ret} {row.name}({params})'
    if row.ret == "void":
        return f'{head} {{ softhip::missing("{row.name}"); }}\n'
    value = "hipErrorNotSupported" if row.ret == "hipError_t" else f"{row.ret}()"
    if row.ret.endswith("*"):
        value = "nullptr"
    return f'{head} {{ softhip::missing("{row.name}"); return {value}; }}\n'


def names() -> str:
    """``HIP_NAME(id, name)`` for every row, for C++ tables."""
    return NOTICE + "".join(f"HIP_NAME({row.id}, {row.name})\n" for row in api.ROWS)
