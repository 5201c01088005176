"""C types as the API table sees them: how they are declared, and how the archive format stores them.

The storage rules are those of the format, section "Layout rules for fixed payloads" (docs/format.md).
"""

from __future__ import annotations

from hrr.api import constants, enums, structs

# Handle types whose pointer parameters are outputs: the payload holds the handle that the call created.
_OUTPUT_HANDLES = frozenset(
    [
        "hipStream_t",
        "hipEvent_t",
        "hipModule_t",
        "hipFunction_t",
        "hipMemPool_t",
        "hipGraph_t",
        "hipGraphExec_t",
        "hipGraphNode_t",
        "hipArray_t",
        "hipMipmappedArray_t",
        "hipSurfaceObject_t",
        "hipTextureObject_t",
        "hipCtx_t",
        "hipUserObject_t",
        "hipMemGenericAllocationHandle_t",
        "hipLinkState_t",
        "hipDevice_t",
    ]
)

_SCALARS = {
    "int": "i32",
    "hipDevice_t": "u64",  # an int, stored sign-extended
    "unsigned": "u32",
    "unsigned int": "u32",
    "uint32_t": "u32",
    "GLuint": "u32",
    "GLenum": "u32",
    "size_t": "u64",
    "uint64_t": "u64",
    "unsigned long long": "u64",
    "float": "f32",
    "unsigned char": "u64",
    "unsigned short": "u64",
}
# Enumerations unknown to the reference's generator: stored as u64.
_WIDE_ENUMS = frozenset(
    ["hipMemAllocationGranularity_flags", "hipFlushGPUDirectRDMAWritesTarget", "hipFlushGPUDirectRDMAWritesScope"]
)
# The ten enumerations that were u64 before version 6.
ENUMS_SINCE_6 = frozenset(
    [
        "hipArray_Format",
        "hipDevResourceType",
        "hipFunction_attribute",
        "hipGraphMemAttributeType",
        "hipJitInputType",
        "hipMemAllocationHandleType",
        "hipMemRangeHandleType",
        "hipPointer_attribute",
        "hipStreamAttrID",
        "hipGLDeviceList",
    ]
)
_BY_VALUE = {
    "hipExtent": 24,
    "hipPos": 24,
    "hipPitchedPtr": 32,
    "hipMemLocation": 8,
    "hipChannelFormatDesc": 20,
    "hipIpcMemHandle_t": 64,
    "hipIpcEventHandle_t": 64,
}
_TRIPLES = frozenset(("dim3", "uint3"))
_SIZES = {"u64": 8, "i32": 4, "u32": 4, "f32": 4, "u8": 1, "u16": 2}


def wire_size(wire: str) -> int:
    """Bytes of a wire type: "u64", "i32", "u8[24]", ..."""
    if wire.startswith("u8["):
        return int(wire[3:-1])
    return _SIZES[wire]


def plain(ctype: str) -> str:
    """The type without const, struct and enum."""
    return " ".join(word for word in ctype.split() if word not in ("const", "struct", "enum"))


def is_pointer(ctype: str) -> bool:
    """Whether the parameter is a pointer (a handle is not, although C makes it one)."""
    return ctype.endswith("*")


def is_handle(ctype: str) -> bool:
    """Whether the type is an opaque handle that the runtime hands out."""
    return plain(ctype) in constants.HANDLES


def handle_class(ctype: str) -> str:
    """The class of a handle: the same for its const form and for a pointer to it, without ``_const``."""
    return plain(ctype.rstrip("*")).replace("_const_t", "_t")


def is_by_value(ctype: str) -> bool:
    """Whether the parameter is a structure passed by value."""
    return plain(ctype) in _BY_VALUE or plain(ctype) in _TRIPLES


def is_triple(ctype: str) -> bool:
    """dim3 and uint3."""
    return plain(ctype) in _TRIPLES


def is_enum(ctype: str) -> bool:
    """Whether the type is an enumeration (int-sized in C)."""
    name = plain(ctype)
    return not is_pointer(ctype) and (name in enums.BY_NAME or name in ("hipStreamAttrID", "hipKernelNodeAttrID"))


def is_output(ctype: str) -> bool:
    """Whether the payload holds what the call stored behind this pointer."""
    return is_pointer(ctype) and not ctype.startswith("const ") and ctype[:-1] in _OUTPUT_HANDLES


def struct_behind(ctype: str) -> str:
    """Name of the structure that a pointer parameter points to, or that is passed by value; "" for anything else."""
    name = plain(ctype.rstrip("*"))
    return name if name in structs.BY_NAME and not ctype.endswith("**") else ""


def wire_fields(name: str, ctype: str, version: int) -> tuple[tuple[str, str], ...]:
    """The (field, wire type) pairs of one parameter."""
    base = plain(ctype)
    if base in _TRIPLES:
        return tuple((f"{name}_{axis}", "u32") for axis in "xyz")
    if is_pointer(ctype):
        return ((name, "u64"),)
    if base in _BY_VALUE:
        # Before version 6 a structure passed by value took one zero word.
        return ((f"{name}_bytes", f"u8[{_BY_VALUE[base]}]"),) if version >= 6 else ((name, "u64"),)
    if base in _SCALARS:
        return ((name, _SCALARS[base]),)
    if is_enum(ctype) and not ctype.startswith("enum ") and base not in _WIDE_ENUMS:
        return ((name, "u64" if version < 6 and base in ENUMS_SINCE_6 else "i32"),)
    return ((name, "u64"),)


def return_wire(ret: str) -> str:
    """Wire type of the return value; "" for void."""
    if ret == "void":
        return ""
    if is_pointer(ret):
        return "u64"
    return f"u8[{_BY_VALUE[ret]}]" if ret in _BY_VALUE else "i32"


def declare(ctype: str, name: str) -> str:
    """A C parameter declaration."""
    return f"{ctype} {name}"
