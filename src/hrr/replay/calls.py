"""Recorded calls turned back into words: every parameter by its kind, as the API row says."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from hrr import api
from hrr.api import structs, types, wire
from hrr.api.row import Expr, Param, Row
from hrr.replay import abi
from hrr.replay.arena import Structs
from hrr.replay.columns import Indices, Words, read_bytes
from hrr.replay.context import Context
from hrr.replay.pointers import Pointers

_OUTPUT_BYTES = 4096  # what no output structure of HIP exceeds


@dataclass
class Lowered:
    """Calls as words: (n, k), and which bits of the slot mask are set. ``structs`` are the structures they point to."""

    row: Row
    signature: abi.Signature
    events: Indices
    words: Words
    slots: NDArray[np.uint32]
    structs: dict[str, Structs] = field(default_factory=dict)

    def keep(self, chosen: NDArray[np.bool_]) -> None:
        """Drop the calls that are not chosen."""
        if not chosen.all():
            self.events, self.words, self.slots = self.events[chosen], self.words[chosen], self.slots[chosen]
            self.structs = {name: part.part(chosen) for name, part in self.structs.items()}

    def place(self, expr: Expr) -> tuple[int, Structs | None, int]:
        """(word, structures or None, byte offset in them) of an expression."""
        head, _, path = expr.partition(".")
        index = next(i for i, param in enumerate(self.row.params) if param.name == head)
        word = self.signature.places[index].first
        if not path:
            return word, None, 0
        offset = structs.locate(types.struct_behind(self.row.params[index].ctype), path).offset
        if head in self.structs:
            return word, self.structs[head], offset
        return word + offset // 8, None, 0

    def set(self, expr: Expr, values: Words | int, nbytes: int = 8) -> None:
        """Replace the value of an expression by constants."""
        word, inside, offset = self.place(expr)
        if inside is None:
            self.words[:, word] = values
            self.slots &= ~np.uint32(1 << word)
        else:
            inside.write(offset, values, nbytes)

    def set_pointer(self, expr: Expr, recorded: Words, pointers: Pointers) -> None:
        """Replace the value of an expression by where a recorded address lies now."""
        word, inside, offset = self.place(expr)
        if inside is None:
            self.words[:, word], slot = pointers.words(recorded, self.events)
            self.slots = (self.slots & ~np.uint32(1 << word)) | (slot.astype(np.uint32) << np.uint32(word))
        else:
            inside.write(offset, pointers.cells(inside.addresses + np.uint64(offset), recorded, self.events))


class Lowering:
    """Turns events of a row into words."""

    def __init__(self, context: Context, pointers: Pointers) -> None:
        self.context = context
        self.pointers = pointers
        self._outputs = int(context.builder.arena.block(_OUTPUT_BYTES).ctypes.data)

    def emit(self, row: Row, events: Indices, *, flags: int = 0) -> None:
        """The calls as they were recorded, or the row's ``replay_as`` call in their place."""
        name = row.replay_as or row.name
        params = row.params[: len(api.row(name).params)]
        lowered = self.lower(row, events, params)
        if lowered is None:
            return
        if row.memset is not None:
            recorded = self.context.source.value(row, row.memset.dst, lowered.events)
            if recorded is None:
                self.context.problem(lowered.events, "the address that it fills was not recorded")
                return
            wanted = (recorded != 0) | ~self._fills_nothing(row, lowered.events)
            there = self.known(lowered.events, recorded, "the memory that it fills", wanted)
            lowered.keep(there)
            lowered.set_pointer(row.memset.dst, recorded[there], self.pointers)
        self.context.builder.emit(name, lowered.events, lowered.words, slots=lowered.slots, flags=flags)

    def lower(self, row: Row, events: Indices, params: tuple[Param, ...] | None = None) -> Lowered | None:
        """Words of the events; those that lack something are named as problems and left out."""
        params = row.params if params is None else params
        try:
            signature = abi.signature(tuple(param.ctype for param in params))
        except abi.CannotLower as problem:
            self.context.problem(events, str(problem))
            return None
        words = np.zeros((len(events), signature.count), np.uint64)
        lowered = Lowered(row, signature, events, words, np.zeros(len(events), np.uint32))
        usable = np.ones(len(events), bool)
        for param, place in zip(params, signature.places, strict=True):
            good = self._lower_param(lowered, param, place)
            fresh = usable & ~good
            if fresh.any():
                self.context.problem(events[fresh], f"its argument {param.name} was not recorded")
                usable &= good
        lowered.keep(usable)
        return lowered

    def set_handles(self, lowered: Lowered, expr: Expr, handle_class: str, recorded: Words) -> None:
        """Replace handles that lie in a structure; 0 where they are not known."""
        _, inside, offset = lowered.place(expr)
        assert inside is not None
        inside.write(offset, np.zeros(len(recorded), np.uint64))
        found = self.context.handles.resolve(handle_class, recorded, lowered.events)
        chosen = np.flatnonzero(found.slot)
        where = inside.addresses[chosen] + np.uint64(offset)
        self.pointers.store(where, found.words[chosen], 0, lowered.events[chosen])

    def known(self, events: Indices, recorded: Words, what: str, wanted: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which calls have their address in memory of the recording, or none ``wanted``; the others become problems."""
        there = self.pointers.known(recorded, events) | ~wanted
        for index in np.flatnonzero(~there):
            text = f"{what}, at {int(recorded[index]):#x}, is in no recorded allocation"
            self.context.problem(events[index : index + 1], text)
        return there

    def _fills_nothing(self, row: Row, events: Indices) -> NDArray[np.bool_]:
        assert row.memset is not None
        nothing = np.zeros(len(events), bool)
        for expr in (row.memset.width, row.memset.height, row.memset.depth):
            factor = self.context.source.value(row, expr, events)
            nothing |= factor == 0 if factor is not None else False
        return nothing

    def _lower_param(self, lowered: Lowered, param: Param, place: abi.Place) -> NDArray[np.bool_]:
        """Fills the words of one parameter; says for which events that was possible."""
        context, row, events = self.context, lowered.row, lowered.events
        source, first = context.source, place.first
        everything = np.ones(len(events), bool)
        if param.name == row.creates:
            lowered.words[:, first] = context.handles.slots_of(row, events)[1]
        elif types.is_handle(param.ctype):
            values = source.value(row, param.name, events)
            if values is None:
                return ~everything
            found = context.handles.resolve(types.handle_class(param.ctype), values, events)
            lowered.words[:, first] = found.words
            lowered.slots |= found.slot.astype(np.uint32) << np.uint32(first)
            return found.known
        elif types.is_triple(param.ctype):
            x, y, z = (source.value(row, f"{param.name}.{axis}", events) for axis in "xyz")
            if x is None or y is None or z is None:
                return ~everything
            lowered.words[:, first] = x | y << np.uint64(32)
            lowered.words[:, first + 1] = z
        elif types.is_by_value(param.ctype):
            field = wire.field(row, f"{param.name}_bytes", source.version)
            if field is None:
                return ~everything
            raw = np.zeros((len(events), 8 * place.count), np.uint8)
            raw[:, : field.size] = read_bytes(source, events, field.offset, field.size)
            lowered.words[:, first : first + place.count] = raw.view(np.uint64)
        elif types.is_pointer(param.ctype):
            return self._lower_pointer(lowered, param, first)
        else:
            values = source.value(row, param.name, events)
            if values is None:
                return ~everything
            if param.name in row.addresses:
                lowered.set_pointer(param.name, values, self.pointers)
            else:
                lowered.words[:, first] = values
        return everything

    def _lower_pointer(self, lowered: Lowered, param: Param, first: int) -> NDArray[np.bool_]:
        context, row, events = self.context, lowered.row, lowered.events
        source, arena = context.source, context.builder.arena
        everything = np.ones(len(events), bool)
        recorded = source.value(row, param.name, events)
        if param.name in row.addresses:
            if recorded is None:
                return ~everything
            lowered.set_pointer(param.name, recorded, self.pointers)
            return everything
        inline = next((item for item in row.inline if item.param == param.name), None)
        stem = (inline.field or inline.param) if inline else ""
        field = wire.field(row, f"{stem}_bytes", source.version) if inline else None
        if inline and field is not None:
            present = source.column(row, f"{stem}_present", events) if inline.present else recorded
            there = present != 0 if present is not None else everything
            self._point_to(lowered, param, first, read_bytes(source, events, field.offset, field.size), there)
            return everything
        extension = wire.extended_bytes(row, param.name, source.version)
        raw = source.column(row, extension.name, events) if extension else None
        if raw is not None:
            there = source.extended(row, events)
            self._point_to(lowered, param, first, raw, there)
            return there
        extra = next((item for item in row.extra if item.source == param.name), None)
        if extra is not None:
            values = source.column(row, extra.name, events)
            if values is None:
                return ~everything
            cells = arena.structs(len(events), 8)
            cells.write(0, values.astype(np.uint64))
            lowered.words[:, first] = cells.addresses
            return everything
        if param.name in _set_later(row):
            return everything
        null = recorded == 0 if recorded is not None else ~everything
        if param.ctype.startswith("const ") or param.name in row.outs:
            return null
        lowered.words[:, first] = np.where(null, np.uint64(0), np.uint64(self._outputs))
        return everything

    def _point_to(
        self, lowered: Lowered, param: Param, first: int, raw: NDArray[np.uint8], there: NDArray[np.bool_]
    ) -> None:
        """Pointers to structures of ``raw`` bytes, null where there are none."""
        inside = self.context.builder.arena.structs(*raw.shape)
        inside.matrix[:, : raw.shape[1]] = raw
        lowered.words[:, first] = np.where(there, inside.addresses, np.uint64(0))
        lowered.structs[param.name] = inside


def _set_later(row: Row) -> tuple[str, ...]:
    """Parameters that are filled in by who knows what the call moves."""
    exprs = (row.copy.dst.base, row.copy.src.base) if row.copy else (row.memset.dst,) if row.memset else ()
    return tuple(expr for expr in exprs if expr and "." not in expr)
