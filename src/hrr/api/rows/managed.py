"""Managed memory: allocation, advice, prefetch."""

from __future__ import annotations

from hrr.api.dsl import ASKS, call
from hrr.api.row import EXACT, TRANSLATED, Alloc, Memory, Row

ROWS: tuple[Row, ...] = (
    call(
        222,
        "hipMallocManaged",
        "void** dev_ptr, size_t size, unsigned int flags = hipMemAttachGlobal",
        alloc=Alloc("dev_ptr", "size", Memory.MANAGED),
        replay=TRANSLATED,
        driver=("cuMemAllocManaged",),
        node="hip_4.2",
    ),
    call(
        227,
        "hipMemAdvise",
        "const void* dev_ptr, size_t count, hipMemoryAdvise advice, int device",
        addresses=("dev_ptr",),
        replay=EXACT,
        driver=("cuMemAdvise",),
        node="hip_4.2",
    ),
    call(
        251,
        "hipMemPrefetchAsync",
        "const void* dev_ptr, size_t count, int device, hipStream_t stream = 0",
        addresses=("dev_ptr",),
        replay=EXACT,
        driver=("cuMemPrefetchAsync",),
        node="hip_4.2",
    ),
    call(
        253,
        "hipMemRangeGetAttribute",
        "void* data, size_t data_size, hipMemRangeAttribute attribute, const void* dev_ptr, size_t count",
        replay=ASKS,
        driver=("cuMemRangeGetAttribute",),
        node="hip_4.2",
    ),
    call(
        254,
        "hipMemRangeGetAttributes",
        "void** data, size_t* data_sizes, hipMemRangeAttribute* attributes, size_t num_attributes, const "
        "void* dev_ptr, size_t count",
        replay=ASKS,
        driver=("cuMemRangeGetAttributes",),
        node="hip_4.2",
    ),
    call(
        332,
        "hipStreamAttachMemAsync",
        "hipStream_t stream, void* dev_ptr, size_t length = 0, unsigned int flags = hipMemAttachSingle",
        addresses=("dev_ptr",),
        replay=EXACT,
        driver=("cuStreamAttachMemAsync",),
        node="hip_4.2",
    ),
    call(
        493,
        "hipMemPrefetchAsync_v2",
        "const void* dev_ptr, size_t count, hipMemLocation location, unsigned int flags, hipStream_t stream = 0",
        addresses=("dev_ptr",),
        replay=EXACT,
        driver=("cuMemPrefetchAsync_v2",),
        node="hip_7.1",
    ),
    call(
        494,
        "hipMemAdvise_v2",
        "const void* dev_ptr, size_t count, hipMemoryAdvise advice, hipMemLocation device",
        addresses=("dev_ptr",),
        replay=EXACT,
        driver=("cuMemAdvise_v2",),
        node="hip_7.1",
    ),
    call(
        517,
        "hipMemPrefetchBatchAsync",
        "void** dev_ptrs, size_t* sizes, size_t count, hipMemLocation* prefetch_locs, size_t* "
        "prefetch_loc_idxs, size_t num_prefetch_locs, unsigned long long flags, hipStream_t stream",
        node="hip_7.2",
    ),
    call(
        537,
        "hipMemDiscardBatchAsync",
        "void** dev_ptrs, size_t* sizes, size_t count, unsigned long long flags, hipStream_t stream",
        node="hip_7.2",
    ),
    call(
        538,
        "hipDrvMemDiscardBatchAsync",
        "hipDeviceptr_t* dptrs, size_t* sizes, size_t count, unsigned long long flags, hipStream_t stream",
        node="hip_7.2",
    ),
    call(
        539,
        "hipMemDiscardAndPrefetchBatchAsync",
        "void** dptrs, size_t* sizes, size_t count, hipMemLocation* prefetchLocs, size_t* prefetchLocIdxs, "
        "size_t numPrefetchLocs, unsigned long long flags, hipStream_t stream",
        node="hip_7.2",
    ),
    call(
        540,
        "hipDrvMemDiscardAndPrefetchBatchAsync",
        "hipDeviceptr_t* dptrs, size_t* sizes, size_t count, hipMemLocation* prefetchLocs, size_t* "
        "prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, hipStream_t stream",
        node="hip_7.2",
    ),
)
