"""What else libcuda.so.1 exports: entry points that no HIP call is said with. Read off the driver for CUDA 13.0.

The recorder hands these through. Those that only ask leave nothing out of an archive; the others are named in it.
"""

from __future__ import annotations

import re

EXPORTS: tuple[str, ...] = tuple(
    """
    cuArray3DCreate cuArray3DGetDescriptor cuArrayCreate cuArrayGetDescriptor cuArrayGetMemoryRequirements
    cuArrayGetPlane cuArrayGetSparseProperties cuCheckpointProcessCheckpoint cuCheckpointProcessGetRestoreThreadId
    cuCheckpointProcessGetState cuCheckpointProcessLock cuCheckpointProcessRestore cuCheckpointProcessUnlock
    cuCoredumpGetAttribute cuCoredumpGetAttributeGlobal cuCoredumpSetAttribute cuCoredumpSetAttributeGlobal
    cuCtxCreate cuCtxCreate_v3 cuCtxDestroy cuCtxFromGreenCtx cuCtxGetDevResource cuCtxGetExecAffinity
    cuCtxPopCurrent cuCtxPushCurrent cuCtxRecordEvent cuCtxResetPersistingL2Cache cuCtxWaitEvent
    cuDeviceGetDevResource cuDeviceGetExecAffinitySupport cuDeviceGetHostAtomicCapabilities
    cuDeviceGetNvSciSyncAttributes cuDeviceGetP2PAtomicCapabilities cuDeviceGetProperties
    cuDeviceGetTexture1DLinearMaxWidth cuDeviceGetUuid     cuDeviceRegisterAsyncNotification cuDeviceTotalMem
    cuDeviceUnregisterAsyncNotification cuDevResourceGenerateDesc cuDevSmResourceSplitByCount cuEGLApiInit
    cuEGLStreamConsumerAcquireFrame cuEGLStreamConsumerConnect cuEGLStreamConsumerConnectWithFlags
    cuEGLStreamConsumerDisconnect cuEGLStreamConsumerReleaseFrame cuEGLStreamProducerConnect
    cuEGLStreamProducerDisconnect cuEGLStreamProducerPresentFrame cuEGLStreamProducerReturnFrame cuEventDestroy
    cuFlushGPUDirectRDMAWrites cuFuncIsLoaded cuFuncLoad cuFuncSetBlockShape cuFuncSetSharedSize cuGLCtxCreate
    cuGLCtxCreate_v2 cuGLGetDevices cuGLGetDevices_v2 cuGLInit cuGLMapBufferObject cuGLMapBufferObjectAsync
    cuGLMapBufferObjectAsync_v2 cuGLMapBufferObjectAsync_v2_ptsz cuGLMapBufferObject_v2 cuGLMapBufferObject_v2_ptds
    cuGLRegisterBufferObject cuGLSetBufferObjectMapFlags cuGLUnmapBufferObject cuGLUnmapBufferObjectAsync
    cuGLUnregisterBufferObject cuGraphAddDependencies_v2 cuGraphAddExternalSemaphoresSignalNode
    cuGraphAddExternalSemaphoresWaitNode cuGraphAddKernelNode cuGraphAddNode cuGraphAddNode_v2
    cuGraphConditionalHandleCreate cuGraphExecExternalSemaphoresSignalNodeSetParams
    cuGraphExecExternalSemaphoresWaitNodeSetParams cuGraphExecKernelNodeSetParams cuGraphExecNodeSetParams
    cuGraphExecUpdate cuGraphExternalSemaphoresSignalNodeGetParams cuGraphExternalSemaphoresSignalNodeSetParams
    cuGraphExternalSemaphoresWaitNodeGetParams cuGraphExternalSemaphoresWaitNodeSetParams cuGraphGetEdges_v2
    cuGraphicsEGLRegisterImage cuGraphicsGLRegisterBuffer cuGraphicsGLRegisterImage cuGraphicsMapResources
    cuGraphicsMapResources_ptsz cuGraphicsResourceGetMappedEglFrame cuGraphicsResourceGetMappedMipmappedArray
    cuGraphicsResourceGetMappedPointer cuGraphicsResourceGetMappedPointer_v2 cuGraphicsResourceSetMapFlags
    cuGraphicsResourceSetMapFlags_v2 cuGraphicsSubResourceGetMappedArray cuGraphicsUnmapResources
    cuGraphicsUnmapResources_ptsz cuGraphicsUnregisterResource cuGraphicsVDPAURegisterOutputSurface
    cuGraphicsVDPAURegisterVideoSurface cuGraphInstantiate cuGraphKernelNodeGetParams cuGraphKernelNodeSetParams
    cuGraphNodeGetDependencies_v2 cuGraphNodeGetDependentNodes_v2 cuGraphNodeSetParams cuGraphRemoveDependencies_v2
    cuGreenCtxCreate cuGreenCtxDestroy cuGreenCtxGetDevResource cuGreenCtxGetId cuGreenCtxRecordEvent
    cuGreenCtxStreamCreate cuGreenCtxWaitEvent cuIpcOpenMemHandle cuLaunch cuLaunchCooperativeKernelMultiDevice
    cuLaunchGrid cuLaunchGridAsync cuLibraryGetUnifiedFunction cuLinkAddData cuLinkAddFile cuLinkCreate
    cuLogsCurrent cuLogsDumpToFile cuLogsDumpToMemory cuLogsRegisterCallback cuLogsUnregisterCallback cuMemAlloc
    cuMemAllocHost cuMemAllocPitch cuMemBatchDecompressAsync cuMemBatchDecompressAsync_ptsz cuMemcpy2D
    cuMemcpy2DAsync cuMemcpy2DUnaligned cuMemcpy3D cuMemcpy3DAsync cuMemcpy3DBatchAsync cuMemcpy3DBatchAsync_ptsz
    cuMemcpy3DBatchAsync_v2 cuMemcpy3DBatchAsync_v2_ptsz cuMemcpyAtoA cuMemcpyAtoD cuMemcpyAtoH cuMemcpyAtoHAsync
    cuMemcpyBatchAsync cuMemcpyBatchAsync_ptsz cuMemcpyBatchAsync_v2 cuMemcpyBatchAsync_v2_ptsz cuMemcpyDtoA
    cuMemcpyDtoD cuMemcpyDtoDAsync cuMemcpyDtoH cuMemcpyDtoHAsync cuMemcpyHtoA cuMemcpyHtoAAsync cuMemcpyHtoD
    cuMemcpyHtoDAsync cuMemDiscardAndPrefetchBatchAsync cuMemDiscardAndPrefetchBatchAsync_ptsz
    cuMemDiscardBatchAsync cuMemDiscardBatchAsync_ptsz cuMemFree cuMemGetAddressRange cuMemGetAttribute
    cuMemGetAttribute_v2 cuMemGetDefaultMemPool cuMemGetInfo cuMemGetMemPool cuMemHostGetDevicePointer
    cuMemHostRegister cuMemMapArrayAsync cuMemMapArrayAsync_ptsz cuMemPrefetchBatchAsync
    cuMemPrefetchBatchAsync_ptsz cuMemsetD16 cuMemsetD2D16 cuMemsetD2D32 cuMemsetD2D8 cuMemsetD32 cuMemsetD8
    cuMemSetMemPool cuMipmappedArrayGetMemoryRequirements cuMipmappedArrayGetSparseProperties cuModuleGetGlobal
    cuModuleGetSurfRef cuModuleGetTexRef cuMulticastAddDevice cuMulticastBindAddr cuMulticastBindMem
    cuMulticastCreate cuMulticastGetGranularity cuMulticastUnbind cuParamSetf cuParamSeti cuParamSetSize
    cuParamSetTexRef cuParamSetv cuProfilerInitialize cuStreamBatchMemOp cuStreamBatchMemOp_ptsz
    cuStreamBeginCapture cuStreamBeginCapture_ptsz cuStreamDestroy cuStreamGetCtx_v2 cuStreamGetCtx_v2_ptsz
    cuStreamGetGreenCtx cuStreamUpdateCaptureDependencies_v2 cuStreamUpdateCaptureDependencies_v2_ptsz
    cuStreamWaitValue32 cuStreamWaitValue32_ptsz cuStreamWaitValue64 cuStreamWaitValue64_ptsz cuStreamWriteValue32
    cuStreamWriteValue32_ptsz cuStreamWriteValue64 cuStreamWriteValue64_ptsz cuSurfRefGetArray cuSurfRefSetArray
    cuTensorMapEncodeIm2col cuTensorMapEncodeIm2colWide cuTensorMapEncodeTiled cuTensorMapReplaceAddress
    cuTexRefCreate cuTexRefDestroy cuTexRefGetAddress cuTexRefGetAddressMode cuTexRefGetAddress_v2 cuTexRefGetArray
    cuTexRefGetBorderColor cuTexRefGetFilterMode cuTexRefGetFlags cuTexRefGetFormat cuTexRefGetMaxAnisotropy
    cuTexRefGetMipmapFilterMode cuTexRefGetMipmapLevelBias cuTexRefGetMipmapLevelClamp cuTexRefGetMipmappedArray
    cuTexRefSetAddress cuTexRefSetAddress2D cuTexRefSetAddress2D_v2 cuTexRefSetAddress2D_v3 cuTexRefSetAddressMode
    cuTexRefSetAddress_v2 cuTexRefSetArray cuTexRefSetBorderColor cuTexRefSetFilterMode cuTexRefSetFlags
    cuTexRefSetFormat cuTexRefSetMaxAnisotropy cuTexRefSetMipmapFilterMode cuTexRefSetMipmapLevelBias
    cuTexRefSetMipmapLevelClamp cuTexRefSetMipmappedArray cuVDPAUCtxCreate cuVDPAUCtxCreate_v2 cuVDPAUGetDevice
    """.split()
)

_ASKS = re.compile(
    r"cu\w*?(Get(?!TexRef|SurfRef)|Query|IsLoaded|FuncLoad|Logs|Checkpoint|Coredump|ProfilerInitialize|TensorMap"
    r"|SetCacheConfig|CtxSetFlags|AsyncNotification|FlushGPUDirect|ResetPersistingL2)\w*"
)


def only_asks(name: str) -> bool:
    """Whether the entry point of ``EXPORTS`` changes nothing that a replay would miss.

    A tensor map is bytes that a kernel gets as an argument.
    """
    return _ASKS.match(name) is not None
