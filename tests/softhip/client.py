"""A HIP program in Python, through the hip-python package: the calls that such programs make, each checked."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from hip import hip


def check(result: Sequence[Any]) -> Any:
    """The results of a call that must succeed: None, one value, or a tuple."""
    error, *values = result
    if error != hip.hipError_t.hipSuccess:
        raise RuntimeError(f"{error}")
    return values[0] if len(values) == 1 else tuple(values)


def struct_from(call: Callable[..., Any], struct: type, argument: Any) -> Any:
    """The struct that a call fills: a result in newer versions of hip-python, an argument in older ones."""
    try:
        return check(call(argument))
    except TypeError:
        filled = struct()
        check(call(filled, argument))
        return filled


def text(value: object) -> str:
    """A string of the API: str, bytes or a wrapped pointer, by the version of hip-python."""
    return value.decode() if isinstance(value, bytes) else str(value)


def library_files() -> set[str]:
    """Files behind the HIP libraries of this process."""
    with open("/proc/self/maps") as maps:
        paths = {line.split()[-1] for line in maps if "libamdhip64" in line}
    return {os.path.realpath(path) for path in paths}


def devices() -> None:
    check(hip.hipInit(0))
    assert check(hip.hipGetDeviceCount()) == 1
    check(hip.hipSetDevice(0))
    assert check(hip.hipGetDevice()) == 0
    props = struct_from(hip.hipGetDeviceProperties, hip.hipDeviceProp_t, 0)
    assert text(props.name) == "softhip CPU device"
    assert props.warpSize == 64
    attribute = hip.hipDeviceAttribute_t.hipDeviceAttributeMaxThreadsPerBlock
    assert check(hip.hipDeviceGetAttribute(attribute, 0)) == props.maxThreadsPerBlock
    assert check(hip.hipRuntimeGetVersion()) // 10_000_000 == 7
    assert check(hip.hipDriverGetVersion()) // 10_000_000 == 7
    free, total = check(hip.hipMemGetInfo())
    assert 0 < free <= total


def flat_copies() -> None:
    source = np.arange(1000, dtype=np.float32)
    back = np.zeros_like(source)
    device = check(hip.hipMalloc(source.nbytes))
    other = check(hip.hipMalloc(source.nbytes))
    check(hip.hipMemcpy(device, source, source.nbytes, hip.hipMemcpyKind.hipMemcpyHostToDevice))
    check(hip.hipMemcpy(other, device, source.nbytes, hip.hipMemcpyKind.hipMemcpyDeviceToDevice))
    check(hip.hipMemcpy(back, other, source.nbytes, hip.hipMemcpyKind.hipMemcpyDefault))
    assert np.array_equal(source, back)
    check(hip.hipMemset(device, 0, source.nbytes))
    check(hip.hipMemsetD32(int(other), 0x3F800000, source.size))
    check(hip.hipMemcpyDtoH(back, int(other), source.nbytes))
    assert np.all(back == 1.0)
    check(hip.hipFree(device))
    check(hip.hipFree(other))


def pitched_copies() -> None:
    width, height = 100, 7
    source = np.arange(width * height, dtype=np.uint8).reshape(height, width)
    back = np.zeros_like(source)
    device, pitch = check(hip.hipMallocPitch(width, height))
    assert pitch == 256
    kinds = hip.hipMemcpyKind
    check(hip.hipMemcpy2D(device, pitch, source, width, width, height, kinds.hipMemcpyHostToDevice))
    check(hip.hipMemcpy2D(back, width, device, pitch, width, height, kinds.hipMemcpyDeviceToHost))
    assert np.array_equal(source, back)
    check(hip.hipMemset2D(device, pitch, 9, 10, 3))
    check(hip.hipMemcpy2D(back, width, device, pitch, width, height, kinds.hipMemcpyDeviceToHost))
    assert np.all(back[:3, :10] == 9) and np.array_equal(source[3:], back[3:])
    check(hip.hipFree(device))


def streams_and_events() -> None:
    kinds = hip.hipMemcpyKind
    stream = check(hip.hipStreamCreate())
    other = check(hip.hipStreamCreateWithFlags(hip.hipStreamNonBlocking))
    start, stop = check(hip.hipEventCreate()), check(hip.hipEventCreate())
    pinned = check(hip.hipHostMalloc(4096, 0))
    values = np.frombuffer((ctypes.c_uint8 * 4096).from_address(int(pinned)), dtype=np.uint8)
    values[:] = np.arange(4096) % 251
    expected = values.copy()
    device = check(hip.hipMallocAsync(4096, stream))
    check(hip.hipEventRecord(start, stream))
    check(hip.hipMemcpyAsync(device, pinned, 4096, kinds.hipMemcpyHostToDevice, stream))
    check(hip.hipMemsetAsync(device, 1, 100, stream))
    check(hip.hipEventRecord(stop, stream))
    check(hip.hipStreamWaitEvent(other, stop, 0))
    check(hip.hipMemcpyAsync(pinned, device, 4096, kinds.hipMemcpyDeviceToHost, other))
    check(hip.hipStreamSynchronize(other))
    check(hip.hipStreamQuery(other))
    check(hip.hipEventSynchronize(stop))
    check(hip.hipEventQuery(stop))
    assert check(hip.hipEventElapsedTime(start, stop)) >= 0
    expected[:100] = 1
    assert np.array_equal(values, expected)
    check(hip.hipFreeAsync(device, stream))
    check(hip.hipDeviceSynchronize())
    check(hip.hipHostFree(pinned))
    for event in (start, stop):
        check(hip.hipEventDestroy(event))
    for one in (stream, other):
        check(hip.hipStreamDestroy(one))


def managed_memory_and_errors() -> None:
    managed = check(hip.hipMallocManaged(64, hip.hipMemAttachGlobal))
    attributes = struct_from(hip.hipPointerGetAttributes, hip.hipPointerAttribute_t, managed)
    assert attributes.isManaged
    check(hip.hipFree(managed))
    (error,) = hip.hipSetDevice(99)
    assert error == hip.hipError_t.hipErrorInvalidDevice
    assert hip.hipPeekAtLastError()[0] == error
    assert hip.hipGetLastError()[0] == error
    assert hip.hipGetLastError()[0] == hip.hipError_t.hipSuccess
    message = hip.hipGetErrorString(error)
    assert text(message[-1] if isinstance(message, tuple) else message) == "invalid device ordinal"


if __name__ == "__main__":
    devices()
    flat_copies()
    pitched_copies()
    streams_and_events()
    managed_memory_and_errors()
    print(*sorted(library_files()))
