"""Libraries and kernels (context-free modules)."""

from __future__ import annotations

from hrr.api.dsl import ASKS, call
from hrr.api.row import TRANSLATED, Ext, Module, Row, skip

ROWS: tuple[Row, ...] = (
    call(
        496,
        "hipLibraryLoadData",
        "hipLibrary_t* library, const void* code, hipJitOption** jitOptions, void** jitOptionsValues, "
        "unsigned int numJitOptions, hipLibraryOption** libraryOptions, void** libraryOptionValues, unsigned "
        "int numLibraryOptions",
        creates="library",
        module=Module("load"),
        replay=TRANSLATED,
        ext=(Ext("library_value", "u64", "library"), Ext("ext_co", "hash")),
        node="hip_7.2",
    ),
    call(
        497,
        "hipLibraryLoadFromFile",
        "hipLibrary_t* library, const char* fileName, hipJitOption** jitOptions, void** jitOptionsValues, "
        "unsigned int numJitOptions, hipLibraryOption** libraryOptions, void** libraryOptionValues, unsigned "
        "int numLibraryOptions",
        creates="library",
        module=Module("load_file"),
        replay=TRANSLATED,
        ext=(Ext("library_value", "u64", "library"), Ext("ext_co", "hash")),
        node="hip_7.2",
    ),
    call(
        498,
        "hipLibraryUnload",
        "hipLibrary_t library",
        destroys="library",
        module=Module("unload"),
        replay=TRANSLATED,
        record_first=True,
        node="hip_7.2",
    ),
    call(
        499,
        "hipLibraryGetKernel",
        "hipKernel_t* pKernel, hipLibrary_t library, const char* name",
        creates="pKernel",
        module=Module("library_kernel"),
        replay=skip("functions are found again by name"),
        ext=(Ext("kernel_value", "u64", "pKernel"), Ext("name_value", "str", "name")),
        node="hip_7.2",
    ),
    call(
        500,
        "hipLibraryGetKernelCount",
        "unsigned int* count, hipLibrary_t library",
        replay=ASKS,
        node="hip_7.2",
    ),
    call(
        502,
        "hipLibraryEnumerateKernels",
        "hipKernel_t* kernels, unsigned int numKernels, hipLibrary_t library",
        replay=ASKS,
        node="hip_7.2",
    ),
    call(
        503,
        "hipKernelGetLibrary",
        "hipLibrary_t* library, hipKernel_t kernel",
        replay=ASKS,
        node="hip_7.2",
    ),
    call(
        504,
        "hipKernelGetName",
        "const char** name, hipKernel_t kernel",
        replay=ASKS,
        node="hip_7.2",
    ),
    call(
        507,
        "hipKernelGetParamInfo",
        "hipKernel_t kernel, size_t paramIndex, size_t* paramOffset, size_t* paramSize",
        replay=ASKS,
        node="hip_7.2",
    ),
    call(
        514,
        "hipKernelGetAttribute",
        "int* pi, hipFunction_attribute attrib, hipKernel_t kernel, hipDevice_t dev",
        replay=ASKS,
        node="hip_7.2",
    ),
    call(
        515,
        "hipKernelSetAttribute",
        "hipFunction_attribute attrib, int value, hipKernel_t kernel, hipDevice_t dev",
        node="hip_7.2",
    ),
    call(
        516,
        "hipKernelGetFunction",
        "hipFunction_t* pFunc, hipKernel_t kernel",
        creates="pFunc",
        module=Module("kernel_function"),
        replay=skip("functions are found again by name"),
        node="hip_7.2",
    ),
    call(
        535,
        "hipLibraryGetGlobal",
        "void** dptr, size_t* bytes, hipLibrary_t library, const char* name",
        module=Module("global"),
        replay=skip("the address is known from the module"),
        ext=(Ext("dptr_value", "u64", "dptr"), Ext("bytes_value", "u64", "bytes"), Ext("name_value", "str", "name")),
        node="hip_7.2",
    ),
    call(
        536,
        "hipLibraryGetManaged",
        "void** dptr, size_t* bytes, hipLibrary_t library, const char* name",
        module=Module("global"),
        replay=skip("the address is known from the module"),
        ext=(Ext("dptr_value", "u64", "dptr"), Ext("bytes_value", "u64", "bytes"), Ext("name_value", "str", "name")),
        node="hip_7.2",
    ),
)
