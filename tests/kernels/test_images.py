"""What the library says of images that it cannot run."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest


def elf(machine: int, size: int = 256) -> bytes:
    head = b"\x7fELF\x02\x01\x01\x40".ljust(16, b"\0")
    return (head + struct.pack("<HHIQQQIHHHHHH", 3, machine, 1, 0, 0, 0, 0, 64, 56, 0, 64, 0, 0)).ljust(size, b"\0")


def bundle(*entries: tuple[str, bytes]) -> bytes:
    head = b"__CLANG_OFFLOAD_BUNDLE__" + struct.pack("<Q", len(entries))
    at = len(head) + sum(24 + len(name) for name, _ in entries)
    body = b""
    for name, content in entries:
        head += struct.pack("<QQQ", at + len(body), len(content), len(name)) + name.encode()
        body += content
    return head + body


HOST = ("host-x86_64-unknown-linux--", b"")
GPU = 224


def test_a_program_for_a_gpu_is_refused_in_one_clear_line(build, run, tmp_path: Path) -> None:
    image = tmp_path / "gpu.hsaco"
    image.write_bytes(
        bundle(HOST, ("hipv4-amdgcn-amd-amdhsa--gfx90a", elf(GPU)), ("hipv4-amdgcn-amd-amdhsa--gfx942", elf(GPU)))
    )
    done = run(build("kernels/load"), str(image))
    assert done.stdout == "hipErrorNoBinaryForGpu\n"
    assert done.stderr == (
        f"softhip: {image}: built for gfx90a, gfx942, which this software device cannot run; compile with softhipcc\n"
    )


def test_ours_is_chosen_from_a_bundle(build, run, code_object: Path, tmp_path: Path) -> None:
    image = tmp_path / "both.hsaco"
    ours = ("hipv4-amdgcn-amd-amdhsa--softhip", code_object.read_bytes())
    image.write_bytes(bundle(HOST, ("hipv4-amdgcn-amd-amdhsa--gfx90a", elf(GPU)), ours))
    done = run(build("kernels/load"), str(image))
    assert (done.stdout, done.stderr) == ("hipSuccess\n", "")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x7fELF",
        b"no code object, only some text",
        elf(62),
        bundle(HOST),
        bundle(HOST, ("hipv4-amdgcn-amd-amdhsa--softhip", b"short")),
        b"__CLANG_OFFLOAD_BUNDLE__" + struct.pack("<QQQQ", 1, 1 << 40, 1 << 40, 8) + b"softhip!",
        b"__CLANG_OFFLOAD_BUNDLE__" + struct.pack("<Q", 1 << 60),
    ],
)
def test_invalid_images(build, run, tmp_path: Path, content: bytes) -> None:
    image = tmp_path / "image"
    image.write_bytes(content)
    done = run(build("kernels/load"), str(image))
    assert (done.returncode, done.stdout) == (0, "hipErrorInvalidImage\n")
    assert len(done.stderr.splitlines()) <= 1


def test_torn_images(build, run, code_object: Path, tmp_path: Path) -> None:
    whole = code_object.read_bytes()
    paths = []
    for size in range(0, len(whole), len(whole) // 40):
        paths.append(tmp_path / f"torn-{size}")
        paths[-1].write_bytes(whole[:size])
    done = run(build("kernels/load"), *map(str, paths))
    assert done.returncode == 0
    assert set(done.stdout.split()[:20]) == {"hipErrorInvalidImage"}


def test_an_image_of_another_version(build, run, code_object: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.hsaco"
    content = code_object.read_bytes()
    assert content.count(b".softhip.abi\x01") == 1
    other.write_bytes(content.replace(b".softhip.abi\x01", b".softhip.abi\x02"))
    done = run(build("kernels/load"), str(other))
    assert done.stdout == "hipErrorSharedObjectInitFailed\n"
    assert "built for another version of softhip" in done.stderr
