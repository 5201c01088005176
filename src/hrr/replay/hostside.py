"""The recorded bytes of a copy's host side: which blob, and whether it has the length that the copy needs."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hrr.archive.copies import Sides
from hrr.rect import Rect, RectError, make_rect, pack
from hrr.replay.blobs import Blobs
from hrr.replay.columns import Indices, Words
from hrr.replay.context import Context


@dataclass(frozen=True)
class Rects:
    """Boxes of copies on one side: ``extent`` = (width, height, depth) and the recorded geometry."""

    extent: tuple[Words, Words, Words]
    side: Sides

    @property
    def nbytes(self) -> NDArray[np.float64]:
        """Bytes of each box; not exact for absurd ones."""
        width, height, depth = (axis.astype(np.float64) for axis in self.extent)
        return width * height * depth

    def part(self, chosen: NDArray[Any]) -> Rects:
        """Some of the boxes."""
        columns = [getattr(self.side, field.name)[chosen] for field in fields(Sides)]
        width, height, depth = (axis[chosen] for axis in self.extent)
        return Rects((width, height, depth), Sides(*columns))

    def rect(self, index: int) -> Rect:
        """One box by the format's rule. Raises RectError."""
        width, height, depth = (int(axis[index]) for axis in self.extent)
        side = self.side
        places = {name: int(getattr(side, name)[index]) for name in ("pitch", "x", "y", "z")}
        return make_rect(width, height, depth, pitch_height=int(side.height[index]), **places)


@dataclass
class HostSide:
    """For every copy the number of a blob that holds its packed rows, and what is wrong with it ("")."""

    blob: Indices
    problem: NDArray[np.object_]

    def part(self, chosen: NDArray[np.bool_]) -> HostSide:
        """Some of the copies."""
        if chosen.all():
            return self
        return HostSide(self.blob[chosen], self.problem[chosen])


def host_sides(context: Context, events: Indices, rects: Rects, names: Words, pitched: bool) -> HostSide:
    """The host sides of copies, whose blobs are named by (n, 2) words. ``pitched`` copies follow the header's flag."""
    blobs = context.blobs
    number = blobs.numbers(names[:, 0], names[:, 1])
    size = np.where(number >= 0, blobs.sizes(number), -1) if len(events) else np.zeros(0, np.int64)
    problem = np.full(len(events), "", dtype=object)
    if pitched and not context.packed:
        return _unpacked(context, rects, HostSide(number, problem), size)
    wanted = rects.nbytes
    for index in np.flatnonzero(size.astype(np.float64) != wanted):
        problem[index] = _complaint(int(number[index]), int(size[index]), f"{wanted[index]:.0f} copied")
    return HostSide(number, problem)


def _complaint(number: int, size: int, wanted: str) -> str:
    if number < 0:
        return "no host bytes were recorded"
    if size < 0:
        return "its blob is missing"
    return f"blob of {size} bytes, {wanted}"


def _unpacked(context: Context, rects: Rects, side: HostSide, size: Indices) -> HostSide:
    """Archives before packed rows: a blob runs from the base pointer through the last copied byte, or it is the flat
    bytes from the base pointer; both are usable exactly when the blob is as long as the recorded rect."""
    packed: dict[tuple[int, Rect], int] = {}
    for index in range(len(size)):
        number = int(side.blob[index])
        try:
            rect = rects.rect(index)
        except RectError as problem:
            side.problem[index] = str(problem)
            continue
        if number < 0 or size[index] != rect.footprint:
            side.problem[index] = _complaint(number, int(size[index]), f"its rows span {rect.footprint}")
        elif not (rect.first == 0 and rect.contiguous):
            key = (number, rect)
            if key not in packed:
                packed[key] = _derive(context.blobs, number, rect)
            side.blob[index] = packed[key]
    return side


def _derive(blobs: Blobs, number: int, rect: Rect) -> int:
    return blobs.add(rect.nbytes, lambda: pack(np.asarray(blobs.open(number)), rect))
