"""Checks: scratch memory for what comes back, and when it may be looked at.

A blocking copy is compared when it returns; all of them share one piece of scratch. An asynchronous one keeps its own
until it has landed: an event of the replay's own is recorded behind it, and the recorded waits look which events are
done. When scratch or events run out, an op drains everything and they are used anew.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hrr.replay.columns import Indices, Words
from hrr.replay.context import Context, mask, words
from hrr.replay.plan import CHECK, CHECK_LATER, DRAIN, FOLLOW_UP, LAST, PREPARE

BUDGET = 256 << 20  # scratch bytes of asynchronous copies, unless one alone needs more
EVENTS = 1024
_ALIGN = 256
_EVENT_DISABLE_TIMING = 2


@dataclass
class _Part:
    """Checks of one group of copies. ``stream`` is None for blocking ones."""

    first: int
    events: Indices
    nbytes: Indices
    blob: Indices
    stream: Words | None
    slot: NDArray[np.bool_] | None
    target: Words | None = None
    where: Indices | None = None


class Checks:
    """Collects the checks of a plan; :meth:`finish` finds their places, as those depend on the order of all."""

    def __init__(self, context: Context, budget: int = BUDGET, events: int = EVENTS) -> None:
        self._context = context
        self._budget = budget
        self._event_count = events
        self._parts: list[_Part] = []
        self._count = 0

    def add(
        self,
        events: Indices,
        nbytes: Indices,
        blob: Indices,
        stream: Words | None = None,
        slot: NDArray[np.bool_] | None = None,
    ) -> Indices:
        """Indices of new checks. With a stream they are asynchronous."""
        self._parts.append(_Part(self._count, events, nbytes, blob, stream, slot))
        self._count += len(events)
        return np.arange(self._count - len(events), self._count)

    @property
    def events(self) -> Indices:
        """The event of every check, by index."""
        return np.concatenate([part.events for part in self._parts]) if self._parts else np.zeros(0, np.int64)

    def place(self, target: Words, where: Indices) -> None:
        """``target[where]`` is to become the scratch address of the checks added last."""
        self._parts[-1].target, self._parts[-1].where = target, where

    def finish(self) -> None:
        """All checks, and the ops that tell when asynchronous ones have landed."""
        context = self._context
        table = np.zeros(self._count, CHECK)
        flat = table.view(np.uint64)
        blocking = [part for part in self._parts if part.stream is None]
        later = [part for part in self._parts if part.stream is not None]
        self._place_blocking(table, blocking)
        self._place_later(table, later)
        for part in self._parts:
            span = slice(part.first, part.first + len(part.events))
            table["nbytes"][span] = part.nbytes
            index = np.arange(part.first, part.first + len(part.events)) * (CHECK.itemsize // 8) + 1
            context.builder.use_blobs(flat, index, part.blob, part.events)
            if part.target is not None and part.where is not None:
                part.target[part.where] = table["actual"][span]
        context.builder.checks = table
        if len(context.source):
            # Whatever is still under way lands before the replay ends.
            last = np.array([len(context.source) - 1])
            context.builder.emit("hipDeviceSynchronize", last, words(1), order=LAST, flags=DRAIN)

    def _place_blocking(self, table: NDArray[np.void], parts: list[_Part]) -> None:
        largest = max((int(part.nbytes.max(initial=0)) for part in parts), default=0)
        if largest:
            address = self._scratch(largest)
            for part in parts:
                table["actual"][part.first : part.first + len(part.events)] = address

    def _place_later(self, table: NDArray[np.void], parts: list[_Part]) -> None:
        if not parts:
            return
        builder = self._context.builder
        index = np.concatenate([np.arange(part.first, part.first + len(part.events)) for part in parts])
        events = np.concatenate([part.events for part in parts])
        nbytes = np.concatenate([part.nbytes for part in parts])
        stream = np.concatenate([part.stream for part in parts if part.stream is not None])
        slot = np.concatenate([part.slot for part in parts if part.slot is not None])
        order = np.argsort(events, kind="stable")
        offset, number, drains = self._assign(-(-nbytes[order] // _ALIGN) * _ALIGN)
        size = int((offset + nbytes[order]).max(initial=0))
        table["actual"][index[order]] = offset.astype(np.uint64) + np.uint64(self._scratch(size) if size else 0)
        slots, addresses = builder.new_slots(int(number.max(initial=-1)) + 1)
        first = np.zeros(len(slots), np.int64)
        builder.emit("hipEventCreateWithFlags", first, words(len(slots), addresses, _EVENT_DISABLE_TIMING), order=1)
        table["slot"][index[order]] = slots[number]
        at = events[order][drains]
        builder.emit("hipDeviceSynchronize", at, words(len(at)), order=PREPARE - 1, flags=DRAIN)
        builder.emit(
            "hipEventRecord",
            events[order],
            words(len(order), slots[number].astype(np.uint64), stream[order]),
            order=FOLLOW_UP + 1,
            slots=mask((1, slot[order])) | np.uint32(1),
            flags=CHECK_LATER,
            check=index[order],
        )

    def _assign(self, sizes: Indices) -> tuple[Indices, Indices, Indices]:
        """(scratch offset, event number) of each check, and the positions before which everything must be drained."""
        offsets, numbers = np.zeros(len(sizes), np.int64), np.zeros(len(sizes), np.int64)
        drains, used, number = [], 0, 0
        for position, size in enumerate(sizes.tolist()):
            if number and (used + size > self._budget or number == self._event_count):
                drains.append(position)
                used = number = 0
            offsets[position], numbers[position] = used, number
            used, number = used + size, number + 1
        return offsets, numbers, np.array(drains, np.int64)

    def _scratch(self, nbytes: int) -> int:
        return int(self._context.builder.arena.block(nbytes).ctypes.data)
