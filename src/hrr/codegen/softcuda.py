"""softcuda's generated half: the driver's entry points said in HIP's words, read off the same rows as the bridge.

Every entry point is exported under all its spellings. All definitions are weak: a hand-written one in native/softcuda
comes before a generated one. What neither has answers CUDA_ERROR_NOT_SUPPORTED and names itself once.
"""

from __future__ import annotations

import re
from pathlib import Path

from hrr import api
from hrr.api import cuda
from hrr.api.cuda import Entry
from hrr.codegen.cuda import conversion, resolve
from hrr.codegen.text import NOTICE, write

_WEAK = 'extern "C" __attribute__((weak, visibility("default"))) CUresult'
ROWS = {name: row for row in api.ROWS for name in row.driver}


def generate(out: Path) -> None:
    """Write ``out``/softcuda_calls.cpp, ``out``/softcuda_hip.inc and ``out``/softcuda_names.inc."""
    write(out / "softcuda_calls.cpp", calls())
    write(out / "softcuda_hip.inc", hip())
    write(out / "softcuda_names.inc", names())


def calls() -> str:
    """Weak definitions of every entry point and of its per-thread twin."""
    parts = [NOTICE, '#include "softcuda/core.h"\n\n']
    parts.extend(_definition(entry) + _twin(entry) for entry in cuda.ENTRIES)
    return "".join(parts)


def _head(name: str, entry: Entry, named: bool) -> str:
    params = ", ".join(f"{ctype} a{i}" if named else ctype for i, ctype in enumerate(entry.params))
    return f"{_WEAK} {name}({params})"


def _definition(entry: Entry) -> str:
    said = words(entry)
    if said is None:
        return f'{_head(entry.name, entry, False)} {{\n  return softcuda::missing("{entry.name}");\n}}\n'
    where = "anywhere" if entry.bare else "in_context"
    call = ", ".join(word.format(f"a{i}") for i, word in enumerate(said))
    body = f"return softcuda::{where}([&] {{ return softcuda::hip.{ROWS[entry.name].name}({call}); }});"
    return f"{_head(entry.name, entry, True)} {{\n  {body}\n}}\n"


def words(entry: Entry) -> list[str] | None:
    """For every parameter, C++ that makes the HIP call's of the driver's; None: they need a hand-written one."""
    row = ROWS.get(entry.name)
    if row is None or row.ret != "hipError_t" or len(row.params) != len(entry.params):
        return None
    found = [conversion(source, param.ctype) for source, param in zip(entry.params, row.params, strict=True)]
    return [text for text in found if text is not None] if None not in found else None


def _twin(entry: Entry) -> str:
    """The spelling whose stream 0 is the thread's own: the same call, or the asynchronous one and a wait."""
    if not entry.per_thread:
        return ""
    head = _head(f"{entry.name}_{entry.per_thread}", entry, True)
    names = [f"a{i}" for i in range(len(entry.params))]
    streams = [resolve(ctype) == "hipStream_t" for ctype in entry.params]
    target, wait = entry.name, False
    if not any(streams):
        wide = _asynchronous(entry)
        if wide:
            target, wait = wide, True
            names.append("hipStreamPerThread")
    given = ", ".join(
        f"softcuda::per_thread({name})" if i < len(streams) and streams[i] else name for i, name in enumerate(names)
    )
    call = f"{target}({given})"
    return f"{head} {{\n  return {f'softcuda::and_wait({call})' if wait else call};\n}}\n"


def _asynchronous(entry: Entry) -> str:
    base = entry.base.replace("Unaligned", "")
    for name in (f"{base}Async_v2", f"{base}Async"):
        found = cuda.BY_NAME.get(name)
        if found is not None and found.params == (*entry.params, "CUstream"):
            return name
    return ""


def hip() -> str:
    """``HIP_CALL(name, (parameter types))`` for every HIP call that returns an error code."""
    rows = [row for row in api.ROWS if row.ret == "hipError_t"]
    return NOTICE + "".join(
        f"HIP_CALL({row.name}, ({', '.join(param.ctype for param in row.params)}))\n" for row in rows
    )


def names() -> str:
    """``CUDA_NAME(name asked for, since, exported name, exported per-thread name)``, for cuGetProcAddress."""
    lines = []
    for entry in cuda.ENTRIES:
        twin = f"{entry.name}_{entry.per_thread}" if entry.per_thread else entry.name
        lines.append(f"CUDA_NAME({entry.base}, {entry.since}, {entry.name}, {twin})\n")
        if not re.search(r"_v\d+$", entry.name):
            continue
        lines.append(f"CUDA_NAME({entry.name}, {entry.since}, {entry.name}, {twin})\n")
    return NOTICE + "".join(lines)
