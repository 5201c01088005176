"""Puts every allocation back at its recorded address, or says where it lies instead.

Pointers hide in device memory, in structures and in by-value arguments, so an address that stays the same needs no
rewriting. Before the replay does anything else, the address ranges of the whole recording are reserved: device memory
through the HIP library's virtual memory calls, host memory with mmap. What is taken already is reserved elsewhere, and
``delta`` says how far away; such an allocation is translated where its address is visible, and named.

The memory itself comes and goes with the allocations (see segments.py and mapping.py).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from hrr.api.row import Memory
from hrr.replay.columns import Indices, Words
from hrr.replay.executor import Native
from hrr.replay.hip import Hip
from hrr.replay.memory import Allocations, kind_index

HOST_PAGE = 4096


@dataclass(frozen=True)
class Moved:
    """An allocation that is not at its recorded address; ``translated`` is 0 when it is nowhere."""

    index: int
    translated: int
    reason: str


@dataclass(frozen=True)
class Area:
    """A reserved address range and how to give it back."""

    address: int
    nbytes: int
    host: bool


@dataclass(frozen=True)
class Placement:
    """Columns over the allocations: ``delta`` to add to a recorded address (modulo 2**64), the reserved area it lies
    in, and whether there is one at all. ``block`` is the granularity of device memory; 0: the device cannot map memory,
    and ``areas`` of device memory are ordinary allocations."""

    delta: Words
    area_lo: Words
    area_hi: Words
    somewhere: NDArray[np.bool_]
    moved: tuple[Moved, ...]
    areas: tuple[Area, ...]
    block: int

    @property
    def all_placed(self) -> bool:
        """Whether every allocation is where it was recorded."""
        return not self.moved


def in_place(allocations: Allocations, block: int = HOST_PAGE) -> Placement:
    """The placement that is assumed when nothing is reserved: everything where it was."""
    size = np.uint64(block)
    lo = allocations.lo // size * size
    hi = (allocations.hi + size - np.uint64(1)) // size * size
    count = len(allocations)
    return Placement(np.zeros(count, np.uint64), lo, hi, np.ones(count, bool), (), (), block)


def place(allocations: Allocations, hip: Hip, native: Native) -> Placement:
    """Reserve everything. Must run before anything else allocates through the library."""
    block = hip.granularity()
    placement = in_place(allocations)
    moved: list[Moved] = []
    areas: list[Area] = []
    host = allocations.of(Memory.PINNED)
    device = allocations.of(Memory.DEVICE, Memory.MANAGED, Memory.RESERVED)
    # Device memory first: the library may take more around it, and host memory then lies inside what it took.
    if block:
        _place_group(allocations, device, block, _DeviceSpace(hip), placement, moved, areas)
    else:
        _allocate_group(allocations, device, hip, placement, moved, areas)
    _place_group(allocations, host, HOST_PAGE, _HostSpace(hip, native, block), placement, moved, areas)
    moved.sort(key=lambda entry: entry.index)
    return Placement(
        placement.delta, placement.area_lo, placement.area_hi, placement.somewhere, tuple(moved), tuple(areas), block
    )


class _Space(Protocol):
    """Address space of one kind. ``reserve`` gives the address, 0 for none; ``release`` undoes it; ``areas`` are what
    stands behind a reserved range."""

    def reserve(self, address: int, nbytes: int) -> int: ...

    def release(self, address: int, nbytes: int) -> None: ...

    def areas(self, address: int, nbytes: int) -> list[Area]: ...


@dataclass(frozen=True)
class _DeviceSpace:
    hip: Hip

    def reserve(self, address: int, nbytes: int) -> int:
        return self.hip.reserve(address, nbytes)

    def release(self, address: int, nbytes: int) -> None:
        self.hip.release(address, nbytes)

    def areas(self, address: int, nbytes: int) -> list[Area]:
        return [Area(address, nbytes, False)]


@dataclass
class _HostSpace:
    """Pages of the process. A driver that deals its address space out in large chunks (NVIDIA's) has pinned memory in
    the same chunks as device memory: such pages are reserved through the library, ``block`` by block, and mapped over
    the reservation."""

    hip: Hip
    native: Native
    block: int
    through_library: dict[int, list[Area]] = field(default_factory=dict)  # by the host range's address
    held: set[int] = field(default_factory=set)  # blocks reserved through the library

    def reserve(self, address: int, nbytes: int) -> int:
        got = self.native.reserve(address, nbytes)
        if got or not address or not self.block:
            return got
        first, last = address // self.block, -(-(address + nbytes) // self.block)
        taken: list[Area] = []
        for number in sorted(set(range(first, last)) - self.held):
            at = number * self.block
            found = self.hip.reserve(at, self.block)
            if found:
                taken.append(Area(found, self.block, False))
            if found != at:
                for area in taken:
                    self.hip.release(area.address, area.nbytes)
                return 0
        self.held.update(range(first, last))
        self.through_library[address] = taken
        return address

    def release(self, address: int, nbytes: int) -> None:
        self.native.release(address, nbytes)

    def areas(self, address: int, nbytes: int) -> list[Area]:
        return self.through_library.get(address, [Area(address, nbytes, True)])


def _place_group(
    allocations: Allocations,
    chosen: Indices,
    block: int,
    space: _Space,
    placement: Placement,
    moved: list[Moved],
    areas: list[Area],
) -> None:
    size = np.uint64(block)
    lo = allocations.lo[chosen] // size * size
    hi = (allocations.hi[chosen] + size - np.uint64(1)) // size * size

    def settle(members: Indices, start: int, end: int, address: int) -> None:
        index = chosen[members]
        placement.delta[index] = np.uint64((address - start) % (1 << 64))
        placement.area_lo[index], placement.area_hi[index] = address, address + (end - start)
        areas.extend(space.areas(address, end - start))

    def attempt(members: Indices, start: int, end: int) -> bool:
        got = space.reserve(start, end - start)
        if got == start:
            settle(members, start, end, start)
        elif got:
            space.release(got, end - start)
        return got == start

    # Neighbours together first: fewer reservations. What fails is tried again in its smallest parts, then elsewhere.
    for members, start, end in clusters(lo, hi, touching=True):
        if attempt(members, start, end):
            continue
        for part, part_start, part_end in clusters(lo[members], hi[members], touching=False):
            inner = members[part]
            if attempt(inner, part_start, part_end):
                continue
            address = space.reserve(0, part_end - part_start)
            reason = f"{part_start:#x} to {part_end:#x} is taken in this process"
            if address:
                settle(inner, part_start, part_end, address)
            else:
                reason += ", and there is no room elsewhere"
                placement.somewhere[chosen[inner]] = False
            _name_moved(allocations, chosen[inner], placement, reason, moved)


def _allocate_group(
    allocations: Allocations,
    chosen: Indices,
    hip: Hip,
    placement: Placement,
    moved: list[Moved],
    areas: list[Area],
) -> None:
    """Without virtual memory calls: one ordinary allocation for everything that ever overlaps."""
    reserved = allocations.kind[chosen] == kind_index(Memory.RESERVED)
    for part, start, end in clusters(allocations.lo[chosen], allocations.hi[chosen], touching=False):
        members = chosen[part]
        address = 0 if reserved[part].any() else hip.allocate(end - start)
        reason = "the device cannot map memory at a given address"
        if address:
            placement.delta[members] = np.uint64((address - start) % (1 << 64))
            placement.area_lo[members], placement.area_hi[members] = address, address + (end - start)
            areas.append(Area(address, end - start, False))
        else:
            placement.somewhere[members] = False
        if address != start:
            _name_moved(allocations, members, placement, reason, moved)


def _name_moved(
    allocations: Allocations, members: Indices, placement: Placement, reason: str, moved: list[Moved]
) -> None:
    for index in members:
        somewhere = bool(placement.somewhere[index])
        address = (int(allocations.lo[index]) + int(placement.delta[index])) % (1 << 64) if somewhere else 0
        moved.append(Moved(int(index), address, reason))


def clusters(lo: Words, hi: Words, *, touching: bool) -> Iterator[tuple[Indices, int, int]]:
    """Groups of ranges that overlap (or touch): (their indices, start, end)."""
    if not len(lo):
        return
    order = np.argsort(lo, kind="stable")
    reach = np.maximum.accumulate(hi[order])
    following = lo[order][1:]
    split = np.flatnonzero(following > reach[:-1] if touching else following >= reach[:-1]) + 1
    bounds = [0, *split.tolist(), len(order)]
    for first, last in itertools.pairwise(bounds):
        yield order[first:last], int(lo[order[first]]), int(reach[last - 1])


def translate(allocations: Allocations, placement: Placement, addresses: Words, times: Indices) -> Words:
    """Where recorded addresses lie now. An address outside every live allocation stays what it is."""
    if placement.all_placed or not len(addresses):
        return addresses
    found = allocations.finder.find(addresses, times)
    moved = np.where(found >= 0, placement.delta[np.maximum(found, 0)], np.uint64(0))
    return addresses + moved
