"""Code objects: when they are loaded, which kernels and variables are looked up in them.

Launches name their kernel by code object hash and name; the module is the one loaded last from that code object. Code
of the compiler's fat binaries is loaded when they are registered, code that nobody loaded at the first launch that
needs it. A device variable lies where the loaded module puts it, so its recorded address range is relocated (see
pointers.py).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from hrr.api.row import Row
from hrr.archive import naming
from hrr.archive.naming import Key
from hrr.replay.bundle import device_images
from hrr.replay.columns import Indices
from hrr.replay.context import Context, words
from hrr.replay.devices import current_device
from hrr.replay.memory import REPLAYED
from hrr.replay.ranges import NEVER, Finder, Ranges

_LOAD_ORDER, _LOOKUP_ORDER = 2, 4  # before everything else of the event
_GET_FUNCTION = "hipModuleGetFunction"


@dataclass(frozen=True)
class Instance:
    """A code object that is loaded once: at ``event``, into result slot ``slot``, until ``death``."""

    key: Key
    event: int
    death: int
    slot: int


@dataclass
class _Wanted:
    """Something to do at the first event that needs it, and the slot that it fills."""

    event: int
    slot: int
    address: int
    instance: int = -1


@dataclass
class Modules:
    """All module instances and what was looked up in them."""

    context: Context
    instances: list[Instance] = field(default_factory=list)
    fat_binaries: dict[int, list[Key]] = field(default_factory=dict)  # recorded module handle -> code objects
    _device: Indices = field(init=False)  # current device of every event
    _keys: dict[tuple[Key, int], int] = field(default_factory=dict)
    _finder: Finder | None = None
    _late: dict[tuple[Key, int], _Wanted] = field(default_factory=dict)  # loaded at first use
    _lookups: dict[tuple[int, bytes, str], _Wanted] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._device = current_device(self.context.source)

    def load(self) -> None:
        """Ops for every recorded load and unload."""
        self._load_recorded()
        self._load_fat_binaries()
        self._unload()

    def instance(self, key: Key, events: Indices) -> Indices:
        """Index of the instance that serves each event: the last one loaded on its device that is alive, or one that
        is loaded at the first of the events without. -1 where the archive lacks the code object."""
        found = np.full(len(events), -1, np.int64)
        device = self._device[events]
        for number in np.unique(device).tolist():
            chosen = np.flatnonzero(device == number)
            if (key, number) in self._keys:
                finder = self._finder = self._finder or self._make_finder()
                name = np.full(len(chosen), self._keys[key, number], np.uint64)
                found[chosen] = finder.find(name, events[chosen])
            open_ = chosen[found[chosen] < 0]
            if len(open_) and key in self.context.blobs.code_objects:
                found[open_] = self._load_late((key, number), int(events[open_].min()))
        return found

    def function(self, instance: int, name: bytes, event: int) -> int:
        """Slot of a kernel; looked up at the first event that wants it."""
        return self._look_up(instance, name, event, _GET_FUNCTION)

    def variable(self, instance: int, name: bytes, event: int) -> int:
        """Slot of the address of a device variable."""
        return self._look_up(instance, name, event, "hipModuleGetGlobal")

    def holder(self, name: bytes) -> Key | None:
        """The code object that has a symbol of that name, when the recording does not tell: the only one that does."""
        store = self.context.blobs.store
        wanted = b"\0" + name + b"\0"
        holders = [key for key in store.code_objects if wanted in store.read_code_object(key).tobytes()]
        return holders[0] if len(holders) == 1 else None

    def finish(self) -> None:
        """Ops for what turned out to be needed: late loads and look-ups, each at the first event that wants it."""
        builder = self.context.builder
        for (key, _), late in self._late.items():
            self._emit_load(key, late.event, late.address, order=_LOAD_ORDER)
        for (index, name, call), wanted in self._lookups.items():
            at = np.array([wanted.event])
            module, text = self.instances[index].slot, builder.arena.string(name)
            if call == _GET_FUNCTION:
                builder.emit(call, at, words(1, wanted.address, module, text), order=_LOOKUP_ORDER, slots=1 << 1)
            else:
                table = words(1, wanted.address, wanted.address + 8, module, text)
                builder.emit(call, at, table, order=_LOOKUP_ORDER, slots=1 << 2)

    def _look_up(self, instance: int, name: bytes, event: int, call: str) -> int:
        key = (instance, name, call)
        if key not in self._lookups:
            # A variable's size comes back too, into the slot behind its address.
            slots, addresses = self.context.builder.new_slots(1 if call == _GET_FUNCTION else 2)
            self._lookups[key] = _Wanted(event, int(slots[0]), int(addresses[0]))
        wanted = self._lookups[key]
        wanted.event = min(wanted.event, event)
        return wanted.slot

    def _load_recorded(self) -> None:
        context, source = self.context, self.context.source
        for row in source.rows:
            if row.module is None or row.module.role not in ("load", "load_file"):
                continue
            events = source.of(row)
            events = events[source.returned[events] == 0]
            slots, addresses = context.handles.slots_of(row, events)
            deaths = context.handles.deaths_of(row, events)
            keys = naming.keys(*source.hashes(row, _hash_field(row), events))
            for at, event in enumerate(events.tolist()):
                key = keys[at]
                if key not in context.blobs.code_objects:
                    context.problem(events[at : at + 1], "its code object is not in the archive")
                    continue
                self._emit_load(key, event, int(addresses[at]), order=1 << 24)
                self._add(Instance(key, event, int(deaths[at]), int(slots[at])))

    def _load_fat_binaries(self) -> None:
        context, source = self.context, self.context.source
        for row in source.rows:
            if row.module is None or row.module.role != "fat_binary":
                continue
            events = source.of(row)
            handles = source.column(row, "ret", events)
            blobs = context.blobs.numbers(*source.hashes(row, "blob_hash", events))
            for event, handle, blob in zip(
                events.tolist(), handles.tolist() if handles is not None else [], blobs, strict=True
            ):
                keys = self._images(int(blob))
                self.fat_binaries.setdefault(int(handle), []).extend(keys)
                for key in keys:
                    (slot,), address = context.builder.new_slots(1)
                    self._emit_load(key, event, int(address[0]), order=_LOAD_ORDER)
                    self._add(Instance(key, event, int(NEVER), int(slot)))

    def _images(self, blob: int) -> list[Key]:
        """The code objects of the archive that a fat binary holds: those with the bytes of one of its device images."""
        context = self.context
        if blob < 0 or context.blobs.sizes(np.array([blob]))[0] <= 0:
            return []
        store = context.blobs.store
        images = [image for _, image in device_images(context.blobs.open(blob))]
        stored = {key: store.read_code_object(key) for key in store.code_objects}
        return [
            key
            for key, bytes_ in stored.items()
            if any(image.size == bytes_.size and np.array_equal(image, bytes_) for image in images)
        ]

    def _unload(self) -> None:
        context, source = self.context, self.context.source
        for row in source.rows:
            if row.module is None or row.module.role != "unload" or row.replay.verdict not in REPLAYED:
                continue
            events = source.of(row)
            events = events[source.returned[events] == 0]
            values = source.value(row, row.destroys, events)
            if values is None:
                continue
            kind = next(p for p in row.params if p.name == row.destroys).ctype
            found = context.handles.resolve(kind, values, events)
            lost = ~found.slot
            context.problem(events[lost], "the module is not one that was loaded")
            context.builder.emit(
                "hipModuleUnload", events[~lost], words(int((~lost).sum()), found.words[~lost]), slots=1
            )

    def _emit_load(self, key: Key, event: int, address: int, order: int) -> None:
        blob = np.array([self.context.blobs.code_object(key)])
        table = words(1, address, 0)
        self.context.builder.emit("hipModuleLoadData", np.array([event]), table, order=order, blobs=(1, blob))

    def _load_late(self, wanted_by: tuple[Key, int], event: int) -> int:
        if wanted_by not in self._late:
            (slot,), address = self.context.builder.new_slots(1)
            self._late[wanted_by] = _Wanted(event, int(slot), int(address[0]), len(self.instances))
            self.instances.append(Instance(wanted_by[0], event, int(NEVER), int(slot)))
        wanted = self._late[wanted_by]
        wanted.event = min(wanted.event, event)
        return wanted.instance

    def _add(self, instance: Instance) -> None:
        self._keys.setdefault((instance.key, int(self._device[instance.event])), len(self._keys))
        self.instances.append(instance)
        self._finder = None

    def _make_finder(self) -> Finder:
        names = [self._keys.get((item.key, int(self._device[item.event])), -1) for item in self.instances]
        name = np.array(names, np.int64).astype(np.uint64)
        birth = np.array([item.event for item in self.instances], np.int64)
        death = np.array([item.death for item in self.instances], np.int64)
        return Finder(Ranges(name, name + np.uint64(1), birth, death))


def _hash_field(row: Row) -> str:
    """The field pair that names a load's code object."""
    for ext in row.ext:
        if ext.wire == "hash":
            return ext.name
    return "co_hash"
