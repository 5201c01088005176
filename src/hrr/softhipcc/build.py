"""From a HIP source to a code object and to a host object."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from hrr.softhipcc import rewrite
from hrr.softhipcc.bundle import bundle
from hrr.softhipcc.compiler import Compiler, CompilerError
from hrr.softhipcc.elf import Elf
from hrr.softhipcc.metadata import Contents, describe, note, read_contents
from hrr.softhipcc.registration import registration

# Local names stay local, and a code object can be unloaded: no unique symbols, no identical functions made one.
# What the language leaves to the implementation of a GPU: no errno, no floating-point traps.
_DEVICE_OPTIONS = (
    "-fPIC",
    "-fvisibility=hidden",
    "-fvisibility-inlines-hidden",
    "-ffunction-sections",
    "-fdata-sections",
    "-fno-math-errno",
    "-fno-trapping-math",
    "-fno-stack-protector",
    "-fno-lto",
    "-Wno-unused-variable",
    "-Wno-unknown-pragmas",
)
_GCC_OPTIONS = ("-fno-ipa-icf", "-fno-gnu-unique", "-Wno-attributes")
_CLANG_OPTIONS = ("-Wno-pass-failed",)  # of the loop over threads, where it cannot be vectorised
# What runs before main, and what only host code uses, has no place in a code object.
_HOST_SECTIONS = (".init_array", ".preinit_array", ".fini_array", ".ctors", ".dtors")


@dataclass(frozen=True)
class CodeObject:
    """``image`` is the ELF file; ``symbols`` names its managed variables by file, line and name in the source."""

    image: bytes
    contents: Contents
    symbols: dict[tuple[str, int, str], str]


def code_object(compiler: Compiler, preprocessed: str, work: Path, keep_symbols: bool) -> CodeObject:
    """Compiles preprocessed source for the device."""
    device = rewrite.device(preprocessed)
    source, object_file, note_file, image_file = (
        work / name for name in ("device.ii", "device.o", "note.s", "device.so")
    )
    source.write_text(device.text, errors="surrogateescape")
    own = _CLANG_OPTIONS if compiler.clang else _GCC_OPTIONS
    compiler.run(*_DEVICE_OPTIONS, *own, "-x", "c++-cpp-output", "-c", str(source), "-o", str(object_file))
    elf = Elf(object_file.read_bytes())
    contents = read_contents(elf)
    elf.leave_out(*_HOST_SECTIONS, *(".rela" + name for name in _HOST_SECTIONS))
    object_file.write_bytes(elf.data)
    placeholder = describe(contents, {})
    note_file.write_text(note(placeholder))
    _link_image(compiler, object_file, note_file, image_file)
    linked = Elf(image_file.read_bytes())
    addresses = {symbol.name: symbol.value for symbol in linked.symbols if symbol.section != 0}
    filled = bytes(linked.data).replace(placeholder, describe(contents, addresses))
    image_file.write_bytes(filled)
    if not keep_symbols and (strip := shutil.which("strip")):
        subprocess.run([strip, "--strip-all", str(image_file)], check=False)
    symbols = {
        device.variables[variable.number]: variable.symbol
        for variable in contents.variables
        if variable.kind == "managed"
    }
    return CodeObject(image_file.read_bytes(), contents, symbols)


def _link_image(compiler: Compiler, object_file: Path, note_file: Path, image_file: Path) -> None:
    link = [
        *("-shared", "-nostartfiles", "-nodefaultlibs", "-Wl,--gc-sections", "-Wl,--build-id=none", "-Wl,-z,defs"),
        *("-Wl,-z,noexecstack", str(object_file), "-x", "assembler", str(note_file), "-x", "none"),
        *("-o", str(image_file), "-Wl,--as-needed"),
    ]
    libraries = ["-lm", "-lc", "-lgcc"]
    try:
        # What host code alone needs is gone by now, but the linker would still note down its libraries.
        compiler.link(*link, *libraries, quiet=True)
    except CompilerError:
        compiler.link(*link, "-lstdc++", *libraries)


def host_object(compiler: Compiler, preprocessed: str, device: CodeObject | None, output: Path, work: Path) -> None:
    """Compiles preprocessed source for the host, with the code object inside."""
    source = work / "host.ii"
    text = preprocessed
    if device is not None:
        bundle_file = work / "bundle"
        bundle_file.write_bytes(bundle(device.image))
        text = rewrite.host(preprocessed, device.symbols) + registration(device.contents, bundle_file)
    source.write_text(text, errors="surrogateescape")
    # The device pass has shown the warnings.
    quiet = ("-w",) if device is not None else ()
    compiler.run(*quiet, "-x", "c++-cpp-output", "-c", str(source), "-o", str(output))
