"""The recorder's door for CUDA programs: the driver's entry points, each recorded as the HIP call that means the same.

An entry point whose words are those of a HIP call gets a definition here: run the recorder's shim of that call, with
the driver's own entry point as the real call behind it. Definitions are weak: a hand-written one in
native/recorder/cuda comes first. What has neither is handed through, as is all that no HIP call is said with.
"""

from __future__ import annotations

from pathlib import Path

from hrr import api
from hrr.api import cuda
from hrr.api.cuda import Entry, exports
from hrr.api.row import Verdict
from hrr.codegen.cuda import resolve
from hrr.codegen.exports import version_script
from hrr.codegen.recorder import ROADS
from hrr.codegen.softcuda import ROWS, words
from hrr.codegen.text import NOTICE, write

_NODE = "hrr_cuda"  # the driver's library has no symbol versions: a program asks for none, and gets these


def generate(out: Path) -> None:
    """Write ``out``/door_calls.cpp, door_entries.inc, door_thunks.inc, door_names.inc, door_exports.inc and the map."""
    write(out / "door_calls.cpp", calls())
    write(out / "door_entries.inc", entries())
    write(out / "door_thunks.inc", thunks())
    write(out / "door_names.inc", names())
    write(out / "door_exports.inc", handed_through())
    write(out / "recorder_cuda.map", version_map())


def spellings() -> list[tuple[str, Entry]]:
    """Every exported name of every entry point."""
    return [(name, entry) for entry in cuda.ENTRIES for name in cuda.entries.spellings(entry)]


def calls() -> str:
    """A weak definition of every spelling of every entry point."""
    return NOTICE + '#include "recorder/cuda/door.h"\n\n' + "".join(_definition(*item) for item in spellings())


def _definition(name: str, entry: Entry) -> str:
    params = ", ".join(f"{ctype} a{i}" for i, ctype in enumerate(entry.params))
    given = [f"a{i}" for i in range(len(entry.params))]
    real = f"hrr::door::driver.{name}({', '.join(given)})"
    head = f"HRR_DOOR_WEAK CUresult {name}({params})"
    found = words(entry)
    if found is None:
        lost = "" if _only_asks(entry.name) else f'  hrr::door::not_recorded("{name}");\n'
        return f"{head} {{\n  hrr::door::ready();\n{lost}  return {real};\n}}\n"
    twin = name != entry.name
    streams = [resolve(ctype) == "hipStream_t" for ctype in entry.params]
    said = [word.format(given[i]) for i, word in enumerate(found)]
    if twin:
        said = [f"hrr::per_thread({word})" if streams[i] else word for i, word in enumerate(said)]
    row = ROWS[entry.name].name
    return (
        f"{head} {{\n  return hrr::door::through<hrr::api_{row}>([&] {{ return {real}; }},\n"
        f"      [&] {{ return ::{row}({', '.join(said)}); }});\n}}\n"
    )


def _only_asks(name: str) -> bool:
    row = ROWS.get(name)
    if row is not None:
        return row.replay.verdict is Verdict.SKIP
    return exports.only_asks(name)


def entries() -> str:
    """``DOOR_ENTRY(name, (parameter types))`` for every spelling."""
    return NOTICE + "".join(f"DOOR_ENTRY({name}, ({', '.join(entry.params)}))\n" for name, entry in spellings())


def thunks() -> str:
    """``DOOR_THUNK(HIP call)`` for every HIP call that an entry point means."""
    rows = sorted({row.id for row in ROWS.values() if row.ret == "hipError_t"})
    return NOTICE + "".join(f"DOOR_THUNK({api.ROWS[number].name})\n" for number in rows)


def names() -> str:
    """``DOOR_NAME(exported name)``, sorted, whoever defines it."""
    every = sorted([name for name, _ in spellings()] + list(exports.EXPORTS))
    return NOTICE + "".join(f"DOOR_NAME({name})\n" for name in every)


def handed_through() -> str:
    """``DOOR_EXPORT(index, name, whether an archive lacks something without it)``."""
    return NOTICE + "".join(
        f"DOOR_EXPORT({index}, {name}, {int(not exports.only_asks(name))})\n"
        for index, name in enumerate(exports.EXPORTS)
    )


def version_map() -> str:
    """The HIP door's version script, and a node for the driver's names."""
    every = [name for name, _ in spellings()] + list(exports.EXPORTS) + ["hrr_cuda_door"]
    symbols = "".join(f"    {name};\n" for name in sorted(every))
    return f"{version_script()}{ROADS}{_NODE} {{\n  global:\n{symbols}}};\n"
