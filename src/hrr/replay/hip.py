"""The few HIP calls that a replay makes by itself, through ctypes, in the library it was given."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

# hipMemAllocationProp and hipMemAccessDesc (HIP 7 ABI): pinned device memory at {type device, id}, readable and
# writable.
PROP_BYTES, PROP_DEVICE = 32, 12
DESC_BYTES, DESC_DEVICE = 12, 4
_PINNED, _LOCATION_DEVICE, _READ_WRITE = 1, 1, 3
_GRANULARITY_MINIMUM = 0
_MEMCPY_DEFAULT = 4


FRESH_IS_ZERO = "hrr_fresh_memory_is_zero"


class HipError(Exception):
    """A HIP call of the replay itself failed."""


def allocation_prop(target: NDArray[np.uint8]) -> None:
    """Fills the PROP_BYTES of a hipMemAllocationProp for device 0."""
    target.view(np.int32)[:4] = (_PINNED, 0, _LOCATION_DEVICE, 0)


def access_desc(target: NDArray[np.uint8]) -> None:
    """Fills the DESC_BYTES of a hipMemAccessDesc for device 0."""
    target.view(np.int32)[:3] = (_LOCATION_DEVICE, 0, _READ_WRITE)


class Hip:
    """A loaded libamdhip64."""

    def __init__(self, path: Path) -> None:
        try:
            self._library = ctypes.CDLL(str(path), mode=os.RTLD_NOW | os.RTLD_LOCAL)
        except OSError as problem:
            raise HipError(f"{path} cannot be loaded: {problem}") from None

    def address(self, name: str) -> int:
        """Address of an exported function, 0 when the library does not have it."""
        try:
            return ctypes.cast(getattr(self._library, name), ctypes.c_void_p).value or 0
        except AttributeError:
            return 0

    def call(self, name: str, *arguments: object) -> int:
        """The return value of a call."""
        if not self.address(name):
            raise HipError(f"the HIP library has no {name}")
        return int(getattr(self._library, name)(*arguments))

    def granularity(self) -> int:
        """Smallest unit of mapped device memory in bytes; 0 when the device maps none."""
        prop = np.zeros(PROP_BYTES, np.uint8)
        allocation_prop(prop)
        size = ctypes.c_size_t()
        name = "hipMemGetAllocationGranularity"
        if not self.address(name):
            return 0
        failed = self.call(name, ctypes.byref(size), ctypes.c_void_p(prop.ctypes.data), _GRANULARITY_MINIMUM)
        return 0 if failed else size.value

    @property
    def fresh_is_zero(self) -> bool:
        """Whether memory of hipMemCreate is zero. HIP does not promise it; our own libraries say it of themselves."""
        return bool(self.address(FRESH_IS_ZERO) and self.call(FRESH_IS_ZERO))

    def reserve(self, address: int, nbytes: int) -> int:
        """Reserve device address space, at ``address`` if that is possible. Where it lies, or 0."""
        got = ctypes.c_void_p()
        failed = self.call(
            "hipMemAddressReserve",
            ctypes.byref(got),
            ctypes.c_size_t(nbytes),
            ctypes.c_size_t(0),
            ctypes.c_void_p(address or None),
            ctypes.c_ulonglong(0),
        )
        return 0 if failed else got.value or 0

    def release(self, address: int, nbytes: int) -> None:
        """Undo :meth:`reserve`."""
        self.call("hipMemAddressFree", ctypes.c_void_p(address), ctypes.c_size_t(nbytes))

    def allocate(self, nbytes: int) -> int:
        """An ordinary allocation, or 0."""
        got = ctypes.c_void_p()
        failed = self.call("hipMalloc", ctypes.byref(got), ctypes.c_size_t(nbytes))
        return 0 if failed else got.value or 0

    def free(self, address: int) -> None:
        """Undo :meth:`allocate`."""
        self.call("hipFree", ctypes.c_void_p(address))

    def synchronize_all(self) -> int:
        """Wait for every device; the first failure, or 0. Leaves the calling thread on the device it was on."""
        count, current = ctypes.c_int(), ctypes.c_int()
        if self.call("hipGetDeviceCount", ctypes.byref(count)) or self.call("hipGetDevice", ctypes.byref(current)):
            return self.call("hipDeviceSynchronize")
        if count.value == 1:
            return self.call("hipDeviceSynchronize")
        failed = 0
        for device in range(count.value):
            failed = failed or self.call("hipSetDevice", device) or self.call("hipDeviceSynchronize")
        self.call("hipSetDevice", current)
        return failed

    def read(self, address: int, nbytes: int) -> NDArray[np.uint8]:
        """Bytes of device (or pinned) memory. Raises HipError when the device does not give them."""
        target = np.empty(nbytes, np.uint8)
        if nbytes:
            failed = self.call(
                "hipMemcpy",
                ctypes.c_void_p(target.ctypes.data),
                ctypes.c_void_p(address),
                ctypes.c_size_t(nbytes),
                _MEMCPY_DEFAULT,
            )
            if failed:
                raise HipError(f"reading {nbytes} bytes at {address:#x} failed with {failed}")
        return target
