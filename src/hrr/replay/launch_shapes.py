"""Launch records, grouped so that each group can be handled as columns.

A launch record has variable length (docs/format.md, "Launches"). Records of the same *shape* have the same kernel and
the same argument layout and differ only in their values, which then lie at the same offsets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from hrr.archive.events import Events
from hrr.archive.launches import QUIET
from hrr.archive.naming import Key, key
from hrr.replay.columns import U8, U16, Indices, read, read_bytes, read_words

_NAME = 42
_SNAPSHOT_BYTES = 41
_MAX_PEELS = 64  # shapes of one kernel that are split off column-wise
KIND_POINTER, KIND_POINTERS_INSIDE = 1, 3


@dataclass(frozen=True)
class Argument:
    """A kernel argument: ``size`` bytes at ``offset`` of the record; ``pointers`` are offsets of addresses within
    it."""

    kind: int
    offset: int
    size: int
    pointers: tuple[int, ...]


@dataclass(frozen=True)
class Shape:
    """Launches that share a kernel and an argument layout. Offsets count from the start of the record."""

    events: Indices
    name: bytes
    code_object: Key
    grid_offset: int
    arguments: tuple[Argument, ...]
    attribute_offset: int
    attribute_count: int
    attribute_stride: int
    snapshot_offset: int
    snapshots: int
    quiet: bool  # the device had nothing to do on the memory of the snapshots

    @property
    def block_offset(self) -> int:
        """Three u32."""
        return self.grid_offset + 12

    @property
    def shared_offset(self) -> int:
        """One u32."""
        return self.grid_offset + 24


class TornLaunch(ValueError):
    """A launch record ends before its contents do."""


def shapes(source: Events, events: Indices) -> Iterator[Shape | tuple[Indices, str]]:
    """All shapes among launch records; for records that cannot be read, their events and the reason."""
    long_enough = source.length[events] >= 90
    if not long_enough.all():
        yield events[~long_enough], "the launch record is cut short"
    events = events[long_enough]
    name_length = read(source, events, 40, U16).astype(np.int64)
    length = source.length[events]
    complete = length >= 90 + name_length
    if not complete.all():
        yield events[~complete], "the launch record is cut short"
    events, name_length, length = events[complete], name_length[complete], length[complete]
    for bucket in _same_kernel(source, events, length, name_length):
        yield from _peel(source, bucket)


def _same_kernel(source: Events, events: Indices, length: Indices, name_length: Indices) -> Iterator[Indices]:
    """Launches with equal length and (but for chance) equal kernel name and code object."""
    sizes = length << 16 | name_length
    for size in np.unique(sizes):
        members = events[sizes == size]
        # Name and code object hash, as a random linear sum modulo 2**64.
        nbytes = int(size & 0xFFFF) + 16
        rng = np.random.default_rng(len(members))
        weights = rng.integers(1, 1 << 63, nbytes, dtype=np.uint64) | np.uint64(1)
        sums = np.zeros(len(members), np.uint64)
        for column in range(nbytes):
            sums += read_words(source, members, _NAME + column, U8) * weights[column]
        order = np.argsort(sums, kind="stable")
        cuts = np.flatnonzero(np.diff(sums[order].astype(np.int64)) != 0) + 1
        yield from np.split(members[order], cuts)


def _peel(source: Events, events: Indices) -> Iterator[Shape | tuple[Indices, str]]:
    for _ in range(_MAX_PEELS):
        if not len(events):
            return
        record = source.record(int(events[0]))
        try:
            shape, fixed = _parse(record)
        except TornLaunch as problem:
            yield events[:1], str(problem)
            events = events[1:]
            continue
        same = np.ones(len(events), bool)
        for start, end in fixed:
            found = read_bytes(source, events[same], start, end - start)
            same[same] = (found == np.frombuffer(record[start:end], np.uint8)).all(axis=1)
        yield Shape(events[same], *shape)
        events = events[~same]
    yield from _one_by_one(source, events)


def _one_by_one(source: Events, events: Indices) -> Iterator[Shape | tuple[Indices, str]]:
    """The same when nearly every record has a shape of its own."""
    groups: dict[_Parsed, list[int]] = {}
    for event in events.tolist():
        try:
            groups.setdefault(_parse(source.record(event))[0], []).append(event)
        except TornLaunch as problem:
            yield np.array([event]), str(problem)
    for shape, members in groups.items():
        yield Shape(np.array(members), *shape)


_Parsed = tuple[bytes, Key, int, tuple[Argument, ...], int, int, int, int, int, bool]


def _parse(record: bytes) -> tuple[_Parsed, list[tuple[int, int]]]:
    """Everything of a shape but its events, and the byte ranges that make the shape."""

    def number(at: int, nbytes: int) -> int:
        if at + nbytes > len(record):
            raise TornLaunch("the launch record ends within its arguments")
        return int.from_bytes(record[at : at + nbytes], "little")

    end = _NAME + number(40, 2)
    name = record[_NAME:end]
    code_object = key(number(end, 8), number(end + 8, 8))
    grid = end + 16
    count, snapshots = number(grid + 28, 2), number(grid + 30, 2)
    fixed = [(40, grid), (grid + 28, grid + 32)]
    at = grid + 32
    arguments = []
    for _ in range(count):
        kind, size = number(at, 1), number(at + 1, 2)
        fixed.append((at, at + 3))
        value, at = at + 3, at + 3 + size
        pointers: tuple[int, ...] = (0,) if kind == KIND_POINTER and size == 8 else ()
        if kind == KIND_POINTERS_INSIDE:
            inside = number(at, 2)
            pointers = tuple(number(at + 2 + 2 * index, 2) for index in range(inside))
            if any(offset + 8 > size for offset in pointers):
                raise TornLaunch("an address lies outside of its launch argument")
            fixed.append((at, at + 2 + 2 * inside))
            at += 2 + 2 * inside
        arguments.append(Argument(kind, value, size, pointers))
        if at > len(record):
            raise TornLaunch("the launch record ends within its arguments")
    attributes = stride = 0
    if len(record) - at >= 8:
        attributes, stride = number(at, 4), number(at + 4, 4)
        fixed.append((at, at + 8))
        at += 8
        if at + attributes * stride > len(record) or (attributes and not stride):
            raise TornLaunch("the launch record ends within its attributes")
    attribute_offset, at = at, at + attributes * stride
    if at + snapshots * _SNAPSHOT_BYTES > len(record):
        raise TornLaunch("the launch record ends within its snapshots")
    behind = at + snapshots * _SNAPSHOT_BYTES
    quiet = bool(snapshots) and record[behind : behind + len(QUIET)] == QUIET
    if quiet:
        fixed.append((behind, behind + len(QUIET)))
    shape = (name, code_object, grid, tuple(arguments), attribute_offset, attributes, stride, at, snapshots, quiet)
    return shape, fixed
