"""Arrays: opaque device memory reached by handle."""

from __future__ import annotations

from hrr.api.dsl import ASKS, call
from hrr.api.row import Inline, Row

ROWS: tuple[Row, ...] = (
    call(
        1,
        "hipArray3DCreate",
        "hipArray_t* array, const HIP_ARRAY3D_DESCRIPTOR* pAllocateArray",
        inline=(Inline("pAllocateArray", 40, present=False, field="array3d_desc"),),
        creates="array",
        node="hip_4.2",
    ),
    call(
        2,
        "hipArray3DGetDescriptor",
        "HIP_ARRAY3D_DESCRIPTOR* pArrayDescriptor, hipArray_t array",
        replay=ASKS,
        node="hip_5.6",
    ),
    call(
        3,
        "hipArrayCreate",
        "hipArray_t* pHandle, const HIP_ARRAY_DESCRIPTOR* pAllocateArray",
        inline=(Inline("pAllocateArray", 24, present=False, field="array_desc"),),
        creates="pHandle",
        node="hip_4.2",
    ),
    call(
        4,
        "hipArrayDestroy",
        "hipArray_t array",
        destroys="array",
        record_first=True,
        node="hip_4.3",
    ),
    call(
        5,
        "hipArrayGetDescriptor",
        "HIP_ARRAY_DESCRIPTOR* pArrayDescriptor, hipArray_t array",
        replay=ASKS,
        node="hip_5.6",
    ),
    call(
        6,
        "hipArrayGetInfo",
        "hipChannelFormatDesc* desc, hipExtent* extent, unsigned int* flags, hipArray_t array",
        replay=ASKS,
        node="hip_5.6",
    ),
    call(
        91,
        "hipFreeArray",
        "hipArray_t array",
        destroys="array",
        record_first=True,
        node="hip_4.2",
    ),
    call(
        94,
        "hipFreeMipmappedArray",
        "hipMipmappedArray_t mipmappedArray",
        destroys="mipmappedArray",
        record_first=True,
        node="hip_4.2",
    ),
    call(
        101,
        "hipGetChannelDesc",
        "hipChannelFormatDesc* desc, hipArray_const_t array",
        replay=ASKS,
        node="hip_4.2",
    ),
    call(
        110,
        "hipGetMipmappedArrayLevel",
        "hipArray_t* levelArray, hipMipmappedArray_const_t mipmappedArray, unsigned int level",
        creates="levelArray",
        node="hip_4.2",
    ),
    call(
        217,
        "hipMalloc3DArray",
        "hipArray_t* array, const struct hipChannelFormatDesc* desc, struct hipExtent extent, unsigned int flags",
        creates="array",
        node="hip_4.2",
    ),
    call(
        218,
        "hipMallocArray",
        "hipArray_t* array, const hipChannelFormatDesc* desc, size_t width, size_t height = 0, unsigned int "
        "flags = hipArrayDefault",
        creates="array",
        node="hip_4.2",
    ),
    call(
        223,
        "hipMallocMipmappedArray",
        "hipMipmappedArray_t* mipmappedArray, const struct hipChannelFormatDesc* desc, struct hipExtent "
        "extent, unsigned int numLevels, unsigned int flags = 0",
        creates="mipmappedArray",
        node="hip_4.2",
    ),
    call(
        300,
        "hipMipmappedArrayCreate",
        "hipMipmappedArray_t* pHandle, HIP_ARRAY3D_DESCRIPTOR* pMipmappedArrayDesc, unsigned int numMipmapLevels",
        creates="pHandle",
        node="hip_4.2",
    ),
    call(
        301,
        "hipMipmappedArrayDestroy",
        "hipMipmappedArray_t hMipmappedArray",
        destroys="hMipmappedArray",
        record_first=True,
        node="hip_4.2",
    ),
    call(
        302,
        "hipMipmappedArrayGetLevel",
        "hipArray_t* pLevelArray, hipMipmappedArray_t hMipMappedArray, unsigned int level",
        creates="pLevelArray",
        node="hip_4.2",
    ),
    call(
        387,
        "hipCreateChannelDesc",
        "int x, int y, int z, int w, hipChannelFormatKind f",
        ret="hipChannelFormatDesc",
        recorded=False,
        replay=ASKS,
        node="hip_4.2",
    ),
    call(
        513,
        "hipMipmappedArrayGetMemoryRequirements",
        "hipArrayMemoryRequirements* memoryRequirements, hipMipmappedArray_t mipmap, hipDevice_t device",
        replay=ASKS,
        node="hip_7.2",
    ),
)
