"""Virtual memory: reserve, create, map."""

from __future__ import annotations

from hrr.api.dsl import ASKS, call
from hrr.api.row import EXACT, TRANSLATED, Alloc, Free, Inline, Memory, Row

ROWS: tuple[Row, ...] = (
    call(
        225,
        "hipMemAddressFree",
        "void* devPtr, size_t size",
        free=Free("devPtr", Memory.RESERVED, size="size"),
        replay=TRANSLATED,
        record_first=True,
        node="hip_5.1",
    ),
    call(
        226,
        "hipMemAddressReserve",
        "void** ptr, size_t size, size_t alignment, void* addr, unsigned long long flags",
        alloc=Alloc("ptr", "size", Memory.RESERVED),
        replay=TRANSLATED,
        node="hip_5.1",
    ),
    call(
        230,
        "hipMemCreate",
        "hipMemGenericAllocationHandle_t* handle, size_t size, const hipMemAllocationProp* prop, unsigned "
        "long long flags",
        inline=(Inline("prop", 32, since=6),),
        creates="handle",
        replay=EXACT,
        node="hip_5.1",
    ),
    call(
        232,
        "hipMemGetAccess",
        "unsigned long long* flags, const hipMemLocation* location, void* ptr",
        inline=(
            Inline("location", 8, since=6),
            Inline("flags", 8, since=6),
        ),
        replay=ASKS,
        node="hip_5.1",
    ),
    call(
        234,
        "hipMemGetAllocationGranularity",
        "size_t* granularity, const hipMemAllocationProp* prop, hipMemAllocationGranularity_flags option",
        inline=(Inline("prop", 32, present=False, field="alloc_prop"),),
        replay=ASKS,
        node="hip_5.1",
    ),
    call(
        235,
        "hipMemGetAllocationPropertiesFromHandle",
        "hipMemAllocationProp* prop, hipMemGenericAllocationHandle_t handle",
        replay=ASKS,
        node="hip_5.1",
    ),
    call(
        238,
        "hipMemMap",
        "void* ptr, size_t size, size_t offset, hipMemGenericAllocationHandle_t handle, unsigned long long flags",
        replay=EXACT,
        addresses=("ptr",),
        node="hip_5.1",
    ),
    call(
        239,
        "hipMemMapArrayAsync",
        "hipArrayMapInfo* mapInfoList, unsigned int count, hipStream_t stream",
        node="hip_5.1",
    ),
    call(
        255,
        "hipMemRelease",
        "hipMemGenericAllocationHandle_t handle",
        destroys="handle",
        replay=EXACT,
        record_first=True,
        node="hip_5.1",
    ),
    call(
        256,
        "hipMemRetainAllocationHandle",
        "hipMemGenericAllocationHandle_t* handle, void* addr",
        creates="handle",
        replay=EXACT,
        addresses=("addr",),
        node="hip_5.1",
    ),
    call(
        257,
        "hipMemSetAccess",
        "void* ptr, size_t size, const hipMemAccessDesc* desc, size_t count",
        inline=(Inline("desc", 12, present=False, field="access_desc"),),
        replay=EXACT,
        addresses=("ptr",),
        node="hip_5.1",
    ),
    call(
        258,
        "hipMemUnmap",
        "void* ptr, size_t size",
        replay=EXACT,
        addresses=("ptr",),
        record_first=True,
        node="hip_5.1",
    ),
)
