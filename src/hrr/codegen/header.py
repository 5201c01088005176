"""The HIP header that programs for softhip include: hip/hip_runtime_api.h and its companions."""

from __future__ import annotations

import shutil
from pathlib import Path

from hrr import api
from hrr.api import constants, enums, structs, types
from hrr.api.row import Row
from hrr.api.tables.shapes import Enum, Struct
from hrr.codegen.text import NOTICE, write

_STATIC = Path(__file__).parent / "include" / "hip"

_VERSION = f"""{NOTICE}#pragma once
#define HIP_VERSION_MAJOR 7
#define HIP_VERSION_MINOR 1
#define HIP_VERSION_PATCH 0
#define HIP_VERSION_GITHASH ""
#define HIP_VERSION (HIP_VERSION_MAJOR * 10000000 + HIP_VERSION_MINOR * 100000 + HIP_VERSION_PATCH)
"""

_PROLOGUE = f"""{NOTICE}#pragma once

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__ 1
#endif

#include <hip/hip_vector_types.h>
#include <hip/hip_version.h>

"""

_VECTOR_PROLOGUE = """#pragma once

#ifdef __cplusplus
#define HRR_ALIGNED(bytes) __attribute__((aligned(bytes)))
#else
#define HRR_ALIGNED(bytes)
#endif

"""

# C++ programs build a dim3 from one, two or three numbers.
_CPP_MEMBERS = {
    "dim3": "dim3(uint32_t x_ = 1, uint32_t y_ = 1, uint32_t z_ = 1) : x(x_), y(y_), z(z_) {}",
}


def generate(out: Path) -> None:
    """Write ``out``/include/hip/*.h."""
    target = out / "include" / "hip"
    write(target / "hip_version.h", _VERSION)
    write(target / "hip_vector_types.h", vector_types())
    write(target / "hip_runtime_api.h", runtime_api())
    for source in sorted(_STATIC.glob("*.h")):
        target.mkdir(parents=True, exist_ok=True)
        if not (target / source.name).exists() or (target / source.name).read_bytes() != source.read_bytes():
            shutil.copyfile(source, target / source.name)


def runtime_api() -> str:
    """Text of hip_runtime_api.h."""
    parts = [_PROLOGUE]
    parts.extend(f"typedef {text} {name};\n" for name, text in constants.ALIASES.items())
    for name, target in constants.HANDLES.items():
        const, _, tag = target.rpartition(" ")
        parts.append(f"typedef {const + ' ' if const else ''}struct {tag}* {name};\n")
    parts.append("typedef struct _hipGraphicsResource hipGraphicsResource;\n")
    parts.extend(f"typedef struct {name} {name};\n" for name in constants.OPAQUE)
    parts.append("\n")
    parts.extend(_enum(enum) for enum in enums.ENUMS)
    parts.append("\n")
    parts.extend(f"typedef {text};\n" for text in constants.FUNCTIONS.values())
    parts.append("\n")
    parts.extend(_struct(struct) for struct in structs.STRUCTS)
    parts.extend(f"#define {name} {value}\n" for name, value in constants.CONSTANTS.items())
    parts.append(
        "\n// The versioned names that programs get when they say the plain ones.\n"
        "#define hipDeviceProp_t hipDeviceProp_tR0600\n"
        "#define hipGetDeviceProperties hipGetDevicePropertiesR0600\n\n"
        "#ifdef __cplusplus\n#define HRR_DEFAULT(value) = value\n"
        '#define HRR_API extern "C"\n#else\n#define HRR_DEFAULT(value)\n#define HRR_API\n#endif\n\n'
    )
    parts.extend(_prototype(row) for row in api.ROWS)
    parts.append(
        "\n#undef HRR_DEFAULT\n#undef HRR_API\n\n#include <hip/hip_make.h>\n"
        "#ifdef __cplusplus\n#include <hip/hip_templates.h>\n#endif\n"
    )
    return "".join(parts)


def vector_types() -> str:
    """Text of hip_vector_types.h: char1 to double4 and their make_ functions."""
    parts = [NOTICE, _VECTOR_PROLOGUE]
    for stem, element in constants.VECTORS.items():
        size = {"char": 1, "short": 2, "int": 4, "float": 4}.get(element.split()[-1], 8)
        if element.endswith("long"):
            size = 8
        for count in range(1, 5):
            names = ["x", "y", "z", "w"][:count]
            # C++ aligns two and four elements as a whole, as clang's vector types are; C does not.
            align = f" HRR_ALIGNED({size * count})" if count in (2, 4) else ""
            name = f"{stem}{count}"
            parts.append(f"typedef struct {name} {{ {element} {', '.join(names)}; }}{align} {name};\n")
    parts.append(
        "\n#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L)\n"
        "#ifndef __HRR_HOST_DEVICE\n#define __HRR_HOST_DEVICE static inline __attribute__((unused))\n#endif\n"
    )
    for stem, element in constants.VECTORS.items():
        for count in range(1, 5):
            names = ["x", "y", "z", "w"][:count]
            arguments = ", ".join(f"{element} {name}" for name in names)
            sets = " ".join(f"v.{name} = {name};" for name in names)
            name = f"{stem}{count}"
            parts.append(f"__HRR_HOST_DEVICE {name} make_{name}({arguments}) {{ {name} v; {sets} return v; }}\n")
    parts.append("#endif\n#undef HRR_ALIGNED\n")
    return "".join(parts)


def _enum(enum: Enum) -> str:
    body = "".join(f"  {name} = {value},\n" for name, value in enum.values.items())
    if not enum.typedefs:
        return f"enum {enum.tag} {{\n{body}}};\n"
    return f"typedef enum {enum.tag} {{\n{body}}} {', '.join(enum.typedefs)};\n"


def _struct(struct: Struct) -> str:
    body = "".join(f"  {text}\n" for text in struct.members)
    names = struct.typedefs or (struct.tag,)
    if struct.tag in _CPP_MEMBERS:
        body += f"#ifdef __cplusplus\n  {_CPP_MEMBERS[struct.tag]}\n#endif\n"
    return f"typedef {struct.keyword} {struct.tag} {{\n{body}}} {', '.join(names)};\n"


def _prototype(row: Row) -> str:
    params = []
    for param in row.params:
        default = f" HRR_DEFAULT({param.default})" if param.default else ""
        params.append(types.declare(param.ctype, param.name) + default)
    return f"HRR_API {row.ret} {row.name}({', '.join(params) or 'void'});\n"
