"""Memory pools."""

from __future__ import annotations

from hrr.api.dsl import ASKS, call
from hrr.api.row import EXACT, TRANSLATED, Alloc, Extra, Inline, Memory, Row

ROWS: tuple[Row, ...] = (
    call(
        44,
        "hipDeviceGetDefaultMemPool",
        "hipMemPool_t* mem_pool, int device",
        creates="mem_pool",
        replay=EXACT,
        node="hip_5.1",
    ),
    call(
        47,
        "hipDeviceGetMemPool",
        "hipMemPool_t* mem_pool, int device",
        creates="mem_pool",
        replay=EXACT,
        node="hip_5.1",
    ),
    call(
        64,
        "hipDeviceSetMemPool",
        "int device, hipMemPool_t mem_pool",
        replay=EXACT,
        node="hip_5.1",
    ),
    call(
        220,
        "hipMallocFromPoolAsync",
        "void** dev_ptr, size_t size, hipMemPool_t mem_pool, hipStream_t stream",
        alloc=Alloc("dev_ptr", "size", Memory.DEVICE, stream="stream"),
        replay=TRANSLATED,
        node="hip_5.1",
    ),
    call(
        240,
        "hipMemPoolCreate",
        "hipMemPool_t* mem_pool, const hipMemPoolProps* pool_props",
        inline=(Inline("pool_props", 88, present=False),),
        creates="mem_pool",
        replay=EXACT,
        node="hip_5.1",
    ),
    call(
        241,
        "hipMemPoolDestroy",
        "hipMemPool_t mem_pool",
        destroys="mem_pool",
        replay=EXACT,
        record_first=True,
        node="hip_5.1",
    ),
    call(
        244,
        "hipMemPoolGetAccess",
        "hipMemAccessFlags* flags, hipMemPool_t mem_pool, hipMemLocation* location",
        replay=ASKS,
        node="hip_5.1",
    ),
    call(
        245,
        "hipMemPoolGetAttribute",
        "hipMemPool_t mem_pool, hipMemPoolAttr attr, void* value",
        extra=(Extra("value_u64", "u64", "value"),),
        replay=ASKS,
        node="hip_5.1",
    ),
    call(
        248,
        "hipMemPoolSetAccess",
        "hipMemPool_t mem_pool, const hipMemAccessDesc* desc_list, size_t count",
        inline=(Inline("desc_list", 12, present=False, field="access_desc"),),
        replay=EXACT,
        node="hip_5.1",
    ),
    call(
        249,
        "hipMemPoolSetAttribute",
        "hipMemPool_t mem_pool, hipMemPoolAttr attr, void* value",
        extra=(Extra("value_u64", "u64", "value"),),
        replay=EXACT,
        node="hip_5.1",
    ),
    call(
        250,
        "hipMemPoolTrimTo",
        "hipMemPool_t mem_pool, size_t min_bytes_to_hold",
        replay=EXACT,
        node="hip_5.1",
    ),
    call(
        511,
        "hipMemSetMemPool",
        "hipMemLocation* location, hipMemAllocationType type, hipMemPool_t pool",
        inline=(Inline("location", 8, since=6),),
        node="hip_7.2",
    ),
    call(
        512,
        "hipMemGetMemPool",
        "hipMemPool_t* pool, hipMemLocation* location, hipMemAllocationType type",
        inline=(Inline("location", 8, since=6),),
        creates="pool",
        node="hip_7.2",
    ),
    call(
        541,
        "hipMemGetDefaultMemPool",
        "hipMemPool_t* memPool, hipMemLocation* location, hipMemAllocationType type",
        creates="memPool",
        node="hip_7.2",
    ),
)
