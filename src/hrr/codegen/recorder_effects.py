"""C++ of what a shim does besides filling in its payload: the row's columns, one function each."""

from __future__ import annotations

from hrr.api import types
from hrr.api.row import Alloc, Copy, Direction, End, Memory, Row, Verdict, Wait
from hrr.codegen import recorder_modules as modules
from hrr.codegen.recorder_payload import expression, offset, result

_MEMORY = {
    Memory.DEVICE: "hrr::Memory::kDevice",
    Memory.MANAGED: "hrr::Memory::kManaged",
    Memory.PINNED: "hrr::Memory::kPinned",
    Memory.RESERVED: "hrr::Memory::kReserved",
}
_DIRECTION = {
    Direction.KIND: "kKind",
    Direction.H2D: "kHostToDevice",
    Direction.D2H: "kDeviceToHost",
    Direction.D2D: "kDeviceToDevice",
    Direction.TYPES: "kTypes",
}


def destroys_device(row: Row) -> bool:
    """Whether the call takes everything on the device away, the recorder's own memory and events too."""
    return row.wait is Wait.DEVICE and row.name.endswith("Reset")


def quiet(row: Row) -> str:
    """Keeps signal handlers away from work that takes locks and memory, of calls that have such work."""
    busy = row.copy or row.launch or row.alloc or row.module or _given_bytes(row)
    return "  const hrr::NoSignals quiet;\n" if busy else ""


def before_record(row: Row) -> str:
    """What has to be done before the record is filled in."""
    if row.wait in (Wait.STREAM, Wait.DEVICE):
        stream = _waited_stream(row)
        return f"  if (ok) call.session().staging.waited({stream});\n"
    if row.copy is not None and row.copy.form == "symbol":
        return f"  if (ok) {{\n{_symbol_copy(row, row.copy)}  }}\n"
    if row.module is not None and row.module.role == "function_setting":
        return f"  const hrr::KernelRef found = hrr::kernel_of(call.session(), {modules.setting_of(row)});\n"
    return ""


def _waited_stream(row: Row) -> str:
    """The stream whose end the call waits for; all of them without an argument."""
    stream = next((param.name for param in row.params if param.ctype == "hipStream_t"), "")
    if not stream or row.wait is not Wait.STREAM:
        return ""
    return f"hrr::per_thread({stream})" if row.per_thread else stream


def after(row: Row) -> str:
    """Effects of a call that has been made."""
    parts = []
    if row.alloc is not None:
        parts.append(_alloc(row, row.alloc))
    if row.alias is not None:
        told, host = result(row, row.alias.ptr), expression(row, row.alias.host)
        parts.append(f"  if (ok) hrr::allocations().alias(hrr::word({told}), hrr::word({host}));\n")
    if row.module is not None:
        parts.append(modules.effect(row))
    if _finds_entry_point(row):
        name, found = row.params[0].name, row.params[1].name
        parts.append(f"  if (ok) hrr::answer_with_shim({name}, {found});\n")
    parts.append(_given_bytes(row))
    if row.replay.verdict is Verdict.UNREPLAYABLE:
        parts.append(f'  if (ok) call.session().cannot_replay("{row.name}", "{row.replay.reason}");\n')
    return "".join(parts)


def write(row: Row) -> str:
    """Writes the record."""
    plain = "  call.write(record.data(), record.size());\n"
    if row.module is not None and row.module.role in modules.REGISTRATIONS:
        return f"  const uint64_t logged_at = {plain.strip()}\n{modules.keep(row)}"
    if row.copy is None or row.copy.form == "symbol":
        return plain
    return f"  if (ok) {{\n{_copy(row, row.copy)}  }} else {{\n  {plain}  }}\n"


def first(row: Row) -> str:
    """Effects of a call that takes something away, before it is made."""
    if row.free is not None:
        taken = f"  const hrr::Range freed = hrr::allocations().take(hrr::word({expression(row, row.free.ptr)}));\n"
        return f"{taken}  if (freed.memory == hrr::Memory::kPinned) call.session().snapshots.forget(freed.base);\n"
    if row.destroys and row.params_by_name[row.destroys].ctype == "hipStream_t":
        return f"  call.session().snapshots.forget({row.destroys});\n"
    if row.module is not None and row.module.role == "unload":
        return f"  hrr::module_unloaded(hrr::word({row.params[0].name}));\n"
    if row.module is not None and row.module.role == "drop_fat_binary":
        return f"  hrr::fat_binary_dropped({row.params[0].name});\n"
    return ""


def undo_first(row: Row) -> str:
    """Takes back ``first`` when the call failed."""
    if row.free is not None:
        return "    hrr::allocations().add(freed.base, freed.size, freed.memory);\n"
    return ""


# --- memory -----------------------------------------------------------------------------------------------------------


def _alloc(row: Row, alloc: Alloc) -> str:
    if alloc.memory not in _MEMORY:
        return ""
    base = expression(row, alloc.ptr) if alloc.registered else result(row, alloc.ptr)
    size = expression(row, alloc.size)
    if alloc.pitch:
        factors = [result(row, alloc.pitch), *(expression(row, item) for item in (alloc.height, alloc.depth) if item)]
        size = " * ".join(factors)
    text = f"  if (ok) hrr::allocated(hrr::word({base}), {size}, {_MEMORY[alloc.memory]});\n"
    if alloc.registered:
        place = offset(row, "blob_hash_lo")
        text += f"  if (ok) record.put({place}, hrr::registered_content(call, {base}, {size}));\n"
    return text


def _given_bytes(row: Row) -> str:
    """Host bytes that a call takes without being a copy: link input, the source of a symbol node."""
    if row.copy is not None or row.alloc is not None or not any(item.name == "blob_hash_lo" for item in row.extra):
        return ""
    for data, size in (("data", "size"), ("src", "count")):
        if data in row.params_by_name and size in row.params_by_name:
            host = " && kind == hipMemcpyHostToDevice" if "kind" in row.params_by_name else ""
            place = offset(row, "blob_hash_lo")
            return f"  if (ok{host}) record.put({place}, hrr::registered_content(call, {data}, {size}));\n"
    return ""


# --- copies -----------------------------------------------------------------------------------------------------------


def _copy(row: Row, copy: Copy) -> str:
    parts = ["    hrr::CopyCall copy;\n", _end(row, copy, copy.dst, "dst"), _end(row, copy, copy.src, "src")]
    for name in ("width", "height", "depth"):
        parts.append(f"    copy.{name} = {expression(row, getattr(copy, name))};\n")
    parts.append(f"    copy.direction = hrr::CopyCall::{_DIRECTION[copy.direction]};\n")
    if copy.kind:
        parts.append(f"    copy.kind = {expression(row, copy.kind)};\n")
    parts.append(f"    copy.stream = {_stream(row, copy)};\n")
    parts.append(f"    copy.blocking = {'true' if copy.blocking else 'false'};\n")
    if copy.elements:
        parts.append("    hrr::count_bytes(call.session(), &copy);\n")
    if copy.blob:
        parts.append(f"    copy.blob_at = {offset(row, copy.blob + '_lo')};\n")
    if copy.expected:
        parts.append(f"    copy.expected_at = {offset(row, copy.expected + '_lo')};\n")
    if copy.blocking or not copy.expected:
        parts.append("    hrr::record_copy(call, record.data(), record.size(), copy, {});\n")
    else:
        parts.append(_reissue(row, copy))
        parts.append(
            "    hrr::record_copy(call, record.data(), record.size(), copy, hrr::reissue_with(&again));\n",
        )
    return "".join(parts)


def _stream(row: Row, copy: Copy) -> str:
    stream = expression(row, copy.stream) if copy.stream else "nullptr"
    return f"hrr::per_thread({stream})" if copy.per_thread else stream


def _end(row: Row, copy: Copy, end: End, side: str) -> str:
    parts = []
    target = f"    copy.{side}"
    if end.memory_type:
        kind = expression(row, end.memory_type)
        host, device = expression(row, end.host), expression(row, end.device)
        parts.append(f"{target}.type = {kind};\n")
        parts.append(f"{target}.base = {kind} == hipMemoryTypeHost ? hrr::word({host}) : hrr::word({device});\n")
        parts.append(f"{target}.array = {kind} == hipMemoryTypeArray ? {expression(row, end.array)} : nullptr;\n")
    else:
        if end.base:
            parts.append(f"{target}.base = hrr::word({expression(row, end.base)});\n")
        if end.array:
            parts.append(f"{target}.array = const_cast<hipArray_t>({expression(row, end.array)});\n")
            if copy.form == "flat":
                parts.append(f"{target}.run = true;\n")
    for name, value in (("pitch", end.pitch), ("pitch_height", end.height), ("x", end.x), ("y", end.y), ("z", end.z)):
        if value:
            parts.append(f"{target}.place.{name} = {expression(row, value)};\n")
    if copy.form == "drv2d":
        # Without a pitch the rows of this form reach from the base to the end of the copied bytes.
        parts.append(
            f"    if (copy.{side}.place.pitch == 0) "
            f"copy.{side}.place.pitch = copy.{side}.place.x + {expression(row, copy.width)};\n"
        )
    return "".join(parts)


def _reissue(row: Row, copy: Copy) -> str:
    """A lambda that makes the row's call again with packed rows in ``memory`` as its host destination."""
    replaced = {param.name: param.name for param in row.params}
    lines = ""
    if copy.form in ("flat", "pitched"):
        replaced[copy.dst.base] = "memory"
        if copy.dst.pitch:
            replaced[copy.dst.pitch] = expression(row, copy.width)
    else:
        struct = copy.width.partition(".")[0]
        ctype = types.plain(row.params_by_name[struct].ctype.rstrip("*"))
        replaced[struct] = "&packed"
        lines = f"      {ctype} packed = *{struct};\n"
        for member, value in _PACKED[copy.form].items():
            lines += f"      packed.{member} = {value};\n"
    passed = ", ".join(replaced[param.name] for param in row.params)
    return (
        f"    const auto again = [&](void* memory) {{\n{lines}      return HRR_REAL({row.name})({passed});\n    }};\n"
    )


# What makes the destination of a structure form packed rows in ``memory``.
_PACKED = {
    "parms3d": {
        "dstArray": "nullptr",
        "dstPos": "hipPos{}",
        "dstPtr": "hipPitchedPtr{memory, copy.width, copy.width, copy.height}",
    },
    "drv2d": {
        "dstMemoryType": "hipMemoryTypeHost",
        "dstHost": "memory",
        "dstPitch": "packed.WidthInBytes",
        "dstXInBytes": "0",
        "dstY": "0",
    },
    "drv3d": {
        "dstMemoryType": "hipMemoryTypeHost",
        "dstHost": "memory",
        "dstPitch": "packed.WidthInBytes",
        "dstHeight": "packed.Height",
        "dstXInBytes": "0",
        "dstY": "0",
        "dstZ": "0",
    },
}


def _symbol_copy(row: Row, copy: Copy) -> str:
    to_symbol = bool(copy.dst.symbol)
    symbol, other = (copy.dst, copy.src) if to_symbol else (copy.src, copy.dst)
    return (
        "    hrr::SymbolCopy copy;\n"
        f"    copy.symbol = {symbol.symbol};\n"
        f"    copy.offset = {symbol.offset};\n"
        f"    copy.memory = const_cast<void*>(static_cast<const void*>({other.base}));\n"
        f"    copy.to_symbol = {'true' if to_symbol else 'false'};\n"
        f"    copy.size = {copy.width};\n"
        f"    copy.kind = {copy.kind};\n"
        f"    copy.stream = {_stream(row, copy)};\n"
        f"    copy.blocking = {'true' if copy.blocking else 'false'};\n"
        "    hrr::record_symbol_copy(call, copy);\n"
    )


# --- launches ---------------------------------------------------------------------------------------------------------


def declare_launch(row: Row) -> str:
    """Declares ``launch``."""
    if _configured(row):
        return "  hrr::Configured configured;\n  hrr::LaunchCall& launch = configured.launch;\n"
    return "  hrr::LaunchCall launch;\n"


def launch_is_there(row: Row) -> str:
    """Whether the call is recorded and says what to launch."""
    assert row.launch is not None
    if _configured(row):
        return "call && hrr::take_configuration(&configured)"
    head, dot, _ = row.launch.grid[0].partition(".")
    inside = dot and types.is_pointer(row.params_by_name[head].ctype)
    return f"call && {head} != nullptr" if inside else "static_cast<bool>(call)"


def fill_launch(row: Row) -> str:
    """Fills in ``launch`` and looks at what it will read."""
    launch = row.launch
    assert launch is not None
    function = launch.function or launch.host
    parts = []
    if not _configured(row):
        for name, values in (("grid", launch.grid), ("block", launch.block)):
            for axis, value in enumerate(values):
                parts.append(f"  launch.{name}[{axis}] = {expression(row, value)};\n")
        stream = expression(row, launch.stream)
        parts.append(f"  launch.stream = {f'hrr::per_thread({stream})' if launch.per_thread else stream};\n")
        parts.append(f"  launch.shared = {expression(row, launch.shared)};\n")
    parts.append(f"  launch.function = static_cast<const void*>({expression(row, function)});\n")
    if launch.host:
        parts.append("  launch.by_host = true;\n")
    for member, value in (
        ("params", launch.params),
        ("extra", launch.extra),
        ("attributes", launch.attrs),
        ("attribute_count", launch.num_attrs),
        ("start", launch.start_event),
        ("stop", launch.stop_event),
    ):
        if value:
            parts.append(f"  launch.{member} = {expression(row, value)};\n")
    if launch.global_size:
        parts.append("  launch.global_size = true;\n")
    parts.append("  hrr::prepare_launch(call, launch, &prepared);\n")
    return "".join(parts)


def launch(row: Row) -> str:
    """Writes the record of a launch."""
    assert row.launch is not None
    event_id = row.id if row.launch.event_id < 0 else row.launch.event_id
    return f"  hrr::record_launch(call, {event_id}, launch, prepared);\n"


def _configured(row: Row) -> bool:
    """Whether earlier calls have said how to launch."""
    return row.launch is not None and not row.launch.grid[0]


def _finds_entry_point(row: Row) -> bool:
    """Whether the call answers a name with a function pointer."""
    return [param.ctype for param in row.params[:2]] == ["const char*", "void**"]
