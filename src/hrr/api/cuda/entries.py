"""The entry points of libcuda.so.1 that HIP calls are said with."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hrr.api.cuda import calls_graphs, calls_memory, calls_objects, calls_work


@dataclass(frozen=True)
class Entry:
    """One exported function. All of them return CUresult."""

    name: str
    params: tuple[str, ...]  # types, as CUDA spells them
    since: int  # the CUDA version (1000 * major + 10 * minor) from which cuGetProcAddress gives this one out
    per_thread: str = ""  # "ptsz" or "ptds": suffix of the twin whose stream 0 is the per-thread stream
    bare: bool = False  # works without a current context

    @property
    def base(self) -> str:
        """The name that a program asks cuGetProcAddress for."""
        return re.sub(r"_v\d+$", "", self.name)


# What the driver answers before any context exists. Address space is reserved that early: a context takes some.
_BARE = re.compile(
    r"cu(Init|DriverGetVersion|GetError\w+|GetProcAddress\w*|GetExportTable|Device\w+|Ctx\w+|ModuleGetLoadingMode"
    r"|MemAddress\w+|MemGetAllocationGranularity|LibraryLoad\w+|LibraryUnload|LibraryGetKernel\w*"
    r"|LibraryEnumerateKernels|KernelGetName|KernelGetParamInfo|KernelGetLibrary)"
)
# These of them speak of the current context.
_CURRENT = re.compile(
    r"cuCtx(GetLimit|SetLimit|Synchronize|GetDevice|GetFlags|SetFlags|GetStreamPriorityRange|\w*CacheConfig"
    r"|\w*SharedMemConfig|\w*PeerAccess)"
)

_LINE = re.compile(r"(?P<name>\w+) (?P<since>\d+)(?:/(?P<twin>ptsz|ptds))?:(?P<params>.*)")


def _entry(line: str) -> Entry:
    match = _LINE.fullmatch(line)
    if match is None:
        raise ValueError(f"not an entry point: '{line}'")
    params = tuple(part.strip() for part in match["params"].split(",") if part.strip())
    name = match["name"]
    bare = _BARE.fullmatch(name) is not None and _CURRENT.fullmatch(name) is None
    return Entry(name, params, int(match["since"]), match["twin"] or "", bare)


ENTRIES: tuple[Entry, ...] = tuple(
    sorted(
        (_entry(line) for table in (calls_memory, calls_work, calls_objects, calls_graphs) for line in table.LINES),
        key=lambda entry: entry.name,
    )
)

BY_NAME: dict[str, Entry] = {entry.name: entry for entry in ENTRIES}


def spellings(entry: Entry) -> tuple[str, ...]:
    """Every exported name of the same function: itself and its per-thread twin."""
    return (entry.name, f"{entry.name}_{entry.per_thread}") if entry.per_thread else (entry.name,)
