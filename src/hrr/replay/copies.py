"""Copies: host sides come from blobs, device-to-host copies become checks.

The host side of a recorded copy is never touched: its bytes are in the archive, as rows packed end to end. A
host-to-device copy is issued again in its own call with the blob as its dense source. A device-to-host copy is issued
again into dense scratch memory, laid out like the blob, and compared when it has landed; when its destination is memory
of the recording (pinned memory, say) it is issued there as well. Copies between two places of the recording are issued
as they were.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hrr.api import enums
from hrr.api.row import Copy, End, Memory, Row
from hrr.archive.copies import D2D, D2H, DEFAULT, H2D, H2H, Sides, copies_of
from hrr.replay.calls import Lowered, Lowering
from hrr.replay.checks import Checks
from hrr.replay.columns import Indices, Words
from hrr.replay.context import Checked, Context, mask, words
from hrr.replay.hostside import HostSide, Rects, host_sides
from hrr.replay.memory import kind_index
from hrr.replay.plan import CALL, CHECK_NOW, FOLLOW_UP

_HOST = enums.VALUES["hipMemoryTypeHost"]
_ARRAY = "hipArray_t"
_NO_CU = enums.VALUES["hipMemcpyDeviceToDeviceNoCU"]


@dataclass
class _Copies:
    """Copies of one row: ``dst`` and ``src`` are base addresses, 0 on an array."""

    row: Row
    copy: Copy
    events: Indices
    kind: Indices
    dst: Words
    src: Words
    dst_rect: Rects
    src_rect: Rects
    blob: Words
    expected: Words

    @property
    def nbytes(self) -> NDArray[np.float64]:
        """Bytes of each copy, not exact for absurd ones."""
        return self.dst_rect.nbytes

    @property
    def to_array(self) -> NDArray[np.bool_]:
        """Which ones have an array as their destination."""
        return np.asarray(self.dst_rect.side.array != 0)

    @property
    def from_array(self) -> NDArray[np.bool_]:
        """Which ones have an array as their source."""
        return np.asarray(self.src_rect.side.array != 0)

    def part(self, chosen: NDArray[np.bool_]) -> _Copies:
        """Some of the copies."""
        if chosen.all():
            return self
        return _Copies(
            self.row,
            self.copy,
            self.events[chosen],
            self.kind[chosen],
            self.dst[chosen],
            self.src[chosen],
            self.dst_rect.part(chosen),
            self.src_rect.part(chosen),
            self.blob[chosen],
            self.expected[chosen],
        )


class CopyCompiler:
    """Emits the ops of all copies."""

    def __init__(self, context: Context, lowering: Lowering, checks: Checks) -> None:
        self.context = context
        self.lowering = lowering
        self.pointers = lowering.pointers
        self.checks = checks

    def emit(self, row: Row) -> None:
        """All ops of a copy call's events."""
        copies = self._read(row)
        self._emit_between(copies.part(np.isin(copies.kind, (D2D, H2H)) & (copies.nbytes > 0)))
        self._emit_uploads(copies.part((copies.kind == H2D) & (copies.nbytes > 0)))
        # A copy of no bytes with no expected bytes is no check: there is nothing to say of it.
        moved = (copies.nbytes > 0) | copies.expected.any(axis=1)
        self._emit_downloads(copies.part((copies.kind == D2H) & moved))

    def _read(self, row: Row) -> _Copies:
        context, source = self.context, self.context.source
        found = copies_of(source, row)
        assert row.copy is not None
        extent = (found.width, found.height, found.depth)
        kind = np.where(found.kind == _NO_CU, D2D, found.kind)
        copies = _Copies(
            row,
            row.copy,
            found.positions,
            kind,
            found.dst.base,
            found.src.base,
            Rects(extent, found.dst),
            Rects(extent, found.src),
            found.blob,
            found.expected,
        )
        succeeded = source.returned[found.positions] == 0
        lost = ~(self._array_known(found.dst, found.positions) & self._array_known(found.src, found.positions))
        context.problem(found.positions[lost & succeeded], "its array was not created in the recording")
        unsized = ~found.sized & ~lost
        context.problem(found.positions[unsized & succeeded], "the size of its array's elements was not recorded")
        strange = ~np.isin(kind, (H2H, H2D, D2H, D2D, DEFAULT))
        context.problem(found.positions[strange & succeeded], "its direction is not one that HIP has")
        copies = copies.part(succeeded & ~lost & ~unsized & ~strange)
        open_ = np.flatnonzero(copies.kind == DEFAULT)
        if len(open_):
            dst, src = (self._on_device(base[open_], copies.events[open_]) for base in (copies.dst, copies.src))
            copies.kind[open_] = np.where(src, np.where(dst, D2D, D2H), np.where(dst, H2D, H2H))
            # A flat copy has one pair of words for its blob, whichever way it goes.
            if row.copy.blob == row.copy.expected:
                back = copies.kind == D2H
                copies.expected[back] |= copies.blob[back]
        return copies

    def _array_known(self, side: Sides, events: Indices) -> NDArray[np.bool_]:
        return self.context.handles.resolve(_ARRAY, side.array, events).known

    def _on_device(self, addresses: Words, events: Indices) -> NDArray[np.bool_]:
        """Whether an address is device memory, by the recording's own allocations; pinned memory is the host's."""
        allocations = self.context.allocations
        index = allocations.finder.find(addresses, events)
        kinds = allocations.kind[np.maximum(index, 0)] if len(allocations) else np.zeros(len(index), np.uint8)
        held = (index >= 0) & (kinds != kind_index(Memory.PINNED))
        return np.asarray(held | ((index < 0) & self.pointers.known(addresses, events)))

    def _emit_between(self, copies: _Copies) -> None:
        """Device to device, and the host-to-host copies that reach pinned memory."""
        host = copies.kind == H2H
        dst_known = copies.to_array | self.pointers.known(copies.dst, copies.events)
        # Ordinary host memory is no part of a replay.
        copies = copies.part(~host | dst_known)
        host = copies.kind == H2H
        src_known = copies.from_array | self.pointers.known(copies.src, copies.events)
        self.context.leave_out(copies.events[host & ~src_known], "the host bytes that it copies were not recorded")
        copies = copies.part(~host | src_known)
        there = self.lowering.known(copies.events, copies.dst, "its destination", ~copies.to_array)
        there &= self.lowering.known(copies.events, copies.src, "its source", ~copies.from_array)
        self._emit_as_it_was(copies.part(there))

    def _emit_uploads(self, copies: _Copies) -> None:
        context = self.context
        sides = host_sides(context, copies.events, copies.src_rect, copies.blob, copies.copy.pitched)
        usable = sides.problem == ""
        for index in np.flatnonzero(~usable):
            context.leave_out(copies.events[index : index + 1], str(sides.problem[index]))
        self._emit_waits(copies.part(~usable))
        copies, sides = copies.part(usable), sides.part(usable)
        there = self.lowering.known(copies.events, copies.dst, "its destination", ~copies.to_array)
        copies, sides = copies.part(there), sides.part(there)
        lowered, kept = self._lower(copies)
        if lowered is None:
            return
        copies, sides = copies.part(kept), sides.part(kept)
        self._set_base(lowered, copies.copy.dst, copies.dst)
        base = self._make_dense(lowered, copies, copies.copy.src, H2D)
        word, inside, offset = lowered.place(base)
        blobs = (word, sides.blob) if inside is None else None
        context.builder.emit(copies.row.name, lowered.events, lowered.words, slots=lowered.slots, blobs=blobs)
        if inside is not None:
            context.builder.use_blobs(*inside.words(offset), sides.blob, lowered.events)

    def _emit_downloads(self, copies: _Copies) -> None:
        context = self.context
        wanted = ~copies.from_array & (copies.nbytes > 0)
        there = self.lowering.known(copies.events, copies.src, "its source", wanted)
        copies = copies.part(there)
        sides = host_sides(context, copies.events, copies.dst_rect, copies.expected, copies.copy.pitched)
        sides.problem[copies.nbytes == 0] = "the copy moved no bytes"
        landing = self.pointers.known(copies.dst, copies.events) & (copies.nbytes > 0)
        self._emit_as_it_was(copies.part(landing))
        checked = sides.problem == ""
        self._record_checks(copies, sides)
        self._emit_waits(copies.part(~checked & ~landing & (copies.nbytes > 0)))
        copies, sides = copies.part(checked), sides.part(checked)
        lowered, kept = self._lower(copies)
        if lowered is None:
            return
        copies, sides = copies.part(kept), sides.part(kept)
        self._set_base(lowered, copies.copy.src, copies.src)
        base = self._make_dense(lowered, copies, copies.copy.dst, D2H)
        nbytes = copies.nbytes.astype(np.int64)
        word, inside, offset = lowered.place(base)
        if copies.copy.blocking:
            index = self.checks.add(copies.events, nbytes, sides.blob)
            order, flags = CALL + 1, CHECK_NOW
        else:
            stream, slot = context.stream(copies.row, copies.copy.stream, copies.events, copies.copy.per_thread)
            index = self.checks.add(copies.events, nbytes, sides.blob, stream, slot)
            order, flags = FOLLOW_UP, 0
        flat, step = context.builder.emit(
            copies.row.name,
            lowered.events,
            lowered.words,
            order=order,
            slots=lowered.slots,
            flags=flags,
            check=index if copies.copy.blocking else None,
        )
        where = np.arange(len(lowered.events)) * step + word
        self.checks.place(*(inside.words(offset) if inside else (flat, where)))

    def _emit_as_it_was(self, copies: _Copies) -> None:
        """The copy as it was recorded, between memory and arrays of the recording."""
        lowered, kept = self._lower(copies)
        if lowered is not None:
            copies = copies.part(kept)
            self._set_base(lowered, copies.copy.dst, copies.dst)
            self._set_base(lowered, copies.copy.src, copies.src)
            self.context.builder.emit(copies.row.name, lowered.events, lowered.words, slots=lowered.slots)

    def _lower(self, copies: _Copies) -> tuple[Lowered | None, NDArray[np.bool_]]:
        """Words of the copies, arrays in their structures included, and which copies they are; None for none."""
        lowered = self.lowering.lower(copies.row, copies.events)
        if lowered is None or not len(lowered.events):
            return None, np.zeros(len(copies.events), bool)
        kept = np.isin(copies.events, lowered.events)
        for end, rect in ((copies.copy.dst, copies.dst_rect), (copies.copy.src, copies.src_rect)):
            if "." in end.array:
                self.lowering.set_handles(lowered, end.array, _ARRAY, rect.side.array[kept])
        return lowered, kept

    def _emit_waits(self, copies: _Copies) -> None:
        """In place of a blocking copy that is not issued: what followed it in the program relied on its wait."""
        if copies.copy.blocking and len(copies.events):
            stream, slot = self.context.stream(copies.row, copies.copy.stream, copies.events, copies.copy.per_thread)
            table = words(len(copies.events), stream)
            self.context.builder.emit("hipStreamSynchronize", copies.events, table, slots=mask((0, slot)))

    def _set_base(self, lowered: Lowered, end: End, recorded: Words) -> None:
        if end.base:
            lowered.set_pointer(end.base, recorded, self.pointers)
        elif end.memory_type:
            # The driver forms read one of the two, by memory type; recorded addresses are valid in neither otherwise.
            lowered.set_pointer(end.device, recorded, self.pointers)
            lowered.set_pointer(end.host, recorded, self.pointers)

    def _make_dense(self, lowered: Lowered, copies: _Copies, end: End, direction: int) -> str:
        """Describes the host side as dense rows; returns the expression of its address, still to be set."""
        width, height, _ = copies.dst_rect.extent
        if copies.copy.kind:
            lowered.set(copies.copy.kind, direction, 4)
        if end.memory_type:
            lowered.set(end.memory_type, _HOST, 4)
        for expr, value in ((end.pitch, width), (end.height, height), (end.x, 0), (end.y, 0), (end.z, 0)):
            if expr:
                lowered.set(expr, value)
        base = end.base or end.host
        if base.endswith(".ptr"):
            lowered.set(base[: -len("ptr")] + "xsize", width)
        return base

    def _record_checks(self, copies: _Copies, sides: HostSide) -> None:
        rects = copies.dst_rect
        self.context.checks.append(Checked(copies.events, *rects.extent, rects.side.pitch, sides.problem))
