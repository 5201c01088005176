"""Pitched rectangles: a box of bytes inside pitched memory.

The rule is the archive format's ("Host rect arithmetic" in docs/format.md), all in bytes::

    row       = max(pitch or width, width)
    slice     = max(pitch * pitch_height, row * height)
    first     = z * slice + y * row + x
    footprint = first + (depth - 1) * slice + (height - 1) * row + width

Byte (k, j, i) of the box lies at ``first + k * slice + j * row + i`` from the base pointer. *Packed* means the same
bytes with nothing between them: ``width * height * depth`` of them, i fastest, k slowest. Every sum and product is
checked against 2**64, as a recorded number may be anything. Nothing here reads a file or dereferences an address.

``native/rect/rect.h`` is the same arithmetic in C++; tests/rect/ holds the two against each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

LIMIT = 1 << 64


class RectError(ValueError):
    """The numbers describe no rectangle, or a buffer is too small for it."""


class RectOverflow(RectError):
    """A size or an offset does not fit into 64 bits."""


@dataclass(frozen=True)
class Rect:
    """A box of ``width`` bytes x ``height`` rows x ``depth`` slices, ``first`` bytes behind a base pointer.

    Use :func:`make_rect` to apply the format's rule. Raises RectError when rows or slices would overlap,
    RectOverflow when the end of the box is beyond 2**64.
    """

    width: int
    height: int
    depth: int
    row_pitch: int
    slice_pitch: int
    first: int

    def __post_init__(self) -> None:
        for name in ("width", "height", "depth", "row_pitch", "slice_pitch", "first"):
            value = getattr(self, name)
            if not 0 <= value < LIMIT:
                raise RectOverflow(f"{name} {value} does not fit into 64 bits")
        if self.empty:
            return
        if self.height > 1 and self.row_pitch < self.width:
            raise RectError(f"rows of {self.width} bytes overlap at a pitch of {self.row_pitch}")
        if self.depth > 1 and self.slice_pitch < (self.height - 1) * self.row_pitch + self.width:
            raise RectError(f"slices of {self.height} rows overlap at a pitch of {self.slice_pitch}")
        if self.footprint >= LIMIT:
            raise RectOverflow(f"the box ends {self.footprint} bytes behind its base")

    @property
    def empty(self) -> bool:
        """Whether the box holds no byte."""
        return not (self.width and self.height and self.depth)

    @property
    def nbytes(self) -> int:
        """Bytes in the box, which is the length of its packed form."""
        return self.width * self.height * self.depth

    @property
    def footprint(self) -> int:
        """Bytes from the base pointer through the last byte of the box; 0 when empty."""
        if self.empty:
            return 0
        return self.first + (self.depth - 1) * self.slice_pitch + (self.height - 1) * self.row_pitch + self.width

    @property
    def run_length(self) -> int:
        """Bytes of the longest pieces without a gap: a row, a slice, or the whole box. All pieces are this long."""
        if self.empty or (self.height > 1 and self.row_pitch != self.width):
            return 0 if self.empty else self.width
        dense_slices = self.depth == 1 or self.slice_pitch == self.width * self.height
        return self.nbytes if dense_slices else self.width * self.height

    @property
    def runs(self) -> int:
        """Number of pieces without a gap; 0 when empty."""
        return 0 if self.empty else self.nbytes // self.run_length

    @property
    def contiguous(self) -> bool:
        """Whether the box is one piece (an empty box is)."""
        return self.runs <= 1

    def each_run(self) -> Iterator[tuple[int, int]]:
        """(offset from the base, length) of every gap-free piece, in packed order."""
        if self.empty:
            return
        length = self.run_length
        slices = 1 if length == self.nbytes else self.depth
        rows = self.height if length < self.width * self.height else 1
        for k in range(slices):
            for j in range(rows):
                yield self.first + k * self.slice_pitch + j * self.row_pitch, length

    def position(self, packed: int) -> tuple[int, int, int]:
        """(slice, row, column) of a byte given by its offset in the packed form. Raises IndexError outside."""
        if not 0 <= packed < self.nbytes:
            raise IndexError(f"offset {packed} is outside a box of {self.nbytes} bytes")
        k, rest = divmod(packed, self.width * self.height)
        j, i = divmod(rest, self.width)
        return k, j, i

    def packed(self) -> Rect:
        """The rect of the same box in its packed form."""
        return Rect(self.width, self.height, self.depth, self.width, self.width * self.height, 0)


def make_rect(
    width: int,
    height: int = 1,
    depth: int = 1,
    *,
    pitch: int = 0,
    pitch_height: int = 0,
    x: int = 0,
    y: int = 0,
    z: int = 0,
) -> Rect:
    """The rect of one side of a pitched copy by the format's rule. ``x`` is in bytes, ``y`` in rows, ``z`` in slices.

    An empty extent has no layout: its pitches and offset are 0 whatever was given. Raises RectOverflow when any
    step leaves 64 bits.
    """
    for name, value in (("width", width), ("height", height), ("depth", depth), ("pitch", pitch),
                        ("pitch height", pitch_height), ("x", x), ("y", y), ("z", z)):  # fmt: skip
        if not 0 <= value < LIMIT:
            raise RectOverflow(f"{name} {value} does not fit into 64 bits")
    if not (width and height and depth):
        return Rect(width, height, depth, 0, 0, 0)
    row = max(pitch or width, width)
    slice_ = max(_fits("the slice", pitch * pitch_height), _fits("the slice", row * height))
    first = _fits("the offset of the box", z * slice_ + y * row + x)
    _fits("the box", width * height * depth)
    return Rect(width, height, depth, row, slice_, first)


def _fits(what: str, value: int) -> int:
    if value >= LIMIT:
        raise RectOverflow(f"{what} takes {value} bytes, which does not fit into 64 bits")
    return value


def window(buffer: NDArray[np.uint8], rect: Rect) -> NDArray[np.uint8]:
    """The box as a (depth, height, width) view of a one-dimensional byte buffer whose first byte is the base.

    No byte is copied. Raises RectError when the buffer ends before the box does.
    """
    import numpy as np

    if buffer.dtype != np.uint8 or buffer.ndim != 1 or not (buffer.flags.c_contiguous or buffer.size == 0):
        raise RectError("a one-dimensional contiguous uint8 buffer is wanted")
    if buffer.size < rect.footprint:
        raise RectError(f"the box ends at byte {rect.footprint} of a buffer of {buffer.size}")
    shape = (rect.depth, rect.height, rect.width)
    if rect.empty:
        return np.zeros(shape, np.uint8)
    # A pitch that no second row or slice uses may be too large for NumPy's signed strides.
    strides = (rect.slice_pitch if rect.depth > 1 else 0, rect.row_pitch if rect.height > 1 else 0, 1)
    view: NDArray[np.uint8] = np.lib.stride_tricks.as_strided(
        buffer[rect.first :], shape, strides, writeable=bool(buffer.flags.writeable)
    )
    return view


def pack(buffer: NDArray[np.uint8], rect: Rect) -> NDArray[np.uint8]:
    """The bytes of the box, packed: a fresh array of ``rect.nbytes`` bytes."""
    packed: NDArray[np.uint8] = window(buffer, rect).copy().reshape(-1)
    return packed


def unpack(packed: NDArray[np.uint8], buffer: NDArray[np.uint8], rect: Rect) -> None:
    """Put packed bytes into the box; every other byte of ``buffer`` keeps its value. Raises RectError on a wrong
    size."""
    if packed.size != rect.nbytes:
        raise RectError(f"{packed.size} packed bytes for a box of {rect.nbytes}")
    target = window(buffer, rect)
    target[...] = packed.reshape(target.shape)


@dataclass(frozen=True)
class Rects:
    """Many rects as columns of uint64; where ``overflow`` is set, the other columns hold 0."""

    width: NDArray[np.uint64]
    height: NDArray[np.uint64]
    depth: NDArray[np.uint64]
    row_pitch: NDArray[np.uint64]
    slice_pitch: NDArray[np.uint64]
    first: NDArray[np.uint64]
    nbytes: NDArray[np.uint64]
    footprint: NDArray[np.uint64]
    run_length: NDArray[np.uint64]
    overflow: NDArray[np.bool_]

    def __len__(self) -> int:
        return int(self.width.size)

    def __getitem__(self, index: int) -> Rect:
        """One rect. Raises RectOverflow for one that has none."""
        if self.overflow[index]:
            raise RectOverflow("a size or an offset does not fit into 64 bits")
        columns = (self.width, self.height, self.depth, self.row_pitch, self.slice_pitch, self.first)
        return Rect(*(int(column[index]) for column in columns))


def make_rects(
    width: ArrayLike,
    height: ArrayLike = 1,
    depth: ArrayLike = 1,
    *,
    pitch: ArrayLike = 0,
    pitch_height: ArrayLike = 0,
    x: ArrayLike = 0,
    y: ArrayLike = 0,
    z: ArrayLike = 0,
) -> Rects:
    """:func:`make_rect` over columns, which are broadcast to one length. Overflow is flagged, not raised."""
    import numpy as np

    given = (width, height, depth, pitch, pitch_height, x, y, z)
    w, h, d, p, ph, px, py, pz = np.broadcast_arrays(*(np.atleast_1d(np.asarray(v, np.uint64)) for v in given))
    overflow = np.zeros(w.shape, np.bool_)
    one = np.uint64(1)

    def add(a: NDArray[np.uint64], b: NDArray[np.uint64]) -> NDArray[np.uint64]:
        total = a + b
        np.logical_or(overflow, total < a, out=overflow)
        return total

    def mul(a: NDArray[np.uint64], b: NDArray[np.uint64]) -> NDArray[np.uint64]:
        room = np.uint64(LIMIT - 1) // np.maximum(a, one)
        np.logical_or(overflow, (a != 0) & (b > room), out=overflow)
        return a * b

    row = np.maximum(p, w)
    slice_ = np.maximum(mul(p, ph), mul(row, h))
    first = add(add(mul(pz, slice_), mul(py, row)), px)
    nbytes = mul(mul(w, h), d)
    empty = (w == 0) | (h == 0) | (d == 0)
    last = add(mul(d - (d != 0), slice_), mul(h - (h != 0), row))
    footprint = add(first, add(last, w))
    dense_rows = (h == 1) | (row == w)
    dense = dense_rows & ((d == 1) | (slice_ == w * h))
    run = np.where(dense, nbytes, np.where(dense_rows, w * h, w))
    overflow &= ~empty
    none = empty | overflow

    def kept(column: NDArray[np.uint64], dropped: NDArray[np.bool_] = none) -> NDArray[np.uint64]:
        return np.where(dropped, np.uint64(0), column)

    return Rects(
        width=kept(w, overflow),
        height=kept(h, overflow),
        depth=kept(d, overflow),
        row_pitch=kept(row),
        slice_pitch=kept(slice_),
        first=kept(first),
        nbytes=kept(nbytes),
        footprint=kept(footprint),
        run_length=kept(run),
        overflow=overflow,
    )
