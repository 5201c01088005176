"""Our header against AMD's own: structure sizes, member offsets, enumerators, constants, vector types, prototypes.

The directory of AMD's HIP 7 headers is taken from HRR_REAL_HIP_HEADERS (``make headers`` fetches them).
"""

import os
import re
import subprocess
from pathlib import Path

import pytest
from lib import compiler as compilers

from hrr import api
from hrr.api import constants, enums, structs
from hrr.codegen import header

REAL = os.environ.get("HRR_REAL_HIP_HEADERS", "")
# Declared by newer headers than the ones that are published as a package.
NEWER_ENUMS = {"hipDevResourceType", "hipFlushGPUDirectRDMAWritesTarget", "hipFlushGPUDirectRDMAWritesScope"}
NEWER_STRUCTS = {"hipDeviceProp_tR0000"}

pytestmark = pytest.mark.skipif(not REAL, reason="HRR_REAL_HIP_HEADERS is not set (make headers)")


@pytest.fixture(scope="module")
def ours(tmp_path_factory):
    out = tmp_path_factory.mktemp("generated")
    header.generate(out)
    return out / "include"


def _facts(include: Path, text: str, tmp_path: Path, compiler: str) -> list[str]:
    source = tmp_path / ("facts.c" if compiler == compilers.CC else "facts.cpp")
    source.write_text(
        f"#include <stdio.h>\n#include <stddef.h>\n#include <hip/hip_runtime_api.h>\nint main(void){{{text}return 0;}}"
    )
    program = tmp_path / "facts"
    command = [compiler, "-w", "-D__HIP_PLATFORM_AMD__", f"-I{include}", str(source), "-o", str(program)]
    subprocess.run(command, check=True, capture_output=True)
    return subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()


def _questions() -> str:
    lines = []
    for struct in structs.STRUCTS:
        if struct.tag in NEWER_STRUCTS:
            continue
        name = struct.typedefs[0] if struct.typedefs else f"struct {struct.tag}"
        lines.append(f'printf("sizeof {name} %zu\\n", sizeof({name}));')
        for member in re.findall(
            r"(\w+)(?:\[\d+\])*;", re.sub(r"\{[^{}]*\}", "", re.sub(r"\{[^{}]*\}", "", " ".join(struct.members)))
        ):
            lines.append(f'printf("{name}.{member} %zu\\n", offsetof({name}, {member}));') if ":" not in " ".join(
                struct.members
            ) else None
    for enum in enums.ENUMS:
        if enum.tag not in NEWER_ENUMS and enum.tag != "hipGLDeviceList":
            lines.extend(f'printf("{name} %lld\\n", (long long){name});' for name in enum.values)
    for name, value in constants.CONSTANTS.items():
        if value[0] in "0123456789(":
            lines.append(f'printf("{name} %lld\\n", (long long)({name}));')
    return "".join(lines)


@pytest.mark.parametrize("compiler", [compilers.CC, compilers.CXX], ids=["c", "c++"])
def test_layouts_and_values(ours, tmp_path, compiler):
    text = _questions()
    mine = _facts(ours, text, tmp_path, compiler)
    assert len(mine) > 900
    assert mine == _facts(Path(REAL), text, tmp_path, compiler)


def test_vector_types_in_c(ours, tmp_path):
    names = [f"{stem}{count}" for stem in constants.VECTORS for count in range(1, 5)]
    text = "".join(f'printf("{name} %zu %zu\\n", sizeof({name}), (size_t)_Alignof({name}));' for name in names)
    assert _facts(ours, text, tmp_path, compilers.CC) == _facts(Path(REAL), text, tmp_path, compilers.CC)


def test_prototypes(ours, tmp_path):
    """Every call that AMD's header declares can be redeclared as ours in one translation unit."""
    text = Path(REAL, "hip", "hip_runtime_api.h").read_text()
    declared = [row for row in api.ROWS if re.search(rf"\b{row.name}\s*\(", text) and row.table == "runtime"]
    assert len(declared) > 430
    source = tmp_path / "prototypes.c"
    source.write_text("#include <hip/hip_runtime_api.h>\n" + "".join(f"{row.prototype};\n" for row in declared))
    subprocess.run([compilers.CC, "-fsyntax-only", "-D__HIP_PLATFORM_AMD__", f"-I{REAL}", str(source)], check=True)


def test_default_arguments(ours, tmp_path):
    """C++ programs that leave arguments out compile with both headers."""
    source = tmp_path / "defaults.cpp"
    source.write_text(
        "#include <hip/hip_runtime_api.h>\n"
        "void f(void* p, hipEvent_t e, int* q) {\n"
        "  (void)hipMemcpyAsync(p, p, 4, hipMemcpyDefault); (void)hipEventRecord(e); (void)hipHostMalloc(&q, 4);\n"
        "  (void)hipMallocManaged(&q, 4); (void)hipMalloc(&q, 4); dim3 d(2); (void)d.y; \n"
        "  (void)hipMemsetAsync(p, 0, 4);\n"
        "}\n"
    )
    for include in (ours, Path(REAL)):
        subprocess.run(
            [compilers.CXX, "-fsyntax-only", "-D__HIP_PLATFORM_AMD__", f"-I{include}", str(source)], check=True
        )
