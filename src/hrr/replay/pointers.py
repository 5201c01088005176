"""Recorded addresses that calls and structures hold, rewritten to where they lie now.

An address in an allocation moves by a constant known before the run (0 when it was placed). An address in a device
variable is known only when its module has been loaded: the op that needs it is preceded by one that stores base plus
offset into a slot or straight into the structure.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from hrr.api.row import Row
from hrr.replay.columns import Indices, Words, read_bytes
from hrr.replay.context import Context, words
from hrr.replay.modules import Modules
from hrr.replay.ranges import NEVER, Finder, Ranges

_STORE_ORDER = 16  # after module loads and look-ups, before everything else


@dataclass
class Pointers:
    """Translates addresses. ``variables``: what is known of each device variable."""

    context: Context
    modules: Modules
    variables: list[_Variable] = field(default_factory=list)
    _finder: Finder | None = None

    def words(self, recorded: Words, events: Indices) -> tuple[Words, NDArray[np.bool_]]:
        """(words, which of them are slots) for a column of addresses."""
        moved = self.context.address(recorded, events)
        found = self._find(recorded, events)
        inside = np.flatnonzero(found >= 0)
        slot = np.zeros(len(recorded), bool)
        if len(inside):
            index, address = self.context.builder.new_slots(len(inside))
            usable = self._store(address, recorded[inside], events[inside], found[inside])
            moved = moved.copy()
            moved[inside[usable]] = index[usable].astype(np.uint64)
            slot[inside[usable]] = True
        return moved, slot

    def cells(self, where: Words, recorded: Words, events: Indices) -> Words:
        """What to write at addresses ``where``, which hold recorded addresses; ops overwrite those in device
        variables."""
        found = self._find(recorded, events)
        inside = np.flatnonzero(found >= 0)
        if len(inside):
            self._store(where[inside], recorded[inside], events[inside], found[inside])
        return self.context.address(recorded, events)

    def known(self, recorded: Words, events: Indices) -> NDArray[np.bool_]:
        """Whether each address lies in a live allocation or a device variable."""
        allocations = self.context.allocations
        index = allocations.finder.find(recorded, events)
        there = index >= 0
        if len(self.context.placement.somewhere):
            there &= self.context.placement.somewhere[np.maximum(index, 0)]
        return there | (self._find(recorded, events) >= 0)

    def _find(self, recorded: Words, events: Indices) -> Indices:
        if self._finder is None:
            self.variables = list(_variables(self.context))
            low = np.array([item.address for item in self.variables], np.uint64)
            size = np.array([item.size for item in self.variables], np.uint64)
            birth = np.array([item.event for item in self.variables], np.int64)
            self._finder = Finder(Ranges(low, low + size, birth, np.full(len(low), NEVER)))
        found = self._finder.find(recorded, events)
        inside = np.flatnonzero(found >= 0)
        if len(inside):  # memory that was allocated there later comes first
            allocated = self.context.allocations.finder.find(recorded[inside], events[inside]) >= 0
            found[inside[allocated]] = -1
        return found

    def _store(self, where: Words, recorded: Words, events: Indices, found: Indices) -> Indices:
        """Ops that put the live address at ``where``. Returns which ones could be made; the others are named."""
        done: list[Indices] = []
        for number in np.unique(found):
            variable = self.variables[number]
            chosen = np.flatnonzero(found == number)
            instance = self._instance(variable, events[chosen])
            for index in np.unique(instance):
                part = chosen[instance == index]
                if index < 0:
                    name = variable.name.decode("utf-8", "replace")
                    self.context.problem(events[part], f"the code object of the device variable {name} is not known")
                    continue
                base = self.modules.variable(int(index), variable.name, int(events[part].min()))
                offset = recorded[part] - np.uint64(variable.address)
                self.store(where[part], base, offset, events[part])
                done.append(part)
        return np.concatenate(done) if done else np.zeros(0, np.int64)

    def store(self, where: Words, slot: Words | int, offset: Words | int, events: Indices) -> None:
        """Ops that put the value of a result slot plus an offset at ``where``."""
        table = words(len(events), where, slot, offset)
        self.context.builder.emit("host:store", events, table, order=_STORE_ORDER, slots=1 << 1)

    def _instance(self, variable: _Variable, events: Indices) -> Indices:
        if variable.module_slot >= 0:
            at = [i for i, item in enumerate(self.modules.instances) if item.slot == variable.module_slot]
            return np.full(len(events), at[0] if at else -1)
        keys = self.modules.fat_binaries.get(variable.fat_binary, [])
        if not keys:
            holder = self.modules.holder(variable.name)
            keys = [holder] if holder is not None else []
        return self.modules.instance(keys[0], events) if keys else np.full(len(events), -1)


@dataclass(frozen=True)
class _Variable:
    """A device variable: recorded address and size, from which event on, and how to find its module: the slot of a
    loaded module, or the recorded handle of a fat binary."""

    name: bytes
    address: int
    size: int
    event: int
    fat_binary: int
    module_slot: int


def _variables(context: Context) -> list[_Variable]:
    source = context.source
    found: list[_Variable] = []
    for row in source.rows:
        role = row.module.role if row.module else ""
        if role not in ("variable", "managed_variable", "global"):
            continue
        events = source.of(row)
        events = events[source.returned[events] == 0]
        if role == "variable":
            names = [_text(item) for item in read_bytes(source, events, *_inline(context, row, "deviceVar_bytes"))]
            columns = ("dev_addr", "size", "modules")
        elif role == "managed_variable":
            names = [source.strings(row, event).get("name_value", "").encode() for event in events.tolist()]
            columns = ("pointer_value", "size", "hipModule")
        else:
            names = [source.strings(row, event).get("name_value", "").encode() for event in events.tolist()]
            columns = ("dptr_value", "bytes_value", row.params[2].name)
        address, size, module = (source.column(row, name, events) for name in columns)
        if address is None or size is None or module is None:
            continue
        slot = np.full(len(events), -1)
        if role == "global":
            resolved = context.handles.resolve(row.params[2].ctype, module.astype(np.uint64), events)
            slot = np.where(resolved.slot, resolved.words.astype(np.int64), -1)
        for at, event in enumerate(events.tolist()):
            if address[at] and size[at] and names[at]:
                found.append(
                    _Variable(names[at], int(address[at]), int(size[at]), event, int(module[at]), int(slot[at]))
                )
    return found


def _inline(context: Context, row: Row, name: str) -> tuple[int, int]:
    """(offset, bytes) of an inlined string."""
    from hrr.api import wire

    field = wire.field(row, name, context.source.version)
    return (field.offset, field.size) if field else (0, 0)


def _text(raw: NDArray[np.uint8]) -> bytes:
    return raw.tobytes().partition(b"\0")[0]
