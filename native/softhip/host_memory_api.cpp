// Host memory that the device can reach: pinned by us, or the program's own and registered.
#include "softhip/api.h"
#include "softhip/memory.h"
#include "softhip/pool.h"

using namespace softhip;

namespace {

constexpr unsigned kHostFlags = hipHostMallocPortable | hipHostMallocMapped | hipHostMallocWriteCombined |
                                hipHostMallocUncached | hipHostMallocNumaUser | hipHostMallocCoherent |
                                hipHostMallocNonCoherent;
constexpr unsigned kRegisterFlags = hipHostRegisterPortable | hipHostRegisterMapped | hipHostRegisterIoMemory |
                                    hipHostRegisterReadOnly | hipExtHostRegisterUncached;

hipError_t allocate_host(void** ptr, size_t size, unsigned flags) {
  if (ptr == nullptr || (flags & ~kHostFlags) != 0) return hipErrorInvalidValue;
  constexpr unsigned kBoth = hipHostMallocCoherent | hipHostMallocNonCoherent;
  if ((flags & kBoth) == kBoth) return hipErrorInvalidValue;
  if (device_count() == 0) return hipErrorNoDevice;
  return allocate(ptr, size, Memory::kPinned, thread_state.device, flags);
}

hipError_t register_host(void* ptr, size_t size, unsigned flags) {
  if (ptr == nullptr || size == 0 || (flags & ~kRegisterFlags) != 0) return hipErrorInvalidValue;
  if (device_count() == 0) return hipErrorNoDevice;
  Allocation allocation;
  allocation.base = reinterpret_cast<uintptr_t>(ptr);
  allocation.size = size;
  allocation.memory = Memory::kRegistered;
  allocation.device = thread_state.device;
  allocation.flags = flags;
  if (allocation.base + size < allocation.base) return hipErrorInvalidValue;
  return track(allocation) ? hipSuccess : hipErrorHostMemoryAlreadyRegistered;
}

hipError_t unregister_host(void* ptr) {
  if (ptr == nullptr) return hipErrorInvalidValue;
  const Allocation* allocation = find_base(ptr);
  if (allocation == nullptr || allocation->memory != Memory::kRegistered) return hipErrorHostMemoryNotRegistered;
  synchronize_device(allocation->device);
  return untrack(ptr) ? hipSuccess : hipErrorHostMemoryNotRegistered;
}

}  // namespace

SOFTHIP_API hipError_t hipHostMalloc(void** ptr, size_t size, unsigned int flags) {
  return call(__func__, [&] { return allocate_host(ptr, size, flags); });
}

SOFTHIP_API hipError_t hipExtHostAlloc(void** ptr, size_t size, unsigned int flags) {
  return call(__func__, [&] { return allocate_host(ptr, size, flags); });
}

SOFTHIP_API hipError_t hipHostAlloc(void** ptr, size_t size, unsigned int flags) {
  return call(__func__, [&] { return allocate_host(ptr, size, flags); });
}

SOFTHIP_API hipError_t hipMallocHost(void** ptr, size_t size) {
  return call(__func__, [&] { return allocate_host(ptr, size, hipHostMallocDefault); });
}

SOFTHIP_API hipError_t hipMemAllocHost(void** ptr, size_t size) {
  return call(__func__, [&] { return allocate_host(ptr, size, hipHostMallocDefault); });
}

SOFTHIP_API hipError_t hipHostFree(void* ptr) {
  return call(__func__, [&] { return free_after_work(ptr); });
}

SOFTHIP_API hipError_t hipFreeHost(void* ptr) {
  return call(__func__, [&] { return free_after_work(ptr); });
}

SOFTHIP_API hipError_t hipHostRegister(void* hostPtr, size_t sizeBytes, unsigned int flags) {
  return call(__func__, [&] { return register_host(hostPtr, sizeBytes, flags); });
}

SOFTHIP_API hipError_t hipHostUnregister(void* hostPtr) {
  return call(__func__, [&] { return unregister_host(hostPtr); });
}

SOFTHIP_API hipError_t hipHostGetDevicePointer(void** devPtr, void* hstPtr, unsigned int flags) {
  return call(__func__, [&] {
    if (devPtr == nullptr || flags != 0 || find_allocation(hstPtr) == nullptr) return hipErrorInvalidValue;
    *devPtr = hstPtr;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipHostGetFlags(unsigned int* flagsPtr, void* hostPtr) {
  return call(__func__, [&] {
    const Allocation* allocation = find_allocation(hostPtr);
    if (flagsPtr == nullptr || allocation == nullptr || !allocation->host()) return hipErrorInvalidValue;
    *flagsPtr = allocation->flags;
    return hipSuccess;
  });
}
