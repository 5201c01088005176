"""The bytes and the geometry of the pitched test programs, computed on their own (tests/programs/check.h, window.h)."""

from __future__ import annotations

from dataclasses import dataclass

WIDTH, HEIGHT, DEPTH = 48, 3, 2

# The eleven pitched calls and the slices that each copies, in the order of window.h, which is also the order of salts.
CALLS = {
    "hipMemcpy2D": 1,
    "hipMemcpy2DAsync": 1,
    "hipMemcpyParam2D": 1,
    "hipMemcpyParam2DAsync": 1,
    "hipDrvMemcpy2DUnaligned": 1,
    "hipMemcpy3D": DEPTH,
    "hipMemcpy3DAsync": DEPTH,
    "hipMemcpy3D_spt": DEPTH,
    "hipMemcpy3DAsync_spt": DEPTH,
    "hipDrvMemcpy3D": DEPTH,
    "hipDrvMemcpy3DAsync": DEPTH,
}


def salt(call: str) -> int:
    """The salt that pitched_window gives a call."""
    return list(CALLS).index(call) + 1


@dataclass(frozen=True)
class Side:
    """Memory that a window lies in: slices x rows x pitch bytes, window at (x, y, z)."""

    slices: int
    rows: int
    pitch: int
    x: int
    y: int
    z: int

    @property
    def size(self) -> int:
        return self.slices * self.rows * self.pitch

    def offset(self, k: int, j: int) -> int:
        """Where row j of slice k of the window starts."""
        return (self.z + k) * self.rows * self.pitch + (self.y + j) * self.pitch + self.x


DEVICE = Side(3, 8, 256, 16, 2, 1)
HOST = Side(3, 6, 160, 40, 1, 1)


def pattern(offset: int, size: int, salted: int) -> bytes:
    """``size`` bytes of filled memory from an offset on."""
    mixed = ((o + 1) * 0x9E3779B97F4A7C15 + salted * 0xC2B2AE3D27D4EB4F for o in range(offset, offset + size))
    return bytes((value & (2**64 - 1)) >> 56 for value in mixed)


def window(side: Side, depth: int, salted: int) -> bytes:
    """The packed window of memory that was filled whole with one salt."""
    rows = [pattern(side.offset(k, j), WIDTH, salted) for k in range(depth) for j in range(HEIGHT)]
    return b"".join(rows)
