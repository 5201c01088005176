"""Enumerations of copies, memory, streams and graphs. Facts of the interface, in the order of the HIP headers."""

from __future__ import annotations

from hrr.api.tables.shapes import Enum, enum

ENUMS: tuple[Enum, ...] = (
    enum(
        "hipMemcpyKind",
        "hipMemcpyKind",
        "hipMemcpyHostToHost=0 hipMemcpyHostToDevice=1 hipMemcpyDeviceToHost=2 hipMemcpyDeviceToDevice=3 "
        "hipMemcpyDefault=4 hipMemcpyDeviceToDeviceNoCU=1024",
    ),
    enum(
        "hipMemLocationType",
        "hipMemLocationType",
        "hipMemLocationTypeInvalid=0 hipMemLocationTypeNone=0 hipMemLocationTypeDevice=1 hipMemLocationTypeHost=2 "
        "hipMemLocationTypeHostNuma=3 hipMemLocationTypeHostNumaCurrent=4",
    ),
    enum(
        "hipMemcpyFlags",
        "hipMemcpyFlags",
        "hipMemcpyFlagDefault=0 hipMemcpyFlagPreferOverlapWithCompute=1",
    ),
    enum(
        "hipMemcpySrcAccessOrder",
        "hipMemcpySrcAccessOrder",
        "hipMemcpySrcAccessOrderInvalid=0 hipMemcpySrcAccessOrderStream=1 hipMemcpySrcAccessOrderDuringApiCall=2 "
        "hipMemcpySrcAccessOrderAny=3 hipMemcpySrcAccessOrderMax=2147483647",
    ),
    enum(
        "hipMemcpy3DOperandType",
        "hipMemcpy3DOperandType",
        "hipMemcpyOperandTypePointer=1 hipMemcpyOperandTypeArray=2 hipMemcpyOperandTypeMax=2147483647",
    ),
    enum(
        "hipFunction_attribute",
        "hipFunction_attribute",
        "HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK=0 HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES=1 "
        "HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES=2 HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES=3 HIP_FUNC_ATTRIBUTE_NUM_REGS=4 "
        "HIP_FUNC_ATTRIBUTE_PTX_VERSION=5 HIP_FUNC_ATTRIBUTE_BINARY_VERSION=6 HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA=7 "
        "HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES=8 HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT=9 "
        "HIP_FUNC_ATTRIBUTE_MAX=10",
    ),
    enum(
        "hipPointer_attribute",
        "hipPointer_attribute",
        "HIP_POINTER_ATTRIBUTE_CONTEXT=1 HIP_POINTER_ATTRIBUTE_MEMORY_TYPE=2 HIP_POINTER_ATTRIBUTE_DEVICE_POINTER=3 "
        "HIP_POINTER_ATTRIBUTE_HOST_POINTER=4 HIP_POINTER_ATTRIBUTE_P2P_TOKENS=5 "
        "HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS=6 HIP_POINTER_ATTRIBUTE_BUFFER_ID=7 HIP_POINTER_ATTRIBUTE_IS_MANAGED=8 "
        "HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL=9 HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE=10 "
        "HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR=11 HIP_POINTER_ATTRIBUTE_RANGE_SIZE=12 "
        "HIP_POINTER_ATTRIBUTE_MAPPED=13 HIP_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES=14 "
        "HIP_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE=15 HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS=16 "
        "HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE=17",
    ),
    enum(
        "hipTextureAddressMode",
        "",
        "hipAddressModeWrap=0 hipAddressModeClamp=1 hipAddressModeMirror=2 hipAddressModeBorder=3",
    ),
    enum(
        "hipTextureFilterMode",
        "",
        "hipFilterModePoint=0 hipFilterModeLinear=1",
    ),
    enum(
        "hipTextureReadMode",
        "",
        "hipReadModeElementType=0 hipReadModeNormalizedFloat=1",
    ),
    enum(
        "hipSurfaceBoundaryMode",
        "",
        "hipBoundaryModeZero=0 hipBoundaryModeTrap=1 hipBoundaryModeClamp=2",
    ),
    enum(
        "hipDeviceP2PAttr",
        "hipDeviceP2PAttr",
        "hipDevP2PAttrPerformanceRank=0 hipDevP2PAttrAccessSupported=1 hipDevP2PAttrNativeAtomicSupported=2 "
        "hipDevP2PAttrHipArrayAccessSupported=3",
    ),
    enum(
        "hipDriverEntryPointQueryResult",
        "hipDriverEntryPointQueryResult",
        "hipDriverEntryPointSuccess=0 hipDriverEntryPointSymbolNotFound=1 hipDriverEntryPointVersionNotSufficent=2",
    ),
    enum(
        "hipLimit_t",
        "",
        "hipLimitStackSize=0 hipLimitPrintfFifoSize=1 hipLimitMallocHeapSize=2 hipExtLimitScratchMin=4096 "
        "hipExtLimitScratchMax=4097 hipExtLimitScratchCurrent=4098 hipLimitRange=4099",
    ),
    enum(
        "hipStreamBatchMemOpType",
        "hipStreamBatchMemOpType",
        "hipStreamMemOpWaitValue32=1 hipStreamMemOpWriteValue32=2 hipStreamMemOpWaitValue64=4 "
        "hipStreamMemOpWriteValue64=5 hipStreamMemOpBarrier=6 hipStreamMemOpFlushRemoteWrites=3",
    ),
    enum(
        "hipMemoryAdvise",
        "hipMemoryAdvise",
        "hipMemAdviseSetReadMostly=1 hipMemAdviseUnsetReadMostly=2 hipMemAdviseSetPreferredLocation=3 "
        "hipMemAdviseUnsetPreferredLocation=4 hipMemAdviseSetAccessedBy=5 hipMemAdviseUnsetAccessedBy=6 "
        "hipMemAdviseSetCoarseGrain=100 hipMemAdviseUnsetCoarseGrain=101",
    ),
    enum(
        "hipMemRangeCoherencyMode",
        "hipMemRangeCoherencyMode",
        "hipMemRangeCoherencyModeFineGrain=0 hipMemRangeCoherencyModeCoarseGrain=1 "
        "hipMemRangeCoherencyModeIndeterminate=2",
    ),
    enum(
        "hipMemRangeAttribute",
        "hipMemRangeAttribute",
        "hipMemRangeAttributeReadMostly=1 hipMemRangeAttributePreferredLocation=2 hipMemRangeAttributeAccessedBy=3 "
        "hipMemRangeAttributeLastPrefetchLocation=4 hipMemRangeAttributeCoherencyMode=100",
    ),
    enum(
        "hipMemPoolAttr",
        "hipMemPoolAttr",
        "hipMemPoolReuseFollowEventDependencies=1 hipMemPoolReuseAllowOpportunistic=2 "
        "hipMemPoolReuseAllowInternalDependencies=3 hipMemPoolAttrReleaseThreshold=4 "
        "hipMemPoolAttrReservedMemCurrent=5 hipMemPoolAttrReservedMemHigh=6 hipMemPoolAttrUsedMemCurrent=7 "
        "hipMemPoolAttrUsedMemHigh=8",
    ),
    enum(
        "hipMemAccessFlags",
        "hipMemAccessFlags",
        "hipMemAccessFlagsProtNone=0 hipMemAccessFlagsProtRead=1 hipMemAccessFlagsProtReadWrite=3",
    ),
    enum(
        "hipMemAllocationType",
        "hipMemAllocationType",
        "hipMemAllocationTypeInvalid=0 hipMemAllocationTypePinned=1 hipMemAllocationTypeUncached=1073741824 "
        "hipMemAllocationTypeMax=2147483647",
    ),
    enum(
        "hipMemAllocationHandleType",
        "hipMemAllocationHandleType",
        "hipMemHandleTypeNone=0 hipMemHandleTypePosixFileDescriptor=1 hipMemHandleTypeWin32=2 "
        "hipMemHandleTypeWin32Kmt=4",
    ),
    enum(
        "hipFuncAttribute",
        "hipFuncAttribute",
        "hipFuncAttributeMaxDynamicSharedMemorySize=8 hipFuncAttributePreferredSharedMemoryCarveout=9 "
        "hipFuncAttributeMax=10",
    ),
    enum(
        "hipFuncCache_t",
        "hipFuncCache_t",
        "hipFuncCachePreferNone=0 hipFuncCachePreferShared=1 hipFuncCachePreferL1=2 hipFuncCachePreferEqual=3",
    ),
    enum(
        "hipSharedMemConfig",
        "hipSharedMemConfig",
        "hipSharedMemBankSizeDefault=0 hipSharedMemBankSizeFourByte=1 hipSharedMemBankSizeEightByte=2",
    ),
    enum(
        "hipExternalMemoryHandleType_enum",
        "hipExternalMemoryHandleType",
        "hipExternalMemoryHandleTypeOpaqueFd=1 hipExternalMemoryHandleTypeOpaqueWin32=2 "
        "hipExternalMemoryHandleTypeOpaqueWin32Kmt=3 hipExternalMemoryHandleTypeD3D12Heap=4 "
        "hipExternalMemoryHandleTypeD3D12Resource=5 hipExternalMemoryHandleTypeD3D11Resource=6 "
        "hipExternalMemoryHandleTypeD3D11ResourceKmt=7 hipExternalMemoryHandleTypeNvSciBuf=8",
    ),
    enum(
        "hipExternalSemaphoreHandleType_enum",
        "hipExternalSemaphoreHandleType",
        "hipExternalSemaphoreHandleTypeOpaqueFd=1 hipExternalSemaphoreHandleTypeOpaqueWin32=2 "
        "hipExternalSemaphoreHandleTypeOpaqueWin32Kmt=3 hipExternalSemaphoreHandleTypeD3D12Fence=4 "
        "hipExternalSemaphoreHandleTypeD3D11Fence=5 hipExternalSemaphoreHandleTypeNvSciSync=6 "
        "hipExternalSemaphoreHandleTypeKeyedMutex=7 hipExternalSemaphoreHandleTypeKeyedMutexKmt=8 "
        "hipExternalSemaphoreHandleTypeTimelineSemaphoreFd=9 "
        "hipExternalSemaphoreHandleTypeTimelineSemaphoreWin32=10",
    ),
    enum(
        "hipGraphicsRegisterFlags",
        "hipGraphicsRegisterFlags",
        "hipGraphicsRegisterFlagsNone=0 hipGraphicsRegisterFlagsReadOnly=1 hipGraphicsRegisterFlagsWriteDiscard=2 "
        "hipGraphicsRegisterFlagsSurfaceLoadStore=4 hipGraphicsRegisterFlagsTextureGather=8",
    ),
    enum(
        "hipGraphNodeType",
        "hipGraphNodeType",
        "hipGraphNodeTypeKernel=0 hipGraphNodeTypeMemcpy=1 hipGraphNodeTypeMemset=2 hipGraphNodeTypeHost=3 "
        "hipGraphNodeTypeGraph=4 hipGraphNodeTypeEmpty=5 hipGraphNodeTypeWaitEvent=6 hipGraphNodeTypeEventRecord=7 "
        "hipGraphNodeTypeExtSemaphoreSignal=8 hipGraphNodeTypeExtSemaphoreWait=9 hipGraphNodeTypeMemAlloc=10 "
        "hipGraphNodeTypeMemFree=11 hipGraphNodeTypeMemcpyFromSymbol=12 hipGraphNodeTypeMemcpyToSymbol=13 "
        "hipGraphNodeTypeBatchMemOp=14 hipGraphNodeTypeCount=15",
    ),
    enum(
        "hipAccessProperty",
        "hipAccessProperty",
        "hipAccessPropertyNormal=0 hipAccessPropertyStreaming=1 hipAccessPropertyPersisting=2",
    ),
    enum(
        "hipLaunchMemSyncDomain",
        "hipLaunchMemSyncDomain",
        "hipLaunchMemSyncDomainDefault=0 hipLaunchMemSyncDomainRemote=1",
    ),
    enum(
        "hipSynchronizationPolicy",
        "hipSynchronizationPolicy",
        "hipSyncPolicyAuto=1 hipSyncPolicySpin=2 hipSyncPolicyYield=3 hipSyncPolicyBlockingSync=4",
    ),
    enum(
        "hipLaunchAttributeID",
        "hipLaunchAttributeID",
        "hipLaunchAttributeAccessPolicyWindow=1 hipLaunchAttributeCooperative=2 "
        "hipLaunchAttributeSynchronizationPolicy=3 hipLaunchAttributePriority=8 "
        "hipLaunchAttributeMemSyncDomainMap=9 hipLaunchAttributeMemSyncDomain=10 hipLaunchAttributeMax=11",
    ),
    enum(
        "hipGraphExecUpdateResult",
        "hipGraphExecUpdateResult",
        "hipGraphExecUpdateSuccess=0 hipGraphExecUpdateError=1 hipGraphExecUpdateErrorTopologyChanged=2 "
        "hipGraphExecUpdateErrorNodeTypeChanged=3 hipGraphExecUpdateErrorFunctionChanged=4 "
        "hipGraphExecUpdateErrorParametersChanged=5 hipGraphExecUpdateErrorNotSupported=6 "
        "hipGraphExecUpdateErrorUnsupportedFunctionChange=7",
    ),
    enum(
        "hipStreamCaptureMode",
        "hipStreamCaptureMode",
        "hipStreamCaptureModeGlobal=0 hipStreamCaptureModeThreadLocal=1 hipStreamCaptureModeRelaxed=2",
    ),
    enum(
        "hipStreamCaptureStatus",
        "hipStreamCaptureStatus",
        "hipStreamCaptureStatusNone=0 hipStreamCaptureStatusActive=1 hipStreamCaptureStatusInvalidated=2",
    ),
    enum(
        "hipStreamUpdateCaptureDependenciesFlags",
        "hipStreamUpdateCaptureDependenciesFlags",
        "hipStreamAddCaptureDependencies=0 hipStreamSetCaptureDependencies=1",
    ),
    enum(
        "hipGraphMemAttributeType",
        "hipGraphMemAttributeType",
        "hipGraphMemAttrUsedMemCurrent=0 hipGraphMemAttrUsedMemHigh=1 hipGraphMemAttrReservedMemCurrent=2 "
        "hipGraphMemAttrReservedMemHigh=3",
    ),
    enum(
        "hipUserObjectFlags",
        "hipUserObjectFlags",
        "hipUserObjectNoDestructorSync=1",
    ),
    enum(
        "hipUserObjectRetainFlags",
        "hipUserObjectRetainFlags",
        "hipGraphUserObjectMove=1",
    ),
    enum(
        "hipGraphInstantiateFlags",
        "hipGraphInstantiateFlags",
        "hipGraphInstantiateFlagAutoFreeOnLaunch=1 hipGraphInstantiateFlagUpload=2 "
        "hipGraphInstantiateFlagDeviceLaunch=4 hipGraphInstantiateFlagUseNodePriority=8",
    ),
    enum(
        "hipGraphDebugDotFlags",
        "",
        "hipGraphDebugDotFlagsVerbose=1 hipGraphDebugDotFlagsKernelNodeParams=4 "
        "hipGraphDebugDotFlagsMemcpyNodeParams=8 hipGraphDebugDotFlagsMemsetNodeParams=16 "
        "hipGraphDebugDotFlagsHostNodeParams=32 hipGraphDebugDotFlagsEventNodeParams=64 "
        "hipGraphDebugDotFlagsExtSemasSignalNodeParams=128 hipGraphDebugDotFlagsExtSemasWaitNodeParams=256 "
        "hipGraphDebugDotFlagsKernelNodeAttributes=512 hipGraphDebugDotFlagsHandles=1024",
    ),
    enum(
        "hipGraphInstantiateResult",
        "hipGraphInstantiateResult",
        "hipGraphInstantiateSuccess=0 hipGraphInstantiateError=1 hipGraphInstantiateInvalidStructure=2 "
        "hipGraphInstantiateNodeOperationNotSupported=3 hipGraphInstantiateMultipleDevicesNotSupported=4",
    ),
    enum(
        "hipMemAllocationGranularity_flags",
        "hipMemAllocationGranularity_flags",
        "hipMemAllocationGranularityMinimum=0 hipMemAllocationGranularityRecommended=1",
    ),
    enum(
        "hipMemHandleType",
        "hipMemHandleType",
        "hipMemHandleTypeGeneric=0",
    ),
    enum(
        "hipMemOperationType",
        "hipMemOperationType",
        "hipMemOperationTypeMap=1 hipMemOperationTypeUnmap=2",
    ),
    enum(
        "hipArraySparseSubresourceType",
        "hipArraySparseSubresourceType",
        "hipArraySparseSubresourceTypeSparseLevel=0 hipArraySparseSubresourceTypeMiptail=1",
    ),
    enum(
        "hipGraphDependencyType",
        "hipGraphDependencyType",
        "hipGraphDependencyTypeDefault=0 hipGraphDependencyTypeProgrammatic=1",
    ),
    enum(
        "hipMemRangeHandleType",
        "hipMemRangeHandleType",
        "hipMemRangeHandleTypeDmaBufFd=1 hipMemRangeHandleTypeMax=2147483647",
    ),
    enum(
        "hipMemRangeFlags",
        "hipMemRangeFlags",
        "hipMemRangeFlagDmaBufMappingTypePcie=1 hipMemRangeFlagsMax=2147483647",
    ),
    enum(
        "hipGLDeviceList",
        "hipGLDeviceList",
        "hipGLDeviceListAll=1 hipGLDeviceListCurrentFrame=2 hipGLDeviceListNextFrame=3",
    ),
    enum(
        "hipDevResourceType",
        "hipDevResourceType",
        "hipDevResourceTypeInvalid=0 hipDevResourceTypeSm=1",
    ),
    enum(
        "hipFlushGPUDirectRDMAWritesTarget",
        "hipFlushGPUDirectRDMAWritesTarget",
        "hipFlushGPUDirectRDMAWritesTargetCurrentDevice=0",
    ),
    enum(
        "hipFlushGPUDirectRDMAWritesScope",
        "hipFlushGPUDirectRDMAWritesScope",
        "hipFlushGPUDirectRDMAWritesToOwner=100 hipFlushGPUDirectRDMAWritesToAllDevices=200",
    ),
)
