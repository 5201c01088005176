"""The generated pages of docs/: limits.md (what becomes of each call) and payloads.md (what its record holds).

``python -m hrr.codegen.docs [DOCS]`` writes both, by default into docs/ of the source tree.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from itertools import groupby
from pathlib import Path

from hrr import api
from hrr.api.row import Row, Verdict
from hrr.api.wire import Field, layout
from hrr.codegen.text import write

_ROOT = Path(__file__).parents[3]
_NOTICE = "<!-- Generated from the API table (python -m hrr.codegen.docs). Do not edit. -->\n"

_VERDICTS = {
    Verdict.EXACT: "issued again with the same meaning",
    Verdict.TRANSLATED: "issued again as other calls with the same effect",
    Verdict.SKIP: "changes nothing that a replay needs",
    Verdict.UNREPLAYABLE: "no other process can repeat it; a replay stops there (exit 4) and names it",
    Verdict.UNDECIDED: "recorded generically; a replay stops there (exit 4) and names it",
}

_LIMITS = """# Limits

Every call of the HIP API is recorded, and every call has a row here that says what a replay does with it. A call that a
replay cannot make is named: in the archive, in the report, in the exit status. With `--continue-on-error` the replay
goes on behind it and lists it under `unreplayed`.

Beyond single calls:

 - **NVIDIA**: HIP programs run on the CUDA driver through the bridge, and `hrr record` takes programs of the driver
   itself too: their calls are recorded as the HIP calls that mean the same. Graphs that are built node by node,
   textures and host callbacks are recorded or named there, not replayed. A recording runs again on a GPU that its
   code objects hold code for. `hiprtc` is not part of the bridge.
 - **HIP 5** (`libamdhip64.so.5`) is refused: its structures have other sizes.
 - **A HIP runtime that is linked statically** into the program cannot be recorded.
 - **Pinned host memory that a kernel reads** (allocated or registered) is recorded before every launch whose arguments
   point into it. Not seen: pinned memory that is reached only through pointers in other memory; what the program stores
   there behind the launch call, while the kernel waits or runs; what it stores for launches in graphs, which is named.
   While the device is at work on the memory, a chunk of 256 KiB that the host changed is put back whole.
 - **A value that a stream waits for** (`hipStreamWaitValue32`) and that the program stores itself, not by a call, is
   stored by no replay unless a later launch reaches it: such a replay waits until its `--timeout`.
 - **Managed memory** is recorded when a call moves it. What the program writes there by ordinary stores is not seen.
 - **A recorded call that is left by a jump** out of a signal handler (`siglongjmp`) may not be recorded; the archive
   names it and is not complete. While the recorder takes a lock or writes a blob, signals other than faults wait. A
   jump by other means than the C library's (`setcontext`, a coroutine library's own) goes unseen: its thread is
   recorded no further, and other threads may wait for it for ever.
 - **softhip** runs kernels compiled by `softhipcc`. It does not run AMD machine code.

"""


def generate(docs: Path) -> None:
    """Write ``docs``/limits.md and ``docs``/payloads.md."""
    write(docs / "limits.md", limits())
    write(docs / "payloads.md", payloads())


def limits() -> str:
    """Text of limits.md."""
    implemented = softhip_calls()
    counts = Counter(row.replay.verdict for row in api.ROWS)
    parts = [_NOTICE, _LIMITS, "| replay | calls | meaning |\n| --- | --- | --- |\n"]
    parts.extend(f"| {verdict.value} | {counts[verdict]} | {meaning} |\n" for verdict, meaning in _VERDICTS.items())
    parts.append(
        "\n`soft`: softhip has the call; where it says no, the call returns `hipErrorNotSupported` there and says so "
        "once on standard error. `test` names the test program.\n"
    )
    for family, rows in _families():
        parts.append(f"\n## {family}\n\n| call | replay | soft | test |\n| --- | --- | --- | --- |\n")
        for row in rows:
            reason = f": {row.replay.reason}" if row.replay.verdict in (Verdict.SKIP, Verdict.UNREPLAYABLE) else ""
            note = "" if row.recorded else " (not recorded)"
            soft = "yes" if row.name in implemented else "no"
            parts.append(f"| `{row.name}` | {row.replay.verdict.value}{reason}{note} | {soft} | {row.test or '-'} |\n")
    return "".join(parts)


def payloads() -> str:
    """Text of payloads.md."""
    parts = [
        _NOTICE,
        "# Payloads\n\nThe fixed record of every call in versions 6 to 8, by id (compiler entries at base "
        f"{api.COMPILER_BASE}): `field:type@offset`, offsets from the start of the record, which begins with the "
        "32-byte record header. Behind `+` stand the fields of the [extension tail](format.md#extension-tail), behind "
        "`v5` the record of version 5 where it differs. Calls in the [launch form](format.md#launches) say so.\n\n"
        "| id | call | fields | bytes |\n| --- | --- | --- | --- |\n",
    ]
    parts.extend(_payload(row) for row in api.ROWS)
    return "".join(parts)


def _payload(row: Row) -> str:
    shape, old = layout(row), layout(row, 5)
    text = _fields(shape.fields)
    if row.launch is not None and row.launch.event_id in (-1, row.id):
        text = f"launch form; as a fixed record {text}"
    if row.ext:
        strings = " ".join(f"`{name}:str`" for name in shape.strings)
        text += f" + {_fields(shape.ext)} {strings}".rstrip()
    length = str(shape.size)
    if old.fields != shape.fields:
        text += f" v5: {_fields(old.fields)}"
        length += f" (v5: {old.size})"
    return f"| {row.id} | `{row.name}` | {text} | {length} |\n"


def _fields(fields: tuple[Field, ...]) -> str:
    return " ".join(f"`{item.name}:{item.wire}@{item.offset}`" for item in fields)


def _families() -> list[tuple[str, list[Row]]]:
    ordered = sorted(api.ROWS, key=lambda row: (row.family, row.name))
    return [(family, list(rows)) for family, rows in groupby(ordered, key=lambda row: row.family)]


def softhip_calls() -> set[str]:
    """Names of the calls that softhip defines, read from its sources."""
    found: set[str] = set()
    for source in sorted((_ROOT / "native" / "softhip").rglob("*.cpp")):
        found.update(re.findall(r"^[\w*: ]*?\b((?:__)?hip\w+)\([^;{]*\{", source.read_text(), re.MULTILINE))
    return found & api.BY_NAME.keys()


if __name__ == "__main__":
    generate(Path(sys.argv[1]) if len(sys.argv) > 1 else _ROOT / "docs")
