"""HIP's structures: member declarations and sizes of the HIP 7 ABI on x86-64 (facts of the interface).

Each entry is (keyword, tag, typedef names, size in bytes, members as C text). `layout` gives the offsets of the simple ones.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from hrr.api import enums


@dataclass(frozen=True)
class Struct:
    """One C structure or union."""

    keyword: str
    tag: str
    typedefs: tuple[str, ...]
    size: int
    members: tuple[str, ...]


@dataclass(frozen=True)
class Member:
    """A member with its place: ``offset`` and ``size`` in bytes, ``ctype`` as declared, ``nested`` a structure name or ""."""

    name: str
    ctype: str
    offset: int
    size: int
    nested: str


def _struct(keyword: str, tag: str, typedefs: str, size: int, *members: str) -> Struct:
    return Struct(keyword, tag, tuple(typedefs.split()), size, members)


STRUCTS: tuple[Struct, ...] = (
    _struct(
        "struct",
        "hipDeviceArch_t",
        "hipDeviceArch_t",
        4,
        "unsigned int hasGlobalInt32Atomics : 1; unsigned int hasGlobalFloatAtomicExch : 1;",
        "unsigned int hasSharedInt32Atomics : 1; unsigned int hasSharedFloatAtomicExch : 1;",
        "unsigned int hasFloatAtomicAdd : 1; unsigned int hasGlobalInt64Atomics : 1;",
        "unsigned int hasSharedInt64Atomics : 1; unsigned int hasDoubles : 1; unsigned int hasWarpVote : 1;",
        "unsigned int hasWarpBallot : 1; unsigned int hasWarpShuffle : 1; unsigned int hasFunnelShift : 1;",
        "unsigned int hasThreadFenceSystem : 1; unsigned int hasSyncThreadsExt : 1;",
        "unsigned int hasSurfaceFuncs : 1; unsigned int has3dGrid : 1; unsigned int hasDynamicParallelism : 1;",
    ),
    _struct(
        "struct",
        "hipUUID_t",
        "hipUUID",
        16,
        "char bytes[16];",
    ),
    _struct(
        "struct",
        "hipDeviceProp_tR0600",
        "hipDeviceProp_tR0600",
        1472,
        "char name[256]; hipUUID uuid; char luid[8]; unsigned int luidDeviceNodeMask; size_t totalGlobalMem;",
        "size_t sharedMemPerBlock; int regsPerBlock; int warpSize; size_t memPitch; int maxThreadsPerBlock;",
        "int maxThreadsDim[3]; int maxGridSize[3]; int clockRate; size_t totalConstMem; int major; int minor;",
        "size_t textureAlignment; size_t texturePitchAlignment; int deviceOverlap; int multiProcessorCount;",
        "int kernelExecTimeoutEnabled; int integrated; int canMapHostMemory; int computeMode; int maxTexture1D;",
        "int maxTexture1DMipmap; int maxTexture1DLinear; int maxTexture2D[2]; int maxTexture2DMipmap[2];",
        "int maxTexture2DLinear[3]; int maxTexture2DGather[2]; int maxTexture3D[3]; int maxTexture3DAlt[3];",
        "int maxTextureCubemap; int maxTexture1DLayered[2]; int maxTexture2DLayered[3];",
        "int maxTextureCubemapLayered[2]; int maxSurface1D; int maxSurface2D[2]; int maxSurface3D[3];",
        "int maxSurface1DLayered[2]; int maxSurface2DLayered[3]; int maxSurfaceCubemap;",
        "int maxSurfaceCubemapLayered[2]; size_t surfaceAlignment; int concurrentKernels; int ECCEnabled;",
        "int pciBusID; int pciDeviceID; int pciDomainID; int tccDriver; int asyncEngineCount;",
        "int unifiedAddressing; int memoryClockRate; int memoryBusWidth; int l2CacheSize;",
        "int persistingL2CacheMaxSize; int maxThreadsPerMultiProcessor; int streamPrioritiesSupported;",
        "int globalL1CacheSupported; int localL1CacheSupported; size_t sharedMemPerMultiprocessor;",
        "int regsPerMultiprocessor; int managedMemory; int isMultiGpuBoard; int multiGpuBoardGroupID;",
        "int hostNativeAtomicSupported; int singleToDoublePrecisionPerfRatio; int pageableMemoryAccess;",
        "int concurrentManagedAccess; int computePreemptionSupported; int canUseHostPointerForRegisteredMem;",
        "int cooperativeLaunch; int cooperativeMultiDeviceLaunch; size_t sharedMemPerBlockOptin;",
        "int pageableMemoryAccessUsesHostPageTables; int directManagedMemAccessFromHost;",
        "int maxBlocksPerMultiProcessor; int accessPolicyMaxWindowSize; size_t reservedSharedMemPerBlock;",
        "int hostRegisterSupported; int sparseHipArraySupported; int hostRegisterReadOnlySupported;",
        "int timelineSemaphoreInteropSupported; int memoryPoolsSupported; int gpuDirectRDMASupported;",
        "unsigned int gpuDirectRDMAFlushWritesOptions; int gpuDirectRDMAWritesOrdering;",
        "unsigned int memoryPoolSupportedHandleTypes; int deferredMappingHipArraySupported;",
        "int ipcEventSupported; int clusterLaunch; int unifiedFunctionPointers; int reserved[63];",
        "int hipReserved[32]; char gcnArchName[256]; size_t maxSharedMemoryPerMultiProcessor;",
        "int clockInstructionRate; hipDeviceArch_t arch; unsigned int* hdpMemFlushCntl;",
        "unsigned int* hdpRegFlushCntl; int cooperativeMultiDeviceUnmatchedFunc;",
        "int cooperativeMultiDeviceUnmatchedGridDim; int cooperativeMultiDeviceUnmatchedBlockDim;",
        "int cooperativeMultiDeviceUnmatchedSharedMem; int isLargeBar; int asicRevision;",
    ),
    _struct(
        "struct",
        "hipDeviceProp_tR0000",
        "hipDeviceProp_tR0000",
        792,
        "char name[256]; size_t totalGlobalMem; size_t sharedMemPerBlock; int regsPerBlock; int warpSize;",
        "int maxThreadsPerBlock; int maxThreadsDim[3]; int maxGridSize[3]; int clockRate; int memoryClockRate;",
        "int memoryBusWidth; size_t totalConstMem; int major; int minor; int multiProcessorCount;",
        "int l2CacheSize; int maxThreadsPerMultiProcessor; int computeMode; int clockInstructionRate;",
        "hipDeviceArch_t arch; int concurrentKernels; int pciDomainID; int pciBusID; int pciDeviceID;",
        "size_t maxSharedMemoryPerMultiProcessor; int isMultiGpuBoard; int canMapHostMemory; int gcnArch;",
        "char gcnArchName[256]; int integrated; int cooperativeLaunch; int cooperativeMultiDeviceLaunch;",
        "int maxTexture1DLinear; int maxTexture1D; int maxTexture2D[2]; int maxTexture3D[3];",
        "unsigned int* hdpMemFlushCntl; unsigned int* hdpRegFlushCntl; size_t memPitch; size_t textureAlignment;",
        "size_t texturePitchAlignment; int kernelExecTimeoutEnabled; int ECCEnabled; int tccDriver;",
        "int cooperativeMultiDeviceUnmatchedFunc; int cooperativeMultiDeviceUnmatchedGridDim;",
        "int cooperativeMultiDeviceUnmatchedBlockDim; int cooperativeMultiDeviceUnmatchedSharedMem;",
        "int isLargeBar; int asicRevision; int managedMemory; int directManagedMemAccessFromHost;",
        "int concurrentManagedAccess; int pageableMemoryAccess; int pageableMemoryAccessUsesHostPageTables;",
    ),
    _struct(
        "struct",
        "hipPointerAttribute_t",
        "hipPointerAttribute_t",
        32,
        "enum hipMemoryType type; int device; void* devicePointer; void* hostPointer; int isManaged;",
        "unsigned int allocationFlags;",
    ),
    _struct(
        "struct",
        "hipChannelFormatDesc",
        "hipChannelFormatDesc",
        20,
        "int x; int y; int z; int w; enum hipChannelFormatKind f;",
    ),
    _struct(
        "struct",
        "HIP_ARRAY_DESCRIPTOR",
        "HIP_ARRAY_DESCRIPTOR",
        24,
        "size_t Width; size_t Height; enum hipArray_Format Format; unsigned int NumChannels;",
    ),
    _struct(
        "struct",
        "HIP_ARRAY3D_DESCRIPTOR",
        "HIP_ARRAY3D_DESCRIPTOR",
        40,
        "size_t Width; size_t Height; size_t Depth; enum hipArray_Format Format; unsigned int NumChannels;",
        "unsigned int Flags;",
    ),
    _struct(
        "struct",
        "hip_Memcpy2D",
        "hip_Memcpy2D",
        128,
        "size_t srcXInBytes; size_t srcY; hipMemoryType srcMemoryType; const void* srcHost;",
        "hipDeviceptr_t srcDevice; hipArray_t srcArray; size_t srcPitch; size_t dstXInBytes; size_t dstY;",
        "hipMemoryType dstMemoryType; void* dstHost; hipDeviceptr_t dstDevice; hipArray_t dstArray;",
        "size_t dstPitch; size_t WidthInBytes; size_t Height;",
    ),
    _struct(
        "struct",
        "hipMipmappedArray",
        "hipMipmappedArray",
        64,
        "void* data; struct hipChannelFormatDesc desc; unsigned int type; unsigned int width;",
        "unsigned int height; unsigned int depth; unsigned int min_mipmap_level; unsigned int max_mipmap_level;",
        "unsigned int flags; enum hipArray_Format format; unsigned int num_channels;",
    ),
    _struct(
        "struct",
        "HIP_TEXTURE_DESC_st",
        "HIP_TEXTURE_DESC",
        104,
        "HIPaddress_mode addressMode[3]; HIPfilter_mode filterMode; unsigned int flags;",
        "unsigned int maxAnisotropy; HIPfilter_mode mipmapFilterMode; float mipmapLevelBias;",
        "float minMipmapLevelClamp; float maxMipmapLevelClamp; float borderColor[4]; int reserved[12];",
    ),
    _struct(
        "struct",
        "hipResourceDesc",
        "hipResourceDesc",
        64,
        "enum hipResourceType resType;",
        "union { struct { hipArray_t array; } array; struct { hipMipmappedArray_t mipmap; } mipmap; struct { "
        "void* devPtr; struct hipChannelFormatDesc desc; size_t sizeInBytes; } linear; struct { void* devPtr; "
        "struct hipChannelFormatDesc desc; size_t width; size_t height; size_t pitchInBytes; } pitch2D; } res;",
    ),
    _struct(
        "struct",
        "HIP_RESOURCE_DESC_st",
        "HIP_RESOURCE_DESC",
        144,
        "HIPresourcetype resType;",
        "union { struct { hipArray_t hArray; } array; struct { hipMipmappedArray_t hMipmappedArray; } mipmap; "
        "struct { hipDeviceptr_t devPtr; hipArray_Format format; unsigned int numChannels; size_t sizeInBytes; } "
        "linear; struct { hipDeviceptr_t devPtr; hipArray_Format format; unsigned int numChannels; size_t width; "
        "size_t height; size_t pitchInBytes; } pitch2D; struct { int reserved[32]; } reserved; } res;",
        "unsigned int flags;",
    ),
    _struct(
        "struct",
        "hipResourceViewDesc",
        "",
        48,
        "enum hipResourceViewFormat format; size_t width; size_t height; size_t depth;",
        "unsigned int firstMipmapLevel; unsigned int lastMipmapLevel; unsigned int firstLayer;",
        "unsigned int lastLayer;",
    ),
    _struct(
        "struct",
        "HIP_RESOURCE_VIEW_DESC_st",
        "HIP_RESOURCE_VIEW_DESC",
        112,
        "HIPresourceViewFormat format; size_t width; size_t height; size_t depth; unsigned int firstMipmapLevel;",
        "unsigned int lastMipmapLevel; unsigned int firstLayer; unsigned int lastLayer;",
        "unsigned int reserved[16];",
    ),
    _struct(
        "struct",
        "hipPitchedPtr",
        "hipPitchedPtr",
        32,
        "void* ptr; size_t pitch; size_t xsize; size_t ysize;",
    ),
    _struct(
        "struct",
        "hipExtent",
        "hipExtent",
        24,
        "size_t width; size_t height; size_t depth;",
    ),
    _struct(
        "struct",
        "hipPos",
        "hipPos",
        24,
        "size_t x; size_t y; size_t z;",
    ),
    _struct(
        "struct",
        "hipMemcpy3DParms",
        "hipMemcpy3DParms",
        160,
        "hipArray_t srcArray; struct hipPos srcPos; struct hipPitchedPtr srcPtr; hipArray_t dstArray;",
        "struct hipPos dstPos; struct hipPitchedPtr dstPtr; struct hipExtent extent; enum hipMemcpyKind kind;",
    ),
    _struct(
        "struct",
        "HIP_MEMCPY3D",
        "HIP_MEMCPY3D",
        184,
        "size_t srcXInBytes; size_t srcY; size_t srcZ; size_t srcLOD; hipMemoryType srcMemoryType;",
        "const void* srcHost; hipDeviceptr_t srcDevice; hipArray_t srcArray; size_t srcPitch; size_t srcHeight;",
        "size_t dstXInBytes; size_t dstY; size_t dstZ; size_t dstLOD; hipMemoryType dstMemoryType; void* dstHost;",
        "hipDeviceptr_t dstDevice; hipArray_t dstArray; size_t dstPitch; size_t dstHeight; size_t WidthInBytes;",
        "size_t Height; size_t Depth;",
    ),
    _struct(
        "struct",
        "hipMemLocation",
        "hipMemLocation",
        8,
        "hipMemLocationType type; int id;",
    ),
    _struct(
        "struct",
        "hipMemcpyAttributes",
        "hipMemcpyAttributes",
        24,
        "hipMemcpySrcAccessOrder srcAccessOrder; hipMemLocation srcLocHint; hipMemLocation dstLocHint;",
        "unsigned int flags;",
    ),
    _struct(
        "struct",
        "hipOffset3D",
        "hipOffset3D",
        24,
        "size_t x; size_t y; size_t z;",
    ),
    _struct(
        "struct",
        "hipMemcpy3DOperand",
        "hipMemcpy3DOperand",
        40,
        "hipMemcpy3DOperandType type;",
        "union { struct { void* ptr; size_t rowLength; size_t layerHeight; hipMemLocation locHint; } ptr; struct "
        "{ hipArray_t array; hipOffset3D offset; } array; } op;",
    ),
    _struct(
        "struct",
        "hipMemcpy3DBatchOp",
        "hipMemcpy3DBatchOp",
        112,
        "hipMemcpy3DOperand src; hipMemcpy3DOperand dst; hipExtent extent;",
        "hipMemcpySrcAccessOrder srcAccessOrder; unsigned int flags;",
    ),
    _struct(
        "struct",
        "hipMemcpy3DPeerParms",
        "hipMemcpy3DPeerParms",
        168,
        "hipArray_t srcArray; hipPos srcPos; hipPitchedPtr srcPtr; int srcDevice; hipArray_t dstArray;",
        "hipPos dstPos; hipPitchedPtr dstPtr; int dstDevice; hipExtent extent;",
    ),
    _struct(
        "struct",
        "textureReference",
        "textureReference",
        88,
        "int normalized; enum hipTextureReadMode readMode; enum hipTextureFilterMode filterMode;",
        "enum hipTextureAddressMode addressMode[3]; struct hipChannelFormatDesc channelDesc; int sRGB;",
        "unsigned int maxAnisotropy; enum hipTextureFilterMode mipmapFilterMode; float mipmapLevelBias;",
        "float minMipmapLevelClamp; float maxMipmapLevelClamp; hipTextureObject_t textureObject; int numChannels;",
        "enum hipArray_Format format;",
    ),
    _struct(
        "struct",
        "hipTextureDesc",
        "hipTextureDesc",
        64,
        "enum hipTextureAddressMode addressMode[3]; enum hipTextureFilterMode filterMode;",
        "enum hipTextureReadMode readMode; int sRGB; float borderColor[4]; int normalizedCoords;",
        "unsigned int maxAnisotropy; enum hipTextureFilterMode mipmapFilterMode; float mipmapLevelBias;",
        "float minMipmapLevelClamp; float maxMipmapLevelClamp;",
    ),
    _struct(
        "struct",
        "surfaceReference",
        "",
        8,
        "hipSurfaceObject_t surfaceObject;",
    ),
    _struct(
        "struct",
        "hipIpcMemHandle_st",
        "hipIpcMemHandle_t",
        64,
        "char reserved[64];",
    ),
    _struct(
        "struct",
        "hipIpcEventHandle_st",
        "hipIpcEventHandle_t",
        64,
        "char reserved[64];",
    ),
    _struct(
        "struct",
        "hipFuncAttributes",
        "hipFuncAttributes",
        56,
        "int binaryVersion; int cacheModeCA; size_t constSizeBytes; size_t localSizeBytes;",
        "int maxDynamicSharedSizeBytes; int maxThreadsPerBlock; int numRegs; int preferredShmemCarveout;",
        "int ptxVersion; size_t sharedSizeBytes;",
    ),
    _struct(
        "union",
        "hipStreamBatchMemOpParams_union",
        "hipStreamBatchMemOpParams",
        48,
        "hipStreamBatchMemOpType operation;",
        "struct hipStreamMemOpWaitValueParams_t { hipStreamBatchMemOpType operation; hipDeviceptr_t address; "
        "union { uint32_t value; uint64_t value64; }; unsigned int flags; hipDeviceptr_t alias; } waitValue;",
        "struct hipStreamMemOpWriteValueParams_t { hipStreamBatchMemOpType operation; hipDeviceptr_t address; "
        "union { uint32_t value; uint64_t value64; }; unsigned int flags; hipDeviceptr_t alias; } writeValue;",
        "struct hipStreamMemOpFlushRemoteWritesParams_t { hipStreamBatchMemOpType operation; unsigned int flags; "
        "} flushRemoteWrites;",
        "struct hipStreamMemOpMemoryBarrierParams_t { hipStreamBatchMemOpType operation; unsigned int flags; } "
        "memoryBarrier;",
        "uint64_t pad[6];",
    ),
    _struct(
        "struct",
        "hipBatchMemOpNodeParams",
        "hipBatchMemOpNodeParams",
        32,
        "hipCtx_t ctx; unsigned int count; hipStreamBatchMemOpParams* paramArray; unsigned int flags;",
    ),
    _struct(
        "struct",
        "hipMemAccessDesc",
        "hipMemAccessDesc",
        12,
        "hipMemLocation location; hipMemAccessFlags flags;",
    ),
    _struct(
        "struct",
        "hipMemPoolProps",
        "hipMemPoolProps",
        88,
        "hipMemAllocationType allocType; hipMemAllocationHandleType handleTypes; hipMemLocation location;",
        "void* win32SecurityAttributes; size_t maxSize; unsigned char reserved[56];",
    ),
    _struct(
        "struct",
        "hipMemPoolPtrExportData",
        "hipMemPoolPtrExportData",
        64,
        "unsigned char reserved[64];",
    ),
    _struct(
        "struct",
        "dim3",
        "dim3",
        12,
        "uint32_t x; uint32_t y; uint32_t z;",
    ),
    _struct(
        "struct",
        "hipLaunchParams_t",
        "hipLaunchParams",
        56,
        "void* func; dim3 gridDim; dim3 blockDim; void** args; size_t sharedMem; hipStream_t stream;",
    ),
    _struct(
        "struct",
        "hipFunctionLaunchParams_t",
        "hipFunctionLaunchParams",
        56,
        "hipFunction_t function; unsigned int gridDimX; unsigned int gridDimY; unsigned int gridDimZ;",
        "unsigned int blockDimX; unsigned int blockDimY; unsigned int blockDimZ; unsigned int sharedMemBytes;",
        "hipStream_t hStream; void** kernelParams;",
    ),
    _struct(
        "struct",
        "hipExternalMemoryHandleDesc_st",
        "hipExternalMemoryHandleDesc",
        104,
        "hipExternalMemoryHandleType type;",
        "union { int fd; struct { void* handle; const void* name; } win32; const void* nvSciBufObject; } handle;",
        "unsigned long long size; unsigned int flags; unsigned int reserved[16];",
    ),
    _struct(
        "struct",
        "hipExternalMemoryBufferDesc_st",
        "hipExternalMemoryBufferDesc",
        88,
        "unsigned long long offset; unsigned long long size; unsigned int flags; unsigned int reserved[16];",
    ),
    _struct(
        "struct",
        "hipExternalMemoryMipmappedArrayDesc_st",
        "hipExternalMemoryMipmappedArrayDesc",
        64,
        "unsigned long long offset; hipChannelFormatDesc formatDesc; hipExtent extent; unsigned int flags;",
        "unsigned int numLevels;",
    ),
    _struct(
        "struct",
        "hipExternalSemaphoreHandleDesc_st",
        "hipExternalSemaphoreHandleDesc",
        96,
        "hipExternalSemaphoreHandleType type;",
        "union { int fd; struct { void* handle; const void* name; } win32; const void* NvSciSyncObj; } handle;",
        "unsigned int flags; unsigned int reserved[16];",
    ),
    _struct(
        "struct",
        "hipExternalSemaphoreSignalParams_st",
        "hipExternalSemaphoreSignalParams",
        144,
        "struct { struct { unsigned long long value; } fence; union { void* fence; unsigned long long reserved; } "
        "nvSciSync; struct { unsigned long long key; } keyedMutex; unsigned int reserved[12]; } params;",
        "unsigned int flags; unsigned int reserved[16];",
    ),
    _struct(
        "struct",
        "hipExternalSemaphoreWaitParams_st",
        "hipExternalSemaphoreWaitParams",
        144,
        "struct { struct { unsigned long long value; } fence; union { void* fence; unsigned long long reserved; } "
        "nvSciSync; struct { unsigned long long key; unsigned int timeoutMs; } keyedMutex; unsigned int "
        "reserved[10]; } params;",
        "unsigned int flags; unsigned int reserved[16];",
    ),
    _struct(
        "struct",
        "hipHostNodeParams",
        "hipHostNodeParams",
        16,
        "hipHostFn_t fn; void* userData;",
    ),
    _struct(
        "struct",
        "hipKernelNodeParams",
        "hipKernelNodeParams",
        64,
        "dim3 blockDim; void** extra; void* func; dim3 gridDim; void** kernelParams; unsigned int sharedMemBytes;",
    ),
    _struct(
        "struct",
        "hipMemsetParams",
        "hipMemsetParams",
        48,
        "void* dst; unsigned int elementSize; size_t height; size_t pitch; unsigned int value; size_t width;",
    ),
    _struct(
        "struct",
        "hipMemAllocNodeParams",
        "hipMemAllocNodeParams",
        120,
        "hipMemPoolProps poolProps; const hipMemAccessDesc* accessDescs; size_t accessDescCount; size_t bytesize;",
        "void* dptr;",
    ),
    _struct(
        "struct",
        "hipAccessPolicyWindow",
        "hipAccessPolicyWindow",
        32,
        "void* base_ptr; hipAccessProperty hitProp; float hitRatio; hipAccessProperty missProp; size_t num_bytes;",
    ),
    _struct(
        "struct",
        "hipLaunchMemSyncDomainMap",
        "hipLaunchMemSyncDomainMap",
        2,
        "unsigned char default_; unsigned char remote;",
    ),
    _struct(
        "union",
        "hipLaunchAttributeValue",
        "hipLaunchAttributeValue",
        64,
        "char pad[64]; hipAccessPolicyWindow accessPolicyWindow; int cooperative; int priority;",
        "hipSynchronizationPolicy syncPolicy; hipLaunchMemSyncDomainMap memSyncDomainMap;",
        "hipLaunchMemSyncDomain memSyncDomain;",
    ),
    _struct(
        "struct",
        "hipGraphInstantiateParams",
        "hipGraphInstantiateParams",
        32,
        "hipGraphNode_t errNode_out; unsigned long long flags; hipGraphInstantiateResult result_out;",
        "hipStream_t uploadStream;",
    ),
    _struct(
        "struct",
        "hipMemAllocationProp",
        "hipMemAllocationProp",
        32,
        "hipMemAllocationType type;",
        "union { hipMemAllocationHandleType requestedHandleType; hipMemAllocationHandleType requestedHandleTypes; };",
        "hipMemLocation location; void* win32HandleMetaData;",
        "struct { unsigned char compressionType; unsigned char gpuDirectRDMACapable; unsigned short usage; } "
        "allocFlags;",
    ),
    _struct(
        "struct",
        "hipExternalSemaphoreSignalNodeParams",
        "hipExternalSemaphoreSignalNodeParams",
        24,
        "hipExternalSemaphore_t* extSemArray; const hipExternalSemaphoreSignalParams* paramsArray;",
        "unsigned int numExtSems;",
    ),
    _struct(
        "struct",
        "hipExternalSemaphoreWaitNodeParams",
        "hipExternalSemaphoreWaitNodeParams",
        24,
        "hipExternalSemaphore_t* extSemArray; const hipExternalSemaphoreWaitParams* paramsArray;",
        "unsigned int numExtSems;",
    ),
    _struct(
        "struct",
        "hipArrayMapInfo",
        "hipArrayMapInfo",
        152,
        "hipResourceType resourceType; union { hipMipmappedArray mipmap; hipArray_t array; } resource;",
        "hipArraySparseSubresourceType subresourceType;",
        "union { struct { unsigned int level; unsigned int layer; unsigned int offsetX; unsigned int offsetY; "
        "unsigned int offsetZ; unsigned int extentWidth; unsigned int extentHeight; unsigned int extentDepth; } "
        "sparseLevel; struct { unsigned int layer; unsigned long long offset; unsigned long long size; } miptail; "
        "} subresource;",
        "hipMemOperationType memOperationType; hipMemHandleType memHandleType;",
        "union { hipMemGenericAllocationHandle_t memHandle; } memHandle; unsigned long long offset;",
        "unsigned int deviceBitMask; unsigned int flags; unsigned int reserved[2];",
    ),
    _struct(
        "struct",
        "hipMemcpyNodeParams",
        "hipMemcpyNodeParams",
        176,
        "int flags; int reserved[3]; hipMemcpy3DParms copyParams;",
    ),
    _struct(
        "struct",
        "hipChildGraphNodeParams",
        "hipChildGraphNodeParams",
        8,
        "hipGraph_t graph;",
    ),
    _struct(
        "struct",
        "hipEventWaitNodeParams",
        "hipEventWaitNodeParams",
        8,
        "hipEvent_t event;",
    ),
    _struct(
        "struct",
        "hipEventRecordNodeParams",
        "hipEventRecordNodeParams",
        8,
        "hipEvent_t event;",
    ),
    _struct(
        "struct",
        "hipMemFreeNodeParams",
        "hipMemFreeNodeParams",
        8,
        "void* dptr;",
    ),
    _struct(
        "struct",
        "hipGraphNodeParams",
        "hipGraphNodeParams",
        256,
        "hipGraphNodeType type; int reserved0[3];",
        "union { long long reserved1[29]; hipKernelNodeParams kernel; hipMemcpyNodeParams memcpy; hipMemsetParams "
        "memset; hipHostNodeParams host; hipChildGraphNodeParams graph; hipEventWaitNodeParams eventWait; "
        "hipEventRecordNodeParams eventRecord; hipExternalSemaphoreSignalNodeParams extSemSignal; "
        "hipExternalSemaphoreWaitNodeParams extSemWait; hipMemAllocNodeParams alloc; hipMemFreeNodeParams free; "
        "};",
        "long long reserved2;",
    ),
    _struct(
        "struct",
        "hipGraphEdgeData",
        "hipGraphEdgeData",
        8,
        "unsigned char from_port; unsigned char reserved[5]; unsigned char to_port; unsigned char type;",
    ),
    _struct(
        "struct",
        "hipLaunchAttribute_st",
        "hipLaunchAttribute",
        72,
        "hipLaunchAttributeID id; char pad[4];",
        "union { hipLaunchAttributeValue val; hipLaunchAttributeValue value; };",
    ),
    _struct(
        "struct",
        "hipLaunchConfig_st",
        "hipLaunchConfig_t",
        56,
        "dim3 gridDim; dim3 blockDim; size_t dynamicSmemBytes; hipStream_t stream; hipLaunchAttribute* attrs;",
        "unsigned int numAttrs;",
    ),
    _struct(
        "struct",
        "HIP_LAUNCH_CONFIG_st",
        "HIP_LAUNCH_CONFIG",
        56,
        "unsigned int gridDimX; unsigned int gridDimY; unsigned int gridDimZ; unsigned int blockDimX;",
        "unsigned int blockDimY; unsigned int blockDimZ; unsigned int sharedMemBytes; hipStream_t hStream;",
        "hipLaunchAttribute* attrs; unsigned int numAttrs;",
    ),
)

BY_NAME: dict[str, Struct] = {name: struct for struct in STRUCTS for name in (struct.tag, *struct.typedefs) if name}

_SCALARS = {
    "char": 1,
    "unsigned char": 1,
    "unsigned short": 2,
    "int": 4,
    "unsigned int": 4,
    "uint32_t": 4,
    "float": 4,
    "size_t": 8,
    "uint64_t": 8,
    "unsigned long long": 8,
    "long long": 8,
}
_MEMBER = re.compile(
    r"^(?:struct |enum |const )*(?P<type>[\w ]+?)\s*(?P<stars>\**)\s*(?P<name>\w+)(?P<array>(?:\[\d+\])*)$"
)


def _place(ctype: str, stars: str) -> tuple[int, int, str]:
    """Size, alignment and nested structure name of one declared type."""
    if stars or ctype.endswith("_t") and ctype not in _SCALARS and ctype not in BY_NAME and ctype not in enums.BY_NAME:
        return 8, 8, ""
    if ctype in _SCALARS:
        return _SCALARS[ctype], _SCALARS[ctype], ""
    if ctype in enums.BY_NAME:
        return 4, 4, ""
    nested = layout(ctype)
    return BY_NAME[ctype].size, max(_alignment(member) for member in nested), ctype


def _alignment(member: Member) -> int:
    if member.nested:
        return max(_alignment(inner) for inner in layout(member.nested))
    return min(member.size, 8)


@cache
def layout(name: str) -> tuple[Member, ...]:
    """Members of a structure without unions, bit-fields or inner definitions, with their offsets.

    Raises ValueError for a structure that has any of those (none of them is reached by an API row's expressions).
    """
    struct = BY_NAME[name]
    placed: list[Member] = []
    end = 0
    for text in " ".join(struct.members).split(";"):
        if not text.strip():
            continue
        match = _MEMBER.match(text.strip())
        if match is None or struct.keyword != "struct":
            raise ValueError(f"{name}: no simple layout for '{text.strip()}'")
        size, align, nested = _place(match["type"], match["stars"])
        count = 1
        for dimension in re.findall(r"\d+", match["array"]):
            count *= int(dimension)
        offset = -(-end // align) * align
        placed.append(Member(match["name"], match["type"] + match["stars"], offset, size * count, nested))
        end = offset + size * count
    return tuple(placed)


def locate(name: str, path: str) -> Member:
    """The member that a dotted path reaches, with its offset from the start of structure ``name``."""
    head, _, rest = path.partition(".")
    for member in layout(name):
        if member.name == head:
            if not rest:
                return member
            inner = locate(member.nested, rest)
            return Member(path, inner.ctype, member.offset + inner.offset, inner.size, inner.nested)
    raise KeyError(f"{name} has no member '{head}'")
