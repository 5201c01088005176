"""Code objects, made from nothing: an ELF file with AMD's metadata note, offload bundles, compressed bundles."""

from __future__ import annotations

import struct
from typing import Any

HOST = "host-x86_64-unknown-linux--"
DEVICE = "hipv4-amdgcn-amd-amdhsa--"


def pack(value: Any) -> bytes:
    """MessagePack of maps, lists, strings and small numbers."""
    if isinstance(value, dict):
        return b"\xde" + struct.pack(">H", len(value)) + b"".join(pack(k) + pack(v) for k, v in value.items())
    if isinstance(value, list):
        return b"\xdc" + struct.pack(">H", len(value)) + b"".join(map(pack, value))
    if isinstance(value, str):
        data = value.encode()
        return (bytes([0xA0 | len(data)]) if len(data) < 32 else b"\xd9" + bytes([len(data)])) + data
    return bytes([value]) if value < 128 else b"\xcd" + struct.pack(">H", value)


def kernel(name: str, *arguments: tuple[int, int, str]) -> dict[str, Any]:
    """Metadata of a kernel with arguments of (offset, size, value kind)."""
    args = [{".offset": offset, ".size": size, ".value_kind": kind} for offset, size, kind in arguments]
    return {".args": args, ".kernarg_segment_size": 256, ".name": name, ".symbol": f"{name}.kd"}


def elf(*kernels: dict[str, Any], salt: bytes = b"") -> bytes:
    """An ELF file that holds nothing but the note (and ``salt`` at its end, in a segment of its own)."""
    text = pack({"amdhsa.version": [1, 2], "amdhsa.target": "softhip", "amdhsa.kernels": list(kernels)})
    note = struct.pack("<III8s", 7, len(text), 32, b"AMDGPU\0") + text + bytes(-len(text) % 4)
    count = 2
    start = 64 + 56 * count
    head = b"\x7fELF\x02\x01\x01" + bytes(9)
    head += struct.pack("<HHIQQQIHHHHHH", 3, 224, 1, 0, 64, 0, 0, 64, 56, count, 64, 0, 0)
    head += struct.pack("<IIQQQQQQ", 4, 4, start, 0, 0, len(note), len(note), 4)
    head += struct.pack("<IIQQQQQQ", 1, 4, start + len(note), 0, 0, len(salt), len(salt), 1)
    return head + note + salt


def bundle(*entries: tuple[str, bytes]) -> bytes:
    """A clang offload bundle of (entry id, image)."""
    size = 32 + sum(24 + len(name) for name, _ in entries)
    head = b"__CLANG_OFFLOAD_BUNDLE__" + struct.pack("<Q", len(entries))
    body = b""
    for name, image in entries:
        offset = -(-(size + len(body)) // 64) * 64
        body += bytes(offset - size - len(body)) + image
        head += struct.pack("<QQQ", offset if image else 0, len(image), len(name)) + name.encode()
    return head + body


def compressed(content: bytes) -> bytes:
    """A compressed bundle, version 2, that says how long it is."""
    return struct.pack("<4sHHIIQ", b"CCOB", 2, 1, 24 + len(content), 1000, 0) + content
