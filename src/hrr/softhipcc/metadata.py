"""What a code object says of itself: the note of AMD's code objects, filled in for softhip.

The note has name "AMDGPU" and type 32 (NT_AMDGPU_METADATA); its content is MessagePack, with the keys of AMD's code
object version 5. Ours has a few more, which begin with ".softhip".
"""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hrr.softhipcc.elf import Elf

TARGET = "softhip"
ABI_VERSION = 1  # abi::kVersion
NOTE_NAME = b"AMDGPU\0"
NOTE_TYPE = 32
WAVE_SIZE = 64
MAX_THREADS = 1024

Value = int | str | bool | Sequence["Value"] | Mapping[str, "Value"]

_KERNEL = struct.Struct("<IIIIIIQ")  # abi::Kernel
_ARGUMENT = struct.Struct("<IIII")  # abi::Argument
_VARIABLE = struct.Struct("<QQII")  # softhip::Variable
_VARIABLE_KINDS = ("device", "constant", "managed")
_RECORD = re.compile(r"_ZN7softhip6Kernel.*14softhip_recordE$")
_VARIABLE_RECORD = re.compile(r"softhip_variable_(\d+)E?$")


@dataclass(frozen=True)
class Argument:
    offset: int
    size: int
    pointer: bool


@dataclass(frozen=True)
class KernelInfo:
    """A kernel. ``symbol`` is its mangled name, ``record`` the symbol of its record."""

    symbol: str
    record: str
    local: bool
    arguments: tuple[Argument, ...]
    arguments_size: int
    arguments_align: int
    max_threads: int
    shared: int  # bytes of its own static shared memory


@dataclass(frozen=True)
class VariableInfo:
    """A variable that the host can reach. ``number`` is that of its record."""

    symbol: str
    local: bool
    size: int
    align: int
    kind: str
    number: int


@dataclass(frozen=True)
class Contents:
    kernels: tuple[KernelInfo, ...]
    variables: tuple[VariableInfo, ...]


def read_contents(elf: Elf) -> Contents:
    """The kernels and variables of an object file of device code."""
    by_name = {symbol.name: symbol for symbol in elf.symbols if symbol.name}
    kernels, variables = [], []
    for symbol in elf.symbols:
        if _RECORD.match(symbol.name):
            pointer = by_name[symbol.name.replace("14softhip_recordE", "14softhip_symbolE")]
            function = elf.pointers(pointer)[0]
            data = elf.content(symbol)
            version, size, align, threads, count, _, _ = _KERNEL.unpack_from(data)
            if version != ABI_VERSION:
                raise ValueError(f"the kernel header is of version {version}, softhipcc of version {ABI_VERSION}")
            arguments = []
            for i in range(count):
                offset, nbytes, _, kind = _ARGUMENT.unpack_from(data, _KERNEL.size + i * _ARGUMENT.size)
                arguments.append(Argument(offset, nbytes, kind == 1))
            shared = _shared_bytes(elf, function.name)
            kernels.append(
                KernelInfo(function.name, symbol.name, function.local, tuple(arguments), size, align, threads, shared)
            )
        elif match := _VARIABLE_RECORD.search(symbol.name):
            target = elf.pointers(symbol)[0]
            _, size, align, kind = _VARIABLE.unpack(elf.content(symbol))
            variables.append(
                VariableInfo(target.name, target.local, size, align, _VARIABLE_KINDS[kind], int(match.group(1)))
            )
    kernels.sort(key=lambda kernel: kernel.symbol)
    variables.sort(key=lambda variable: variable.number)
    return Contents(tuple(kernels), tuple(variables))


def _shared_bytes(elf: Elf, function: str) -> int:
    """Static shared memory is thread-local; that of a kernel is named after the kernel (_ZZ<kernel>E<name>)."""
    encoding = function[2:] if function.startswith("_Z") else f"{len(function)}{function}"
    prefix = f"_ZZ{encoding}E"
    return sum(symbol.size for symbol in elf.symbols if symbol.type == 6 and symbol.name.startswith(prefix))


def describe(contents: Contents, addresses: Mapping[str, int]) -> bytes:
    """The note's content. ``addresses`` are of records and variables in the code object.

    Its length does not depend on the addresses, so that it can be written again once they are known.
    """
    kernels: list[Value] = [
        {
            ".name": kernel.symbol,
            ".symbol": f"{kernel.symbol}.kd",
            ".kernarg_segment_size": kernel.arguments_size,
            ".kernarg_segment_align": max(kernel.arguments_align, 8),
            ".group_segment_fixed_size": kernel.shared,
            ".private_segment_fixed_size": 0,
            ".wavefront_size": WAVE_SIZE,
            ".max_flat_workgroup_size": kernel.max_threads or MAX_THREADS,
            ".sgpr_count": 0,
            ".vgpr_count": 0,
            ".args": [_argument(argument) for argument in kernel.arguments],
            ".softhip.record": Address(addresses.get(kernel.record, 0)),
        }
        for kernel in contents.kernels
    ]
    variables: list[Value] = [
        {
            ".name": variable.symbol,
            ".size": variable.size,
            ".kind": variable.kind,
            ".address": Address(addresses.get(variable.symbol, 0)),
        }
        for variable in contents.variables
    ]
    return pack(
        {
            "amdhsa.version": [1, 2],
            "amdhsa.target": TARGET,
            "amdhsa.kernels": kernels,
            ".softhip.abi": ABI_VERSION,
            ".softhip.variables": variables,
        }
    )


def _argument(argument: Argument) -> Value:
    common: dict[str, Value] = {".offset": argument.offset, ".size": argument.size}
    if argument.pointer:
        return {**common, ".value_kind": "global_buffer", ".address_space": "global"}
    return {**common, ".value_kind": "by_value"}


class Address(int):
    """A number that always takes eight bytes."""


def pack(value: Value) -> bytes:
    """MessagePack, as far as metadata needs it."""
    if isinstance(value, bool):
        return b"\xc3" if value else b"\xc2"
    if isinstance(value, Address):
        return struct.pack(">BQ", 0xCF, value)
    if isinstance(value, int):
        if value < 0x80:
            return struct.pack(">B", value)
        return struct.pack(">BI", 0xCE, value) if value < 1 << 32 else struct.pack(">BQ", 0xCF, value)
    if isinstance(value, str):
        text = value.encode()
        if len(text) < 32:
            return struct.pack(">B", 0xA0 | len(text)) + text
        return (
            struct.pack(">BH", 0xDA, len(text)) + text
            if len(text) < 1 << 16
            else struct.pack(">BI", 0xDB, len(text)) + text
        )
    if isinstance(value, Mapping):
        head = struct.pack(">BI", 0xDF, len(value)) if len(value) > 15 else struct.pack(">B", 0x80 | len(value))
        return head + b"".join(pack(key) + pack(item) for key, item in value.items())
    head = struct.pack(">BI", 0xDD, len(value)) if len(value) > 15 else struct.pack(">B", 0x90 | len(value))
    return head + b"".join(pack(item) for item in value)


def note(content: bytes) -> str:
    """Assembler text of the note section."""
    lines = [
        '.section .note,"a",@note',
        ".balign 4",
        f".long {len(NOTE_NAME)}, {len(content)}, {NOTE_TYPE}",
        f".byte {', '.join(str(byte) for byte in NOTE_NAME)}",
        ".balign 4",
        *(f".byte {', '.join(map(str, content[i : i + 32]))}" for i in range(0, len(content), 32)),
        ".balign 4",
        '.section .note.GNU-stack,"",@progbits',
    ]
    return "\n".join(lines) + "\n"
