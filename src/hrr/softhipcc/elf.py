"""As much of ELF as a code object needs: x86-64 object files and shared objects, symbols, relocations."""

from __future__ import annotations

import struct
from dataclasses import dataclass

_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_RELA = struct.Struct("<QQq")
_R_X86_64_64 = 1
_SHT_SYMTAB, _SHT_RELA, _SHT_NOBITS = 2, 4, 8
_SHF_ALLOC, _SHF_EXCLUDE = 0x2, 0x80000000


@dataclass(frozen=True)
class Section:
    name: str
    type: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    header: int  # where its header lies in the file


@dataclass(frozen=True)
class Symbol:
    name: str
    type: int  # STT_*
    local: bool
    section: int
    value: int
    size: int


class Elf:
    """An ELF file in memory. ``data`` can be changed."""

    def __init__(self, data: bytes) -> None:
        self.data = bytearray(data)
        if data[:6] != b"\x7fELF\x02\x01":
            raise ValueError("not a 64-bit little-endian ELF file")
        table, entry, count, names = (
            struct.unpack_from("<Q", data, 40)[0],
            *struct.unpack_from("<HHH", data, 58),
        )
        if count == 0:  # more than fit the field
            count = _SECTION.unpack_from(data, table)[5]
        if names == 0xFFFF:
            names = _SECTION.unpack_from(data, table)[6]
        raw = [(*_SECTION.unpack_from(data, table + i * entry), table + i * entry) for i in range(count)]
        strings = raw[names][4]
        self.sections = [
            Section(self._string(strings + name), kind, flags, address, offset, size, link, info, header)
            for name, kind, flags, address, offset, size, link, info, _align, _entry, header in raw
        ]
        self.symbols: list[Symbol] = []
        for section in self.sections:
            if section.type == _SHT_SYMTAB:
                names_at = self.sections[section.link].offset
                for at in range(section.offset, section.offset + section.size, _SYMBOL.size):
                    name, info, _other, index, value, size = _SYMBOL.unpack_from(self.data, at)
                    text = self._string(names_at + name)
                    self.symbols.append(Symbol(text, info & 15, info >> 4 == 0, index, value, size))

    def _string(self, at: int) -> str:
        return self.data[at : self.data.index(0, at)].decode()

    def content(self, symbol: Symbol) -> bytes:
        """The bytes of an object, zeros where the file has none."""
        section = self.sections[symbol.section]
        if section.type == _SHT_NOBITS:
            return bytes(symbol.size)
        start = section.offset + symbol.value - section.address
        return bytes(self.data[start : start + symbol.size])

    def pointers(self, symbol: Symbol) -> dict[int, Symbol]:
        """Of an object in an object file: the symbol that the pointer at each offset means."""
        found = {}
        for section in self.sections:
            if section.type != _SHT_RELA or section.info != symbol.section:
                continue
            for at in range(section.offset, section.offset + section.size, _RELA.size):
                offset, info, addend = _RELA.unpack_from(self.data, at)
                if info & 0xFFFFFFFF == _R_X86_64_64 and symbol.value <= offset < symbol.value + symbol.size:
                    target = self.symbols[info >> 32]
                    found[offset - symbol.value] = self._named(target, addend)
        return found

    def _named(self, target: Symbol, addend: int) -> Symbol:
        """Local symbols are meant by their section and an offset into it."""
        if target.type != 3:  # STT_SECTION
            return target
        for symbol in self.symbols:
            if symbol.section == target.section and symbol.value == addend and symbol.type in (1, 2):
                return symbol
        raise ValueError(f"nothing has a name at {self.sections[target.section].name} + {addend}")

    def leave_out(self, *prefixes: str) -> None:
        """Makes the linker leave out all sections whose names begin so."""
        for section in self.sections:
            if section.name.startswith(prefixes):
                flags = (section.flags & ~_SHF_ALLOC) | _SHF_EXCLUDE
                struct.pack_into("<Q", self.data, section.header + 8, flags)
