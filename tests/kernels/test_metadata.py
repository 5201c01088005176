"""Code objects describe themselves as AMD's do: read here with nothing but the formats' own rules."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest
from lib import programs


def unpack(data: bytes, at: int = 0) -> tuple[Any, int]:
    """One MessagePack value at ``at``, and where the next begins."""
    head = data[at]
    at += 1
    if head < 0x80:
        return head, at
    if 0x80 <= head < 0x90 or head in (0xDE, 0xDF):
        count, at = (head & 15, at) if head < 0x90 else length(data, at, 2 if head == 0xDE else 4)
        result = {}
        for _ in range(count):
            key, at = unpack(data, at)
            result[key], at = unpack(data, at)
        return result, at
    if 0x90 <= head < 0xA0 or head in (0xDC, 0xDD):
        count, at = (head & 15, at) if head < 0xA0 else length(data, at, 2 if head == 0xDC else 4)
        items = []
        for _ in range(count):
            item, at = unpack(data, at)
            items.append(item)
        return items, at
    if 0xA0 <= head < 0xC0 or 0xD9 <= head <= 0xDB:
        count, at = (head & 31, at) if head < 0xC0 else length(data, at, 1 << (head - 0xD9))
        return data[at : at + count].decode(), at + count
    if 0xCC <= head <= 0xCF:
        return length(data, at, 1 << (head - 0xCC))
    raise AssertionError(f"byte {head:#x} at {at - 1}")


def length(data: bytes, at: int, size: int) -> tuple[int, int]:
    return int.from_bytes(data[at : at + size], "big"), at + size


def notes(elf: bytes, where: str) -> list[tuple[bytes, int, bytes]]:
    """The notes of an ELF file, found by its segments or by its sections."""
    ranges = []
    if where == "segments":
        (table,), (entry, count) = struct.unpack_from("<Q", elf, 32), struct.unpack_from("<HH", elf, 54)
        for i in range(count):
            kind, _, offset, _, _, size = struct.unpack_from("<IIQQQQ", elf, table + i * entry)
            if kind == 4:
                ranges.append((offset, size))
    else:
        (table,), (entry, count) = struct.unpack_from("<Q", elf, 40), struct.unpack_from("<HH", elf, 58)
        for i in range(count):
            _, kind, _, _, offset, size = struct.unpack_from("<IIQQQQ", elf, table + i * entry)
            if kind == 7:
                ranges.append((offset, size))
    found = []
    for offset, size in ranges:
        at = offset
        while at < offset + size:
            name_size, content_size, kind = struct.unpack_from("<III", elf, at)
            name_at = at + 12
            content_at = name_at + (name_size + 3) // 4 * 4
            found.append((elf[name_at : name_at + name_size], kind, elf[content_at : content_at + content_size]))
            at = content_at + (content_size + 3) // 4 * 4
    return found


def metadata(elf: bytes, where: str = "segments") -> dict[str, Any]:
    (content,) = (content for name, kind, content in notes(elf, where) if name == b"AMDGPU\0" and kind == 32)
    value, end = unpack(content)
    assert end == len(content)
    assert isinstance(value, dict)
    return value


@pytest.mark.parametrize("where", ["segments", "sections"])
def test_kernels(code_object: Path, where: str) -> None:
    described = metadata(code_object.read_bytes(), where)
    assert described["amdhsa.version"] == [1, 2]
    assert described["amdhsa.target"] == "softhip"
    kernels = {kernel[".name"]: kernel for kernel in described["amdhsa.kernels"]}
    assert sorted(kernels) == ["bounded", "count", "scale", "wide"]
    scale = kernels["scale"]
    assert scale[".symbol"] == "scale.kd"
    assert scale[".kernarg_segment_size"] == 13
    arguments = [(a[".offset"], a[".size"], a[".value_kind"]) for a in scale[".args"]]
    assert arguments == [(0, 8, "global_buffer"), (8, 4, "by_value"), (12, 1, "by_value")]
    wide = [(a[".offset"], a[".size"], a[".value_kind"]) for a in kernels["wide"][".args"]]
    assert wide == [(0, 1, "by_value"), (16, 16, "by_value"), (32, 8, "global_buffer")]
    assert kernels["bounded"][".max_flat_workgroup_size"] == 64
    assert kernels["count"][".max_flat_workgroup_size"] == 1024
    assert kernels["count"][".wavefront_size"] == 64


def test_variables(code_object: Path) -> None:
    variables = {v[".name"]: v for v in metadata(code_object.read_bytes())[".softhip.variables"]}
    assert {name: (v[".size"], v[".kind"]) for name, v in variables.items()} == {
        "offset": (4, "device"),
        "factor": (4, "constant"),
    }


def test_nothing_of_the_host_is_in_a_code_object(softhipcc, tmp_path: Path) -> None:
    source = tmp_path / "both.hip"
    source.write_text(
        "#include <hip/hip_runtime.h>\n#include <string>\n"
        'std::string before_main = "host_secret_string";\n'
        "__global__ void k(int* out) { *out = 1; }\n"
        'int main() { k<<<1, 1>>>(nullptr); return before_main == "another"; }\n'
    )
    assert softhipcc("--genco", source, "-o", tmp_path / "both.hsaco").returncode == 0
    elf = (tmp_path / "both.hsaco").read_bytes()
    assert b"host_secret_string" not in elf
    assert b"libstdc++" not in elf and b"hipLaunchKernel" not in elf


def test_fat_binary_in_a_program(build) -> None:
    program = Path(build("kernels/saxpy")).read_bytes()
    at = program.index(b"__CLANG_OFFLOAD_BUNDLE__")
    (count,) = struct.unpack_from("<Q", program, at + 24)
    entries = {}
    entry_at = at + 32
    for _ in range(count):
        offset, size, name_size = struct.unpack_from("<QQQ", program, entry_at)
        name = program[entry_at + 24 : entry_at + 24 + name_size].decode()
        entries[name] = program[at + offset : at + offset + size]
        entry_at += 24 + name_size
    assert list(entries) == ["host-x86_64-unknown-linux--", "hipv4-amdgcn-amd-amdhsa--softhip"]
    assert entries["host-x86_64-unknown-linux--"] == b""
    kernels = metadata(entries["hipv4-amdgcn-amd-amdhsa--softhip"])["amdhsa.kernels"]
    assert [kernel[".name"] for kernel in kernels] == ["_Z5saxpyfPKfPfi"]


def test_the_same_source_gives_the_same_code_object(softhipcc, code_object: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.hsaco"
    assert softhipcc("--genco", programs.source("kernels/module_kernels"), "-o", again).returncode == 0
    assert again.read_bytes() == code_object.read_bytes()
