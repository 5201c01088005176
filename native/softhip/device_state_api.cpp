// The settings of devices, their peers, and waiting for and resetting them.
#include <vector>

#include "softhip/api.h"
#include "softhip/memory.h"
#include "softhip/pool.h"
#include "softhip/state.h"
#include "softhip/stream.h"

using namespace softhip;

namespace {

constexpr unsigned kDeviceFlags = hipDeviceScheduleMask | hipDeviceMapHost | hipDeviceLmemResizeToMax;

std::atomic<size_t>* limit_of(Device& device, hipLimit_t limit) {
  switch (limit) {
    case hipLimitStackSize:
      return &device.stack_size;
    case hipLimitPrintfFifoSize:
      return &device.printf_fifo_size;
    case hipLimitMallocHeapSize:
      return &device.malloc_heap_size;
    default:
      return nullptr;
  }
}

hipError_t set_flags(unsigned flags) {
  if (device_count() == 0) return hipErrorNoDevice;
  if ((flags & ~kDeviceFlags) != 0) return hipErrorInvalidValue;
  const unsigned schedule = flags & hipDeviceScheduleMask;
  if ((schedule & (schedule - 1)) != 0) return hipErrorInvalidValue;  // only one of them
  current_device().flags = flags;
  return hipSuccess;
}

hipError_t check_peers(int ordinal, int peer) {
  return valid_device(ordinal) && valid_device(peer) ? hipSuccess : hipErrorInvalidDevice;
}

// Everything that the program made on the device.
void release_everything(int ordinal) {
  synchronize_device(ordinal);
  std::vector<void*> bases;
  for_each_allocation([&](const Allocation& allocation) {
    if (allocation.device == ordinal && allocation.owned) bases.push_back(reinterpret_cast<void*>(allocation.base));
  });
  for (void* base : bases) release_pooled(base);
  streams.for_each([&](Stream& stream) {
    if (stream.device == ordinal && !stream.null && !stream.per_thread) destroy_stream(&stream);
  });
}

}  // namespace

SOFTHIP_API hipError_t hipDeviceSynchronize() {
  return call(__func__, [&] {
    if (device_count() == 0) return hipErrorNoDevice;
    synchronize_device(thread_state.device);
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipDeviceReset() {
  return call(__func__, [&] {
    if (device_count() == 0) return hipErrorNoDevice;
    release_everything(thread_state.device);
    current_device().flags = 0;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipSetDeviceFlags(unsigned flags) {
  return call(__func__, [&] { return set_flags(flags); });
}

SOFTHIP_API hipError_t hipGetDeviceFlags(unsigned int* flags) {
  return call(__func__, [&] {
    if (flags == nullptr) return hipErrorInvalidValue;
    *flags = current_device().flags;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipDeviceGetLimit(size_t* pValue, hipLimit_t limit) {
  return call(__func__, [&] {
    if (pValue == nullptr) return hipErrorInvalidValue;
    const std::atomic<size_t>* value = limit_of(current_device(), limit);
    if (value == nullptr) return hipErrorUnsupportedLimit;
    *pValue = *value;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipDeviceSetLimit(hipLimit_t limit, size_t value) {
  return call(__func__, [&] {
    std::atomic<size_t>* known = limit_of(current_device(), limit);
    if (known == nullptr) return hipErrorUnsupportedLimit;
    *known = value;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipDeviceSetCacheConfig(hipFuncCache_t cacheConfig) {
  return call(__func__, [&] {
    if (cacheConfig < hipFuncCachePreferNone || cacheConfig > hipFuncCachePreferEqual) return hipErrorInvalidValue;
    current_device().cache_config = cacheConfig;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipDeviceGetCacheConfig(hipFuncCache_t* cacheConfig) {
  return call(__func__, [&] {
    if (cacheConfig == nullptr) return hipErrorInvalidValue;
    *cacheConfig = static_cast<hipFuncCache_t>(current_device().cache_config.load());
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipDeviceSetSharedMemConfig(hipSharedMemConfig config) {
  return call(__func__, [&] {
    if (config < hipSharedMemBankSizeDefault || config > hipSharedMemBankSizeEightByte) return hipErrorInvalidValue;
    current_device().shared_config = config;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipDeviceGetSharedMemConfig(hipSharedMemConfig* pConfig) {
  return call(__func__, [&] {
    if (pConfig == nullptr) return hipErrorInvalidValue;
    *pConfig = static_cast<hipSharedMemConfig>(current_device().shared_config.load());
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipDeviceCanAccessPeer(int* canAccessPeer, int deviceId, int peerDeviceId) {
  return call(__func__, [&]() -> hipError_t {
    if (canAccessPeer == nullptr) return hipErrorInvalidValue;
    SOFTHIP_TRY(check_peers(deviceId, peerDeviceId));
    *canAccessPeer = deviceId != peerDeviceId;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipDeviceEnablePeerAccess(int peerDeviceId, unsigned int flags) {
  return call(__func__, [&] {
    if (flags != 0) return hipErrorInvalidValue;
    if (!valid_device(peerDeviceId) || peerDeviceId == thread_state.device) return hipErrorInvalidDevice;
    const uint32_t bit = uint32_t{1} << peerDeviceId;
    return (current_device().peers.fetch_or(bit) & bit) != 0 ? hipErrorPeerAccessAlreadyEnabled : hipSuccess;
  });
}

SOFTHIP_API hipError_t hipDeviceDisablePeerAccess(int peerDeviceId) {
  return call(__func__, [&] {
    if (!valid_device(peerDeviceId) || peerDeviceId == thread_state.device) return hipErrorInvalidDevice;
    const uint32_t bit = uint32_t{1} << peerDeviceId;
    return (current_device().peers.fetch_and(~bit) & bit) != 0 ? hipSuccess : hipErrorPeerAccessNotEnabled;
  });
}

SOFTHIP_API hipError_t hipDeviceGetP2PAttribute(int* value, hipDeviceP2PAttr attr, int srcDevice, int dstDevice) {
  return call(__func__, [&]() -> hipError_t {
    if (value == nullptr) return hipErrorInvalidValue;
    SOFTHIP_TRY(check_peers(srcDevice, dstDevice));
    if (srcDevice == dstDevice) return hipErrorInvalidDevice;
    switch (attr) {
      case hipDevP2PAttrPerformanceRank:
        *value = 0;
        return hipSuccess;
      case hipDevP2PAttrAccessSupported:
      case hipDevP2PAttrNativeAtomicSupported:
      case hipDevP2PAttrHipArrayAccessSupported:
        *value = 1;
        return hipSuccess;
    }
    return hipErrorInvalidValue;
  });
}

SOFTHIP_API hipError_t hipExtGetLinkTypeAndHopCount(int device1, int device2, uint32_t* linktype, uint32_t* hopcount) {
  return call(__func__, [&]() -> hipError_t {
    if (linktype == nullptr || hopcount == nullptr || device1 == device2) return hipErrorInvalidValue;
    SOFTHIP_TRY(check_peers(device1, device2));
    *linktype = 2;  // PCIe
    *hopcount = 1;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipDeviceFlushGPUDirectRDMAWrites(hipFlushGPUDirectRDMAWritesTarget,
                                                         hipFlushGPUDirectRDMAWritesScope) {
  return call(__func__, [] { return hipErrorNotSupported; });
}
