"""Ops that put memory behind the placed addresses when an allocation is born, and take it away when it dies."""

from __future__ import annotations

import numpy as np

from hrr.api.row import Memory, Row
from hrr.replay import hip
from hrr.replay.columns import Indices, Words
from hrr.replay.context import Context, mask, words
from hrr.replay.memory import REPLAYED
from hrr.replay.placement import HOST_PAGE, clusters
from hrr.replay.plan import CALL, PREPARE
from hrr.replay.ranges import NEVER
from hrr.replay.segments import Pieces, Segments, plan_segments

_NOT_DEVICE = (Memory.PINNED, Memory.RESERVED, Memory.ARRAY)
_STREAM_NON_BLOCKING = 1
_REGISTER_PORTABLE_MAPPED = 3


def emit_memory(context: Context) -> None:
    """All ops of allocations and frees."""
    allocations, placement = context.allocations, context.placement
    nowhere = np.flatnonzero(~placement.somewhere)
    context.problem(allocations.event[nowhere], "the allocation could not be placed anywhere")
    context.problems.extend(allocations.problems)
    _emit_syncs(context)
    device, host = (
        kept[placement.somewhere[kept]]
        for kept in (allocations.of(Memory.DEVICE, Memory.MANAGED), allocations.of(Memory.PINNED))
    )
    if placement.block:
        segments = _device_segments(context, device)
        _emit_device_segments(context, segments)
        _emit_contents(
            context, _to_clear(context, device, segments.used if context.fresh_is_zero and not context.fill else None)
        )
    else:
        _emit_contents(context, _to_clear(context, device, None))
    segments = _host_segments(context, host)
    _emit_host_segments(context, segments)
    _emit_host_contents(context, _to_clear(context, host, None if context.fill else segments.used))


def _device_segments(context: Context, chosen: Indices) -> Segments:
    allocations, placement = context.allocations, context.placement
    delta = placement.delta[chosen]
    return plan_segments(
        allocations.lo[chosen] + delta,
        allocations.hi[chosen] + delta,
        allocations.event[chosen],
        allocations.death[chosen],
        placement.area_lo[chosen],
        placement.area_hi[chosen],
        placement.block,
    )


def _host_segments(context: Context, chosen: Indices) -> Segments:
    """A copy must not leave the range that was registered with its first byte, so what shares pages goes together."""
    allocations, placement = context.allocations, context.placement
    page = np.uint64(HOST_PAGE)
    lo = (allocations.lo[chosen] + placement.delta[chosen]) // page * page
    hi = (allocations.hi[chosen] + placement.delta[chosen] + page - np.uint64(1)) // page * page
    for members, start, end in clusters(lo.copy(), hi.copy(), touching=False):
        lo[members], hi[members] = start, end
    return plan_segments(lo, hi, allocations.event[chosen], allocations.death[chosen], lo, hi, HOST_PAGE)


def _ranks(events: Indices) -> Indices:
    """Number of each entry among those of the same event; ``events`` ascends."""
    return np.arange(len(events)) - np.searchsorted(events, events)


def _emit_syncs(context: Context) -> None:
    """A free waits for the device, as hipFree does; a stream-ordered one for its stream, so that unmapping is safe."""
    source = context.source
    for row in source.rows:
        if row.free is None or row.replay.verdict not in REPLAYED or row.free.memory in (Memory.ARRAY, Memory.RESERVED):
            continue
        events = source.of(row)
        base = source.value(row, row.free.ptr, events)
        live = (source.returned[events] == 0) & ((base != 0) if base is not None else True)
        events = events[live]
        if row.free.stream:
            stream, slot = context.stream(row, row.free.stream, events, False)
            table = words(len(events), stream)
            context.builder.emit("hipStreamSynchronize", events, table, order=PREPARE, slots=mask((0, slot)))
        else:
            context.builder.emit("hipDeviceSynchronize", events, words(len(events)), order=PREPARE)


def _emit_device_segments(context: Context, segments: Segments) -> None:
    builder = context.builder
    structs = builder.arena.block(64)
    hip.allocation_prop(structs[: hip.PROP_BYTES])
    hip.access_desc(structs[hip.PROP_BYTES : hip.PROP_BYTES + hip.DESC_BYTES])
    prop = int(structs.ctypes.data)
    desc = prop + hip.PROP_BYTES
    slot, slot_address = builder.new_slots(len(segments))
    size = segments.hi - segments.lo
    order = np.argsort(segments.start, kind="stable")
    event, count = segments.start[order], len(order)
    lo, size_in_order = segments.lo[order], size[order]
    step = PREPARE + 8 * _ranks(event)
    # One pair of structures serves all: the current device is written into them right before each use.
    builder.emit("hipGetDevice", event, words(count, prop + hip.PROP_DEVICE), order=step + 1)
    builder.emit("hipGetDevice", event, words(count, desc + hip.DESC_DEVICE), order=step + 2)
    builder.emit("hipMemCreate", event, words(count, slot_address[order], size_in_order, prop, 0), order=step + 3)
    table = words(count, lo, size_in_order, 0, slot[order].astype(np.uint64), 0)
    builder.emit("hipMemMap", event, table, order=step + 4, slots=1 << 3)
    builder.emit("hipMemSetAccess", event, words(count, lo, size_in_order, desc, 1), order=step + 5)
    order = np.flatnonzero(segments.end < NEVER)
    order = order[np.argsort(segments.end[order], kind="stable")]
    event, count = segments.end[order], len(order)
    step = CALL + 8 * _ranks(event)
    builder.emit("hipMemUnmap", event, words(count, segments.lo[order], size[order]), order=step)
    builder.emit("hipMemRelease", event, words(count, slot[order].astype(np.uint64)), order=step + 1, slots=1)


def _emit_host_segments(context: Context, segments: Segments) -> None:
    builder = context.builder
    size = segments.hi - segments.lo
    order = np.argsort(segments.start, kind="stable")
    event, count = segments.start[order], len(order)
    step = PREPARE + 8 * _ranks(event)
    builder.emit("host:commit", event, words(count, segments.lo[order], size[order]), order=step + 1)
    table = words(count, segments.lo[order], size[order], _REGISTER_PORTABLE_MAPPED)
    builder.emit("hipHostRegister", event, table, order=step + 2)
    order = np.flatnonzero(segments.end < NEVER)
    order = order[np.argsort(segments.end[order], kind="stable")]
    event, count = segments.end[order], len(order)
    step = CALL + 8 * _ranks(event)
    builder.emit("hipHostUnregister", event, words(count, segments.lo[order]), order=step)
    builder.emit("host:decommit", event, words(count, segments.lo[order], size[order]), order=step + 1)


def _to_clear(context: Context, chosen: Indices, used: Pieces | None) -> Pieces:
    """The bytes of the chosen allocations that are not zero of themselves at birth: those in ``used`` pieces, or all.

    Only they are written to, so that an allocation costs no more memory than its program touched.
    """
    allocations, placement = context.allocations, context.placement
    owner = chosen if used is None else chosen[used.owner]
    lo = allocations.lo[owner] + placement.delta[owner]
    hi = lo + allocations.size[owner]
    if used is not None:
        lo, hi = np.maximum(lo, used.lo), np.minimum(hi, used.hi)
    real = lo < hi
    return Pieces(owner[real], lo[real], hi[real])


def _pieces_of(context: Context, row: Row, pieces: Pieces) -> tuple[Indices, Words, Words]:
    """(events, addresses, sizes) of the pieces of a row's allocations."""
    found = np.isin(pieces.owner, context.allocations.at(context.source.of(row)))
    return context.allocations.event[pieces.owner[found]], pieces.lo[found], (pieces.hi - pieces.lo)[found]


def _emit_contents(context: Context, pieces: Pieces) -> None:
    """Fresh device memory is zero, or what was asked for, whatever was there."""
    zero_stream = -1
    for row in context.source.rows:
        if row.alloc is None or row.replay.verdict not in REPLAYED or row.alloc.memory in _NOT_DEVICE:
            continue
        events, base, size = _pieces_of(context, row, pieces)
        if row.alloc.stream:
            stream, slot = context.stream(row, row.alloc.stream, events, False)
            table = words(len(events), base, context.fill, size, stream)
            context.builder.emit("hipMemsetAsync", events, table, slots=mask((3, slot)))
        elif len(events):
            # On a stream of our own: the null stream would wait for, and hold up, the program's streams.
            zero_stream = zero_stream if zero_stream >= 0 else _new_stream(context)
            table = words(len(events), base, context.fill, size, zero_stream)
            context.builder.emit("hipMemsetAsync", events, table, slots=1 << 3)
            events = np.unique(events)
            table = words(len(events), zero_stream)
            context.builder.emit("hipStreamSynchronize", events, table, slots=1, order=CALL + 1)


def _emit_host_contents(context: Context, pieces: Pieces) -> None:
    """Fresh pinned memory is zero too; registered memory holds what the program had in it."""
    allocations, placement = context.allocations, context.placement
    for row in context.source.rows:
        if row.alloc is None or row.replay.verdict not in REPLAYED or row.alloc.memory is not Memory.PINNED:
            continue
        if row.alloc.registered:
            index = allocations.at(context.source.of(row))
            index = index[placement.somewhere[index]]
            base = allocations.lo[index] + placement.delta[index]
            _emit_registered(context, row, allocations.event[index], base, allocations.size[index])
        else:
            events, base, size = _pieces_of(context, row, pieces)
            context.builder.emit("host:fill", events, words(len(events), base, context.fill, size))


def _new_stream(context: Context) -> int:
    (slot,), address = context.builder.new_slots(1)
    first = np.zeros(1, np.int64)
    table = words(1, address, _STREAM_NON_BLOCKING)
    context.builder.emit("hipStreamCreateWithFlags", first, table, order=0)
    return int(slot)


def _emit_registered(context: Context, row: Row, events: Indices, base: Words, size: Words) -> None:
    blobs = context.blobs.numbers(*context.source.hashes(row, "blob_hash", events))
    usable = np.flatnonzero(blobs >= 0)
    usable = usable[context.blobs.sizes(blobs[usable]) == size[usable].astype(np.int64)]
    table = words(len(usable), base[usable], 0, size[usable])
    context.builder.emit("host:copy", events[usable], table, blobs=(1, blobs[usable]))
