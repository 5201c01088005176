"""Enumerations of errors, devices, arrays and textures. Facts of the interface, in the order of the HIP headers."""

from __future__ import annotations

from hrr.api.tables.shapes import Enum, enum

ENUMS: tuple[Enum, ...] = (
    enum(
        "hipJitOption",
        "hipJitOption",
        "hipJitOptionMaxRegisters=0 hipJitOptionThreadsPerBlock=1 hipJitOptionWallTime=2 "
        "hipJitOptionInfoLogBuffer=3 hipJitOptionInfoLogBufferSizeBytes=4 hipJitOptionErrorLogBuffer=5 "
        "hipJitOptionErrorLogBufferSizeBytes=6 hipJitOptionOptimizationLevel=7 hipJitOptionTargetFromContext=8 "
        "hipJitOptionTarget=9 hipJitOptionFallbackStrategy=10 hipJitOptionGenerateDebugInfo=11 "
        "hipJitOptionLogVerbose=12 hipJitOptionGenerateLineInfo=13 hipJitOptionCacheMode=14 hipJitOptionSm3xOpt=15 "
        "hipJitOptionFastCompile=16 hipJitOptionGlobalSymbolNames=17 hipJitOptionGlobalSymbolAddresses=18 "
        "hipJitOptionGlobalSymbolCount=19 hipJitOptionLto=20 hipJitOptionFtz=21 hipJitOptionPrecDiv=22 "
        "hipJitOptionPrecSqrt=23 hipJitOptionFma=24 hipJitOptionPositionIndependentCode=25 "
        "hipJitOptionMinCTAPerSM=26 hipJitOptionMaxThreadsPerBlock=27 hipJitOptionOverrideDirectiveValues=28 "
        "hipJitOptionNumOptions=29 hipJitOptionIRtoISAOptExt=10000 hipJitOptionIRtoISAOptCountExt=10001",
    ),
    enum(
        "hipJitInputType",
        "hipJitInputType",
        "hipJitInputCubin=0 hipJitInputPtx=1 hipJitInputFatBinary=2 hipJitInputObject=3 hipJitInputLibrary=4 "
        "hipJitInputNvvm=5 hipJitNumLegacyInputTypes=6 hipJitInputLLVMBitcode=100 hipJitInputLLVMBundledBitcode=101 "
        "hipJitInputLLVMArchivesOfBundledBitcode=102 hipJitInputSpirv=103 hipJitNumInputTypes=10",
    ),
    enum(
        "hipJitCacheMode",
        "hipJitCacheMode",
        "hipJitCacheOptionNone=0 hipJitCacheOptionCG=1 hipJitCacheOptionCA=2",
    ),
    enum(
        "hipJitFallback",
        "hipJitFallback",
        "hipJitPreferPTX=0 hipJitPreferBinary=1",
    ),
    enum(
        "hipLibraryOption_e",
        "hipLibraryOption",
        "hipLibraryHostUniversalFunctionAndDataTable=0 hipLibraryBinaryIsPreserved=1",
    ),
    enum(
        "",
        "",
        "HIP_SUCCESS=0 HIP_ERROR_INVALID_VALUE=1 HIP_ERROR_NOT_INITIALIZED=2 HIP_ERROR_LAUNCH_OUT_OF_RESOURCES=3",
    ),
    enum(
        "hipMemoryType",
        "hipMemoryType",
        "hipMemoryTypeUnregistered=0 hipMemoryTypeHost=1 hipMemoryTypeDevice=2 hipMemoryTypeManaged=3 "
        "hipMemoryTypeArray=10 hipMemoryTypeUnified=11",
    ),
    enum(
        "hipError_t",
        "hipError_t",
        "hipSuccess=0 hipErrorInvalidValue=1 hipErrorOutOfMemory=2 hipErrorMemoryAllocation=2 "
        "hipErrorNotInitialized=3 hipErrorInitializationError=3 hipErrorDeinitialized=4 hipErrorProfilerDisabled=5 "
        "hipErrorProfilerNotInitialized=6 hipErrorProfilerAlreadyStarted=7 hipErrorProfilerAlreadyStopped=8 "
        "hipErrorInvalidConfiguration=9 hipErrorInvalidPitchValue=12 hipErrorInvalidSymbol=13 "
        "hipErrorInvalidDevicePointer=17 hipErrorInvalidMemcpyDirection=21 hipErrorInsufficientDriver=35 "
        "hipErrorMissingConfiguration=52 hipErrorPriorLaunchFailure=53 hipErrorInvalidDeviceFunction=98 "
        "hipErrorNoDevice=100 hipErrorInvalidDevice=101 hipErrorInvalidImage=200 hipErrorInvalidContext=201 "
        "hipErrorContextAlreadyCurrent=202 hipErrorMapFailed=205 hipErrorMapBufferObjectFailed=205 "
        "hipErrorUnmapFailed=206 hipErrorArrayIsMapped=207 hipErrorAlreadyMapped=208 hipErrorNoBinaryForGpu=209 "
        "hipErrorAlreadyAcquired=210 hipErrorNotMapped=211 hipErrorNotMappedAsArray=212 "
        "hipErrorNotMappedAsPointer=213 hipErrorECCNotCorrectable=214 hipErrorUnsupportedLimit=215 "
        "hipErrorContextAlreadyInUse=216 hipErrorPeerAccessUnsupported=217 hipErrorInvalidKernelFile=218 "
        "hipErrorInvalidGraphicsContext=219 hipErrorInvalidSource=300 hipErrorFileNotFound=301 "
        "hipErrorSharedObjectSymbolNotFound=302 hipErrorSharedObjectInitFailed=303 hipErrorOperatingSystem=304 "
        "hipErrorInvalidHandle=400 hipErrorInvalidResourceHandle=400 hipErrorIllegalState=401 hipErrorNotFound=500 "
        "hipErrorNotReady=600 hipErrorIllegalAddress=700 hipErrorLaunchOutOfResources=701 hipErrorLaunchTimeOut=702 "
        "hipErrorPeerAccessAlreadyEnabled=704 hipErrorPeerAccessNotEnabled=705 hipErrorSetOnActiveProcess=708 "
        "hipErrorContextIsDestroyed=709 hipErrorAssert=710 hipErrorHostMemoryAlreadyRegistered=712 "
        "hipErrorHostMemoryNotRegistered=713 hipErrorLaunchFailure=719 hipErrorCooperativeLaunchTooLarge=720 "
        "hipErrorNotSupported=801 hipErrorStreamCaptureUnsupported=900 hipErrorStreamCaptureInvalidated=901 "
        "hipErrorStreamCaptureMerge=902 hipErrorStreamCaptureUnmatched=903 hipErrorStreamCaptureUnjoined=904 "
        "hipErrorStreamCaptureIsolation=905 hipErrorStreamCaptureImplicit=906 hipErrorCapturedEvent=907 "
        "hipErrorStreamCaptureWrongThread=908 hipErrorGraphExecUpdateFailure=910 "
        "hipErrorInvalidChannelDescriptor=911 hipErrorInvalidTexture=912 hipErrorUnknown=999 "
        "hipErrorRuntimeMemory=1052 hipErrorRuntimeOther=1053 hipErrorTbd=1054",
    ),
    enum(
        "hipDeviceAttribute_t",
        "hipDeviceAttribute_t",
        "hipDeviceAttributeCudaCompatibleBegin=0 hipDeviceAttributeEccEnabled=0 "
        "hipDeviceAttributeAccessPolicyMaxWindowSize=1 hipDeviceAttributeAsyncEngineCount=2 "
        "hipDeviceAttributeCanMapHostMemory=3 hipDeviceAttributeCanUseHostPointerForRegisteredMem=4 "
        "hipDeviceAttributeClockRate=5 hipDeviceAttributeComputeMode=6 "
        "hipDeviceAttributeComputePreemptionSupported=7 hipDeviceAttributeConcurrentKernels=8 "
        "hipDeviceAttributeConcurrentManagedAccess=9 hipDeviceAttributeCooperativeLaunch=10 "
        "hipDeviceAttributeCooperativeMultiDeviceLaunch=11 hipDeviceAttributeDeviceOverlap=12 "
        "hipDeviceAttributeDirectManagedMemAccessFromHost=13 hipDeviceAttributeGlobalL1CacheSupported=14 "
        "hipDeviceAttributeHostNativeAtomicSupported=15 hipDeviceAttributeIntegrated=16 "
        "hipDeviceAttributeIsMultiGpuBoard=17 hipDeviceAttributeKernelExecTimeout=18 "
        "hipDeviceAttributeL2CacheSize=19 hipDeviceAttributeLocalL1CacheSupported=20 hipDeviceAttributeLuid=21 "
        "hipDeviceAttributeLuidDeviceNodeMask=22 hipDeviceAttributeComputeCapabilityMajor=23 "
        "hipDeviceAttributeManagedMemory=24 hipDeviceAttributeMaxBlocksPerMultiProcessor=25 "
        "hipDeviceAttributeMaxBlockDimX=26 hipDeviceAttributeMaxBlockDimY=27 hipDeviceAttributeMaxBlockDimZ=28 "
        "hipDeviceAttributeMaxGridDimX=29 hipDeviceAttributeMaxGridDimY=30 hipDeviceAttributeMaxGridDimZ=31 "
        "hipDeviceAttributeMaxSurface1D=32 hipDeviceAttributeMaxSurface1DLayered=33 "
        "hipDeviceAttributeMaxSurface2D=34 hipDeviceAttributeMaxSurface2DLayered=35 "
        "hipDeviceAttributeMaxSurface3D=36 hipDeviceAttributeMaxSurfaceCubemap=37 "
        "hipDeviceAttributeMaxSurfaceCubemapLayered=38 hipDeviceAttributeMaxTexture1DWidth=39 "
        "hipDeviceAttributeMaxTexture1DLayered=40 hipDeviceAttributeMaxTexture1DLinear=41 "
        "hipDeviceAttributeMaxTexture1DMipmap=42 hipDeviceAttributeMaxTexture2DWidth=43 "
        "hipDeviceAttributeMaxTexture2DHeight=44 hipDeviceAttributeMaxTexture2DGather=45 "
        "hipDeviceAttributeMaxTexture2DLayered=46 hipDeviceAttributeMaxTexture2DLinear=47 "
        "hipDeviceAttributeMaxTexture2DMipmap=48 hipDeviceAttributeMaxTexture3DWidth=49 "
        "hipDeviceAttributeMaxTexture3DHeight=50 hipDeviceAttributeMaxTexture3DDepth=51 "
        "hipDeviceAttributeMaxTexture3DAlt=52 hipDeviceAttributeMaxTextureCubemap=53 "
        "hipDeviceAttributeMaxTextureCubemapLayered=54 hipDeviceAttributeMaxThreadsDim=55 "
        "hipDeviceAttributeMaxThreadsPerBlock=56 hipDeviceAttributeMaxThreadsPerMultiProcessor=57 "
        "hipDeviceAttributeMaxPitch=58 hipDeviceAttributeMemoryBusWidth=59 hipDeviceAttributeMemoryClockRate=60 "
        "hipDeviceAttributeComputeCapabilityMinor=61 hipDeviceAttributeMultiGpuBoardGroupID=62 "
        "hipDeviceAttributeMultiprocessorCount=63 hipDeviceAttributeUnused1=64 "
        "hipDeviceAttributePageableMemoryAccess=65 hipDeviceAttributePageableMemoryAccessUsesHostPageTables=66 "
        "hipDeviceAttributePciBusId=67 hipDeviceAttributePciDeviceId=68 hipDeviceAttributePciDomainId=69 "
        "hipDeviceAttributePciDomainID=69 hipDeviceAttributePersistingL2CacheMaxSize=70 "
        "hipDeviceAttributeMaxRegistersPerBlock=71 hipDeviceAttributeMaxRegistersPerMultiprocessor=72 "
        "hipDeviceAttributeReservedSharedMemPerBlock=73 hipDeviceAttributeMaxSharedMemoryPerBlock=74 "
        "hipDeviceAttributeSharedMemPerBlockOptin=75 hipDeviceAttributeSharedMemPerMultiprocessor=76 "
        "hipDeviceAttributeSingleToDoublePrecisionPerfRatio=77 hipDeviceAttributeStreamPrioritiesSupported=78 "
        "hipDeviceAttributeSurfaceAlignment=79 hipDeviceAttributeTccDriver=80 hipDeviceAttributeTextureAlignment=81 "
        "hipDeviceAttributeTexturePitchAlignment=82 hipDeviceAttributeTotalConstantMemory=83 "
        "hipDeviceAttributeTotalGlobalMem=84 hipDeviceAttributeUnifiedAddressing=85 hipDeviceAttributeUnused2=86 "
        "hipDeviceAttributeWarpSize=87 hipDeviceAttributeMemoryPoolsSupported=88 "
        "hipDeviceAttributeVirtualMemoryManagementSupported=89 hipDeviceAttributeHostRegisterSupported=90 "
        "hipDeviceAttributeMemoryPoolSupportedHandleTypes=91 hipDeviceAttributeCudaCompatibleEnd=9999 "
        "hipDeviceAttributeAmdSpecificBegin=10000 hipDeviceAttributeClockInstructionRate=10000 "
        "hipDeviceAttributeUnused3=10001 hipDeviceAttributeMaxSharedMemoryPerMultiprocessor=10002 "
        "hipDeviceAttributeUnused4=10003 hipDeviceAttributeUnused5=10004 hipDeviceAttributeHdpMemFlushCntl=10005 "
        "hipDeviceAttributeHdpRegFlushCntl=10006 hipDeviceAttributeCooperativeMultiDeviceUnmatchedFunc=10007 "
        "hipDeviceAttributeCooperativeMultiDeviceUnmatchedGridDim=10008 "
        "hipDeviceAttributeCooperativeMultiDeviceUnmatchedBlockDim=10009 "
        "hipDeviceAttributeCooperativeMultiDeviceUnmatchedSharedMem=10010 hipDeviceAttributeIsLargeBar=10011 "
        "hipDeviceAttributeAsicRevision=10012 hipDeviceAttributeCanUseStreamWaitValue=10013 "
        "hipDeviceAttributeImageSupport=10014 hipDeviceAttributePhysicalMultiProcessorCount=10015 "
        "hipDeviceAttributeFineGrainSupport=10016 hipDeviceAttributeWallClockRate=10017 "
        "hipDeviceAttributeNumberOfXccs=10018 hipDeviceAttributeMaxAvailableVgprsPerThread=10019 "
        "hipDeviceAttributePciChipId=10020 hipDeviceAttributeAmdSpecificEnd=19999 "
        "hipDeviceAttributeVendorSpecificBegin=20000",
    ),
    enum(
        "hipDriverProcAddressQueryResult",
        "hipDriverProcAddressQueryResult",
        "HIP_GET_PROC_ADDRESS_SUCCESS=0 HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND=1 "
        "HIP_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT=2",
    ),
    enum(
        "hipComputeMode",
        "",
        "hipComputeModeDefault=0 hipComputeModeExclusive=1 hipComputeModeProhibited=2 hipComputeModeExclusiveProcess=3",
    ),
    enum(
        "hipFlushGPUDirectRDMAWritesOptions",
        "",
        "hipFlushGPUDirectRDMAWritesOptionHost=1 hipFlushGPUDirectRDMAWritesOptionMemOps=2",
    ),
    enum(
        "hipGPUDirectRDMAWritesOrdering",
        "",
        "hipGPUDirectRDMAWritesOrderingNone=0 hipGPUDirectRDMAWritesOrderingOwner=100 "
        "hipGPUDirectRDMAWritesOrderingAllDevices=200",
    ),
    enum(
        "hipChannelFormatKind",
        "hipChannelFormatKind",
        "hipChannelFormatKindSigned=0 hipChannelFormatKindUnsigned=1 hipChannelFormatKindFloat=2 "
        "hipChannelFormatKindNone=3",
    ),
    enum(
        "hipArray_Format",
        "hipArray_Format",
        "HIP_AD_FORMAT_UNSIGNED_INT8=1 HIP_AD_FORMAT_UNSIGNED_INT16=2 HIP_AD_FORMAT_UNSIGNED_INT32=3 "
        "HIP_AD_FORMAT_SIGNED_INT8=8 HIP_AD_FORMAT_SIGNED_INT16=9 HIP_AD_FORMAT_SIGNED_INT32=10 "
        "HIP_AD_FORMAT_HALF=16 HIP_AD_FORMAT_FLOAT=32",
    ),
    enum(
        "hipResourceType",
        "hipResourceType",
        "hipResourceTypeArray=0 hipResourceTypeMipmappedArray=1 hipResourceTypeLinear=2 hipResourceTypePitch2D=3",
    ),
    enum(
        "HIPresourcetype_enum",
        "HIPresourcetype hipResourcetype",
        "HIP_RESOURCE_TYPE_ARRAY=0 HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY=1 HIP_RESOURCE_TYPE_LINEAR=2 "
        "HIP_RESOURCE_TYPE_PITCH2D=3",
    ),
    enum(
        "HIPaddress_mode_enum",
        "HIPaddress_mode",
        "HIP_TR_ADDRESS_MODE_WRAP=0 HIP_TR_ADDRESS_MODE_CLAMP=1 HIP_TR_ADDRESS_MODE_MIRROR=2 "
        "HIP_TR_ADDRESS_MODE_BORDER=3",
    ),
    enum(
        "HIPfilter_mode_enum",
        "HIPfilter_mode",
        "HIP_TR_FILTER_MODE_POINT=0 HIP_TR_FILTER_MODE_LINEAR=1",
    ),
    enum(
        "hipResourceViewFormat",
        "hipResourceViewFormat",
        "hipResViewFormatNone=0 hipResViewFormatUnsignedChar1=1 hipResViewFormatUnsignedChar2=2 "
        "hipResViewFormatUnsignedChar4=3 hipResViewFormatSignedChar1=4 hipResViewFormatSignedChar2=5 "
        "hipResViewFormatSignedChar4=6 hipResViewFormatUnsignedShort1=7 hipResViewFormatUnsignedShort2=8 "
        "hipResViewFormatUnsignedShort4=9 hipResViewFormatSignedShort1=10 hipResViewFormatSignedShort2=11 "
        "hipResViewFormatSignedShort4=12 hipResViewFormatUnsignedInt1=13 hipResViewFormatUnsignedInt2=14 "
        "hipResViewFormatUnsignedInt4=15 hipResViewFormatSignedInt1=16 hipResViewFormatSignedInt2=17 "
        "hipResViewFormatSignedInt4=18 hipResViewFormatHalf1=19 hipResViewFormatHalf2=20 hipResViewFormatHalf4=21 "
        "hipResViewFormatFloat1=22 hipResViewFormatFloat2=23 hipResViewFormatFloat4=24 "
        "hipResViewFormatUnsignedBlockCompressed1=25 hipResViewFormatUnsignedBlockCompressed2=26 "
        "hipResViewFormatUnsignedBlockCompressed3=27 hipResViewFormatUnsignedBlockCompressed4=28 "
        "hipResViewFormatSignedBlockCompressed4=29 hipResViewFormatUnsignedBlockCompressed5=30 "
        "hipResViewFormatSignedBlockCompressed5=31 hipResViewFormatUnsignedBlockCompressed6H=32 "
        "hipResViewFormatSignedBlockCompressed6H=33 hipResViewFormatUnsignedBlockCompressed7=34",
    ),
    enum(
        "HIPresourceViewFormat_enum",
        "HIPresourceViewFormat",
        "HIP_RES_VIEW_FORMAT_NONE=0 HIP_RES_VIEW_FORMAT_UINT_1X8=1 HIP_RES_VIEW_FORMAT_UINT_2X8=2 "
        "HIP_RES_VIEW_FORMAT_UINT_4X8=3 HIP_RES_VIEW_FORMAT_SINT_1X8=4 HIP_RES_VIEW_FORMAT_SINT_2X8=5 "
        "HIP_RES_VIEW_FORMAT_SINT_4X8=6 HIP_RES_VIEW_FORMAT_UINT_1X16=7 HIP_RES_VIEW_FORMAT_UINT_2X16=8 "
        "HIP_RES_VIEW_FORMAT_UINT_4X16=9 HIP_RES_VIEW_FORMAT_SINT_1X16=10 HIP_RES_VIEW_FORMAT_SINT_2X16=11 "
        "HIP_RES_VIEW_FORMAT_SINT_4X16=12 HIP_RES_VIEW_FORMAT_UINT_1X32=13 HIP_RES_VIEW_FORMAT_UINT_2X32=14 "
        "HIP_RES_VIEW_FORMAT_UINT_4X32=15 HIP_RES_VIEW_FORMAT_SINT_1X32=16 HIP_RES_VIEW_FORMAT_SINT_2X32=17 "
        "HIP_RES_VIEW_FORMAT_SINT_4X32=18 HIP_RES_VIEW_FORMAT_FLOAT_1X16=19 HIP_RES_VIEW_FORMAT_FLOAT_2X16=20 "
        "HIP_RES_VIEW_FORMAT_FLOAT_4X16=21 HIP_RES_VIEW_FORMAT_FLOAT_1X32=22 HIP_RES_VIEW_FORMAT_FLOAT_2X32=23 "
        "HIP_RES_VIEW_FORMAT_FLOAT_4X32=24 HIP_RES_VIEW_FORMAT_UNSIGNED_BC1=25 HIP_RES_VIEW_FORMAT_UNSIGNED_BC2=26 "
        "HIP_RES_VIEW_FORMAT_UNSIGNED_BC3=27 HIP_RES_VIEW_FORMAT_UNSIGNED_BC4=28 HIP_RES_VIEW_FORMAT_SIGNED_BC4=29 "
        "HIP_RES_VIEW_FORMAT_UNSIGNED_BC5=30 HIP_RES_VIEW_FORMAT_SIGNED_BC5=31 HIP_RES_VIEW_FORMAT_UNSIGNED_BC6H=32 "
        "HIP_RES_VIEW_FORMAT_SIGNED_BC6H=33 HIP_RES_VIEW_FORMAT_UNSIGNED_BC7=34",
    ),
)
