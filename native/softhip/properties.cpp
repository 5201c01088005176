#include "softhip/properties.h"

#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstring>
#include <thread>

#include "softhip/memory.h"
#include "softhip/state.h"

namespace softhip {
namespace {

constexpr int kMaxTexture1D = 16384;
constexpr int kMaxTexture3D = 2048;

template <typename T, size_t N>
void set(T (&to)[N], std::initializer_list<T> from) {
  std::copy(from.begin(), from.end(), to);
}

void describe_limits(hipDeviceProp_tR0600* p) {
  p->totalGlobalMem = total_memory();
  p->sharedMemPerBlock = kSharedMemoryPerBlock;
  p->sharedMemPerBlockOptin = kSharedMemoryPerBlock;
  p->sharedMemPerMultiprocessor = kSharedMemoryPerBlock;
  p->maxSharedMemoryPerMultiProcessor = kSharedMemoryPerBlock;
  p->totalConstMem = INT_MAX;
  p->regsPerBlock = 65536;
  p->regsPerMultiprocessor = 65536;
  p->warpSize = kWarpSize;
  p->memPitch = INT_MAX;
  p->maxThreadsPerBlock = kMaxThreadsPerBlock;
  p->maxThreadsPerMultiProcessor = kMaxThreadsPerBlock;
  p->maxBlocksPerMultiProcessor = 1;
  set(p->maxThreadsDim, {1024, 1024, 1024});
  set(p->maxGridSize, {INT_MAX, 65536, 65536});
  p->textureAlignment = 256;
  p->texturePitchAlignment = 256;
  p->surfaceAlignment = 256;
  p->maxTexture1D = p->maxTexture1DMipmap = p->maxTexture1DLinear = kMaxTexture1D;
  set(p->maxTexture2D, {kMaxTexture1D, kMaxTexture1D});
  set(p->maxTexture2DMipmap, {kMaxTexture1D, kMaxTexture1D});
  set(p->maxTexture3D, {kMaxTexture3D, kMaxTexture3D, kMaxTexture3D});
  set(p->maxTexture3DAlt, {kMaxTexture3D, kMaxTexture3D, kMaxTexture3D});
  p->maxSurface1D = kMaxTexture1D;
  set(p->maxSurface2D, {kMaxTexture1D, kMaxTexture1D});
  set(p->maxSurface3D, {kMaxTexture3D, kMaxTexture3D, kMaxTexture3D});
  p->multiProcessorCount = std::max(1u, std::thread::hardware_concurrency());
  p->clockRate = 1000000;  // kHz
  p->clockInstructionRate = 1000000;
  p->memoryClockRate = 1000000;
  p->memoryBusWidth = 64;
  p->l2CacheSize = 1 << 20;
}

void describe_abilities(hipDeviceProp_tR0600* p) {
  p->major = 9;
  p->minor = 0;
  p->integrated = 1;
  p->canMapHostMemory = 1;
  p->unifiedAddressing = 1;
  p->concurrentKernels = 1;
  p->asyncEngineCount = 2;
  p->deviceOverlap = 1;
  p->streamPrioritiesSupported = 1;
  p->managedMemory = 1;
  p->concurrentManagedAccess = 1;
  p->directManagedMemAccessFromHost = 1;
  p->pageableMemoryAccess = 1;
  p->pageableMemoryAccessUsesHostPageTables = 1;
  p->canUseHostPointerForRegisteredMem = 1;
  p->hostRegisterSupported = 1;
  p->hostNativeAtomicSupported = 1;
  p->cooperativeLaunch = 1;
  p->memoryPoolsSupported = 1;
  p->unifiedFunctionPointers = 1;
  p->isLargeBar = 1;
  p->arch.hasGlobalInt32Atomics = 1;
  p->arch.hasGlobalFloatAtomicExch = 1;
  p->arch.hasSharedInt32Atomics = 1;
  p->arch.hasSharedFloatAtomicExch = 1;
  p->arch.hasFloatAtomicAdd = 1;
  p->arch.hasGlobalInt64Atomics = 1;
  p->arch.hasSharedInt64Atomics = 1;
  p->arch.hasDoubles = 1;
  p->arch.hasThreadFenceSystem = 1;
  p->arch.hasSyncThreadsExt = 1;
  p->arch.has3dGrid = 1;
}

hipDeviceProp_tR0600 describe(int ordinal) {
  hipDeviceProp_tR0600 p{};
  std::strcpy(p.name, kDeviceName);
  std::strcpy(p.gcnArchName, kArchName);
  std::memcpy(p.uuid.bytes, "softhip-cpu-dev", 15);
  p.uuid.bytes[15] = static_cast<char>('0' + ordinal);
  p.pciBusID = ordinal + 1;
  describe_limits(&p);
  describe_abilities(&p);
  return p;
}

struct Field {
  hipDeviceAttribute_t attribute;
  int (*read)(const hipDeviceProp_tR0600&);
};

int clamp(size_t value) { return static_cast<int>(std::min<size_t>(value, INT_MAX)); }

#define FIELD(attribute, field) \
  {hipDeviceAttribute##attribute, [](const hipDeviceProp_tR0600& p) { return clamp(p.field); }}
#define FIXED(attribute, value) \
  {hipDeviceAttribute##attribute, [](const hipDeviceProp_tR0600&) -> int { return value; }}
constexpr Field kFields[] = {
    FIELD(EccEnabled, ECCEnabled),
    FIELD(AccessPolicyMaxWindowSize, accessPolicyMaxWindowSize),
    FIELD(AsyncEngineCount, asyncEngineCount),
    FIELD(CanMapHostMemory, canMapHostMemory),
    FIELD(CanUseHostPointerForRegisteredMem, canUseHostPointerForRegisteredMem),
    FIELD(ClockRate, clockRate),
    FIELD(ComputeMode, computeMode),
    FIELD(ComputePreemptionSupported, computePreemptionSupported),
    FIELD(ConcurrentKernels, concurrentKernels),
    FIELD(ConcurrentManagedAccess, concurrentManagedAccess),
    FIELD(CooperativeLaunch, cooperativeLaunch),
    FIELD(CooperativeMultiDeviceLaunch, cooperativeMultiDeviceLaunch),
    FIELD(DeviceOverlap, deviceOverlap),
    FIELD(DirectManagedMemAccessFromHost, directManagedMemAccessFromHost),
    FIELD(GlobalL1CacheSupported, globalL1CacheSupported),
    FIELD(HostNativeAtomicSupported, hostNativeAtomicSupported),
    FIELD(Integrated, integrated),
    FIELD(IsMultiGpuBoard, isMultiGpuBoard),
    FIELD(KernelExecTimeout, kernelExecTimeoutEnabled),
    FIELD(L2CacheSize, l2CacheSize),
    FIELD(LocalL1CacheSupported, localL1CacheSupported),
    FIELD(LuidDeviceNodeMask, luidDeviceNodeMask),
    FIELD(ComputeCapabilityMajor, major),
    FIELD(ManagedMemory, managedMemory),
    FIELD(MaxBlocksPerMultiProcessor, maxBlocksPerMultiProcessor),
    FIELD(MaxBlockDimX, maxThreadsDim[0]),
    FIELD(MaxBlockDimY, maxThreadsDim[1]),
    FIELD(MaxBlockDimZ, maxThreadsDim[2]),
    FIELD(MaxGridDimX, maxGridSize[0]),
    FIELD(MaxGridDimY, maxGridSize[1]),
    FIELD(MaxGridDimZ, maxGridSize[2]),
    FIELD(MaxSurface1D, maxSurface1D),
    FIELD(MaxSurface1DLayered, maxSurface1DLayered[0]),
    FIELD(MaxSurface2D, maxSurface2D[0]),
    FIELD(MaxSurface2DLayered, maxSurface2DLayered[0]),
    FIELD(MaxSurface3D, maxSurface3D[0]),
    FIELD(MaxSurfaceCubemap, maxSurfaceCubemap),
    FIELD(MaxSurfaceCubemapLayered, maxSurfaceCubemapLayered[0]),
    FIELD(MaxTexture1DWidth, maxTexture1D),
    FIELD(MaxTexture1DLayered, maxTexture1DLayered[0]),
    FIELD(MaxTexture1DLinear, maxTexture1DLinear),
    FIELD(MaxTexture1DMipmap, maxTexture1DMipmap),
    FIELD(MaxTexture2DWidth, maxTexture2D[0]),
    FIELD(MaxTexture2DHeight, maxTexture2D[1]),
    FIELD(MaxTexture2DGather, maxTexture2DGather[0]),
    FIELD(MaxTexture2DLayered, maxTexture2DLayered[0]),
    FIELD(MaxTexture2DLinear, maxTexture2DLinear[0]),
    FIELD(MaxTexture2DMipmap, maxTexture2DMipmap[0]),
    FIELD(MaxTexture3DWidth, maxTexture3D[0]),
    FIELD(MaxTexture3DHeight, maxTexture3D[1]),
    FIELD(MaxTexture3DDepth, maxTexture3D[2]),
    FIELD(MaxTexture3DAlt, maxTexture3DAlt[0]),
    FIELD(MaxTextureCubemap, maxTextureCubemap),
    FIELD(MaxTextureCubemapLayered, maxTextureCubemapLayered[0]),
    FIELD(MaxThreadsDim, maxThreadsDim[0]),
    FIELD(MaxThreadsPerBlock, maxThreadsPerBlock),
    FIELD(MaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor),
    FIELD(MaxPitch, memPitch),
    FIELD(MemoryBusWidth, memoryBusWidth),
    FIELD(MemoryClockRate, memoryClockRate),
    FIELD(ComputeCapabilityMinor, minor),
    FIELD(MultiGpuBoardGroupID, multiGpuBoardGroupID),
    FIELD(MultiprocessorCount, multiProcessorCount),
    FIELD(PhysicalMultiProcessorCount, multiProcessorCount),
    FIELD(PageableMemoryAccess, pageableMemoryAccess),
    FIELD(PageableMemoryAccessUsesHostPageTables, pageableMemoryAccessUsesHostPageTables),
    FIELD(PciBusId, pciBusID),
    FIELD(PciDeviceId, pciDeviceID),
    FIELD(PciDomainId, pciDomainID),
    FIELD(PersistingL2CacheMaxSize, persistingL2CacheMaxSize),
    FIELD(MaxRegistersPerBlock, regsPerBlock),
    FIELD(MaxRegistersPerMultiprocessor, regsPerMultiprocessor),
    FIELD(ReservedSharedMemPerBlock, reservedSharedMemPerBlock),
    FIELD(MaxSharedMemoryPerBlock, sharedMemPerBlock),
    FIELD(SharedMemPerBlockOptin, sharedMemPerBlockOptin),
    FIELD(SharedMemPerMultiprocessor, sharedMemPerMultiprocessor),
    FIELD(MaxSharedMemoryPerMultiprocessor, maxSharedMemoryPerMultiProcessor),
    FIELD(SingleToDoublePrecisionPerfRatio, singleToDoublePrecisionPerfRatio),
    FIELD(StreamPrioritiesSupported, streamPrioritiesSupported),
    FIELD(SurfaceAlignment, surfaceAlignment),
    FIELD(TccDriver, tccDriver),
    FIELD(TextureAlignment, textureAlignment),
    FIELD(TexturePitchAlignment, texturePitchAlignment),
    FIELD(TotalConstantMemory, totalConstMem),
    FIELD(TotalGlobalMem, totalGlobalMem),
    FIELD(UnifiedAddressing, unifiedAddressing),
    FIELD(WarpSize, warpSize),
    FIELD(MemoryPoolsSupported, memoryPoolsSupported),
    FIELD(HostRegisterSupported, hostRegisterSupported),
    FIELD(MemoryPoolSupportedHandleTypes, memoryPoolSupportedHandleTypes),
    FIELD(ClockInstructionRate, clockInstructionRate),
    FIELD(CooperativeMultiDeviceUnmatchedFunc, cooperativeMultiDeviceUnmatchedFunc),
    FIELD(CooperativeMultiDeviceUnmatchedGridDim, cooperativeMultiDeviceUnmatchedGridDim),
    FIELD(CooperativeMultiDeviceUnmatchedBlockDim, cooperativeMultiDeviceUnmatchedBlockDim),
    FIELD(CooperativeMultiDeviceUnmatchedSharedMem, cooperativeMultiDeviceUnmatchedSharedMem),
    FIELD(IsLargeBar, isLargeBar),
    FIELD(AsicRevision, asicRevision),
    FIXED(VirtualMemoryManagementSupported, 1),
    FIXED(CanUseStreamWaitValue, 1),
    FIXED(ImageSupport, 0),
    FIXED(FineGrainSupport, 1),
    FIXED(WallClockRate, 1000000),
    FIXED(NumberOfXccs, 1),
    FIXED(MaxAvailableVgprsPerThread, 256),
    FIXED(PciChipId, 0),
};
#undef FIELD
#undef FIXED

}  // namespace

const hipDeviceProp_tR0600& properties(int ordinal) {
  static const auto* all = [] {
    auto* made = new hipDeviceProp_tR0600[kMaxDevices];
    for (int i = 0; i < kMaxDevices; ++i) made[i] = describe(i);
    return made;
  }();
  return all[ordinal];
}

hipDeviceProp_tR0000 old_properties(int ordinal) {
  const hipDeviceProp_tR0600& p = properties(ordinal);
  hipDeviceProp_tR0000 old{};
  std::memcpy(old.name, p.name, sizeof(old.name));
  std::memcpy(old.gcnArchName, p.gcnArchName, sizeof(old.gcnArchName));
  std::copy(std::begin(p.maxThreadsDim), std::end(p.maxThreadsDim), old.maxThreadsDim);
  std::copy(std::begin(p.maxGridSize), std::end(p.maxGridSize), old.maxGridSize);
  std::copy(std::begin(p.maxTexture2D), std::end(p.maxTexture2D), old.maxTexture2D);
  std::copy(std::begin(p.maxTexture3D), std::end(p.maxTexture3D), old.maxTexture3D);
#define SAME(field) old.field = p.field
  SAME(totalGlobalMem);
  SAME(sharedMemPerBlock);
  SAME(regsPerBlock);
  SAME(warpSize);
  SAME(maxThreadsPerBlock);
  SAME(clockRate);
  SAME(memoryClockRate);
  SAME(memoryBusWidth);
  SAME(totalConstMem);
  SAME(major);
  SAME(minor);
  SAME(multiProcessorCount);
  SAME(l2CacheSize);
  SAME(maxThreadsPerMultiProcessor);
  SAME(computeMode);
  SAME(clockInstructionRate);
  SAME(arch);
  SAME(concurrentKernels);
  SAME(pciDomainID);
  SAME(pciBusID);
  SAME(pciDeviceID);
  SAME(maxSharedMemoryPerMultiProcessor);
  SAME(isMultiGpuBoard);
  SAME(canMapHostMemory);
  SAME(integrated);
  SAME(cooperativeLaunch);
  SAME(cooperativeMultiDeviceLaunch);
  SAME(maxTexture1DLinear);
  SAME(maxTexture1D);
  SAME(memPitch);
  SAME(textureAlignment);
  SAME(texturePitchAlignment);
  SAME(kernelExecTimeoutEnabled);
  SAME(ECCEnabled);
  SAME(tccDriver);
  SAME(isLargeBar);
  SAME(asicRevision);
  SAME(managedMemory);
  SAME(directManagedMemAccessFromHost);
  SAME(concurrentManagedAccess);
  SAME(pageableMemoryAccess);
  SAME(pageableMemoryAccessUsesHostPageTables);
#undef SAME
  return old;
}

bool attribute(int ordinal, hipDeviceAttribute_t wanted, int* value) {
  for (const Field& field : kFields) {
    if (field.attribute == wanted) {
      *value = field.read(properties(ordinal));
      return true;
    }
  }
  return false;
}

}  // namespace softhip
