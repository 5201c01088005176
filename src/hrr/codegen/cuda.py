"""CUDA's words in C++: what the bridge and softcuda share.

``cuda_driver.h`` declares the driver's types, structures and values; ``cuda_entries.inc`` lists its entry points as
``CUDA_ENTRY(name, (parameter types))``; ``cuda_tables.inc`` holds the number-to-number tables.
"""

from __future__ import annotations

import re
from pathlib import Path

from hrr.api import constants, cuda, enums
from hrr.api.cuda import attributes, types, values
from hrr.api.row import Row
from hrr.codegen.text import NOTICE, write

_PROLOGUE = f"""{NOTICE}#pragma once

#include <hip/hip_runtime_api.h>

// CUDA's types, said in HIP's words where size, members and values are the same. An address is an unsigned integer in
// CUDA's own header and a pointer here: the same register.
"""


def generate(out: Path) -> None:
    """Write ``out``/cuda_driver.h, ``out``/cuda_entries.inc, ``out``/cuda_tables.inc and ``out``/cuda_results.inc."""
    write(out / "cuda_driver.h", header())
    write(out / "cuda_entries.inc", entries())
    write(out / "cuda_tables.inc", tables())
    write(out / "cuda_results.inc", NOTICE + "".join(f"CUDA_RESULT({name})\n" for name in values.RESULT.values))


def header() -> str:
    """Text of cuda_driver.h."""
    parts = [_PROLOGUE]
    parts.extend(f"using {name} = {hip};\n" for name, hip in types.ALIKE.items())
    parts.append("\n")
    for table in (values.RESULT, *values.ENUMS):
        body = "".join(f"  {name} = {value},\n" for name, value in table.values.items())
        parts.append(f"enum {table.tag} : int {{\n{body}}};\n")
    parts.extend(f"enum {name} : int {{}};\n" for name in types.PLAIN_ENUMS)
    parts.append("// HIP's attribute numbers are its own: hip_attribute() in cuda_tables.inc.\n")
    parts.append("enum CUdevice_attribute : int {};\n")
    parts.extend(f"{text}\n" for text in types.DECLARATIONS)
    for struct in types.STRUCTS:
        body = "".join(f"  {text}\n" for text in struct.members)
        parts.append(f"struct {struct.tag} {{\n{body}}};\n")
        parts.append(f'static_assert(sizeof({struct.tag}) == {struct.size}, "layout of {struct.tag}");\n')
    return "".join(parts)


def entries() -> str:
    """Text of cuda_entries.inc."""
    return NOTICE + "".join(f"CUDA_ENTRY({entry.name}, ({', '.join(entry.params)}))\n" for entry in cuda.ENTRIES)


def tables() -> str:
    """Text of cuda_tables.inc: pairs of numbers, sorted by the first."""
    asked = {item.hip_number: item.number for item in attributes.ATTRIBUTES if item.hip}
    for name, same in attributes.SAME_AS.items():
        asked[enums.VALUES[name]] = asked[enums.VALUES[same]]
    answered = {item.number: item.hip_number for item in attributes.ATTRIBUTES if item.hip}
    fixed = {enums.VALUES[name]: value for name, value in attributes.CONSTANT.items()}
    parts = [NOTICE, "struct Pair {\n  int from, to;\n};\n"]
    for name, comment, pairs in (
        ("kHipErrors", "CUresult to hipError_t, where the numbers differ", values.hip_errors()),
        ("kDriverErrors", "hipError_t to CUresult, where the numbers differ", values.driver_errors()),
        ("kDriverAttributes", "hipDeviceAttribute_t to the driver's attribute", asked),
        ("kHipAttributes", "the driver's attribute to hipDeviceAttribute_t", answered),
        ("kFixedAttributes", "hipDeviceAttribute_t that have one value on every GPU", fixed),
        ("kSoftAttributes", "the driver's attributes without a HIP word, as softcuda answers them", attributes.SOFT),
    ):
        body = ", ".join(f"{{{key}, {value}}}" for key, value in sorted(pairs.items()))
        parts.append(f"// {comment}\n[[maybe_unused]] constexpr Pair {name}[] = {{{body}}};\n")
    return "".join(parts)


def resolve(ctype: str) -> str:
    """A type, HIP's or CUDA's, in one spelling: ``hipStream_t`` for both ``CUstream`` and ``hipStream_t``."""
    match = re.fullmatch(r"(?P<const>const )?(?P<name>.*?)(?P<stars>\**)", ctype.strip())
    assert match is not None
    name = " ".join(word for word in match["name"].split() if word not in ("struct", "enum"))
    name = types.ALIKE.get(name, name).removeprefix("enum ")
    name = constants.CONSTANTS.get(name, name)  # hipStreamAttrID and its like are macros
    stars = match["stars"]
    const = match["const"] or ""
    if name == "hipDeviceptr_t":
        name, stars = "void", "*" + stars
    name = {"hipDevice_t": "int", "uint32_t": "unsigned int", "unsigned": "unsigned int"}.get(name, name)
    name = {"uint64_t": "unsigned long long", "size_t": "unsigned long"}.get(name, name)
    return f"{const}{name}{stars}"


def conversion(source: str, target: str) -> str | None:
    """C++ that turns a value ``{}`` of type ``source`` into ``target``; None when they do not mean the same."""
    have, want = resolve(source), resolve(target)
    if have == want or have == want.removeprefix("const "):
        return "{}"
    if have.removeprefix("const ") == want:
        return f"const_cast<{target}>({{}})"
    whole = ("int", "unsigned int", "unsigned long", "unsigned long long")
    if have in whole and want in whole:
        return "{}"
    return None


def same_call(row: Row, entry: cuda.Entry) -> list[str] | None:
    """For every parameter, C++ that makes the driver's of HIP's; None when the two calls need a hand-written one."""
    if row.ret != "hipError_t" or len(row.params) != len(entry.params):
        return None
    found = [conversion(param.ctype, target) for param, target in zip(row.params, entry.params, strict=True)]
    return [text for text in found if text is not None] if None not in found else None
