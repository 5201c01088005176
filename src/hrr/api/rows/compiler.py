"""Calls that compilers emit: registration of fat binaries, kernels and variables."""

from __future__ import annotations

from hrr.api.dsl import call, hash_pair
from hrr.api.row import TRANSLATED, Ext, Extra, Inline, Module, Row, skip, unreplayable

ROWS: tuple[Row, ...] = (
    call(
        546,
        "__hipPopCallConfiguration",
        "dim3* gridDim, dim3* blockDim, size_t* sharedMem, hipStream_t* stream",
        module=Module("pop_config"),
        replay=skip("carried by the launch"),
        node="hip_4.2",
    ),
    call(
        547,
        "__hipPushCallConfiguration",
        "dim3 gridDim, dim3 blockDim, size_t sharedMem, hipStream_t stream",
        module=Module("push_config"),
        replay=skip("carried by the launch"),
        node="hip_4.2",
    ),
    call(
        548,
        "__hipRegisterFatBinary",
        "const void* data",
        ret="void**",
        extra=(
            *hash_pair("blob_hash"),
            Extra("blob_size", "u64"),
        ),
        module=Module("fat_binary"),
        replay=TRANSLATED,
        unstored=("data",),
        node="hip_4.2",
    ),
    call(
        549,
        "__hipRegisterFunction",
        "void** modules, const void* hostFunction, char* deviceFunction, const char* deviceName, unsigned "
        "int threadLimit, uint3* tid, uint3* bid, dim3* blockDim, dim3* gridDim, int* wSize",
        ret="void",
        module=Module("host_function"),
        replay=TRANSLATED,
        ext=(Ext("name_value", "str", "deviceName"),),
        node="hip_4.2",
    ),
    call(
        550,
        "__hipRegisterManagedVar",
        "void* hipModule, void** pointer, void* init_value, const char* name, size_t size, unsigned align",
        ret="void",
        module=Module("managed_variable"),
        replay=TRANSLATED,
        ext=(Ext("pointer_value", "u64", "pointer"), Ext("name_value", "str", "name")),
        node="hip_4.2",
    ),
    call(
        551,
        "__hipRegisterSurface",
        "void** modules, void* var, char* hostVar, char* deviceVar, int type, int ext",
        ret="void",
        replay=unreplayable("texture and surface references"),
        node="hip_4.2",
    ),
    call(
        552,
        "__hipRegisterTexture",
        "void** modules, void* var, char* hostVar, char* deviceVar, int type, int norm, int ext",
        ret="void",
        replay=unreplayable("texture and surface references"),
        node="hip_4.2",
    ),
    call(
        553,
        "__hipRegisterVar",
        "void** modules, void* var, char* hostVar, char* deviceVar, int ext, size_t size, int constant, int global",
        ret="void",
        inline=(Inline("deviceVar", 256, since=6),),
        extra=(Extra("dev_addr", "u64", since=6),),
        module=Module("variable"),
        replay=TRANSLATED,
        node="hip_4.2",
    ),
    call(
        554,
        "__hipUnregisterFatBinary",
        "void** modules",
        ret="void",
        module=Module("drop_fat_binary"),
        replay=TRANSLATED,
        record_first=True,
        node="hip_4.2",
    ),
)
