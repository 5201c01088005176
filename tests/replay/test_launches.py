"""Kernels: what is loaded when, and what a launch is given."""

import struct

from hrr.archive.launches import Arg, Launch, Snapshot
from replay.harness import DEVICE, HOST, named


def launch(code_object, *args, stream=0, kernel="kernel", attributes=b"", snapshots=()):
    return Launch(
        stream, kernel, code_object, (3, 1, 1), (64, 1, 1), 16, args, attributes, 72 if attributes else 0, snapshots
    )


def bundle(*images):
    """A clang offload bundle: an empty host entry, then the images."""
    targets = [b"host-x86_64-unknown-linux--"] + [b"hipv4-amdgcn-amd-amdhsa--softhip"] * len(images)
    head = 32 + sum(24 + len(target) for target in targets)
    offset, entries = head, b""
    for target, image in zip(targets, [b"", *images], strict=True):
        entries += struct.pack("<QQQ", offset, len(image), len(target)) + target
        offset += len(image)
    return b"__CLANG_OFFLOAD_BUNDLE__" + struct.pack("<Q", len(targets)) + entries + b"".join(images)


def test_attributes_are_passed_on(recording, run):
    writer = recording()
    code = writer.code_object(b"code")
    writer.event("hipStreamCreate", {"stream": 0xA0})
    attributes = bytes(range(144))
    writer.launch(launch(code, stream=0xA0, attributes=attributes))
    report, calls = run(writer)
    assert report.exit == 0
    stream = named(calls, "hipStreamCreate")[0][0]
    ((_, *rest),) = named(calls, "hipDrvLaunchKernelEx")
    assert rest == [3, 64, 16, stream, 2, 143]


def test_cooperative_and_per_thread_launches(recording, run):
    writer = recording()
    code = writer.code_object(b"code")
    writer.launch(launch(code, Arg(0, bytes(4), ())), "hipModuleLaunchCooperativeKernel")
    writer.launch(launch(code), "hipLaunchKernel_spt")
    report, calls = run(writer)
    assert report.exit == 0
    assert named(calls, "hipModuleLaunchCooperativeKernel")[0][1:] == (3, 64, 16, 0, 1)
    assert named(calls, "hipModuleLaunchKernel")[0][8] == 2


def test_code_of_a_fat_binary_is_loaded_at_its_registration(recording, run):
    writer = recording()
    code, other = writer.code_object(b"Acode of the fat binary"), writer.code_object(b"Bother code")
    fat = bundle(b"Acode of the fat binary")
    fields = {"ret": 0x1111, "blob_hash": writer.blob(fat), "blob_size": len(fat)}
    writer.event("__hipRegisterFatBinary", fields)
    writer.event("hipStreamSynchronize", {"stream": 0})
    writer.launch(launch(code))
    writer.launch(launch(other))
    report, calls = run(writer)
    assert report.exit == 0
    order = [(call.name, call.words[1]) for call in calls if call.name == "hipModuleLoadData"]
    assert order == [("hipModuleLoadData", ord("A")), ("hipModuleLoadData", ord("B"))]
    names = [call.name for call in calls]
    assert names.index("hipModuleLoadData") < names.index("hipStreamSynchronize")


def test_registered_variable_is_relocated(recording, run):
    writer = recording()
    code = writer.code_object(b"Acode of the fat binary")
    fat = bundle(b"Acode of the fat binary")
    writer.event("__hipRegisterFatBinary", {"ret": 0x1111, "blob_hash": writer.blob(fat), "blob_size": len(fat)})
    recorded = 0x7F00_0000_0000
    fields = {"modules": 0x1111, "deviceVar_bytes": b"table".ljust(256, b"\0"), "size": 64, "dev_addr": recorded}
    writer.event("__hipRegisterVar", fields)
    writer.upload(recorded + 8, b"contents")
    writer.launch(launch(code, Arg(3, struct.pack("<IQ", 1, recorded), (4,))))
    writer.download(recorded + 8, b"contents")
    report, calls = run(writer)
    assert (report.exit, report.checks.exact) == (0, 1)
    address = named(calls, "hipMemcpy")[0][0] - 8
    first_word = named(calls, "hipModuleLaunchKernel")[0][-1]
    assert first_word == 1 | (address << 32) & (1 << 64) - 1


def test_pinned_memory_is_put_back_before_the_launch(recording, session):
    writer = recording()
    code = writer.code_object(b"code")
    writer.event("hipHostMalloc", {"ptr": HOST, "size": 4096})
    snapshot = Snapshot(HOST, 16, 8, writer.blob(b"snapshot"), True)
    unchanged = Snapshot(HOST, 32, 8, writer.blob(b"left out"), False)
    writer.launch(launch(code, snapshots=(snapshot, unchanged)))
    replay = session(writer)
    replay.run_until()
    assert bytes(replay.read(HOST + 16, 8)) == b"snapshot"
    assert bytes(replay.read(HOST + 32, 8)) == bytes(8)


def test_many_shapes_of_one_kernel(recording, run):
    """More argument layouts than are split off column-wise."""
    writer = recording()
    code = writer.code_object(b"code")
    for size in range(8, 100):
        writer.launch(launch(code, Arg(0, size.to_bytes(8, "little").ljust(size, b"\0"), ())))
    report, calls = run(writer)
    assert report.exit == 0
    assert [words[-1] for words in named(calls, "hipModuleLaunchKernel")] == list(range(8, 100))


def test_damaged_launch_record_is_left_out_and_named(recording, run):
    from hrr import api
    from hrr.archive.launches import encode

    writer = recording()
    code = writer.code_object(b"code")
    payload = encode(launch(code, Arg(0, bytes(8), ())))
    cut = payload[: payload.index(code[:0].encode()) + 70]
    damaged = writer.raw(writer.type_id(api.row("hipModuleLaunchKernel")), cut + bytes([255]) * 40)
    writer.launch(launch(code))
    report, calls = run(writer)
    assert len(named(calls, "hipModuleLaunchKernel")) == 1
    assert [entry.seq for entry in report.unreplayed] == [damaged]


def test_sync_after_launch_names_the_launch(recording, run):
    writer = recording()
    code = writer.code_object(b"code")
    writer.malloc(DEVICE, 4096)
    writer.launch(launch(code))
    _, calls = run(writer)
    before = len(named(calls, "hipDeviceSynchronize"))
    _, calls = run(writer.root, sync_after_launch=True)
    assert len(named(calls, "hipDeviceSynchronize")) == before + 1


def test_timing_names_every_call(recording, run):
    writer = recording()
    writer.malloc(DEVICE, 4096)
    report, _ = run(writer, timing=True)
    assert any(note.startswith("time: hipMemMap 1 calls") for note in report.notes)
