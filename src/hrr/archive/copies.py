"""Copy calls, brought to one form: two sides and an extent, as columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hrr.api import enums, wire
from hrr.api.row import Direction, End, Memory, Row
from hrr.archive.events import Events
from hrr.archive.naming import Key, key

Words = NDArray[np.uint64]

H2H, H2D, D2H, D2D, DEFAULT = (
    enums.VALUES[f"hipMemcpy{name}"]
    for name in ("HostToHost", "HostToDevice", "DeviceToHost", "DeviceToDevice", "Default")
)
_HOST, _UNIFIED = enums.VALUES["hipMemoryTypeHost"], enums.VALUES["hipMemoryTypeUnified"]


@dataclass(frozen=True)
class Sides:
    """One side of each copy: ``base`` address (0 for an array), geometry as recorded, ``array`` handle or 0."""

    base: Words
    pitch: Words
    height: Words
    x: Words
    y: Words
    z: Words
    array: Words


@dataclass(frozen=True)
class Copies:
    """Copies of one call. ``kind`` is a hipMemcpyKind (hipMemcpyDefault is resolved by the pointers); ``width`` counts
    bytes.

    ``blob`` and ``expected`` are (n, 2) words of the names of the host source and of the expected host destination,
    zero where there is none.
    """

    row: Row
    positions: NDArray[np.int64]
    kind: NDArray[np.int64]
    dst: Sides
    src: Sides
    width: Words
    height: Words
    depth: Words
    stream: Words
    blob: Words
    expected: Words


def copies_of(events: Events, row: Row) -> Copies:
    """The row's copies. The row must have a ``copy`` column whose geometry the payload holds."""
    spec = row.copy
    if spec is None or spec.form == "symbol":
        raise ValueError(f"{row.name} is no copy with a geometry of its own")
    at = events.of(row)

    def value(expr: str) -> Words:
        found = events.value(row, expr, at) if expr else None
        return np.zeros(len(at), np.uint64) if found is None else found

    def side(end: End) -> Sides:
        base = value(end.base)
        if end.memory_type:
            host = value(end.memory_type) == _HOST
            base = np.where(host, value(end.host), value(end.device))
        return Sides(
            base, value(end.pitch), value(end.height), value(end.x), value(end.y), value(end.z), value(end.array)
        )

    dst, src = side(spec.dst), side(spec.src)
    names = {"blob": spec.blob, "expected": spec.expected}
    pairs = {name: np.stack(events.hashes(row, field, at), axis=1).astype(np.uint64) for name, field in names.items()}
    kind = _kinds(spec.direction, value(spec.kind), value(spec.dst.memory_type), value(spec.src.memory_type))
    unsaid = kind == DEFAULT
    if unsaid.any():
        kind[unsaid] = _kinds_of_pointers(device_ranges(events), dst.base[unsaid], src.base[unsaid])
    blob, expected = pairs["blob"].copy(), pairs["expected"].copy()
    if spec.blob == spec.expected:
        # One pair serves both directions.
        blob[kind == D2H] = 0
        expected[kind != D2H] = 0
    return Copies(
        row=row,
        positions=at,
        kind=kind,
        dst=dst,
        src=src,
        width=value(spec.width),
        height=value(spec.height),
        depth=value(spec.depth),
        stream=value(spec.stream),
        blob=blob,
        expected=expected,
    )


def device_ranges(events: Events) -> Words:
    """(n, 2) first and last+1 addresses of everything that was ever device memory, merged and sorted."""
    found: list[Words] = []
    for row in events.rows:
        at = events.of(row)
        at = at[events.returned[at] == 0]
        if row.alloc is not None and row.alloc.memory in (Memory.DEVICE, Memory.MANAGED, Memory.RESERVED):
            base = events.value(row, row.alloc.ptr, at)
            size = events.value(row, row.alloc.size, at)
            if row.alloc.pitch:
                # The recorded pitch, where it is known, stands for the row's width.
                pitch = events.value(row, row.alloc.pitch, at)
                size = size if size is None or pitch is None else np.maximum(size, pitch)
            for expr in filter(None, (row.alloc.height, row.alloc.depth)):
                size = _product(size, events.value(row, expr, at))
        elif row.module is not None and row.module.role in ("variable", "global", "managed_variable"):
            names = {field.name for field in wire.layout(row, events.version).fields}
            base = events.column(row, "dev_addr" if "dev_addr" in names else "dptr_value", at)
            size = events.column(row, "size" if "size" in names else "bytes_value", at)
        else:
            continue
        if base is not None and size is not None:
            found.append(np.stack([base, base + np.minimum(size, ~base)], axis=1).astype(np.uint64))
    return _merged(np.concatenate(found)) if found else np.zeros((0, 2), np.uint64)


def _product(first: Words | None, second: Words | None) -> Words | None:
    return None if first is None or second is None else first * second


def _merged(ranges: Words) -> Words:
    ranges = ranges[np.argsort(ranges[:, 0], kind="stable")]
    ranges = ranges[ranges[:, 0] != 0]
    if not len(ranges):
        return ranges
    reach = np.maximum.accumulate(ranges[:, 1])
    first = np.append(True, ranges[1:, 0] > reach[:-1])
    last = np.append(np.flatnonzero(first)[1:] - 1, len(ranges) - 1)
    return np.stack([ranges[first, 0], reach[last]], axis=1)


def _inside(ranges: Words, address: Words) -> NDArray[np.bool_]:
    at = np.searchsorted(ranges[:, 0], address, side="right") - 1
    found = at >= 0
    found[found] = address[found] < ranges[at[found], 1]
    return found


def _kinds_of_pointers(ranges: Words, dst: Words, src: Words) -> NDArray[np.int64]:
    device_dst, device_src = _inside(ranges, dst), _inside(ranges, src)
    return np.where(device_src, np.where(device_dst, D2D, D2H), np.where(device_dst, H2D, H2H)).astype(np.int64)


def _kinds(direction: Direction, kind: Words, dst: Words, src: Words) -> NDArray[np.int64]:
    if direction is Direction.KIND:
        return kind.astype(np.int64)
    if direction is Direction.TYPES:
        host_src, host_dst = src == _HOST, dst == _HOST
        found = np.where(host_src, np.where(host_dst, H2H, H2D), np.where(host_dst, D2H, D2D)).astype(np.int64)
        found[(src == _UNIFIED) | (dst == _UNIFIED)] = DEFAULT
        return found
    fixed = {Direction.H2D: H2D, Direction.D2H: D2H, Direction.D2D: D2D}[direction]
    return np.full(len(kind), fixed, np.int64)


@dataclass(frozen=True)
class Check:
    """A device-to-host copy with expected bytes: ``nbytes`` of them are stored, None when the blob is missing."""

    seq: int
    call: str
    key: Key
    nbytes: int | None


def expected_keys(events: Events) -> list[tuple[int, Key]]:
    """(position, blob name) of every copy that has expected bytes, by position."""
    found = []
    for row in events.rows:
        if row.copy is None or row.copy.form == "symbol" or not row.copy.expected:
            continue
        copies = copies_of(events, row)
        for index in np.flatnonzero(copies.expected.any(axis=1)):
            low, high = copies.expected[index]
            found.append((int(copies.positions[index]), key(int(low), int(high))))
    return sorted(found)


def referenced(events: Events) -> set[Key]:
    """Names of all blobs that copies, registrations and fat binaries refer to."""
    pairs: list[Words] = []
    for row in events.rows:
        names = {field.name[:-3] for field in row.extra if field.name in ("blob_hash_lo", "d2h_hash_lo")}
        names |= {field.name for field in row.ext if field.wire == "hash" and not field.name.endswith("_co")}
        at = events.of(row)
        pairs.extend(np.stack(events.hashes(row, name, at), axis=1) for name in names)
    if not pairs:
        return set()
    unique = np.unique(np.concatenate(pairs), axis=0)
    return {key(int(low), int(high)) for low, high in unique} - {""}
