"""The device images inside a compiler's fat binary (clang offload bundle)."""

from __future__ import annotations

import struct

import numpy as np
from numpy.typing import NDArray

_MAGIC = b"__CLANG_OFFLOAD_BUNDLE__"


def device_images(bundle: NDArray[np.uint8]) -> list[tuple[str, NDArray[np.uint8]]]:
    """(target, image) of every entry that is not the host's. Nothing for a compressed bundle or anything else.

    Layout: magic (24 bytes), u64 entry count, entries of u64 offset, u64 size, u64 length of the target, target.
    """
    data = bundle.data
    if bundle.size < 32 or bytes(data[:24]) != _MAGIC:
        return []
    (count,) = struct.unpack_from("<Q", data, 24)
    at, images = 32, []
    for _ in range(min(count, bundle.size // 24)):
        if at + 24 > bundle.size:
            break
        offset, size, length = struct.unpack_from("<QQQ", data, at)
        target = bytes(data[at + 24 : at + 24 + length]).decode("utf-8", "replace")
        at += 24 + length
        if size and offset + size <= bundle.size and not target.startswith("host"):
            images.append((target, bundle[offset : offset + size]))
    return images
