"""Compiling a plan takes any bytes: an answer or a typed error, and no time that the file's size does not explain."""

import random
import struct
import time

import pytest

from hrr import api
from hrr.archive import ArchiveError
from hrr.archive.launches import Arg, Launch, Snapshot, encode
from hrr.replay.compiler import compile_plan
from hrr.replay.memory import find_allocations
from hrr.replay.placement import in_place
from hrr.replay.recording import open_recording
from replay.harness import DEVICE, HOST


def compiled(path):
    archive = open_recording(path)
    allocations = find_allocations(archive.events)
    return compile_plan(archive.events, archive.packed, archive.blobs, allocations, in_place(allocations))


@pytest.fixture
def mixed(recording):
    """An archive with something of everything."""
    writer = recording()
    code = writer.code_object(b"code")
    writer.event("hipModuleLoadData", {"module": 0xC0DE, "co_hash": code})
    writer.event("hipStreamCreate", {"stream": 0xA0})
    writer.event("hipMallocPitch", {"ptr": DEVICE, "width": 100, "height": 4, "pitch_value": 256})
    writer.event("hipHostMalloc", {"ptr": HOST, "size": 4096})
    writer.upload(DEVICE, b"x" * 100)
    args = (Arg(1, DEVICE.to_bytes(8, "little"), ()), Arg(3, bytes(24), (0, 16)))
    snapshot = Snapshot(HOST, 0, 8, writer.blob(b"snapshot"), True)
    writer.launch(Launch(0xA0, "kernel", code, (1, 1, 1), (1, 1, 1), 0, args, bytes(144), 72, (snapshot,)))
    writer.download(DEVICE, b"x" * 100, stream=0xA0)
    window = {"p.srcPtr.ptr": DEVICE, "p.srcPtr.pitch": 256, "p.srcPtr.ysize": 4, "p.extent.width": 48}
    window |= {"p.extent.height": 2, "p.extent.depth": 1, "p.kind": 2, "d2h_hash": writer.blob(b"y" * 96)}
    writer.event("hipMemcpy3D", window)
    writer.event("hipFree", {"ptr": DEVICE})
    writer.event("hipModuleUnload", {"module": 0xC0DE})
    writer.close()
    return writer


@pytest.mark.parametrize("seed", range(4))
def test_mutated_archives(mixed, seed):
    rng = random.Random(seed)
    path = mixed.directory / "events.bin"
    original = path.read_bytes()
    assert compiled(mixed.root).problems == ()
    for _ in range(100):
        data = bytearray(original)
        for _ in range(rng.choice((1, 2, 5, 20))):
            at = rng.randrange(8, len(data) - 8)
            if rng.random() < 0.5:
                data[at] = rng.randrange(256)
            else:
                data[at : at + 8] = rng.choice((b"\xff" * 8, bytes(8), struct.pack("<Q", 1 << 63), rng.randbytes(8)))
        path.write_bytes(data)
        try:
            compiled(mixed.root)
        except ArchiveError:
            pass


def test_attributes_without_a_size_are_not_counted_through(recording):
    writer = recording()
    plain = encode(Launch(0, "kernel", "12" * 16, (1, 1, 1), (1, 1, 1), 0, (), b"", 0, ()))
    endless = plain[:-8] + struct.pack("<II", 0xFFFFFFFF, 0)
    damaged = writer.raw(writer.type_id(api.row("hipModuleLaunchKernel")), endless)
    start = time.monotonic()
    (left_out,) = compiled(writer.close()).left_out
    assert left_out.event == damaged and time.monotonic() - start < 5
