"""C++ that fills in a recorded payload from the live arguments (``api.wire.layout`` says where)."""

from __future__ import annotations

from hrr import api
from hrr.api import types, wire
from hrr.api.row import Ext, Inline, Param, Row

# Which parameter counts the elements of an array, by what the header calls it.
_COUNTS = ("numDependencies", "numOptions", "numAttrs", "count", "numOps", "size")
_COUNTED_BY = {"attrs": "numAttrs", "attrsIdxs": "numAttrs"}

_TAILS = {"hipKernelNodeParams": "hrr::add_kernel_node", "hipBatchMemOpNodeParams": "hrr::add_batch_node"}


def expression(row: Row, expr: str) -> str:
    """The C++ expression of a row's ``Expr``: "p.srcPtr.pitch" is "p->srcPtr.pitch" when p is a pointer."""
    head, dot, path = expr.partition(".")
    if not dot:
        return expr
    return f"{head}{'->' if types.is_pointer(row.params_by_name[head].ctype) else '.'}{path}"


def result(row: Row, expr: str) -> str:
    """What the call stored: through the pointer parameter itself, or a member of the structure behind it."""
    return expression(row, expr) if "." in expr else f"*{expr}"


def is_long(row: Row) -> bool:
    """Whether the record has a part of variable length."""
    return bool(wire.layout(row).strings) or _tail(row) is not None


def fill(row: Row, before: bool = False) -> str:
    """Declares ``record`` and fills it in. ``before``: the real call has not been made, and ``ret`` does not exist."""
    shape = wire.layout(row)
    size = shape.size + shape.ext_size
    kind = f"hrr::LongRecord record({size});\n" if is_long(row) else f"hrr::Record<{size}> record;\n"
    place = {field.name: field for field in (*shape.fields, *shape.ext)}
    parts = ["  ", kind]
    if row.returns and not before:
        field = place["ret"]
        value = "hrr::word(ret)" if field.wire == "u64" else "static_cast<int32_t>(ret)"
        parts.append(f"  record.put({field.offset}, {value});\n")
    for param in row.params:
        if param.name not in row.unstored:
            parts.append(_param(row, param, place))
    parts.extend(_inline(row, item, place) for item in row.inline)
    parts.extend(_extra(row, place))
    if row.ext:
        parts.append(f"  record.put({shape.size}, uint32_t{{{wire.EXT_TAG:#x}}});\n")
        parts.extend(_ext(row, item, place) for item in row.ext if item.wire not in ("hash", "str"))
        parts.extend(_string(row, item) for item in row.ext if item.wire == "str")
    tail = _tail(row)
    if tail is not None:
        pointer, function = tail
        parts.append(f"  {function}(call.session(), &record, ok ? {pointer} : nullptr);\n")
    return "".join(parts)


def _param(row: Row, param: Param, place: dict[str, wire.Field]) -> str:
    name = param.name
    if types.is_triple(param.ctype) and not types.is_pointer(param.ctype):
        return "".join(f"  record.put({place[f'{name}_{a}'].offset}, uint32_t{{{name}.{a}}});\n" for a in "xyz")
    if name not in place:
        field = place[f"{name}_bytes"]
        return f"  std::memcpy(record.at({field.offset}), &{name}, {field.size});\n"
    field = place[name]
    if row.module is not None and row.module.role == "drop_fat_binary":
        return f"  if ({name}) record.put({field.offset}, hrr::word(*{name}));\n"
    if name in row.outs:
        return f"  if (ok && {name}) record.put({field.offset}, hrr::word(*{name}));\n"
    cast = {"i32": "int32_t", "u32": "uint32_t", "f32": "float"}.get(field.wire)
    value = f"static_cast<{cast}>({name})" if cast else f"hrr::word({name})"
    return f"  record.put({field.offset}, {value});\n"


def _inline(row: Row, item: Inline, place: dict[str, wire.Field]) -> str:
    stem = item.field or item.param
    param = row.params_by_name[item.param]
    target = f"record.at({place[f'{stem}_bytes'].offset}), {item.capacity}, {item.param}"
    if item.array:
        count = _count(row, item.param)
        element = "1" if types.plain(param.ctype) == "void*" else f"sizeof(*{item.param})"
        return (
            f"  record.put({place[f'{stem}_n'].offset}, hrr::inline_array({target}, {element}, {count}, ok));\n"
            f"  record.put({place[f'{stem}_present'].offset}, uint8_t{{{item.param} != nullptr}});\n"
        )
    if types.plain(param.ctype) == "char*":
        copied = f"hrr::inline_string({target}, ok)"
    else:
        copied = f"hrr::inline_bytes({target}, sizeof(*{item.param}), ok)"
    if item.present:
        return f"  record.put({place[f'{stem}_present'].offset}, uint8_t{{{copied}}});\n"
    return f"  {copied};\n"


def _count(row: Row, array: str) -> str:
    wanted = _COUNTED_BY.get(array)
    found = wanted or next((name for name in _COUNTS if name in row.params_by_name), None)
    if found is None:
        raise ValueError(f"{row.name}: nothing counts the elements of {array}")
    return found


def _extra(row: Row, place: dict[str, wire.Field]) -> list[str]:
    parts = []
    for item in row.extra:
        if item.source:
            # A pool attribute: its width depends on which one it is.
            parts.append(f"  hrr::inline_attribute(record.at({place[item.name].offset}), attr, {item.source}, ok);\n")
    return parts


def _ext(row: Row, item: Ext, place: dict[str, wire.Field]) -> str:
    head = item.source.partition(".")[0]
    field = place[item.name]
    if field.wire.startswith("u8["):
        return f"  if (ok && {head}) std::memcpy(record.at({field.offset}), {item.source}, {field.size});\n"
    return f"  if (ok && {head}) record.put({field.offset}, hrr::word({result(row, item.source)}));\n"


def _string(row: Row, item: Ext) -> str:
    # A registration's name is constant, a failed look-up's need not be readable.
    return f"  record.add_string({'ok ? ' + item.source + ' : nullptr'});\n"


def _tail(row: Row) -> tuple[str, str] | None:
    for item in row.inline:
        name = types.struct_behind(row.params_by_name[item.param].ctype)
        if name in _TAILS:
            return item.param, _TAILS[name]
    return None


def offset(row: Row, name: str) -> int:
    """Where a payload or extension field lies."""
    found = api.wire.field(row, name)
    if found is None:
        raise ValueError(f"{row.name} has no field {name}")
    return found.offset
