// Devices: choosing one, asking about it.
#include <climits>
#include <cstdio>
#include <cstring>

#include "bridge/registry.h"
#include "bridge/tables.h"

namespace bridge {
namespace {

CUdevice_attribute attribute(int number) { return static_cast<CUdevice_attribute>(number); }

// 0 for what an older driver does not know.
int ask(int ordinal, int number) {
  int value = 0;
  return cuda.cuDeviceGetAttribute(&value, attribute(number), ordinal) == CUDA_SUCCESS ? value : 0;
}

hipError_t get_attribute(int* value, hipDeviceAttribute_t asked, int ordinal) {
  if (value == nullptr) return hipErrorInvalidValue;
  int count = 0;
  BRIDGE_TRY(cuda.cuDeviceGetCount(&count));
  if (ordinal < 0 || ordinal >= count) return hipErrorInvalidDevice;
  if (asked == hipDeviceAttributeTotalGlobalMem) {
    size_t bytes = 0;
    BRIDGE_TRY(cuda.cuDeviceTotalMem_v2(&bytes, ordinal));
    *value = bytes > INT_MAX ? INT_MAX : static_cast<int>(bytes);
    return hipSuccess;
  }
  constexpr int kNone = -1;
  if (const int number = look_up(kDriverAttributes, asked, kNone); number != kNone) {
    return from(cuda.cuDeviceGetAttribute(value, attribute(number), ordinal));
  }
  const int fixed = look_up(kFixedAttributes, asked, kNone);
  if (fixed == kNone) return hipErrorInvalidValue;
  *value = fixed;
  return hipSuccess;
}

// Every member that both generations of the structure have is filled alike.
template <typename Properties>
hipError_t common_properties(Properties* properties, int ordinal) {
  if (properties == nullptr) return hipErrorInvalidValue;
  int count = 0;
  BRIDGE_TRY(cuda.cuDeviceGetCount(&count));
  if (ordinal < 0 || ordinal >= count) return hipErrorInvalidDevice;
  std::memset(static_cast<void*>(properties), 0, sizeof(*properties));
  BRIDGE_TRY(cuda.cuDeviceGetName(properties->name, sizeof(properties->name), ordinal));
  BRIDGE_TRY(cuda.cuDeviceTotalMem_v2(&properties->totalGlobalMem, ordinal));
  std::snprintf(properties->gcnArchName, sizeof(properties->gcnArchName), "sm_%d%d", ask(ordinal, 75),
                ask(ordinal, 76));
  hipDeviceArch_t& arch = properties->arch;
  arch.hasGlobalInt32Atomics = arch.hasGlobalFloatAtomicExch = arch.hasSharedInt32Atomics = 1;
  arch.hasSharedFloatAtomicExch = arch.hasFloatAtomicAdd = arch.hasGlobalInt64Atomics = arch.hasSharedInt64Atomics = 1;
  arch.hasDoubles = arch.hasWarpVote = arch.hasWarpBallot = arch.hasWarpShuffle = arch.hasFunnelShift = 1;
  arch.hasThreadFenceSystem = arch.hasSyncThreadsExt = arch.hasSurfaceFuncs = arch.has3dGrid = 1;
  arch.hasDynamicParallelism = 1;
  return hipSuccess;
}

hipError_t get_properties(hipDeviceProp_tR0600* properties, int ordinal) {
  BRIDGE_TRY(common_properties(properties, ordinal));
#define HIP_PROPERTY(member, number) properties->member = ask(ordinal, number);
#include <bridge_properties.inc>
#undef HIP_PROPERTY
  BRIDGE_TRY(cuda.cuDeviceGetUuid_v2(&properties->uuid, ordinal));
  properties->clockInstructionRate = properties->clockRate;
  return hipSuccess;
}

hipError_t get_old_properties(hipDeviceProp_tR0000* properties, int ordinal) {
  BRIDGE_TRY(common_properties(properties, ordinal));
  hipDeviceProp_tR0600 all;
  BRIDGE_TRY(get_properties(&all, ordinal));
#define HIP_SAME(member) std::memcpy(&properties->member, &all.member, sizeof(properties->member))
  HIP_SAME(sharedMemPerBlock);
  HIP_SAME(regsPerBlock);
  HIP_SAME(warpSize);
  HIP_SAME(maxThreadsPerBlock);
  HIP_SAME(maxThreadsDim);
  HIP_SAME(maxGridSize);
  HIP_SAME(clockRate);
  HIP_SAME(memoryClockRate);
  HIP_SAME(memoryBusWidth);
  HIP_SAME(totalConstMem);
  HIP_SAME(major);
  HIP_SAME(minor);
  HIP_SAME(multiProcessorCount);
  HIP_SAME(l2CacheSize);
  HIP_SAME(maxThreadsPerMultiProcessor);
  HIP_SAME(computeMode);
  HIP_SAME(clockInstructionRate);
  HIP_SAME(concurrentKernels);
  HIP_SAME(pciDomainID);
  HIP_SAME(pciBusID);
  HIP_SAME(pciDeviceID);
  HIP_SAME(maxSharedMemoryPerMultiProcessor);
  HIP_SAME(isMultiGpuBoard);
  HIP_SAME(canMapHostMemory);
  HIP_SAME(integrated);
  HIP_SAME(cooperativeLaunch);
  HIP_SAME(cooperativeMultiDeviceLaunch);
  HIP_SAME(maxTexture1DLinear);
  HIP_SAME(maxTexture1D);
  HIP_SAME(maxTexture2D);
  HIP_SAME(maxTexture3D);
  HIP_SAME(memPitch);
  HIP_SAME(textureAlignment);
  HIP_SAME(texturePitchAlignment);
  HIP_SAME(kernelExecTimeoutEnabled);
  HIP_SAME(ECCEnabled);
  HIP_SAME(tccDriver);
  HIP_SAME(managedMemory);
  HIP_SAME(directManagedMemAccessFromHost);
  HIP_SAME(concurrentManagedAccess);
  HIP_SAME(pageableMemoryAccess);
  HIP_SAME(pageableMemoryAccessUsesHostPageTables);
#undef HIP_SAME
  return hipSuccess;
}

// How many of the wishes a device has; as the reference does, a wish is a non-zero member.
int fit(const hipDeviceProp_tR0600& wish, const hipDeviceProp_tR0600& has) {
  return (wish.major != 0 && has.major >= wish.major) + (wish.minor != 0 && has.minor >= wish.minor) +
         (wish.totalGlobalMem != 0 && has.totalGlobalMem >= wish.totalGlobalMem) +
         (wish.sharedMemPerBlock != 0 && has.sharedMemPerBlock >= wish.sharedMemPerBlock) +
         (wish.maxThreadsPerBlock != 0 && has.maxThreadsPerBlock >= wish.maxThreadsPerBlock) +
         (wish.totalConstMem != 0 && has.totalConstMem >= wish.totalConstMem) +
         (wish.multiProcessorCount != 0 && has.multiProcessorCount >= wish.multiProcessorCount);
}

}  // namespace
}  // namespace bridge

using bridge::cuda;

BRIDGE_API hipError_t hipGetDevice(int* ordinal) {
  return bridge::anywhere([&]() -> hipError_t {
    if (ordinal == nullptr) return hipErrorInvalidValue;
    *ordinal = bridge::device();
    return hipSuccess;
  });
}

BRIDGE_API hipError_t hipSetDevice(int ordinal) {
  return bridge::guarded([&] { return bridge::set_device(ordinal); });
}

BRIDGE_API hipError_t hipGetDeviceCount(int* count) {
  return bridge::guarded([&]() -> hipError_t {
    if (count == nullptr) return hipErrorInvalidValue;
    *count = 0;
    BRIDGE_TRY(bridge::ready());
    BRIDGE_TRY(cuda.cuDeviceGetCount(count));
    return *count == 0 ? hipErrorNoDevice : hipSuccess;
  });
}

BRIDGE_API hipError_t hipDeviceGetAttribute(int* value, hipDeviceAttribute_t attribute, int ordinal) {
  return bridge::anywhere([&] { return bridge::get_attribute(value, attribute, ordinal); });
}

BRIDGE_API hipError_t hipGetDevicePropertiesR0600(hipDeviceProp_tR0600* properties, int ordinal) {
  return bridge::anywhere([&] { return bridge::get_properties(properties, ordinal); });
}

BRIDGE_API hipError_t hipGetDevicePropertiesR0000(hipDeviceProp_tR0000* properties, int ordinal) {
  return bridge::anywhere([&] { return bridge::get_old_properties(properties, ordinal); });
}

BRIDGE_API hipError_t hipChooseDevice(int* ordinal, const hipDeviceProp_tR0600* wish) {
  return bridge::anywhere([&]() -> hipError_t {
    if (ordinal == nullptr || wish == nullptr) return hipErrorInvalidValue;
    int count = 0, best = -1;
    BRIDGE_TRY(cuda.cuDeviceGetCount(&count));
    for (int i = 0; i < count; ++i) {
      hipDeviceProp_tR0600 properties;
      BRIDGE_TRY(bridge::get_properties(&properties, i));
      if (const int fit = bridge::fit(*wish, properties); fit > best) {
        best = fit;
        *ordinal = i;
      }
    }
    return hipSuccess;
  });
}

BRIDGE_API hipError_t hipDeviceGetP2PAttribute(int* value, hipDeviceP2PAttr attribute, int from, int to) {
  return bridge::anywhere([&] {
    // The driver counts the same questions from 1.
    return cuda.cuDeviceGetP2PAttribute(value, static_cast<CUdevice_P2PAttribute>(attribute + 1), from, to);
  });
}

BRIDGE_API hipError_t hipDeviceSynchronize(void) {
  return bridge::in_context([&] { return cuda.cuCtxSynchronize(); });
}

BRIDGE_API hipError_t hipDeviceReset(void) {
  return bridge::anywhere([&]() -> hipError_t {
    BRIDGE_TRY(cuda.cuDevicePrimaryCtxReset_v2(bridge::device()));
    bridge::forget_contexts();
    bridge::forget_modules();
    return hipSuccess;
  });
}

BRIDGE_API hipError_t hipDevicePrimaryCtxReset(hipDevice_t device) {
  return bridge::anywhere([&]() -> hipError_t {
    BRIDGE_TRY(cuda.cuDevicePrimaryCtxReset_v2(device));
    bridge::forget_contexts();
    bridge::forget_modules();
    return hipSuccess;
  });
}

BRIDGE_API hipError_t hipGetDeviceFlags(unsigned* flags) {
  return bridge::anywhere([&]() -> hipError_t {
    int active = 0;
    if (flags == nullptr) return hipErrorInvalidValue;
    return bridge::from(cuda.cuDevicePrimaryCtxGetState(bridge::device(), flags, &active));
  });
}

BRIDGE_API hipError_t hipSetDeviceFlags(unsigned flags) {
  return bridge::anywhere([&]() -> hipError_t {
    constexpr unsigned kKnown = CU_CTX_SCHED_MASK | CU_CTX_MAP_HOST | CU_CTX_LMEM_RESIZE_TO_MAX;
    const unsigned schedule = flags & CU_CTX_SCHED_MASK;
    if ((flags & ~kKnown) != 0 || (schedule & (schedule - 1)) != 0) return hipErrorInvalidValue;
    return bridge::from(cuda.cuDevicePrimaryCtxSetFlags_v2(bridge::device(), flags & ~CU_CTX_MAP_HOST));
  });
}

BRIDGE_API hipError_t hipDeviceEnablePeerAccess(int peer, unsigned flags) {
  return bridge::in_context([&]() -> hipError_t {
    CUcontext context = nullptr;
    BRIDGE_TRY(bridge::primary_context(peer, &context));
    return bridge::from(cuda.cuCtxEnablePeerAccess(context, flags));
  });
}

BRIDGE_API hipError_t hipDeviceDisablePeerAccess(int peer) {
  return bridge::in_context([&]() -> hipError_t {
    CUcontext context = nullptr;
    BRIDGE_TRY(bridge::primary_context(peer, &context));
    return bridge::from(cuda.cuCtxDisablePeerAccess(context));
  });
}

BRIDGE_API hipError_t hipDeviceGetCacheConfig(hipFuncCache_t* config) { return hipCtxGetCacheConfig(config); }
BRIDGE_API hipError_t hipDeviceSetCacheConfig(hipFuncCache_t config) { return hipCtxSetCacheConfig(config); }
BRIDGE_API hipError_t hipDeviceGetSharedMemConfig(hipSharedMemConfig* config) {
  return hipCtxGetSharedMemConfig(config);
}
BRIDGE_API hipError_t hipDeviceSetSharedMemConfig(hipSharedMemConfig config) {
  return hipCtxSetSharedMemConfig(config);
}
