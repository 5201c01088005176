"""The offload bundle that clang embeds in a program: a table of images, one for each target."""

from __future__ import annotations

import struct

from hrr.softhipcc.metadata import TARGET

MAGIC = b"__CLANG_OFFLOAD_BUNDLE__"
HOST_ID = b"host-x86_64-unknown-linux--"
DEVICE_ID = b"hipv4-amdgcn-amd-amdhsa--" + TARGET.encode()
_ALIGNMENT = 4096


def bundle(image: bytes) -> bytes:
    """A bundle of an empty host entry and one code object."""
    entries = ((HOST_ID, b""), (DEVICE_ID, image))
    head_size = len(MAGIC) + 8 + sum(24 + len(name) for name, _ in entries)
    first = -(-head_size // _ALIGNMENT) * _ALIGNMENT
    head = MAGIC + struct.pack("<Q", len(entries))
    for name, content in entries:
        head += struct.pack("<QQQ", first, len(content), len(name)) + name
    return head.ljust(first, b"\0") + image
