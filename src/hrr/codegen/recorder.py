"""The recorder's shims: one exported function a row, which makes the real call and writes its record.

A shim has the same parts in the same order, whatever the row: enter, run the real call, fill in the payload, do what
the row's columns ask for (allocation, copy, launch, module, wait), write. ``recorder_payload`` fills in payloads,
``recorder_effects`` does the columns; this module puts them together and writes the files.
"""

from __future__ import annotations

from pathlib import Path

from hrr import api
from hrr.api import wire
from hrr.api.row import Row, Wait
from hrr.codegen import recorder_effects as effects
from hrr.codegen import recorder_payload as payload
from hrr.codegen.exports import version_script
from hrr.codegen.text import NOTICE, write

SHIM_FILES = 6

_INCLUDES = """#include <hip/hip_runtime_api.h>

#include <cstring>
#include <exception>

#include "recorder/allocations.h"
#include "recorder/copy.h"
#include "recorder/devices.h"
#include "recorder/inner.h"
#include "recorder/launch.h"
#include "recorder/modules.h"
#include "recorder/payload.h"
#include "recorder/real.h"
#include "recorder/shim.h"

"""

# The C library's version nodes of the functions that the recorder stands in front of (native/recorder/roads.cpp,
# jumps.cpp).
ROADS = """GLIBC_2.2.5 {
  global:
    dlsym;
    dlvsym;
    longjmp;
    _longjmp;
    siglongjmp;
};
GLIBC_2.11 {
  global:
    __longjmp_chk;
} GLIBC_2.2.5;
GLIBC_2.34 {
  global:
    dlsym;
    dlvsym;
} GLIBC_2.11;
"""


def generate(out: Path) -> None:
    """Write ``out``/recorder_*.cpp, their headers and ``out``/recorder.map (ELF version script)."""
    for part in range(SHIM_FILES):
        rows = api.ROWS[part::SHIM_FILES]
        write(out / f"recorder_shims_{part}.cpp", NOTICE + _INCLUDES + "".join(shim(row) for row in rows))
    write(out / "recorder_aliases.cpp", NOTICE + _INCLUDES + "".join(_alias(name) for name in api.ALIASES))
    write(out / "recorder_inner.cpp", NOTICE + _INCLUDES + inner())
    write(out / "recorder_ids.h", ids())
    write(out / "recorder_names.h", names_header())
    write(out / "recorder_names.cpp", names())
    write(out / "recorder.map", version_script() + ROADS)


def shim(row: Row) -> str:
    """The C++ text of one row's shim."""
    if not row.recorded:
        body = _unrecorded(row)
    elif row.record_first:
        body = _recorded_first(row)
    else:
        body = _recorded(row)
    return f"{_head(row, row.name)} {{\n{body}}}\n\n"


def _head(row: Row, name: str) -> str:
    params = ", ".join(f"{param.ctype} {param.name}" for param in row.params)
    return f"HRR_SHIM {row.ret} {name}({params})"


def _real(row: Row) -> str:
    return f"HRR_REAL({row.name})({', '.join(param.name for param in row.params)})"


def _run(row: Row) -> tuple[str, str]:
    """The statement that makes the real call, and the one that returns its value."""
    if not row.returns:
        return f"  {_real(row)};\n", "  return;\n"
    return f"  const auto ret = {_real(row)};\n", "  return ret;\n"


def _succeeded(row: Row) -> str:
    return "  [[maybe_unused]] const bool ok = " + ("ret == hipSuccess" if row.ret == "hipError_t" else "true") + ";\n"


def _unrecorded(row: Row) -> str:
    run, leave = _run(row)
    lines = effects.after(row)
    if not lines:
        return f"  hrr::Call call({row.id});\n{run}{leave}"
    enter = f"  hrr::Call call({row.id});\n{run}  if (!call.after()) {leave.strip()}\n{_succeeded(row)}"
    return f"{enter}{_guarded(lines)}{leave}"


def _recorded(row: Row) -> str:
    run, leave = _run(row)
    parts = [f"  hrr::Call call({row.id});\n"]
    if effects.destroys_device(row):
        parts.append(
            "  if (call) {\n    call.session().staging.leave_device();\n"
            "    call.session().snapshots.leave_device();\n  }\n"
        )
    if row.launch:
        parts.append(_prepared(row))
    parts.append(run)
    parts.append(f"  if (!call.after()) {leave.strip()}\n{_succeeded(row)}")
    if row.launch:
        # A launch record has no room for an error.
        parts.append(f"  if (!ok || !seen) return ret;\n{_guarded(effects.quiet(row) + effects.launch(row))}{leave}")
        return "".join(parts)
    inner = [effects.quiet(row), effects.before_record(row), payload.fill(row), effects.after(row), effects.write(row)]
    if row.wait is not None or row.query:
        inner.append("  if (ok) call.session().staging.synced();\n")
    parts.append(_guarded("".join(inner)))
    parts.append(leave)
    return "".join(parts)


def _prepared(row: Row) -> str:
    """The launch as the program asks for it, and what has to be known of it before the kernel runs."""
    return (
        f"{effects.declare_launch(row)}  hrr::PreparedLaunch prepared;\n"
        f"  const bool seen = {effects.launch_is_there(row)};\n"
        f"  if (seen) {{\n{_guarded(effects.fill_launch(row))}  }}\n"
    )


def _guarded(text: str) -> str:
    """What the recorder cannot do for want of memory is its own loss, not the program's."""
    return f"  try {{\n{text}  }} catch (const std::exception& error) {{\n    call.failed(error.what());\n  }}\n"


def _recorded_first(row: Row) -> str:
    """The record says success; an error is patched in when the real call has returned one."""
    run, leave = _run(row)
    parts = [f"  hrr::Call call({row.id});\n", f"  if (!call) return {_real(row)};\n"]
    if not row.returns:
        parts[-1] = f"  if (!call) return static_cast<void>({_real(row)});\n"
    parts.append(
        "  [[maybe_unused]] const hipError_t ret_before = hipSuccess;\n  [[maybe_unused]] const bool ok = false;\n"
    )
    parts.append(payload.fill(row, before=True))
    parts.append(effects.first(row))
    parts.append("  const uint64_t logged_at = call.write(record.data(), record.size());\n")
    parts.append(run)
    parts.append("  (void)call.after();\n")
    if row.returns:
        parts.append(
            "  if (ret != hipSuccess) {\n"
            f"    if (logged_at) call.session().log.patch(logged_at + {wire.HEADER_SIZE}, &ret, sizeof ret);\n"
            f"{effects.undo_first(row)}  }}\n"
        )
    else:
        parts.append("  (void)logged_at;\n")
    if row.free is not None or row.wait is Wait.DEVICE:
        parts.append("  call.session().staging.synced();\n")
    parts.append(leave)
    return "".join(parts)


def _alias(name: str) -> str:
    """A second exported name of a row. The header may have made it a macro, so the function is named in assembler."""
    row = api.row(api.ALIASES[name][0])
    params = ", ".join(f"{param.ctype} {param.name}" for param in row.params)
    passed = ", ".join(param.name for param in row.params)
    return (
        f'HRR_SHIM {row.ret} hrr_alias_{name}_({params}) __asm__("{name}");\n'
        f"{row.ret} hrr_alias_{name}_({params}) {{ return {row.name}({passed}); }}\n\n"
    )


def inner() -> str:
    """Writers of the records that stand for what another call did (native/recorder/inner.h)."""
    event = wire.layout(api.row("hipEventRecord"))
    place = {field.name: field.offset for field in event.fields}
    text = (
        "namespace hrr {\n\n"
        "void inner_event_record(Call& call, hipEvent_t event, hipStream_t stream) {\n"
        f"  Record<{event.size}> record;\n"
        f"  record.put({place['event']}, word(event));\n"
        f"  record.put({place['stream']}, word(stream));\n"
        "  call.write_as(api_hipEventRecord, record.data(), record.size());\n}\n\n"
        "uint64_t inner_copy(Call& call, bool blocking, uint64_t dst, uint64_t src, uint64_t size,\n"
        "                    hipMemcpyKind kind, hipStream_t stream, Key blob) {\n"
    )
    for name, test in (("hipMemcpy", "  if (blocking) {\n"), ("hipMemcpyAsync", "  {\n")):
        shape = wire.layout(api.row(name))
        place = {field.name: field.offset for field in shape.fields}
        text += test + f"    Record<{shape.size}> record;\n"
        for field in ("dst", "src"):
            text += f"    record.put({place[field]}, {field});\n"
        text += f"    record.put({place['sizeBytes']}, size);\n"
        text += f"    record.put({place['kind']}, static_cast<int32_t>(kind));\n"
        if "stream" in place:
            text += f"    record.put({place['stream']}, word(stream));\n"
        text += f"    record.put({place['blob_hash_lo']}, blob);\n"
        text += f"    const uint64_t at = call.write_as(api_{name}, record.data(), record.size());\n"
        text += f"    return at ? at + {place['blob_hash_lo']} : 0;\n  }}\n"
    return text + "}\n\n}  // namespace hrr\n"


def ids() -> str:
    """``api_NAME`` and ``NAME_fn`` (pointer type) for every row."""
    values = "".join(f"  api_{row.name} = {row.id},\n" for row in api.ROWS)
    pointers = "".join(
        f"using {row.name}_fn = {row.ret} (*)({', '.join(param.ctype for param in row.params)});\n" for row in api.ROWS
    )
    return (
        f"{NOTICE}#pragma once\n\n#include <hip/hip_runtime_api.h>\n\nnamespace hrr {{\n\n"
        f"enum Api : unsigned {{\n{values}  kApiCount = {len(api.ROWS)},\n}};\n\n{pointers}\n}}  // namespace hrr\n"
    )


def names_header() -> str:
    """Tables of exported names: rows by id, then aliases."""
    return (
        f"{NOTICE}#pragma once\n\n#include <cstddef>\n\nnamespace hrr {{\n\n"
        f"constexpr size_t kNameCount = {len(api.ROWS) + len(api.ALIASES)};\n"
        "struct SortedName {\n  const char* name;\n  size_t index;\n};\n"
        "extern const char* const kNames[kNameCount];\n"
        "extern void* const kShims[kNameCount];\n"
        "extern const SortedName kSortedNames[kNameCount];\n\n}  // namespace hrr\n"
    )


def names() -> str:
    """Definitions of the tables of ``names_header``."""
    every = [row.name for row in api.ROWS] + list(api.ALIASES)
    quoted = "".join(f'    "{name}",\n' for name in every)
    casts = "".join(f"    reinterpret_cast<void*>(static_cast<{row.name}_fn>(&{row.name})),\n" for row in api.ROWS)
    casts += "".join(f"    reinterpret_cast<void*>(&hrr_alias_{name}_),\n" for name in api.ALIASES)
    ordered = "".join(f'    {{"{name}", {index}}},\n' for name, index in sorted((n, i) for i, n in enumerate(every)))
    aliases = "".join(f'extern "C" void hrr_alias_{name}_() __asm__("{name}");\n' for name in api.ALIASES)
    return (
        f'{NOTICE}#include "recorder_names.h"\n\n#include "recorder_ids.h"\n\n{aliases}\nnamespace hrr {{\n\n'
        f"const char* const kNames[kNameCount] = {{\n{quoted}}};\n\n"
        f"void* const kShims[kNameCount] = {{\n{casts}}};\n\n"
        f"const SortedName kSortedNames[kNameCount] = {{\n{ordered}}};\n\n}}  // namespace hrr\n"
    )
