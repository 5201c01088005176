"""Kernel launches: arguments into the arena, functions by code object and name."""

from __future__ import annotations

from collections import Counter
from fnmatch import fnmatchcase

import numpy as np
from numpy.typing import NDArray

from hrr import api
from hrr.api import structs
from hrr.api.row import Row
from hrr.replay.arena import Structs
from hrr.replay.columns import U8, U32, U64, Indices, Words, read, read_bytes, read_words
from hrr.replay.context import PER_THREAD_STREAM, Context, mask, words
from hrr.replay.launch_shapes import Shape, shapes
from hrr.replay.modules import Modules
from hrr.replay.plan import CALL, DRAIN, FOLLOW_UP, POLL
from hrr.replay.pointers import Pointers

_STREAM_OFFSET = 32
_SNAPSHOT_BYTES = 41
_SETTLE_ORDER = 31
_SNAPSHOT_ORDER = 32  # before the launch, after stores of addresses
_PUT_BACK = 0
_CONFIG = "HIP_LAUNCH_CONFIG"
_ATTRIBUTE_BYTES = structs.BY_NAME["hipLaunchAttribute"].size


class LaunchCompiler:
    """Emits the ops of all launches."""

    def __init__(
        self, context: Context, modules: Modules, pointers: Pointers, sync: bool, skip: tuple[str, ...] = ()
    ) -> None:
        self.context = context
        self.modules = modules
        self.pointers = pointers
        self.sync = sync
        self.skip = skip
        self.skipped: Counter[str] = Counter()

    def emit(self, row: Row, events: Indices) -> None:
        """All ops of a launch call's events, which are in the launch form."""
        for shape in shapes(self.context.source, events):
            if isinstance(shape, Shape):
                self._emit_shape(row, shape)
            else:
                self.context.leave_out(*shape)

    def _emit_shape(self, row: Row, shape: Shape) -> None:
        context, name = self.context, shape.name.decode("utf-8", "replace")
        if any(fnmatchcase(name, pattern) for pattern in self.skip):
            self.skipped[name] += len(shape.events)
            return
        key = shape.code_object
        if not key:
            key = self.modules.holder(shape.name) or key
        instance = self.modules.instance(key, shape.events)
        missing = instance < 0
        context.problem(shape.events[missing], f"the code object of kernel {name} is not in the archive")
        handles = read(context.source, shape.events, _STREAM_OFFSET, U64)
        stream = context.handles.resolve("hipStream_t", handles, shape.events)
        unknown = ~stream.known & ~missing
        context.problem(shape.events[unknown], "its stream was not created in the recording")
        good = np.flatnonzero(~missing & stream.known)
        events = shape.events[good]
        if not len(events):
            return
        function = np.zeros(len(events), np.uint64)
        for index in np.unique(instance[good]):
            served = instance[good] == index
            function[served] = self.modules.function(int(index), shape.name, int(events[served].min()))
        queue = stream.words[good]
        if row.launch is not None and row.launch.per_thread:
            queue = np.where(~stream.slot[good] & (queue == 0), PER_THREAD_STREAM, queue)
        self._emit_snapshots(shape, events, queue, stream.slot[good])
        arguments = self._arguments(shape, events)
        if shape.attribute_count:
            self._emit_extended(shape, events, function, queue, stream.slot[good], arguments)
        else:
            self._emit_plain(row, shape, events, function, queue, stream.slot[good], arguments)
        if self.sync:
            context.builder.emit("hipDeviceSynchronize", events, words(len(events)), order=FOLLOW_UP, flags=DRAIN)

    def _emit_plain(
        self,
        row: Row,
        shape: Shape,
        events: Indices,
        function: Words,
        stream: Words,
        stream_slot: NDArray[np.bool_],
        arguments: Words | int,
    ) -> None:
        grid, block, shared = self._dimensions(shape, events)
        cooperative = row.launch is not None and row.launch.cooperative
        name = "hipModuleLaunchCooperativeKernel" if cooperative else "hipModuleLaunchKernel"
        tail = () if cooperative else (0,)
        table = words(len(events), function, *grid, *block, shared, stream, arguments, *tail)
        slots = mask((8, stream_slot)) | np.uint32(1)
        self.context.builder.emit(name, events, table, slots=slots)

    def _emit_extended(
        self,
        shape: Shape,
        events: Indices,
        function: Words,
        stream: Words,
        stream_slot: NDArray[np.bool_],
        arguments: Words | int,
    ) -> None:
        """A launch with attributes, as a configuration structure in the arena."""
        builder, source = self.context.builder, self.context.source
        count = shape.attribute_count
        attributes = builder.arena.structs(len(events), count * _ATTRIBUTE_BYTES)
        stride = min(shape.attribute_stride, _ATTRIBUTE_BYTES)
        for number in range(count):
            raw = read_bytes(source, events, shape.attribute_offset + number * shape.attribute_stride, stride)
            start = number * _ATTRIBUTE_BYTES
            attributes.matrix[:, start : start + stride] = raw
        config = builder.arena.structs(len(events), structs.BY_NAME[_CONFIG].size)
        grid, block, shared = self._dimensions(shape, events)
        names = ("gridDimX", "gridDimY", "gridDimZ", "blockDimX", "blockDimY", "blockDimZ", "sharedMemBytes")
        for name, column in zip(names, (*grid, *block, shared), strict=True):
            config.write(structs.locate(_CONFIG, name).offset, column, 4)
        queue = structs.locate(_CONFIG, "hStream").offset
        config.write(queue, np.where(stream_slot, np.uint64(0), stream))
        config.write(structs.locate(_CONFIG, "attrs").offset, attributes.addresses)
        config.write(structs.locate(_CONFIG, "numAttrs").offset, count, 4)
        inside = config.part(stream_slot)
        table = words(len(inside.index), inside.addresses + np.uint64(queue), stream[stream_slot], 0)
        builder.emit("host:store", events[stream_slot], table, order=CALL - 1, slots=1 << 1)
        table = words(len(events), config.addresses, function, arguments, 0)
        builder.emit("hipDrvLaunchKernelEx", events, table, slots=1 << 1)

    def _dimensions(self, shape: Shape, events: Indices) -> tuple[list[Words], list[Words], Words]:
        source = self.context.source
        grid = [read_words(source, events, shape.grid_offset + 4 * axis, U32) for axis in range(3)]
        block = [read_words(source, events, shape.block_offset + 4 * axis, U32) for axis in range(3)]
        return grid, block, read_words(source, events, shape.shared_offset, U32)

    def _arguments(self, shape: Shape, events: Indices) -> Words | int:
        """Addresses of the parameter lists: pointers to the arguments, then the arguments. 0 when there are none."""
        if not shape.arguments:
            return 0
        source = self.context.source
        offsets, size = [], -(-8 * len(shape.arguments) // 16) * 16
        for argument in shape.arguments:
            align = 16 if argument.size >= 16 else 8
            size = -(-size // align) * align
            offsets.append(size)
            size += max(argument.size, 8)
        rows: Structs = self.context.builder.arena.structs(len(events), size)
        start = rows.addresses
        for number, (argument, offset) in enumerate(zip(shape.arguments, offsets, strict=True)):
            rows.write(8 * number, start + np.uint64(offset))
            value = read_bytes(source, events, argument.offset, argument.size)
            rows.matrix[:, offset : offset + argument.size] = value
            for pointer in argument.pointers:
                recorded = read_words(source, events, argument.offset + pointer)
                rows.write(offset + pointer, self.pointers.cells(start + np.uint64(offset + pointer), recorded, events))
        return start

    def _emit_snapshots(self, shape: Shape, events: Indices, stream: Words, stream_slot: NDArray[np.bool_]) -> None:
        """Pinned host memory as it was before the launch, where the recording has it (format version 8)."""
        context, source = self.context, self.context.source
        if shape.quiet:
            # The program may have learnt by reading that memory that its stream was done.
            table = words(len(events), stream)
            context.builder.emit(
                "hipStreamSynchronize", events, table, order=_SETTLE_ORDER, slots=mask((0, stream_slot)), flags=POLL
            )
        for number in range(shape.snapshots):
            at = shape.snapshot_offset + number * _SNAPSHOT_BYTES
            base, offset, length, low, high = (read_words(source, events, at + 8 * word) for word in range(5))
            back = read(source, events, at + 40, U8) == _PUT_BACK
            blob = context.blobs.numbers(low, high)
            size = np.where(blob >= 0, context.blobs.sizes(blob), -1)
            where = base + offset
            fits = self._fits(where, length, events)
            usable = back & (size == length.astype(np.int64)) & fits
            context.leave_out(events[back & ~usable], "the pinned memory of the launch cannot be put back")
            chosen = np.flatnonzero(usable)
            address = context.address(where[chosen], events[chosen])
            table = words(len(chosen), address, 0, length[chosen].astype(np.uint64))
            context.builder.emit(
                "host:copy", events[chosen], table, order=_SNAPSHOT_ORDER + number, blobs=(1, blob[chosen])
            )

    def _fits(self, where: Words, length: Words, events: Indices) -> NDArray[np.bool_]:
        """Whether a span lies in live host memory of the recording."""
        allocations = self.context.allocations
        index = allocations.finder.find(where, events)
        if not len(allocations):
            return np.zeros(len(index), bool)
        held = np.maximum(index, 0)
        pinned = np.isin(held, allocations.of(api.Memory.PINNED)) & self.context.placement.somewhere[held]
        return (index >= 0) & pinned & (length <= allocations.hi[held] - where)
