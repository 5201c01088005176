"""Launch records: kernel, code object, arguments."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from hrr import archive
from hrr.archive import launches
from recorder import harness, images
from recorder.conftest import RunProgram
from recorder.harness import field

ARGUMENTS = (
    (0, 8, "global_buffer"),
    (8, 4, "by_value"),
    (16, 16, "by_value"),
    (32, 8, "hidden_global_offset_x"),
    (40, 8, "hidden_none"),
)
ELF = images.elf(images.kernel("other"), images.kernel("k", *ARGUMENTS))
OTHER = images.elf(images.kernel("k"), salt=b"another architecture")


def _launch(found: archive.Archive, call: str = "hipModuleLaunchKernel", index: int = 0) -> launches.Launch:
    at = [i for i, name in enumerate(harness.names(found)) if name == call][index]
    launch = found.launch(at)
    assert launch is not None
    return launch


def _run(run: RunProgram, tmp_path: Path, how: str, image: bytes) -> tuple[archive.Archive, int]:
    path = tmp_path / "image"
    path.write_bytes(image)
    done = run("launches", how, str(path))
    return done.archives[-1], int(done.out, 16)


def _check(launch: launches.Launch, device: int) -> None:
    assert (launch.kernel, launch.grid, launch.block, launch.shared) == ("k", (2, 3, 4), (5, 6, 7), 11)
    pointer, number, pair = launch.args
    assert (pointer.kind, pointer.data) == (1, struct.pack("<Q", device))
    assert (number.kind, number.data) == (0, struct.pack("<i", 7))
    assert (pair.kind, pair.data[:4], pair.data[8:], pair.offsets) == (
        3,
        struct.pack("<i", 9),
        struct.pack("<Q", device + 16),
        (8,),
    )
    assert (launch.attributes, launch.snapshots) == (b"", ())


@pytest.mark.parametrize("how", ["params", "extra"])
def test_arguments_of_a_module_launch(run: RunProgram, tmp_path: Path, how: str) -> None:
    found, device = _run(run, tmp_path, how, ELF)
    launch = _launch(found)
    _check(launch, device)
    assert bytes(found.code_object(launch.code_object)) == ELF
    low, high = field(found, "hipModuleLoadData", "co_hash_lo")[0], field(found, "hipModuleLoadData", "co_hash_hi")[0]
    assert launch.code_object == f"{low:016x}{high:016x}"


def test_a_host_function_stands_for_its_kernel(run: RunProgram, tmp_path: Path) -> None:
    whole = images.bundle((images.HOST, b""), (images.DEVICE + "gfx90a", OTHER), (images.DEVICE + "softhip", ELF))
    found, device = _run(run, tmp_path, "host", whole)
    launch = _launch(found)
    _check(launch, device)
    assert bytes(found.code_object(launch.code_object)) == ELF
    assert harness.blob(found, "__hipRegisterFatBinary") == whole
    assert field(found, "__hipRegisterFatBinary", "blob_size") == [len(whole)]


def test_a_launch_configured_call_by_call(run: RunProgram, tmp_path: Path) -> None:
    found, device = _run(run, tmp_path, "by pointer", images.bundle((images.DEVICE + "softhip", ELF)))
    _check(_launch(found), device)


def test_a_child_knows_what_its_parent_registered(run: RunProgram, tmp_path: Path) -> None:
    whole = images.bundle((images.HOST, b""), (images.DEVICE + "softhip", ELF))
    path = tmp_path / "image"
    path.write_bytes(whole)
    done = run("launches", "fork", str(path))
    parent, child = done.archives
    if "hipModuleLaunchKernel" in harness.names(parent):
        parent, child = child, parent
    calls = harness.names(child)
    assert calls[:2] == ["__hipRegisterFatBinary", "__hipRegisterFunction"] and calls[2] == "hipModuleLaunchKernel"
    assert harness.blob(child, "__hipRegisterFatBinary") == whole
    assert bytes(child.code_object(_launch(child).code_object)) == ELF


@pytest.mark.parametrize(
    ("entries", "chosen"),
    [
        ((("gfx90a", OTHER), ("softhip", ELF)), ELF),
        ((("softhip:xnack+", OTHER), ("softhip", ELF)), ELF),  # the device has no such feature
        ((("gfx90a", ELF),), ELF),  # nothing fits: the only one
        ((("gfx90a", OTHER), ("gfx942", ELF)), None),  # nothing fits, and which one is not to be guessed
    ],
)
def test_the_devices_entry_of_a_bundle(
    run: RunProgram, tmp_path: Path, entries: tuple[tuple[str, bytes], ...], chosen: bytes | None
) -> None:
    whole = images.bundle((images.HOST, b""), *((images.DEVICE + target, image) for target, image in entries))
    found, _ = _run(run, tmp_path, "params", whole)
    launch = _launch(found)
    assert bytes(found.code_object(launch.code_object)) == (chosen or whole)
    assert len(launch.args) == (3 if chosen else 0)


def test_a_compressed_bundle_is_kept_whole(run: RunProgram, tmp_path: Path) -> None:
    whole = images.compressed(b"opaque" * 100)
    found, _ = _run(run, tmp_path, "params", whole)
    launch = _launch(found)
    assert bytes(found.code_object(launch.code_object)) == whole
    assert (launch.kernel, launch.args) == ("k", ())


def test_an_image_of_no_known_kind(run: RunProgram, tmp_path: Path) -> None:
    found, _ = _run(run, tmp_path, "params", b"source text of a kernel" * 10)
    launch = _launch(found)
    assert (launch.kernel, launch.code_object, launch.args) == ("k", "", ())


def test_a_freed_address_is_a_number(run: RunProgram, tmp_path: Path) -> None:
    found, _ = _run(run, tmp_path, "freed", ELF)
    assert _launch(found, index=0).args[2].offsets == (8,)
    assert _launch(found, index=1).args[2].kind == 0


@pytest.mark.parametrize("behind", range(0, 60, 7))
def test_damaged_metadata_costs_the_arguments_only(run: RunProgram, tmp_path: Path, behind: int) -> None:
    at = ELF.index(b"amdhsa.kernels") + len("amdhsa.kernels") + behind
    damaged = ELF[:at] + b"\xc1" + ELF[at + 1 :]
    found, _ = _run(run, tmp_path, "params", damaged)
    launch = _launch(found)
    assert launch.kernel == "k" and bytes(found.code_object(launch.code_object)) == damaged
