"""The events of an archive as NumPy columns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hrr import api
from hrr.api import wire
from hrr.api.row import Row
from hrr.archive import versions
from hrr.archive.framing import Frames

_SCALARS = {"u64": "<u8", "u32": "<u4", "i32": "<i4", "f32": "<f4", "u8": "u1", "u16": "<u2"}


def _dtype(wire_type: str) -> np.dtype[Any]:
    if wire_type.startswith("u8["):
        return np.dtype(("u1", (int(wire_type[3:-1]),)))
    return np.dtype(_SCALARS[wire_type])


def gather(raw: NDArray[np.uint8], places: NDArray[np.int64], dtype: np.dtype[Any]) -> NDArray[Any]:
    """One value of ``dtype`` (which may be a structure) at every byte offset; every value must lie inside ``raw``."""
    if not len(places):
        return np.zeros(0, dtype)
    room = raw.size - dtype.itemsize + 1
    found: NDArray[Any] = np.ndarray((room,), dtype, raw, strides=(1,))[places]
    return found


def different_pairs(low: NDArray[np.uint64], high: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The different ones among pairs of words, (n, 2)."""
    order = np.lexsort((high, low))
    pairs = np.stack([low[order], high[order]], axis=1)
    first = np.ones(len(pairs), np.bool_)
    first[1:] = (pairs[1:] != pairs[:-1]).any(axis=1)
    return pairs[first]


@dataclass(frozen=True)
class Events:
    """One entry for each record, in the order of sequence ids.

    ``type`` (u2) is the id in the file, ``seq``, ``time_ns`` (CLOCK_MONOTONIC) and ``thread`` are u8, ``offset`` and
    ``length`` (i8) place the record in the file, ``row`` (i2) is the index of the API row or -1, ``decodable`` says
    that the record is long enough for its row's payload.
    """

    raw: NDArray[np.uint8]
    version: int
    type: NDArray[np.uint16]
    seq: NDArray[np.uint64]
    time_ns: NDArray[np.uint64]
    thread: NDArray[np.uint64]
    offset: NDArray[np.int64]
    length: NDArray[np.int64]
    row: NDArray[np.int16]
    decodable: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.seq)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The calls that occur, by id."""
        return tuple(api.ROWS[index] for index in np.flatnonzero(self._numbers).tolist())

    @cached_property
    def _numbers(self) -> NDArray[np.int64]:
        """Number of events of every row."""
        return np.bincount(self.row + 1, minlength=len(api.ROWS) + 1)[1:]

    @cached_property
    def counts(self) -> dict[str, int]:
        """Number of events of each call, by name; ids that name no call appear as "api-<id>"."""
        found = {row.name: int(self._numbers[row.id]) for row in self.rows}
        raw, number = np.unique(self.type[self.row < 0], return_counts=True)
        found.update({f"api-{index}": int(count) for index, count in zip(raw, number, strict=True)})
        return dict(sorted(found.items()))

    def name(self, index: int) -> str:
        """Name of the call of one event."""
        row = int(self.row[index])
        return api.ROWS[row].name if row >= 0 else f"api-{int(self.type[index])}"

    def of(self, row: Row) -> NDArray[np.int64]:
        """Positions of the row's decodable events."""
        end = int(np.cumsum(self._numbers)[row.id])
        found = self._by_row[end - int(self._numbers[row.id]) : end]
        return found if self._all_decodable else found[self.decodable[found]]

    @cached_property
    def _by_row(self) -> NDArray[np.int64]:
        """Positions of the events of known calls, those of each row together."""
        order = np.argsort(self.row, kind="stable")[np.count_nonzero(self.row < 0) :]
        order.flags.writeable = False
        return order

    @cached_property
    def _all_decodable(self) -> bool:
        return bool(self.decodable.all())

    def position(self, seq: int) -> int | None:
        """Position of the event with that sequence id, or None."""
        if not 0 <= seq < 1 << 64:
            return None
        at = int(np.searchsorted(self.seq, np.uint64(seq)))
        return at if at < len(self) and int(self.seq[at]) == seq else None

    def decode(self, row: Row, positions: NDArray[np.int64] | None = None) -> NDArray[Any]:
        """A structured array of the row's fixed payload, one element for each of ``positions`` (default: ``of(row)``).

        The fields are those of ``api.wire.layout``; bytes are u1 arrays. Launch records have no fixed payload (see
        ``launches``); asking for them gives an array without fields.
        """
        positions = self.of(row) if positions is None else positions
        if row.id in api.LAUNCH_FORM:
            return np.zeros(len(positions), np.dtype([]))
        shape = wire.layout(row, self.version)
        dtype = np.dtype(
            {
                "names": [field.name for field in shape.fields],
                "formats": [_dtype(field.wire) for field in shape.fields],
                "offsets": [field.offset - wire.HEADER_SIZE for field in shape.fields],
                "itemsize": shape.size - wire.HEADER_SIZE,
            }
        )
        return gather(self.raw, self.offset[positions] + wire.HEADER_SIZE, dtype)

    def column(self, row: Row, name: str, positions: NDArray[np.int64]) -> NDArray[Any] | None:
        """One payload or extension field; zeros where a record has no extension; None when the version has none."""
        field = wire.field(row, name, self.version)
        if field is None:
            return None
        return self._field(row, field, positions)

    def _field(self, row: Row, field: wire.Field, positions: NDArray[np.int64]) -> NDArray[Any]:
        dtype = _dtype(field.wire)
        if field.offset < wire.layout(row, self.version).size:
            return gather(self.raw, self.offset[positions] + field.offset, dtype)
        shape = (len(positions), *dtype.shape)
        found = np.zeros(shape, dtype.base)
        there = self.extended(row, positions)
        found[there] = gather(self.raw, self.offset[positions[there]] + field.offset, dtype)
        return found

    def value(self, row: Row, expr: str, positions: NDArray[np.int64]) -> NDArray[np.uint64] | None:
        """The recorded value of an expression as unsigned words, None where the payload does not hold it."""
        if expr.isdecimal():
            return np.full(len(positions), int(expr), np.uint64)
        field = wire.locate(row, expr, self.version)
        if field is None or field.wire not in _SCALARS:
            return None
        found = self._field(row, field, positions)
        return found.astype(np.int64).view(np.uint64) if found.dtype.kind == "i" else found.astype(np.uint64)

    def hashes(
        self, row: Row, name: str, positions: NDArray[np.int64]
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """Low and high words of a blob name field, zeros where there is none."""
        nothing = np.zeros(len(positions), np.uint64)
        if not name:
            return nothing, nothing
        low = self.column(row, f"{name}_lo", positions)
        high = self.column(row, f"{name}_hi", positions)
        return (nothing, nothing) if low is None or high is None else (low, high)

    def extended(self, row: Row, positions: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether each record carries the row's whole extension tail."""
        shape = wire.layout(row, self.version)
        found = np.zeros(len(positions), np.bool_)
        if row.ext:
            room = self.length[positions] >= shape.size + shape.ext_size
            tags = gather(self.raw, self.offset[positions[room]] + shape.size, np.dtype("<u4"))
            found[room] = tags == wire.EXT_TAG
        return found

    def strings(self, row: Row, position: int) -> dict[str, str]:
        """The extension strings of one event, by name."""
        shape = wire.layout(row, self.version)
        if not shape.strings or not self.extended(row, np.array([position], np.int64))[0]:
            return {}
        record = self.record(position)
        at, found = shape.size + shape.ext_size, {}
        for name in shape.strings:
            size = int.from_bytes(record[at : at + 2], "little")
            text = record[at + 2 : at + 2 + size]
            if at + 2 > len(record) or len(text) < size:
                break
            found[name] = text.decode("utf-8", "replace")
            at += 2 + size
        return found

    def record(self, position: int) -> bytes:
        """The whole record, header included."""
        start = int(self.offset[position])
        return self.raw[start : start + int(self.length[position])].tobytes()

    def records(self, positions: NDArray[np.int64]) -> Iterator[bytes]:
        """Whole records, one after the other."""
        for position in positions:
            yield self.record(int(position))

    @cached_property
    def returned(self) -> NDArray[np.int64]:
        """Return value of every event; 0 for calls that record none."""
        found = np.zeros(len(self), np.int64)
        for row in self.rows:
            if (
                row.id not in api.LAUNCH_FORM
                and (field := wire.field(row, "ret", self.version))
                and field.wire == "i32"
            ):
                positions = self.of(row)
                found[positions] = gather(self.raw, self.offset[positions] + field.offset, np.dtype("<i4"))
        return found


def events_of(frames: Frames) -> Events:
    """Columns of scanned records, sorted by sequence id (stable, as file order normally equals id order)."""
    raw, start = frames.raw, frames.start
    seq = gather(raw, start + 2, np.dtype("<u8"))
    order = None
    if len(seq) > 1 and not bool(np.all(seq[1:] >= seq[:-1])):
        order = np.argsort(seq, kind="stable")
        seq, start = seq[order], start[order]
    length = frames.length if order is None else frames.length[order]
    kind = gather(raw, start, np.dtype("<u2"))
    row = versions.rows_of(kind, length, frames.version)
    return Events(
        raw=raw,
        version=frames.version,
        type=kind,
        seq=seq,
        time_ns=gather(raw, start + 10, np.dtype("<u8")),
        thread=gather(raw, start + 18, np.dtype("<u8")),
        offset=start,
        length=length,
        row=row,
        decodable=versions.decodable(row, length, frames.version),
    )
