"""Copy calls, brought to one form: two sides and an extent, as columns."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hrr.api import enums, wire
from hrr.api.row import Copy, Direction, End, Memory, Row
from hrr.archive.arrays import element_sizes
from hrr.archive.events import Events, different_pairs
from hrr.archive.naming import Key, key
from hrr.rect import make_rects

Words = NDArray[np.uint64]

H2H, H2D, D2H, D2D, DEFAULT = (
    enums.VALUES[f"hipMemcpy{name}"]
    for name in ("HostToHost", "HostToDevice", "DeviceToHost", "DeviceToDevice", "Default")
)
_HOST, _ARRAY, _UNIFIED = (enums.VALUES[f"hipMemoryType{name}"] for name in ("Host", "Array", "Unified"))


@dataclass(frozen=True)
class Sides:
    """One side of each copy: ``base`` address (0 for an array), its place in bytes, ``array`` handle or 0."""

    base: Words
    pitch: Words
    height: Words
    x: Words
    y: Words
    z: Words
    array: Words


@dataclass(frozen=True)
class Copies:
    """Copies of one call. ``kind`` is a hipMemcpyKind (hipMemcpyDefault is resolved by the pointers, an array is the
    device); ``width`` counts bytes, 0 where ``sized`` says that the size of an array's elements was not recorded.

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
    sized: NDArray[np.bool_]
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
        base, array = value(end.base), value(end.array)
        if end.memory_type:
            memory = value(end.memory_type)
            base = np.where(memory == _HOST, value(end.host), value(end.device))
            array = np.where(memory == _ARRAY, array, np.uint64(0))
            base = np.where(memory == _ARRAY, np.uint64(0), base)
        else:
            base = np.where(array != 0, np.uint64(0), base)
        return Sides(base, value(end.pitch), value(end.height), value(end.x), value(end.y), value(end.z), array)

    dst, src, width, sized = _in_bytes(events, spec, at, side(spec.dst), side(spec.src), value(spec.width))
    names = {"blob": spec.blob, "expected": spec.expected}
    pairs = {name: np.stack(events.hashes(row, field, at), axis=1).astype(np.uint64) for name, field in names.items()}
    kind = _kinds(spec.direction, value(spec.kind), value(spec.dst.memory_type), value(spec.src.memory_type))
    unsaid = kind == DEFAULT
    if unsaid.any():
        kind[unsaid] = _kinds_of_pointers(device_ranges(events), dst.base[unsaid], src.base[unsaid])
    kind = _kinds_of_arrays(kind, dst.array, src.array)
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
        width=width,
        height=value(spec.height),
        depth=value(spec.depth),
        sized=sized,
        stream=value(spec.stream),
        blob=blob,
        expected=expected,
    )


def _in_bytes(
    events: Events, spec: Copy, positions: NDArray[np.int64], dst: Sides, src: Sides, width: Words
) -> tuple[Sides, Sides, Words, NDArray[np.bool_]]:
    """Both sides, the width in bytes, and whether it is known."""
    on_array = (dst.array != 0) | (src.array != 0)
    if not spec.elements or not on_array.any():
        return dst, src, width, np.ones(len(positions), np.bool_)
    to, of = (element_sizes(events, side.array, positions) for side in (dst, src))
    element = np.where(src.array != 0, of, np.where(on_array, to, np.uint64(1)))
    dst, src = (
        replace(side, x=_times(side.x, np.where(side.array != 0, size, np.uint64(1))))
        for side, size in ((dst, to), (src, of))
    )
    return dst, src, _times(width, element), element != 0


def _times(count: Words, size: Words) -> Words:
    """Products, at most what 64 bits hold."""
    largest = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
    return np.where(count > largest // np.maximum(size, np.uint64(1)), largest, count * size)


def _kinds_of_arrays(kind: NDArray[np.int64], dst: Words, src: Words) -> NDArray[np.int64]:
    """Whatever a call says of an array's side, it is the device."""
    from_host = np.isin(kind, (H2H, H2D)) & (src == 0)
    to_host = np.isin(kind, (H2H, D2H)) & (dst == 0)
    resolved = np.where(from_host, np.where(to_host, H2H, H2D), np.where(to_host, D2H, D2D))
    return np.where(((dst != 0) | (src != 0)) & np.isin(kind, (H2H, H2D, D2H)), resolved, kind)


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


def host_bytes(copies: Copies, side: Sides, packed: bool) -> NDArray[np.int64]:
    """Length that the blob of each copy's host side must have, -1 where it exceeds 64 bits or is not known.

    That is the copied bytes. Before packed rows (``packed`` False) the blob of a pitched copy is used when it spans the
    recorded rows from the base pointer through the last byte (docs/format.md, "Pitched copies").
    """
    spans = copies.row.copy is not None and copies.row.copy.pitched and not packed
    places = (side.pitch, side.height, side.x, side.y, side.z) if spans else np.zeros((5, 1), np.uint64)
    rects = make_rects(
        copies.width,
        copies.height,
        copies.depth,
        **dict(zip(("pitch", "pitch_height", "x", "y", "z"), places, strict=True)),
    )
    nbytes = rects.footprint if spans else rects.nbytes
    return np.where(rects.overflow | (nbytes >= 1 << 63) | ~copies.sized, -1, nbytes.astype(np.int64))


@dataclass(frozen=True)
class Check:
    """A device-to-host copy with expected bytes.

    ``nbytes`` of them are stored (None: the blob is missing), ``wanted`` are needed (-1: not known, or beyond 64 bits).
    """

    seq: int
    call: str
    key: Key
    nbytes: int | None
    wanted: int


@dataclass(frozen=True)
class Expected:
    """The copies that have expected bytes, by position: words of the blobs' names, and the lengths they must have."""

    positions: NDArray[np.int64]
    low: Words
    high: Words
    nbytes: NDArray[np.int64]


def expected(events: Events, packed: bool) -> Expected:
    """The checks of an archive. ``packed`` says that host blobs hold only the copied rows."""
    parts: list[tuple[NDArray[np.int64], Words, NDArray[np.int64]]] = []
    for row in events.rows:
        if row.copy is None or row.copy.form == "symbol" or not row.copy.expected:
            continue
        copies = copies_of(events, row)
        named = copies.expected.any(axis=1) & (events.returned[copies.positions] == 0)
        if named.any():
            nbytes = host_bytes(copies, copies.dst, packed)
            parts.append((copies.positions[named], copies.expected[named], nbytes[named]))
    if not parts:
        nothing = np.zeros(0, np.int64)
        return Expected(nothing, nothing.astype(np.uint64), nothing.astype(np.uint64), nothing)
    positions, words, nbytes = (np.concatenate(column) for column in zip(*parts, strict=True))
    order = np.argsort(positions, kind="stable")
    return Expected(positions[order], words[order, 0], words[order, 1], nbytes[order])


def referenced(events: Events) -> set[Key]:
    """Names of all blobs that copies, registrations and fat binaries refer to."""
    pairs: list[Words] = []
    for row in events.rows:
        names = {field.name[:-3] for field in row.extra if field.name in ("blob_hash_lo", "d2h_hash_lo")}
        names |= {field.name for field in row.ext if field.wire == "hash" and not field.name.endswith("_co")}
        at = events.of(row)
        pairs.extend(different_pairs(*events.hashes(row, name, at)) for name in names)
    return {key(low, high) for found in pairs for low, high in found.tolist()} - {""}
