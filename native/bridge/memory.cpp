// Memory of every kind, and questions about addresses.
#include "bridge/core.h"

using bridge::cuda;

namespace {

// The runtime's rule for all of them: nothing of nothing is a null pointer, not an error.
template <typename Allocate>
hipError_t allocate(void** ptr, size_t size, Allocate&& get) {
  return bridge::in_context([&]() -> hipError_t {
    if (ptr == nullptr) return hipErrorInvalidValue;
    if (size == 0) {
      *ptr = nullptr;
      return hipSuccess;
    }
    return bridge::from(get());
  });
}

// HIP's pinned memory is always mapped and portable. Its own higher flags (coherence, NUMA) say what the GPU does
// anyway.
hipError_t allocate_pinned(void** ptr, size_t size, unsigned flags) {
  constexpr unsigned kAlways = hipHostMallocPortable | hipHostMallocMapped;
  constexpr unsigned kEither = hipHostMallocCoherent | hipHostMallocNonCoherent;
  if ((flags & kEither) == kEither) return bridge::note(hipErrorInvalidValue);
  return allocate(ptr, size, [&] { return cuda.cuMemHostAlloc(ptr, size, (flags & CU_MEMHOSTALLOC_ALL) | kAlways); });
}

template <typename Free>
hipError_t free_with(const void* ptr, Free&& give_back) {
  return bridge::in_context([&]() -> hipError_t { return ptr == nullptr ? hipSuccess : bridge::from(give_back()); });
}

// Rows of device memory; the pitch is the driver's choice.
hipError_t allocate_rows(void** ptr, size_t* pitch, size_t width, size_t rows) {
  if (ptr == nullptr || pitch == nullptr) return hipErrorInvalidValue;
  if (width == 0 || rows == 0) {
    *ptr = nullptr;
    *pitch = 0;
    return hipSuccess;
  }
  constexpr unsigned kElement = 16;  // the widest access of a thread
  return bridge::from(cuda.cuMemAllocPitch_v2(ptr, pitch, width, rows, kElement));
}

hipError_t describe(hipPointerAttribute_t* attributes, const void* ptr) {
  if (attributes == nullptr || ptr == nullptr) return hipErrorInvalidValue;
  unsigned type = 0;
  unsigned managed = 0;
  void* device_pointer = nullptr;
  void* host_pointer = nullptr;
  int ordinal = 0;
  hipPointer_attribute asked[] = {HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, HIP_POINTER_ATTRIBUTE_IS_MANAGED,
                                  HIP_POINTER_ATTRIBUTE_DEVICE_POINTER, HIP_POINTER_ATTRIBUTE_HOST_POINTER,
                                  HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
  void* answers[] = {&type, &managed, &device_pointer, &host_pointer, &ordinal};
  void* address = const_cast<void*>(ptr);
  BRIDGE_TRY(cuda.cuPointerGetAttributes(5, asked, answers, address));
  *attributes = {};
  attributes->isManaged = managed != 0;
  attributes->device = ordinal;
  attributes->devicePointer = device_pointer;
  attributes->hostPointer = host_pointer;
  if (type == 0) {
    attributes->type = hipMemoryTypeUnregistered;
    attributes->device = hipInvalidDeviceId;
  } else if (managed != 0) {
    attributes->type = hipMemoryTypeManaged;
  } else if (type == CU_MEMORYTYPE_HOST) {
    attributes->type = hipMemoryTypeHost;
    unsigned flags = 0;
    if (cuda.cuMemHostGetFlags(&flags, address) == CUDA_SUCCESS) attributes->allocationFlags = flags;
  } else {
    attributes->type = hipMemoryTypeDevice;
  }
  return hipSuccess;
}

}  // namespace

BRIDGE_API hipError_t hipMalloc(void** ptr, size_t size) {
  return allocate(ptr, size, [&] { return cuda.cuMemAlloc_v2(ptr, size); });
}

// The flags are about caches. Here all device memory is coherent and can be waited for by streams.
BRIDGE_API hipError_t hipExtMallocWithFlags(void** ptr, size_t size, unsigned flags) {
  const bool signal = flags == hipMallocSignalMemory;
  if (flags > hipDeviceMallocContiguous || (signal && size != 8)) return bridge::note(hipErrorInvalidValue);
  return hipMalloc(ptr, size);
}

BRIDGE_API hipError_t hipFree(void* ptr) {
  return free_with(ptr, [&] { return cuda.cuMemFree_v2(ptr); });
}

BRIDGE_API hipError_t hipMallocAsync(void** ptr, size_t size, hipStream_t stream) {
  return allocate(ptr, size, [&] { return cuda.cuMemAllocAsync(ptr, size, stream); });
}

BRIDGE_API hipError_t hipMallocFromPoolAsync(void** ptr, size_t size, hipMemPool_t pool, hipStream_t stream) {
  return allocate(ptr, size, [&] { return cuda.cuMemAllocFromPoolAsync(ptr, size, pool, stream); });
}

BRIDGE_API hipError_t hipFreeAsync(void* ptr, hipStream_t stream) {
  return bridge::in_context([&] { return cuda.cuMemFreeAsync(ptr, stream); });
}

BRIDGE_API hipError_t hipMallocManaged(void** ptr, size_t size, unsigned flags) {
  return bridge::in_context(
      [&] { return ptr == nullptr ? CUDA_ERROR_INVALID_VALUE : cuda.cuMemAllocManaged(ptr, size, flags); });
}

BRIDGE_API hipError_t hipHostMalloc(void** ptr, size_t size, unsigned flags) {
  return allocate_pinned(ptr, size, flags);
}
BRIDGE_API hipError_t hipHostAlloc(void** ptr, size_t size, unsigned flags) {
  return allocate_pinned(ptr, size, flags);
}
BRIDGE_API hipError_t hipExtHostAlloc(void** ptr, size_t size, unsigned flags) {
  return allocate_pinned(ptr, size, flags);
}
BRIDGE_API hipError_t hipMallocHost(void** ptr, size_t size) { return allocate_pinned(ptr, size, 0); }
BRIDGE_API hipError_t hipMemAllocHost(void** ptr, size_t size) { return allocate_pinned(ptr, size, 0); }

BRIDGE_API hipError_t hipHostFree(void* ptr) {
  return free_with(ptr, [&] { return cuda.cuMemFreeHost(ptr); });
}
BRIDGE_API hipError_t hipFreeHost(void* ptr) { return hipHostFree(ptr); }

BRIDGE_API hipError_t hipHostRegister(void* ptr, size_t size, unsigned flags) {
  return bridge::in_context([&] {
    constexpr unsigned kAlways = hipHostRegisterPortable | hipHostRegisterMapped;
    return cuda.cuMemHostRegister_v2(ptr, size, (flags & CU_MEMHOSTREGISTER_ALL) | kAlways);
  });
}

BRIDGE_API hipError_t hipMallocPitch(void** ptr, size_t* pitch, size_t width, size_t height) {
  return bridge::in_context([&] { return allocate_rows(ptr, pitch, width, height); });
}

BRIDGE_API hipError_t hipMalloc3D(hipPitchedPtr* pitched, hipExtent extent) {
  return bridge::in_context([&]() -> hipError_t {
    if (pitched == nullptr) return hipErrorInvalidValue;
    size_t rows = 0;
    if (__builtin_mul_overflow(extent.height, extent.depth, &rows)) return hipErrorOutOfMemory;
    BRIDGE_TRY(allocate_rows(&pitched->ptr, &pitched->pitch, extent.width, rows));
    pitched->xsize = extent.width;
    pitched->ysize = extent.height;
    return hipSuccess;
  });
}

BRIDGE_API hipError_t hipMemPtrGetInfo(void* ptr, size_t* size) {
  return bridge::in_context([&]() -> hipError_t {
    if (size == nullptr) return hipErrorInvalidValue;
    void* base = nullptr;
    return bridge::from(cuda.cuMemGetAddressRange_v2(&base, size, ptr));
  });
}

BRIDGE_API hipError_t hipPointerGetAttributes(hipPointerAttribute_t* attributes, const void* ptr) {
  return bridge::in_context([&] { return describe(attributes, ptr); });
}

// For a replay: the driver clears what cuMemCreate gives, also what the same process had before.
BRIDGE_API int hrr_fresh_memory_is_zero() { return 1; }
