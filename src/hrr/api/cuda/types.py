"""CUDA's types: which of HIP's have the same layout and values, and what the others look like."""

from __future__ import annotations

from hrr.api.tables.shapes import Struct, struct

# CUDA's name -> HIP's: same size, same members in the same places, same values.
ALIKE: dict[str, str] = {
    # Handles and addresses: one word each.
    "CUarray": "hipArray_t",
    "CUcontext": "hipCtx_t",
    "CUdevice": "hipDevice_t",
    "CUdeviceptr": "hipDeviceptr_t",
    "CUevent": "hipEvent_t",
    "CUexternalMemory": "hipExternalMemory_t",
    "CUexternalSemaphore": "hipExternalSemaphore_t",
    "CUfunction": "hipFunction_t",
    "CUgraph": "hipGraph_t",
    "CUgraphExec": "hipGraphExec_t",
    "CUgraphNode": "hipGraphNode_t",
    "CUkernel": "hipKernel_t",
    "CUlibrary": "hipLibrary_t",
    "CUlinkState": "hipLinkState_t",
    "CUmemGenericAllocationHandle": "hipMemGenericAllocationHandle_t",
    "CUmemoryPool": "hipMemPool_t",
    "CUmipmappedArray": "hipMipmappedArray_t",
    "CUmodule": "hipModule_t",
    "CUstream": "hipStream_t",
    "CUsurfObject": "hipSurfaceObject_t",
    "CUtexObject": "hipTextureObject_t",
    "CUuserObject": "hipUserObject_t",
    # Callbacks. A stream callback receives a status that is 0 in both when all is well.
    "CUhostFn": "hipHostFn_t",
    "CUstreamCallback": "hipStreamCallback_t",
    # Enumerations.
    "CUdriverProcAddressQueryResult": "hipDriverProcAddressQueryResult",
    "CUfunc_cache": "hipFuncCache_t",
    "CUfunction_attribute": "hipFunction_attribute",
    "CUgraphExecUpdateResult": "hipGraphExecUpdateResult",
    "CUgraphInstantiateResult": "hipGraphInstantiateResult",
    "CUgraphMem_attribute": "hipGraphMemAttributeType",
    "CUjitInputType": "hipJitInputType",
    "CUlibraryOption": "hipLibraryOption",
    "CUlimit": "enum hipLimit_t",
    "CUmemAccess_flags": "hipMemAccessFlags",
    "CUmemAllocationGranularity_flags": "hipMemAllocationGranularity_flags",
    "CUmemAllocationHandleType": "hipMemAllocationHandleType",
    "CUmemPool_attribute": "hipMemPoolAttr",
    "CUmemRangeHandleType": "hipMemRangeHandleType",
    "CUmem_advise": "hipMemoryAdvise",
    "CUmem_range_attribute": "hipMemRangeAttribute",
    "CUpointer_attribute": "hipPointer_attribute",
    "CUsharedconfig": "hipSharedMemConfig",
    "CUstreamCaptureMode": "hipStreamCaptureMode",
    "CUstreamCaptureStatus": "hipStreamCaptureStatus",
    # Structures.
    "CUDA_ARRAY3D_DESCRIPTOR": "HIP_ARRAY3D_DESCRIPTOR",
    "CUDA_ARRAY_DESCRIPTOR": "HIP_ARRAY_DESCRIPTOR",
    "CUDA_BATCH_MEM_OP_NODE_PARAMS": "hipBatchMemOpNodeParams",
    "CUDA_EXTERNAL_MEMORY_BUFFER_DESC": "hipExternalMemoryBufferDesc",
    "CUDA_EXTERNAL_MEMORY_HANDLE_DESC": "hipExternalMemoryHandleDesc",
    "CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC": "hipExternalSemaphoreHandleDesc",
    "CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS": "hipExternalSemaphoreSignalParams",
    "CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS": "hipExternalSemaphoreWaitParams",
    "CUDA_HOST_NODE_PARAMS": "hipHostNodeParams",
    "CUDA_MEM_ALLOC_NODE_PARAMS": "hipMemAllocNodeParams",
    "CUDA_RESOURCE_DESC": "HIP_RESOURCE_DESC",
    "CUDA_RESOURCE_VIEW_DESC": "HIP_RESOURCE_VIEW_DESC",
    "CUDA_TEXTURE_DESC": "HIP_TEXTURE_DESC",
    "CUipcEventHandle": "hipIpcEventHandle_t",
    "CUipcMemHandle": "hipIpcMemHandle_t",
    "CUkernelNodeAttrID": "hipLaunchAttributeID",
    "CUkernelNodeAttrValue": "hipLaunchAttributeValue",
    "CUlaunchAttribute": "hipLaunchAttribute",
    "CUlaunchConfig": "HIP_LAUNCH_CONFIG",
    "CUmemAccessDesc": "hipMemAccessDesc",
    "CUmemAllocationProp": "hipMemAllocationProp",
    "CUmemLocation": "hipMemLocation",
    "CUmemPoolProps": "hipMemPoolProps",
    "CUmemPoolPtrExportData": "hipMemPoolPtrExportData",
    "CUstreamAttrID": "hipLaunchAttributeID",
    "CUstreamAttrValue": "hipLaunchAttributeValue",
    "CUstreamBatchMemOpParams": "hipStreamBatchMemOpParams",
    "CUuuid": "hipUUID",
}

# Enumerations that the bridge only hands through, or of which it needs no names.
PLAIN_ENUMS: tuple[str, ...] = ("CUmoduleLoadingMode",)

# Function types and structures that are only handed through.
DECLARATIONS: tuple[str, ...] = (
    "using CUoccupancyB2DSize = size_t (*)(int);",
    "struct CUctxCreateParams;",
    "struct CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC;",
)

_SIDE_2D = (
    "size_t {0}XInBytes; size_t {0}Y; CUmemorytype {0}MemoryType; {1}void* {0}Host; CUdeviceptr {0}Device; "
    "CUarray {0}Array; size_t {0}Pitch;"
)
_SIDE_3D = (
    "size_t {0}XInBytes; size_t {0}Y; size_t {0}Z; size_t {0}LOD; CUmemorytype {0}MemoryType; {1}void* {0}Host; "
    "CUdeviceptr {0}Device; CUarray {0}Array; {2} {0}{3}; size_t {0}Pitch; size_t {0}Height;"
)

STRUCTS: tuple[Struct, ...] = (
    struct(
        "struct",
        "CUDA_MEMCPY2D",
        "",
        128,
        _SIDE_2D.format("src", "const "),
        _SIDE_2D.format("dst", ""),
        "size_t WidthInBytes; size_t Height;",
    ),
    struct(
        "struct",
        "CUDA_MEMCPY3D",
        "",
        200,
        _SIDE_3D.format("src", "const ", "void*", "Reserved"),
        _SIDE_3D.format("dst", "", "void*", "Reserved"),
        "size_t WidthInBytes; size_t Height; size_t Depth;",
    ),
    struct(
        "struct",
        "CUDA_MEMCPY3D_PEER",
        "",
        200,
        _SIDE_3D.format("src", "const ", "CUcontext", "Context"),
        _SIDE_3D.format("dst", "", "CUcontext", "Context"),
        "size_t WidthInBytes; size_t Height; size_t Depth;",
    ),
    struct(
        "struct",
        "CUDA_KERNEL_NODE_PARAMS",
        "",
        72,
        "CUfunction func; unsigned int gridDimX; unsigned int gridDimY; unsigned int gridDimZ;",
        "unsigned int blockDimX; unsigned int blockDimY; unsigned int blockDimZ; unsigned int sharedMemBytes;",
        "void** kernelParams; void** extra; CUkernel kern; CUcontext ctx;",
    ),
    struct(
        "struct",
        "CUDA_MEMSET_NODE_PARAMS",
        "",
        40,
        "CUdeviceptr dst; size_t pitch; unsigned int value; unsigned int elementSize; size_t width; size_t height;",
    ),
    struct(
        "struct",
        "CUDA_GRAPH_INSTANTIATE_PARAMS",
        "",
        32,
        "uint64_t flags; CUstream hUploadStream; CUgraphNode hErrNode_out; CUgraphInstantiateResult result_out;",
    ),
    struct(
        "struct",
        "CUgraphEdgeData",
        "",
        8,
        "unsigned char from_port; unsigned char to_port; unsigned char type; unsigned char reserved[5];",
    ),
    struct(
        "struct",
        "CUgraphExecUpdateResultInfo",
        "",
        24,
        "CUgraphExecUpdateResult result; CUgraphNode errorNode; CUgraphNode errorFromNode;",
    ),
)
