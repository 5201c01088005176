"""The plan: what the executor walks. native/executor/executor.h holds the same structures.

Ops are emitted in groups, one call each, as columns; the groups are merged by (event, order) at the end. All addresses
in words are final when they are emitted, as the arena and the slots are there from the start. Two things come later:
the address of a blob (mapped in windows, see blobs.py) and the value of a result slot (known when an op has filled it).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hrr.replay.abi import REGISTERS
from hrr.replay.arena import Arena

Words = NDArray[np.uint64]
Indices = NDArray[np.int64]

OP = np.dtype(
    [
        ("words", "<u4"),
        ("slots", "<u4"),
        ("expected", "<i4"),
        ("event", "<u4"),
        ("check", "<u4"),
        ("function", "<u2"),
        ("thread", "<u2"),
        ("flags", "<u2"),
        ("count", "<u2"),
        ("pad", "<u4"),
    ]
)
CHECK = np.dtype([("actual", "<u8"), ("expected", "<u8"), ("nbytes", "<u8"), ("slot", "<u8")])

# Flags of an op (executor.h explains them).
IGNORE_RETURN, CHECK_NOW, CHECK_LATER, POLL, DRAIN, LAST_OF_THREAD = 1, 2, 4, 8, 16, 32

# Order of ops that belong to the same event.
PREPARE, CALL, FOLLOW_UP, LAST = 1 << 8, 1 << 24, 1 << 28, 1 << 29
_ORDER_BITS = 32

_SLOTS = 16 << 20
_THREADS_KEPT = 64  # with more threads than that, each ends with its last call


@dataclass
class BlobUse:
    """Places that want a blob's address: ``target[index[i]]`` = address of blob ``blob[i]``, before event
    ``event[i]``."""

    target: Words
    index: Indices
    blob: Indices
    event: Indices


@dataclass
class Plan:
    """A finished plan. ``ops`` are in the order of issue."""

    ops: NDArray[Any]
    words: Words
    checks: NDArray[Any]
    functions: tuple[str, ...]
    threads: int
    slots: Words
    arena: Arena
    blob_uses: list[BlobUse]
    cuts: tuple[int, ...]  # events before which blobs are let go, see blobs.py


@dataclass
class _Group:
    ops: NDArray[Any]
    keys: NDArray[np.uint64]
    words: Words


@dataclass
class Builder:
    """Collects ops. ``threads``: the thread index of every event."""

    threads: NDArray[np.uint16]
    arena: Arena = field(default_factory=Arena)
    functions: dict[str, int] = field(default_factory=dict)
    groups: list[_Group] = field(default_factory=list)
    checks: NDArray[Any] = field(default_factory=lambda: np.zeros(0, CHECK))
    blob_uses: list[BlobUse] = field(default_factory=list)
    _word_uses: list[tuple[int, Indices, Indices, Indices]] = field(default_factory=list)
    _words: int = 0
    _slots: int = 0
    _slot_memory: Words = field(init=False)

    def __post_init__(self) -> None:
        # Address space only: pages are touched as slots are filled.
        self._slot_memory = self.arena.words(max(4 * len(self.threads), _SLOTS))

    def new_slots(self, count: int) -> tuple[Indices, Words]:
        """(indices, addresses) of fresh result slots."""
        first = self._slots
        self._slots += count
        if self._slots > self._slot_memory.size:
            raise MemoryError("the plan needs more result slots than there are")
        index = np.arange(first, self._slots, dtype=np.int64)
        return index, index.astype(np.uint64) * np.uint64(8) + np.uint64(self._slot_memory.ctypes.data)

    def emit(
        self,
        function: str,
        events: Indices,
        words: Words,
        *,
        order: int | Indices = CALL,
        slots: int | NDArray[np.uint32] = 0,
        flags: int = 0,
        expected: int = 0,
        check: Indices | None = None,
        blobs: tuple[int, Indices] | None = None,
    ) -> tuple[Words, int]:
        """One op for every event. ``words`` is (n, k); bit i of ``slots`` says that word i is a slot index; ``check``
        holds indices of checks; ``blobs`` = (word, blob numbers): that word is the address of a blob.

        Returns the words, which may still be changed, as one row after the other, and the length of a row.
        """
        count = len(events)
        if not count:
            return np.zeros(0, np.uint64), REGISTERS
        width = words.shape[1]
        padded = max(width, REGISTERS)
        if width < padded:
            words = np.concatenate([words, np.zeros((count, padded - width), np.uint64)], axis=1)
        ops = np.zeros(count, OP)
        first = self._words + np.arange(count, dtype=np.int64) * padded
        ops["words"] = first
        ops["slots"] = slots
        ops["expected"] = expected
        ops["event"] = events
        ops["function"] = self.functions.setdefault(function, len(self.functions))
        ops["thread"] = self.threads[events]
        ops["flags"] = flags
        ops["count"] = width
        if check is not None:
            ops["check"] = check + 1
        keys = (events.astype(np.uint64) << np.uint64(_ORDER_BITS)) | np.asarray(order, np.uint64)
        flat = np.ascontiguousarray(words).reshape(-1)
        self.groups.append(_Group(ops, keys, flat))
        if blobs is not None:
            self._word_uses.append((self._words, np.arange(count) * padded + blobs[0], blobs[1], events))
        self._words += count * padded
        return flat, padded

    def use_blobs(self, target: Words, index: Indices, blob: Indices, event: Indices) -> None:
        """``target[index]`` = address of the blobs, before the events."""
        if len(index):
            self.blob_uses.append(BlobUse(target, index, blob, event))

    def blob_events(self) -> tuple[Indices, Indices]:
        """(blob, event) of every use of a blob so far."""
        uses = [(use.blob, use.event) for use in self.blob_uses]
        uses += [(blob, event) for _, _, blob, event in self._word_uses]
        nothing = np.zeros(0, np.int64)
        return np.concatenate([nothing, *(use[0] for use in uses)]), np.concatenate(
            [nothing, *(use[1] for use in uses)]
        )

    def finish(self, cuts: list[int] | None = None) -> Plan:
        """Merges all groups in (event, order)."""
        ops = np.concatenate([group.ops for group in self.groups]) if self.groups else np.zeros(0, OP)
        keys = np.concatenate([group.keys for group in self.groups]) if self.groups else np.zeros(0, np.uint64)
        words = np.concatenate([group.words for group in self.groups] or [np.zeros(0, np.uint64)])
        self.groups.clear()
        # A call's last words are padded to six, and six are read even of the last op.
        for base, index, blob, event in self._word_uses:
            self.blob_uses.append(BlobUse(words, index + base, blob, event))
        ops = ops[np.argsort(keys, kind="stable")]
        threads = int(self.threads.max(initial=0)) + 1
        if threads > _THREADS_KEPT:
            _, behind = np.unique(ops["thread"][::-1], return_index=True)
            ops["flags"][len(ops) - 1 - behind] |= LAST_OF_THREAD
        return Plan(
            ops=ops,
            words=words,
            checks=self.checks,
            functions=tuple(self.functions),
            threads=threads,
            slots=self._slot_memory[: self._slots],
            arena=self.arena,
            blob_uses=self.blob_uses,
            cuts=tuple(cuts or ()),
        )
