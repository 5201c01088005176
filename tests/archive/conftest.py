"""A small archive with a bit of everything, and the pieces to build others."""

import pytest

from hrr.archive import Writer, naming
from hrr.archive.launches import Arg, ArgKind, Launch, Snapshot

CODE = b"\x7fELF and so on"
LAUNCH = Launch(
    stream=7,
    kernel="_Z5scalePfi",
    code_object=naming.reference(CODE),
    grid=(3, 2, 1),
    block=(64, 1, 1),
    shared=128,
    args=(
        Arg(ArgKind.POINTER, (0x7F0000001000).to_bytes(8, "little"), ()),
        Arg(ArgKind.VALUE, (5).to_bytes(4, "little"), ()),
        Arg(ArgKind.ADDRESSES, bytes(24), (3, 16)),
    ),
    attributes=bytes(range(72)) * 2,
    attribute_stride=72,
    snapshots=(Snapshot(0x10000, 0, 8, naming.reference(b"abcdefgh"), True),),
)


def fill(writer, *, launch=LAUNCH):
    """Nine events: an allocation, copies of both directions, a launch, a failed call, a free."""
    key = writer.blob(b"abcdefgh")
    writer.code_object(CODE)
    expected = writer.blob(b"ABCDEFGH")
    writer.event("hipMalloc", {"ptr": 0x7F0000001000, "size": 4096})
    writer.event("hipMallocPitch", {"ptr": 0x7F0000002000, "width": 100, "height": 4, "pitch_value": 256})
    writer.event("hipMemcpy", {"dst": 0x7F0000001000, "src": 0x5000, "sizeBytes": 8, "kind": 1, "blob_hash": key})
    writer.launch(launch)
    writer.event(
        "hipMemcpy3D",
        {"p.srcPtr.ptr": 0x7F0000002000, "p.srcPtr.pitch": 256, "p.dstPtr.ptr": 0x6000, "p.dstPtr.pitch": 16}
        | {
            "p.extent.width": 4,
            "p.extent.height": 2,
            "p.extent.depth": 1,
            "p.dstPos.x": 3,
            "p.kind": 2,
            "d2h_hash": expected,
        },
    )
    writer.event("hipMemcpyDtoH", {"dst": 0x6000, "src": 0x7F0000001000, "sizeBytes": 8, "blob_hash": expected})
    writer.event("hipModuleGetGlobal", {"hmod": 9, "dptr_value": 0x9000, "bytes_value": 4, "name_value": "counter"})
    writer.event("hipMalloc", {"ret": 2, "size": 1 << 60})
    writer.event("hipFree", {"ptr": 0x7F0000001000}, thread=2)
    return writer


@pytest.fixture
def small(tmp_path):
    """Path of a closed version 8 archive."""
    return fill(Writer(tmp_path / "small.hrr")).close()
