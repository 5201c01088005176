"""Device attributes: which of the driver's answers each of HIP's questions. Facts of the interface."""

from __future__ import annotations

from dataclasses import dataclass

from hrr.api import enums


@dataclass(frozen=True)
class Attribute:
    """A question to a device: HIP's attribute ("" = none), the driver's number, members of hipDeviceProp_t it fills."""

    hip: str
    number: int
    members: tuple[str, ...] = ()

    @property
    def hip_number(self) -> int:
        """Value of HIP's enumerator, -1 when HIP has none."""
        return enums.VALUES[self.hip] if self.hip else -1


# "HIP's name without hipDeviceAttribute, or -; the driver's number; members of hipDeviceProp_tR0600"
_LINES = """
MaxThreadsPerBlock 1 maxThreadsPerBlock
MaxBlockDimX 2 maxThreadsDim[0]
MaxBlockDimY 3 maxThreadsDim[1]
MaxBlockDimZ 4 maxThreadsDim[2]
MaxGridDimX 5 maxGridSize[0]
MaxGridDimY 6 maxGridSize[1]
MaxGridDimZ 7 maxGridSize[2]
MaxSharedMemoryPerBlock 8 sharedMemPerBlock
TotalConstantMemory 9 totalConstMem
WarpSize 10 warpSize
MaxPitch 11 memPitch
MaxRegistersPerBlock 12 regsPerBlock
ClockRate 13 clockRate
TextureAlignment 14 textureAlignment
DeviceOverlap 15 deviceOverlap
MultiprocessorCount 16 multiProcessorCount
KernelExecTimeout 17 kernelExecTimeoutEnabled
Integrated 18 integrated
CanMapHostMemory 19 canMapHostMemory
ComputeMode 20 computeMode
MaxTexture1DWidth 21 maxTexture1D
MaxTexture2DWidth 22 maxTexture2D[0]
MaxTexture2DHeight 23 maxTexture2D[1]
MaxTexture3DWidth 24 maxTexture3D[0]
MaxTexture3DHeight 25 maxTexture3D[1]
MaxTexture3DDepth 26 maxTexture3D[2]
MaxTexture2DLayered 27 maxTexture2DLayered[0]
- 28 maxTexture2DLayered[1]
- 29 maxTexture2DLayered[2]
SurfaceAlignment 30 surfaceAlignment
ConcurrentKernels 31 concurrentKernels
EccEnabled 32 ECCEnabled
PciBusId 33 pciBusID
PciDeviceId 34 pciDeviceID
TccDriver 35 tccDriver
MemoryClockRate 36 memoryClockRate
MemoryBusWidth 37 memoryBusWidth
L2CacheSize 38 l2CacheSize
MaxThreadsPerMultiProcessor 39 maxThreadsPerMultiProcessor
AsyncEngineCount 40 asyncEngineCount
UnifiedAddressing 41 unifiedAddressing
MaxTexture1DLayered 42 maxTexture1DLayered[0]
- 43 maxTexture1DLayered[1]
MaxTexture2DGather 45 maxTexture2DGather[0]
- 46 maxTexture2DGather[1]
MaxTexture3DAlt 47 maxTexture3DAlt[0]
- 48 maxTexture3DAlt[1]
- 49 maxTexture3DAlt[2]
PciDomainId 50 pciDomainID
TexturePitchAlignment 51 texturePitchAlignment
MaxTextureCubemap 52 maxTextureCubemap
MaxTextureCubemapLayered 53 maxTextureCubemapLayered[0]
- 54 maxTextureCubemapLayered[1]
MaxSurface1D 55 maxSurface1D
MaxSurface2D 56 maxSurface2D[0]
- 57 maxSurface2D[1]
MaxSurface3D 58 maxSurface3D[0]
- 59 maxSurface3D[1]
- 60 maxSurface3D[2]
MaxSurface1DLayered 61 maxSurface1DLayered[0]
- 62 maxSurface1DLayered[1]
MaxSurface2DLayered 63 maxSurface2DLayered[0]
- 64 maxSurface2DLayered[1]
- 65 maxSurface2DLayered[2]
MaxSurfaceCubemap 66 maxSurfaceCubemap
MaxSurfaceCubemapLayered 67 maxSurfaceCubemapLayered[0]
- 68 maxSurfaceCubemapLayered[1]
MaxTexture1DLinear 69 maxTexture1DLinear
MaxTexture2DLinear 70 maxTexture2DLinear[0]
- 71 maxTexture2DLinear[1]
- 72 maxTexture2DLinear[2]
MaxTexture2DMipmap 73 maxTexture2DMipmap[0]
- 74 maxTexture2DMipmap[1]
ComputeCapabilityMajor 75 major
ComputeCapabilityMinor 76 minor
MaxTexture1DMipmap 77 maxTexture1DMipmap
StreamPrioritiesSupported 78 streamPrioritiesSupported
GlobalL1CacheSupported 79 globalL1CacheSupported
LocalL1CacheSupported 80 localL1CacheSupported
SharedMemPerMultiprocessor 81 sharedMemPerMultiprocessor maxSharedMemoryPerMultiProcessor
MaxRegistersPerMultiprocessor 82 regsPerMultiprocessor
ManagedMemory 83 managedMemory
IsMultiGpuBoard 84 isMultiGpuBoard
MultiGpuBoardGroupID 85 multiGpuBoardGroupID
HostNativeAtomicSupported 86 hostNativeAtomicSupported
SingleToDoublePrecisionPerfRatio 87 singleToDoublePrecisionPerfRatio
PageableMemoryAccess 88 pageableMemoryAccess
ConcurrentManagedAccess 89 concurrentManagedAccess
ComputePreemptionSupported 90 computePreemptionSupported
CanUseHostPointerForRegisteredMem 91 canUseHostPointerForRegisteredMem
CooperativeLaunch 95 cooperativeLaunch
CooperativeMultiDeviceLaunch 96 cooperativeMultiDeviceLaunch
SharedMemPerBlockOptin 97 sharedMemPerBlockOptin
HostRegisterSupported 99 hostRegisterSupported
PageableMemoryAccessUsesHostPageTables 100 pageableMemoryAccessUsesHostPageTables
DirectManagedMemAccessFromHost 101 directManagedMemAccessFromHost
VirtualMemoryManagementSupported 102
MaxBlocksPerMultiProcessor 106 maxBlocksPerMultiProcessor
PersistingL2CacheMaxSize 108 persistingL2CacheMaxSize
AccessPolicyMaxWindowSize 109 accessPolicyMaxWindowSize
ReservedSharedMemPerBlock 111 reservedSharedMemPerBlock
- 112 sparseHipArraySupported
- 113 hostRegisterReadOnlySupported
- 114 timelineSemaphoreInteropSupported
MemoryPoolsSupported 115 memoryPoolsSupported
- 116 gpuDirectRDMASupported
- 117 gpuDirectRDMAFlushWritesOptions
- 118 gpuDirectRDMAWritesOrdering
MemoryPoolSupportedHandleTypes 119 memoryPoolSupportedHandleTypes
- 120 clusterLaunch
- 121 deferredMappingHipArraySupported
CanUseStreamWaitValue 122
- 125 ipcEventSupported
- 129 unifiedFunctionPointers
"""


def _attribute(line: str) -> Attribute:
    hip, number, *members = line.split()
    return Attribute("" if hip == "-" else f"hipDeviceAttribute{hip}", int(number), tuple(members))


ATTRIBUTES: tuple[Attribute, ...] = tuple(_attribute(line) for line in _LINES.strip().splitlines())

# HIP's attributes that are answered like another one, and those that are the same on every GPU.
SAME_AS: dict[str, str] = {
    "hipDeviceAttributeMaxSharedMemoryPerMultiprocessor": "hipDeviceAttributeSharedMemPerMultiprocessor",
    "hipDeviceAttributePhysicalMultiProcessorCount": "hipDeviceAttributeMultiprocessorCount",
    "hipDeviceAttributeClockInstructionRate": "hipDeviceAttributeClockRate",
    "hipDeviceAttributeWallClockRate": "hipDeviceAttributeClockRate",
}
CONSTANT: dict[str, int] = {
    "hipDeviceAttributeImageSupport": 1,
    "hipDeviceAttributeFineGrainSupport": 0,
    "hipDeviceAttributeIsLargeBar": 0,
    "hipDeviceAttributeNumberOfXccs": 1,
}
# The driver's attributes that HIP does not ask for, as softcuda answers them: number -> value.
SOFT: dict[int, int] = {
    44: 0,  # 2D gather
    98: 0,  # flushing remote writes
    103: 0,  # sharing memory by file descriptor
    104: 0,
    105: 0,
    107: 0,  # compressible memory
    110: 0,
    123: 0,
    124: 0,  # dma-buf
    126: 1,  # memory synchronisation domains
    127: 0,  # tensor maps
    128: 0,
    132: 0,  # multicast
}
