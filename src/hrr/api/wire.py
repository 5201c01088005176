"""Payload layouts, derived from the rows (docs/format.md, "Fixed payloads" and "Extension tail")."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from hrr.api import structs, types
from hrr.api.row import Expr, Row

HEADER_SIZE = 32
EXT_TAG = 0x58525248  # bytes "HRRX"


@dataclass(frozen=True)
class Field:
    """One field: ``offset`` counts from the start of the record, ``wire`` is "u64", "i32", "u8[24]" and the like."""

    name: str
    wire: str
    offset: int

    @property
    def size(self) -> int:
        """Bytes."""
        return types.wire_size(self.wire)


@dataclass(frozen=True)
class Layout:
    """A record's fields. ``size`` is the whole record without extension; ``ext`` lists the fixed-size extension fields,
    ``strings`` the names of the strings behind them; ``ext_size`` counts the tag and the fixed fields."""

    fields: tuple[Field, ...]
    size: int
    ext: tuple[Field, ...]
    strings: tuple[str, ...]
    ext_size: int


@cache
def layout(row: Row, version: int = 8) -> Layout:
    """Fields of the row's record in format ``version`` (5 to 8)."""
    pairs: list[tuple[str, str]] = []
    if row.returns:
        wire = types.return_wire(row.ret)
        pairs.append(("ret_bytes" if wire.startswith("u8[") else "ret", wire))
    for param in row.params:
        if param.name not in row.unstored:
            pairs.extend(types.wire_fields(param.name, param.ctype, version))
    for item in row.inline:
        if item.since <= version:
            stem = item.field or item.param
            pairs.append((f"{stem}_bytes", f"u8[{item.capacity}]"))
            if item.present:
                pairs.append((f"{stem}_present", "u8"))
            if item.array:
                pairs.append((f"{stem}_n", "u32"))
    pairs.extend((item.name, item.wire) for item in row.extra if item.since <= version)
    fields, size = _place(pairs, HEADER_SIZE)
    fixed: list[tuple[str, str]] = []
    strings: list[str] = []
    for ext in row.ext:
        if ext.wire == "str":
            strings.append(ext.name)
        elif ext.wire == "hash":
            fixed.extend(((f"{ext.name}_lo", "u64"), (f"{ext.name}_hi", "u64")))
        else:
            fixed.append((ext.name, ext.wire))
    placed, end = _place(fixed, size + 4)
    return Layout(fields, size, placed, tuple(strings), (end - size) if row.ext else 0)


def _place(pairs: list[tuple[str, str]], start: int) -> tuple[tuple[Field, ...], int]:
    fields = []
    for name, wire in pairs:
        fields.append(Field(name, wire, start))
        start += types.wire_size(wire)
    return tuple(fields), start


def field(row: Row, name: str, version: int = 8) -> Field | None:
    """The payload or extension field of that name, or None."""
    shape = layout(row, version)
    return next((item for item in (*shape.fields, *shape.ext) if item.name == name), None)


def is_ext(row: Row, item: Field) -> bool:
    """Whether the field lies in the extension tail, which a record need not have."""
    return item in layout(row).ext


def extended_bytes(row: Row, param: str, version: int = 8) -> Field | None:
    """The extension field that holds the bytes behind a pointer parameter, or None."""
    name = next((ext.name for ext in row.ext if ext.source == param and ext.wire.startswith("u8[")), "")
    return field(row, name, version) if name else None


@cache
def locate(row: Row, expr: Expr, version: int = 8) -> Field | None:
    """Where a payload holds the value of an expression, or None when it does not.

    A value that the extension tail holds is taken from there. ``f"{param}.x"`` of a dim3 is its own field, a member of
    a structure is found inside the inlined bytes.
    """
    for ext in row.ext:
        if ext.source == expr and ext.wire not in ("str", "hash"):
            return field(row, ext.name, version)
    head, _, path = expr.partition(".")
    param = row.params_by_name[head]
    if not path:
        return field(row, head, version) or field(row, f"{head}_bytes", version)
    if types.is_triple(param.ctype):
        return field(row, f"{head}_{path}", version)
    stem = next((item.field or item.param for item in row.inline if item.param == head), head)
    base = field(row, f"{stem}_bytes", version) or extended_bytes(row, head, version)
    name = types.struct_behind(param.ctype)
    if base is None or not name:
        return None
    member = structs.locate(name, path)
    wire = {4: "i32", 8: "u64"}[member.size]
    return Field(expr, wire, base.offset + member.offset)
