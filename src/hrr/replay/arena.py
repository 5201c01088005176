"""Memory of a plan that calls point to: structures, parameter lists, names. Its addresses never change."""

from __future__ import annotations

import mmap
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_CHUNK = 1 << 20


class Arena:
    """Hands out zeroed, 16-byte aligned memory that lives as long as the arena."""

    def __init__(self) -> None:
        self._blocks: list[NDArray[np.uint8]] = []
        self._free = np.zeros(0, np.uint8)
        self._strings: dict[bytes, int] = {}

    def block(self, nbytes: int) -> NDArray[np.uint8]:
        """``nbytes`` zero bytes."""
        size = max(-(-nbytes // 16) * 16, 16)
        if size > self._free.size:
            block = _map(max(size, _CHUNK))
            self._blocks.append(block)
            if size >= _CHUNK:
                return block[:nbytes]
            self._free = block
        taken, self._free = self._free[:size], self._free[size:]
        return taken[:nbytes]

    def structs(self, count: int, nbytes: int) -> Structs:
        """``count`` zeroed structures of ``nbytes`` bytes, rounded up to 16."""
        size = -(-nbytes // 16) * 16
        return Structs(self.block(count * size).reshape(count, size), np.arange(count))

    def words(self, count: int) -> NDArray[np.uint64]:
        """``count`` zero words."""
        block = self.block(count * 8)
        return block.view(np.uint64)

    def string(self, text: bytes) -> int:
        """Address of a NUL-terminated string; the same for equal strings."""
        if text not in self._strings:
            block = self.block(len(text) + 1)
            block[: len(text)] = np.frombuffer(text, np.uint8)
            self._strings[text] = int(block.ctypes.data)
        return self._strings[text]


@dataclass
class Structs:
    """Rows of structures in an arena: some rows of a matrix. Their addresses do not change when rows are dropped."""

    matrix: NDArray[np.uint8]
    index: NDArray[np.int64]

    @property
    def addresses(self) -> NDArray[np.uint64]:
        """Where each structure starts."""
        start, step = self.matrix.ctypes.data, self.matrix.strides[0]
        found: NDArray[np.uint64] = self.index.astype(np.uint64) * np.uint64(step) + np.uint64(start)
        return found

    def write(self, offset: int, values: NDArray[np.uint64] | int, nbytes: int = 8) -> None:
        """Store the low ``nbytes`` of a column at ``offset`` of every structure."""
        column = np.empty(len(self.index), np.uint64)
        column[:] = values
        self.matrix[self.index, offset : offset + nbytes] = column.view(np.uint8).reshape(-1, 8)[:, :nbytes]

    def words(self, offset: int) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """(all words of the matrix, index of each structure's word at ``offset``). ``offset`` must be a multiple of
        8."""
        return self.matrix.reshape(-1).view(np.uint64), self.index * (self.matrix.shape[1] // 8) + offset // 8

    def part(self, chosen: NDArray[np.bool_]) -> Structs:
        """Some of the structures."""
        return Structs(self.matrix, self.index[chosen])


def _map(nbytes: int) -> NDArray[np.uint8]:
    """Private zero pages, committed when they are touched. Raises MemoryError."""
    try:
        pages = mmap.mmap(-1, nbytes, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except OSError:
        raise MemoryError(f"no {nbytes:,} bytes of address space are free") from None
    return np.frombuffer(pages, np.uint8)
