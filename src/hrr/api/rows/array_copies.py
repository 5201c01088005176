"""Copies to and from arrays."""

from __future__ import annotations

from hrr.api.dsl import call
from hrr.api.row import Row

ROWS: tuple[Row, ...] = (
    call(
        262,
        "hipMemcpy2DFromArray",
        "void* dst, size_t dpitch, hipArray_const_t src, size_t wOffset, size_t hOffset, size_t width, "
        "size_t height, hipMemcpyKind kind",
        node="hip_4.2",
    ),
    call(
        263,
        "hipMemcpy2DFromArrayAsync",
        "void* dst, size_t dpitch, hipArray_const_t src, size_t wOffset, size_t hOffset, size_t width, "
        "size_t height, hipMemcpyKind kind, hipStream_t stream = 0",
        node="hip_4.2",
    ),
    call(
        264,
        "hipMemcpy2DToArray",
        "hipArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t spitch, size_t width, "
        "size_t height, hipMemcpyKind kind",
        node="hip_4.2",
    ),
    call(
        265,
        "hipMemcpy2DToArrayAsync",
        "hipArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t spitch, size_t width, "
        "size_t height, hipMemcpyKind kind, hipStream_t stream = 0",
        node="hip_4.3",
    ),
    call(
        269,
        "hipMemcpyAtoH",
        "void* dst, hipArray_t srcArray, size_t srcOffset, size_t count",
        driver=("cuMemcpyAtoH_v2",),
        node="hip_4.2",
    ),
    call(
        274,
        "hipMemcpyFromArray",
        "void* dst, hipArray_const_t srcArray, size_t wOffset, size_t hOffset, size_t count, hipMemcpyKind kind",
        node="hip_4.2",
    ),
    call(
        277,
        "hipMemcpyHtoA",
        "hipArray_t dstArray, size_t dstOffset, const void* srcHost, size_t count",
        driver=("cuMemcpyHtoA_v2",),
        node="hip_4.2",
    ),
    call(
        284,
        "hipMemcpyToArray",
        "hipArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t count, hipMemcpyKind kind",
        node="hip_4.2",
    ),
    call(
        394,
        "hipMemcpy2DFromArray_spt",
        "void* dst, size_t dpitch, hipArray_const_t src, size_t wOffset, size_t hOffset, size_t width, "
        "size_t height, hipMemcpyKind kind",
        node="hip_5.2",
    ),
    call(
        407,
        "hipMemcpyFromArray_spt",
        "void* dst, hipArray_const_t src, size_t wOffsetSrc, size_t hOffset, size_t count, hipMemcpyKind kind",
        node="hip_5.3",
    ),
    call(
        408,
        "hipMemcpy2DToArray_spt",
        "hipArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t spitch, size_t width, "
        "size_t height, hipMemcpyKind kind",
        node="hip_5.2",
    ),
    call(
        409,
        "hipMemcpy2DFromArrayAsync_spt",
        "void* dst, size_t dpitch, hipArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc, size_t "
        "width, size_t height, hipMemcpyKind kind, hipStream_t stream",
        node="hip_5.3",
    ),
    call(
        410,
        "hipMemcpy2DToArrayAsync_spt",
        "hipArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t spitch, size_t width, "
        "size_t height, hipMemcpyKind kind, hipStream_t stream",
        node="hip_5.3",
    ),
    call(
        446,
        "hipMemcpyAtoD",
        "hipDeviceptr_t dstDevice, hipArray_t srcArray, size_t srcOffset, size_t ByteCount",
        driver=("cuMemcpyAtoD_v2",),
        node="hip_6.2",
    ),
    call(
        447,
        "hipMemcpyDtoA",
        "hipArray_t dstArray, size_t dstOffset, hipDeviceptr_t srcDevice, size_t ByteCount",
        driver=("cuMemcpyDtoA_v2",),
        node="hip_6.2",
    ),
    call(
        448,
        "hipMemcpyAtoA",
        "hipArray_t dstArray, size_t dstOffset, hipArray_t srcArray, size_t srcOffset, size_t ByteCount",
        driver=("cuMemcpyAtoA_v2",),
        node="hip_6.2",
    ),
    call(
        449,
        "hipMemcpyAtoHAsync",
        "void* dstHost, hipArray_t srcArray, size_t srcOffset, size_t ByteCount, hipStream_t stream",
        driver=("cuMemcpyAtoHAsync_v2",),
        node="hip_6.2",
    ),
    call(
        450,
        "hipMemcpyHtoAAsync",
        "hipArray_t dstArray, size_t dstOffset, const void* srcHost, size_t ByteCount, hipStream_t stream",
        driver=("cuMemcpyHtoAAsync_v2",),
        node="hip_6.2",
    ),
    call(
        451,
        "hipMemcpy2DArrayToArray",
        "hipArray_t dst, size_t wOffsetDst, size_t hOffsetDst, hipArray_const_t src, size_t wOffsetSrc, "
        "size_t hOffsetSrc, size_t width, size_t height, hipMemcpyKind kind",
        node="hip_6.2",
    ),
)
