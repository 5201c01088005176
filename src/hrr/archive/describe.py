"""Events for people and for JSON: arguments by name, addresses in hexadecimal, enumerations by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hrr import api
from hrr.api import enums, structs, types, wire
from hrr.api.row import Param, Row
from hrr.archive.errors import printable
from hrr.archive.events import Events
from hrr.archive.launches import ArgKind, Launch, decode
from hrr.archive.naming import key

_CHUNK = 4096  # events decoded together

Fields = dict[str, Any]  # the decoded fields of one record, by field name
Show = Callable[[Fields], Any]


@dataclass(frozen=True)
class Event:
    """One event. ``ret`` is None for calls that record no return value, ``args`` holds numbers, text and objects.

    Addresses and handles are text ("0x7f..."), members of an enumeration their names. A launch has ``args`` kernel,
    code_object, grid, block, shared, stream and arguments. ``args`` is empty for a record that cannot be decoded.
    """

    seq: int
    call: str
    thread: int
    time_ns: int
    length: int
    ret: int | str | None
    args: dict[str, Any]

    def __str__(self) -> str:
        # A line for people: names come from the recorded program and must not reach a terminal as they are.
        if "arguments" in self.args:
            return _launch_text(self)
        inner = ", ".join(f"{name}={_text(value)}" for name, value in self.args.items())
        result = "" if self.ret is None else f" = {self.ret}"
        return f"{self.call}({inner}){result}"


def describe(events: Events, positions: NDArray[np.int64]) -> Iterator[Event]:
    """The events at ``positions`` (ascending), decoded some thousands at a time."""
    for start in range(0, len(positions), _CHUNK):
        chunk = positions[start : start + _CHUNK]
        found: dict[int, tuple[int | str | None, dict[str, Any]]] = {}
        for index in np.unique(events.row[chunk]):
            if index >= 0:
                same = chunk[(events.row[chunk] == index) & events.decodable[chunk]]
                found.update(_decoded(events, api.ROWS[index], same))
        columns = (events.seq, events.thread, events.time_ns, events.length)
        for position, *numbers in zip(chunk.tolist(), *(column[chunk].tolist() for column in columns), strict=True):
            seq, thread, time_ns, length = numbers
            yield Event(seq, events.name(position), thread, time_ns, length, *found.get(position, (None, {})))


def select(events: Events, pattern: str | None = None, seq: tuple[int, int] | None = None) -> NDArray[np.int64]:
    """Positions of the events whose call matches a shell pattern and whose sequence id lies in ``seq`` (inclusive)."""
    chosen = np.ones(len(events), np.bool_)
    if seq is not None:
        chosen &= (events.seq >= np.uint64(seq[0])) & (events.seq <= np.uint64(seq[1]))
    if pattern is not None:
        rows = [row.id for row in events.rows if fnmatchcase(row.name, pattern)]
        unknown = [int(kind) for kind in np.unique(events.type[events.row < 0]) if fnmatchcase(f"api-{kind}", pattern)]
        chosen &= np.isin(events.row, rows) | ((events.row < 0) & np.isin(events.type, unknown))
    return np.flatnonzero(chosen)


def _decoded(
    events: Events, row: Row, positions: NDArray[np.int64]
) -> Iterator[tuple[int, tuple[int | str | None, dict[str, Any]]]]:
    if row.id in api.LAUNCH_FORM:
        for position in positions.tolist():
            launch = decode(events.record(position), events.version)
            yield position, (None, _launch(launch) if launch else {})
        return
    table = events.decode(row, positions)
    names = list(table.dtype.names or ())
    columns = [table[name].tolist() if table[name].ndim == 1 else list(table[name]) for name in names]
    shape = wire.layout(row, events.version)
    extended = events.extended(row, positions)
    shows = _shows(row, events.version)
    for index, position in enumerate(positions.tolist()):
        fields = {name: column[index] for name, column in zip(names, columns, strict=True)}
        if extended[index]:
            record = events.record(position)
            fields.update({item.name: _extension(record, item) for item in shape.ext})
            fields.update(events.strings(row, position))
        args = {name: show(fields) for name, show in shows}
        yield position, (_returned(row, fields), {name: value for name, value in args.items() if value is not None})


def _extension(record: bytes, item: wire.Field) -> int | bytes:
    if item.wire.startswith("u8["):
        return record[item.offset : item.offset + item.size]
    return int.from_bytes(record[item.offset : item.offset + item.size], "little", signed=item.wire == "i32")


def _returned(row: Row, fields: Fields) -> int | str | None:
    value = fields.get("ret")
    if value is None:
        return None
    if row.ret == "hipError_t" and value:
        return _member("hipError_t", value)
    return _hex(value) if types.is_pointer(row.ret) else int(value)


@cache
def _shows(row: Row, version: int) -> tuple[tuple[str, Show], ...]:
    """For every argument its name and how to show it; a show gives None for what the record does not hold."""
    stored = {item.name for item in wire.layout(row, version).fields}
    behind = {ext.source: ext.name for ext in row.ext if ext.source}
    inline = {item.param: item for item in row.inline if item.since <= version}
    shows: list[tuple[str, Show]] = []
    for param in row.params:
        if param.name in behind:
            shows.append((param.name, _value(param, behind[param.name], param.name)))
        elif param.name in inline:
            item = inline[param.name]
            shows.append((param.name, _pointee(param, item.field or item.param, item.array)))
        elif types.is_triple(param.ctype):
            shows.append((param.name, _triple(param.name)))
        elif f"{param.name}_bytes" in stored:
            shows.append((param.name, _pointee(param, param.name, False)))
        elif param.name in stored:
            shows.append((param.name, _value(param, param.name)))
    pairs = [item.name[:-3] for item in row.extra if item.name.endswith("_lo")]
    pairs += [ext.name for ext in row.ext if ext.wire == "hash"]
    shows.extend((_LABELS.get(name, name), _blob(name)) for name in pairs)
    plain = [item.name for item in row.extra if not item.name.endswith(("_lo", "_hi"))]
    plain += [ext.name for ext in row.ext if ext.wire != "hash" and ext.source not in row.params_by_name]
    shows.extend((name, _field(name)) for name in plain)
    return tuple(shows)


_LABELS = {
    "blob_hash": "blob",
    "d2h_hash": "expected",
    "co_hash": "code_object",
    "ext_blob": "blob",
    "ext_d2h": "expected",
    "ext_hash": "blob",
    "ext_co": "code_object",
}


def _field(name: str) -> Show:
    return lambda fields: fields.get(name)


def _value(param: Param, field: str, otherwise: str = "") -> Show:
    ctype = types.plain(param.ctype)
    pointee = types.plain(param.ctype.rstrip("*"))
    handle = param.ctype.endswith("**") or types.is_handle(pointee) or "hipDeviceptr_t" in pointee
    address = (
        handle
        if otherwise
        else types.is_pointer(param.ctype) or types.is_handle(param.ctype) or "hipDeviceptr_t" in ctype
    )

    def show(fields: Fields) -> Any:
        value = fields.get(field)
        if value is None:  # no extension: only the caller's address is known
            return _hex(fields[otherwise]) if otherwise in fields else None
        if isinstance(value, str):
            return value
        if isinstance(value, bytes):
            return _behind(param, value)
        if address:
            return _hex(value)
        return _member(ctype, value) if ctype in enums.BY_NAME else value

    return show


def _pointee(param: Param, stem: str, array: bool) -> Show:
    def show(fields: Fields) -> Any:
        data = fields.get(f"{stem}_bytes")
        if data is None:
            return None
        if not fields.get(f"{stem}_present", 1):
            return None
        raw = bytes(bytearray(data))
        if array:
            return f"{fields.get(f'{stem}_n', 0)} elements"
        return _behind(param, raw)

    return show


def _behind(param: Param, raw: bytes) -> Any:
    """What the bytes behind a pointer say."""
    if "char" in param.ctype:
        return raw.partition(b"\0")[0].decode("utf-8", "replace")
    name = types.struct_behind(param.ctype)
    try:
        return _struct(name, raw) if name else f"{len(raw)} bytes"
    except ValueError:  # a structure with unions or bit-fields
        return f"{len(raw)} bytes"


def _struct(name: str, raw: bytes) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for member in structs.layout(name):
        part = raw[member.offset : member.offset + member.size]
        number = int.from_bytes(part, "little", signed=member.ctype == "int")
        if member.nested:
            found[member.name] = _struct(member.nested, part)
        elif member.size > 8:
            found[member.name] = f"{member.size} bytes"
        elif member.ctype in enums.BY_NAME:
            found[member.name] = _member(member.ctype, number)
        elif member.ctype.endswith("*") or types.is_handle(member.ctype) or member.ctype == "hipDeviceptr_t":
            found[member.name] = _hex(number)
        else:
            found[member.name] = number
    return found


def _triple(name: str) -> Show:
    return lambda fields: [fields[f"{name}_{axis}"] for axis in "xyz"]


def _blob(name: str) -> Show:
    return lambda fields: key(fields.get(f"{name}_lo", 0), fields.get(f"{name}_hi", 0)) or None


@cache
def _members(enum: str) -> dict[int, str]:
    names: dict[int, str] = {}
    for name, value in enums.BY_NAME[enum].values.items():
        names.setdefault(value, name)
    return names


def _member(enum: str, value: int) -> str | int:
    return _members(enum).get(int(value), int(value))


def _hex(value: int) -> str:
    return f"{int(value) & (1 << 64) - 1:#x}"


def _launch(launch: Launch) -> dict[str, Any]:
    return {
        "kernel": launch.kernel,
        "code_object": launch.code_object,
        "grid": list(launch.grid),
        "block": list(launch.block),
        "shared": launch.shared,
        "stream": _hex(launch.stream),
        "arguments": [_argument(arg.kind, arg.data) for arg in launch.args],
    }


def _argument(kind: int, data: bytes) -> str:
    if kind == ArgKind.POINTER or len(data) in (1, 2, 4, 8):
        return _hex(int.from_bytes(data, "little"))
    return f"{len(data)} bytes"


def _launch_text(event: Event) -> str:
    args = event.args
    grid, block = (" x ".join(map(str, args[name])) for name in ("grid", "block"))
    inner = ", ".join(args["arguments"])
    return f"{event.call} {printable(args['kernel'])}<<<{grid}, {block}, {args['shared']}, {args['stream']}>>>({inner})"


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}={_text(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "(" + ", ".join(map(_text, value)) + ")"
    return printable(str(value))
