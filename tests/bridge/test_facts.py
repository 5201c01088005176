"""The tables of the CUDA driver interface: against each other, and against a CUDA toolkit's headers."""

import os
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from lib import compiler

from hrr import api
from hrr.api import cuda, enums, structs
from hrr.api.cuda import attributes, types, values


def test_a_driver_call_is_one_row():
    named = Counter(name for row in api.ROWS for name in row.driver)
    assert [name for name, count in named.items() if count > 1] == []
    assert sorted(named.keys() - cuda.BY_NAME.keys()) == []


def test_every_error_has_a_word_on_the_other_side():
    hip = set(enums.BY_NAME["hipError_t"].values.values())
    for value in values.RESULT.values.values():
        assert values.hip_errors().get(value, value) in hip
    known = set(values.RESULT.values.values())
    for value in hip:
        assert values.driver_errors().get(value, value) in known


def test_attributes_fill_members_of_the_properties():
    members = set(re.findall(r"(\w+)(?:\[\d+\])?;", " ".join(structs.BY_NAME["hipDeviceProp_tR0600"].members)))
    for item in attributes.ATTRIBUTES:
        assert all(member.split("[")[0] in members for member in item.members), item
    assert len({item.number for item in attributes.ATTRIBUTES}) == len(attributes.ATTRIBUTES)


def _toolkit():
    nvcc = shutil.which("nvcc")
    roots = [os.environ.get("CUDA_HOME"), nvcc and Path(nvcc).resolve().parent.parent, "/usr/local/cuda"]
    for root in filter(None, roots):
        if (Path(root) / "include" / "cudaTypedefs.h").exists():
            return Path(root) / "include"
    return None


TOOLKIT = _toolkit()
needs_toolkit = pytest.mark.skipif(TOOLKIT is None, reason="no CUDA toolkit")


def _compile(tmp_path, text):
    source = tmp_path / "facts.cpp"
    source.write_text(text)
    command = [compiler.CXX, "-std=c++17", "-fsyntax-only", "-fmax-errors=20", f"-I{TOOLKIT}", str(source)]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr[:4000]


@needs_toolkit
def test_entry_points(tmp_path):
    checks = []
    for entry in cuda.ENTRIES:
        if entry.name.startswith("cuProfiler"):
            continue
        wide = [text.replace("unsigned long long*", "Wide*") for text in entry.params]
        for spelling in cuda.spellings(entry):
            # Word-sized integers are spelt in two ways for the same type size.
            variants = " || ".join(
                f"std::is_same_v<decltype(&{spelling}), CUresult (*)({', '.join(wide).replace('Wide', word)})>"
                for word in ("unsigned long long", "cuuint64_t")
            )
            checks.append(f'static_assert({variants}, "{spelling}");\n')
        twin = f"_{entry.per_thread}" if entry.per_thread else ""
        version = 7000 if twin and entry.since < 7000 else entry.since
        checks.append(f"using Since_{entry.name} = PFN_{entry.base}_v{entry.since};\n")
        if twin:
            checks.append(f"using Twin_{entry.name} = PFN_{entry.base}_v{version}{twin};\n")
    head = "#define __CUDA_API_VERSION_INTERNAL\n#include <cuda.h>\n#include <cudaTypedefs.h>\n#include <type_traits>\n"
    _compile(tmp_path, head + "".join(checks))


@needs_toolkit
def test_structures_and_values(tmp_path):
    checks = []
    for theirs, ours in types.ALIKE.items():
        name = ours.removeprefix("enum ")
        name = {"hipLaunchAttribute": "hipLaunchAttribute_st"}.get(name, name)
        if name in enums.BY_NAME:
            checks.append(f'static_assert(sizeof({theirs}) == 4, "{theirs}");\n')
        elif name in structs.BY_NAME:
            checks.append(f'static_assert(sizeof({theirs}) == {structs.BY_NAME[name].size}, "{theirs}");\n')
            checks.extend(_members(theirs, name))
        elif theirs != "CUdevice":
            checks.append(f'static_assert(sizeof({theirs}) == 8, "{theirs}");\n')
    for struct in types.STRUCTS:
        checks.append(f'static_assert(sizeof({struct.tag}) == {struct.size}, "{struct.tag}");\n')
    for table in (values.RESULT, *values.ENUMS):
        if table.tag != "CUmemhost_flags":
            checks.extend(f'static_assert({name} == {value}, "{name}");\n' for name, value in table.values.items())
    _compile(tmp_path, "#include <cuda.h>\n#include <cstddef>\n" + "".join(checks))


def _members(theirs, name):
    try:
        members = structs.layout(name)
    except ValueError:
        return  # unions and bit-fields: the size has to do
    for member in members:
        if member.name.startswith(("reserved", "pad", "bytes")):
            continue
        yield f'static_assert(offsetof({theirs}, {member.name}) == {member.offset}, "{theirs}.{member.name}");\n'


@needs_toolkit
def test_numbers_shared_with_hip(tmp_path):
    """Enumerations that are handed through: the same number under both names."""
    pairs = {
        "hipMemLocationTypeDevice": "CU_MEM_LOCATION_TYPE_DEVICE",
        "hipMemLocationTypeHost": "CU_MEM_LOCATION_TYPE_HOST",
        "hipMemAllocationTypePinned": "CU_MEM_ALLOCATION_TYPE_PINNED",
        "hipMemHandleTypePosixFileDescriptor": "CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR",
        "hipMemAccessFlagsProtReadWrite": "CU_MEM_ACCESS_FLAGS_PROT_READWRITE",
        "hipMemAllocationGranularityRecommended": "CU_MEM_ALLOC_GRANULARITY_RECOMMENDED",
        "hipMemPoolAttrReleaseThreshold": "CU_MEMPOOL_ATTR_RELEASE_THRESHOLD",
        "hipMemPoolAttrUsedMemHigh": "CU_MEMPOOL_ATTR_USED_MEM_HIGH",
        "hipMemAdviseSetAccessedBy": "CU_MEM_ADVISE_SET_ACCESSED_BY",
        "HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE": "CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE",
        "HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT": "CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT",
        "hipFuncCachePreferEqual": "CU_FUNC_CACHE_PREFER_EQUAL",
        "hipStreamCaptureModeRelaxed": "CU_STREAM_CAPTURE_MODE_RELAXED",
        "hipStreamCaptureStatusInvalidated": "CU_STREAM_CAPTURE_STATUS_INVALIDATED",
        "hipLaunchAttributeCooperative": "CU_LAUNCH_ATTRIBUTE_COOPERATIVE",
        "hipLaunchAttributePriority": "CU_LAUNCH_ATTRIBUTE_PRIORITY",
        "hipLimitMallocHeapSize": "CU_LIMIT_MALLOC_HEAP_SIZE",
        "hipJitOptionFma": "CU_JIT_FMA",
        "hipJitInputLibrary": "CU_JIT_INPUT_LIBRARY",
        "hipStreamMemOpBarrier": "CU_STREAM_MEM_OP_BARRIER",
        "hipGraphMemAttrReservedMemHigh": "CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH",
        "hipGraphExecUpdateErrorUnsupportedFunctionChange": "CU_GRAPH_EXEC_UPDATE_ERROR_UNSUPPORTED_FUNCTION_CHANGE",
        "HIP_AD_FORMAT_FLOAT": "CU_AD_FORMAT_FLOAT",
        "hipGraphInstantiateFlagUseNodePriority": "CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY",
    }
    checks = (f'static_assert({theirs} == {enums.VALUES[ours]}, "{theirs}");\n' for ours, theirs in pairs.items())
    _compile(tmp_path, "#include <cuda.h>\n" + "".join(checks))
