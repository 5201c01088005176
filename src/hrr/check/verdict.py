"""What a check can say: exact, tolerance, differs or skipped, each with the facts behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Exact:
    """Every copied byte is the recorded one."""

    verdict: ClassVar[str] = "exact"


@dataclass(frozen=True)
class Tolerance:
    """The bytes differ, but read as ``dtype`` every element is within ``atol + rtol * |expected|``."""

    verdict: ClassVar[str] = "tolerance"
    dtype: str
    atol: float
    rtol: float
    elements: int  # how many
    elements_differing: int
    largest: float  # largest |actual - expected|

    @property
    def reason(self) -> str:
        return (
            f"{self.elements_differing:,} of {self.elements:,} {self.dtype} elements differ "
            f"by at most {self.largest:.3g} (atol {self.atol:g}, rtol {self.rtol:g})"
        )


@dataclass(frozen=True)
class Differs:
    """The copied bytes are not the recorded ones.

    ``slice``, ``row`` and ``column`` (in bytes) count from 0 within the copied window and name the first difference;
    ``expected`` and ``actual`` are the two bytes there. ``rows`` are the first and last row, counted through all
    slices, that hold a difference. With a floating-point ``dtype`` the difference is the first element out of
    bounds: ``element`` counts elements from the start of its row, and the two values are given as numbers.
    """

    verdict: ClassVar[str] = "differs"
    slice: int
    row: int
    column: int
    expected: int
    actual: int
    bytes_differing: int
    nbytes: int
    rows: tuple[int, int]
    dtype: str = ""
    element: int = -1
    expected_value: float = 0.0
    actual_value: float = 0.0
    elements_beyond: int = 0
    bounds: str = ""
    untyped: str = ""  # why the tolerance that was asked for does not apply

    @property
    def reason(self) -> str:
        text = f"{self.bytes_differing:,} of {self.nbytes:,} bytes differ"
        if self.rows[0] != self.rows[1]:
            text += f", rows {self.rows[0]:,} to {self.rows[1]:,}"
        if self.dtype:
            text += f", {self.elements_beyond:,} {self.dtype} elements beyond {self.bounds}"
        if self.untyped:
            text += f"; compared exactly: {self.untyped}"
        return text


@dataclass(frozen=True)
class Skipped:
    """Nothing was compared, and why."""

    verdict: ClassVar[str] = "skipped"
    reason: str


Outcome = Exact | Tolerance | Differs | Skipped


@dataclass(frozen=True)
class Shape:
    """The copied window: bytes x rows x slices, and the row pitch of the recorded host side (0 = dense)."""

    width: int
    height: int = 1
    depth: int = 1
    host_pitch: int = 0

    @property
    def nbytes(self) -> int:
        return self.width * self.height * self.depth

    def __str__(self) -> str:
        sides = [self.width]
        if self.height != 1 or self.depth != 1:
            sides.append(self.height)
        if self.depth != 1:
            sides.append(self.depth)
        text = " x ".join(f"{side}" for side in sides) + (" byte" if sides == [1] else " bytes")
        return text + (f", host pitch {self.host_pitch}" if self.host_pitch not in (0, self.width) else "")


@dataclass(frozen=True)
class Check:
    """One device-to-host copy of the recording, compared."""

    seq: int
    call: str
    shape: Shape
    outcome: Outcome

    @property
    def verdict(self) -> str:
        return self.outcome.verdict

    @property
    def passed(self) -> bool:
        return isinstance(self.outcome, (Exact, Tolerance))
