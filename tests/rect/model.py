"""The naive model of a pitched box: a list of byte offsets, one by one, in unbounded integers."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import strategies as st


class Shape(NamedTuple):
    """The arguments of make_rect, in the order of the C++ twin."""

    width: int
    height: int
    depth: int
    pitch: int
    pitch_height: int
    x: int
    y: int
    z: int

    @property
    def place(self) -> dict[str, int]:
        return {"pitch": self.pitch, "pitch_height": self.pitch_height, "x": self.x, "y": self.y, "z": self.z}


def offsets(shape: Shape) -> list[int]:
    """Where every byte of the box lies, in packed order."""
    row = max(shape.width, shape.pitch)
    slice_ = max(shape.pitch * shape.pitch_height, row * shape.height)
    return [
        shape.z * slice_ + shape.y * row + shape.x + k * slice_ + j * row + i
        for k in range(shape.depth)
        for j in range(shape.height)
        for i in range(shape.width)
    ]


def runs(places: list[int]) -> list[tuple[int, int]]:
    """Maximal pieces of consecutive offsets."""
    found: list[tuple[int, int]] = []
    for place in places:
        if found and sum(found[-1]) == place:
            found[-1] = (found[-1][0], found[-1][1] + 1)
        else:
            found.append((place, 1))
    return found


def extreme(shape: Shape) -> int:
    """The largest number that the rule computes on its way: 2**64 and more is an overflow."""
    row = max(shape.pitch, shape.width)
    slice_ = max(shape.pitch * shape.pitch_height, row * shape.height)
    first = shape.z * slice_ + shape.y * row + shape.x
    end = first + (shape.depth - 1) * slice_ + (shape.height - 1) * row + shape.width
    return max(slice_, end, shape.width * shape.height * shape.depth)


small = st.builds(
    Shape,
    width=st.integers(0, 7),
    height=st.integers(0, 4),
    depth=st.integers(0, 3),
    pitch=st.integers(0, 11),
    pitch_height=st.integers(0, 6),
    x=st.integers(0, 5),
    y=st.integers(0, 3),
    z=st.integers(0, 2),
)

number = st.one_of(
    st.integers(0, 300),
    st.integers(0, 2**64 - 1),
    st.builds(lambda bit, off: max(0, min(2**64 - 1, 2**bit + off)), st.integers(0, 64), st.integers(-3, 3)),
)
huge = st.builds(Shape, *[number] * 8)
