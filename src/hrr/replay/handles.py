"""Handles: what a recorded handle value stands for at a given time.

Every call that creates a handle fills a result slot; later uses of the recorded value read that slot. A runtime hands
out the same value again after a destroy, so a value means the latest creation before the use.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from hrr.api import types
from hrr.api.row import Row
from hrr.archive.events import Events
from hrr.replay.columns import Indices, Words
from hrr.replay.lifetimes import pair
from hrr.replay.memory import REPLAYED
from hrr.replay.plan import Builder
from hrr.replay.ranges import NEVER, Finder, Ranges

# Stream values that are not handles: the null stream, hipStreamLegacy and hipStreamPerThread.
_LITERALS = {"hipStream_t": 2}


@dataclass(frozen=True)
class Resolved:
    """A column of handles: a literal where ``slot`` is False, else the index of a result slot. Nothing where not
    ``known``."""

    words: Words
    slot: NDArray[np.bool_]
    known: NDArray[np.bool_]


@dataclass
class _Class:
    """The creations of one class of handles."""

    finder: Finder
    slots: Indices


@dataclass
class Handles:
    """All handles of a recording. ``created``, by call: the creating events, the slots that they fill, their
    addresses."""

    classes: dict[str, _Class] = field(default_factory=dict)
    created: dict[str, tuple[Indices, Indices, Words]] = field(default_factory=dict)
    deaths: dict[str, Indices] = field(default_factory=dict)

    def resolve(self, handle_class: str, values: Words, events: Indices) -> Resolved:
        """What the values meant when the events were recorded."""
        literal = values <= np.uint64(_LITERALS.get(handle_class, 0))
        words, slot = values.copy(), np.zeros(len(values), bool)
        if handle_class in self.classes and not literal.all():
            known = self.classes[handle_class]
            open_ = np.flatnonzero(~literal)
            # A use at the event of a creation itself means an older handle.
            found = known.finder.find(values[open_], events[open_])
            hit = found >= 0
            words[open_[hit]] = known.slots[found[hit]].astype(np.uint64)
            slot[open_[hit]] = True
        return Resolved(words, slot, literal | slot)

    def slots_of(self, row: Row, events: Indices) -> tuple[Indices, Words]:
        """(indices, addresses) of the slots that the row's events fill."""
        born, index, address = self.created[row.name]
        at = np.searchsorted(born, events)
        return index[at], address[at]

    def deaths_of(self, row: Row, events: Indices) -> Indices:
        """Event at which each handle that the row's events created is destroyed."""
        born, _, _ = self.created[row.name]
        if row.name not in self.deaths:
            return np.full(len(events), NEVER)
        return self.deaths[row.name][np.searchsorted(born, events)]


def find_handles(source: Events, builder: Builder) -> Handles:
    """Gives every handle that the replay creates a result slot."""
    handles = Handles()
    names: dict[str, list[Words]] = {}
    births: dict[str, list[Indices]] = {}
    slots: dict[str, list[Indices]] = {}
    ended: dict[str, list[Words]] = {}
    ends: dict[str, list[Indices]] = {}
    makers: dict[str, list[str]] = {}
    for row in source.rows:
        if row.replay.verdict not in REPLAYED:
            continue
        events = source.of(row)
        events = events[source.returned[events] == 0]
        if row.creates:
            kind = types.handle_class(row.params_by_name[row.creates].ctype)
            index, address = builder.new_slots(len(events))
            handles.created[row.name] = (events, index, address)
            value = source.value(row, row.creates, events)
            if value is not None:
                names.setdefault(kind, []).append(value)
                births.setdefault(kind, []).append(events)
                slots.setdefault(kind, []).append(index)
                makers.setdefault(kind, []).append(row.name)
        if row.destroys:
            kind = types.handle_class(row.params_by_name[row.destroys].ctype)
            value = source.value(row, row.destroys, events)
            if value is not None:
                ended.setdefault(kind, []).append(value)
                ends.setdefault(kind, []).append(events)
    nothing: list[NDArray[np.uint64]] = [np.zeros(0, np.uint64)]
    for kind, parts in names.items():
        value, birth = np.concatenate(parts), np.concatenate(births[kind])
        stopped = np.concatenate(ended.get(kind, nothing))
        stops = np.concatenate([part.astype(np.int64) for part in ends.get(kind, nothing)])
        death = pair(value, birth, stopped, stops)
        sizes = np.cumsum([len(part) for part in births[kind]])[:-1]
        handles.deaths.update(zip(makers[kind], np.split(death, sizes), strict=True))
        ranges = Ranges(value, value + np.uint64(1), birth, death)
        handles.classes[kind] = _Class(Finder(ranges), np.concatenate(slots[kind]))
    return handles
