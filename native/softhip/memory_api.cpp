// Device memory, and what the device says about pointers to it.
#include "softhip/api.h"
#include "softhip/memory.h"
#include "softhip/pool.h"
#include "softhip/stream.h"

using namespace softhip;

namespace {

constexpr size_t kPitchAlignment = 256;

hipError_t allocate_device(void** ptr, size_t size, unsigned flags = 0) {
  if (ptr == nullptr) return hipErrorInvalidValue;
  if (device_count() == 0) return hipErrorNoDevice;
  return allocate(ptr, size, Memory::kDevice, thread_state.device, flags);
}

hipError_t allocate_pitched(void** ptr, size_t* pitch, size_t width, size_t height, size_t depth) {
  if (ptr == nullptr || pitch == nullptr) return hipErrorInvalidValue;
  if (width == 0 || height == 0 || depth == 0) {
    *ptr = nullptr;
    *pitch = 0;
    return hipSuccess;
  }
  size_t row = 0;
  size_t size = 0;
  if (__builtin_add_overflow(width, kPitchAlignment - 1, &row)) return hipErrorOutOfMemory;
  row = row / kPitchAlignment * kPitchAlignment;
  if (__builtin_mul_overflow(row, height, &size) || __builtin_mul_overflow(size, depth, &size)) {
    return hipErrorOutOfMemory;
  }
  SOFTHIP_TRY(allocate_device(ptr, size));
  *pitch = row;
  return hipSuccess;
}

}  // namespace

SOFTHIP_API hipError_t hipMalloc(void** ptr, size_t size) {
  return call(__func__, [&] { return allocate_device(ptr, size); });
}

SOFTHIP_API hipError_t hipExtMallocWithFlags(void** ptr, size_t sizeBytes, unsigned int flags) {
  return call(__func__, [&] {
    if (flags > hipDeviceMallocContiguous) return hipErrorInvalidValue;
    if (flags == hipMallocSignalMemory && sizeBytes != 8) return hipErrorInvalidValue;
    return allocate_device(ptr, sizeBytes, flags);
  });
}

SOFTHIP_API hipError_t hipMallocPitch(void** ptr, size_t* pitch, size_t width, size_t height) {
  return call(__func__, [&] { return allocate_pitched(ptr, pitch, width, height, 1); });
}

SOFTHIP_API hipError_t hipMemAllocPitch(hipDeviceptr_t* dptr, size_t* pitch, size_t widthInBytes, size_t height,
                                        unsigned int elementSizeBytes) {
  return call(__func__, [&] {
    if (widthInBytes == 0 || height == 0) return hipErrorInvalidValue;
    if (elementSizeBytes != 4 && elementSizeBytes != 8 && elementSizeBytes != 16) return hipErrorInvalidValue;
    return allocate_pitched(dptr, pitch, widthInBytes, height, 1);
  });
}

SOFTHIP_API hipError_t hipMalloc3D(hipPitchedPtr* pitchedDevPtr, hipExtent extent) {
  return call(__func__, [&] {
    if (pitchedDevPtr == nullptr) return hipErrorInvalidValue;
    hipPitchedPtr made{};
    SOFTHIP_TRY(allocate_pitched(&made.ptr, &made.pitch, extent.width, extent.height, extent.depth));
    made.xsize = extent.width;
    made.ysize = extent.height;
    *pitchedDevPtr = made;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipFree(void* ptr) {
  return call(__func__, [&] { return free_after_work(ptr); });
}

SOFTHIP_API hipError_t hipMallocManaged(void** dev_ptr, size_t size, unsigned int flags) {
  return call(__func__, [&] {
    if (dev_ptr == nullptr || size == 0) return hipErrorInvalidValue;
    if (flags != hipMemAttachGlobal && flags != hipMemAttachHost) return hipErrorInvalidValue;
    if (device_count() == 0) return hipErrorNoDevice;
    return allocate(dev_ptr, size, Memory::kManaged, thread_state.device, flags);
  });
}

SOFTHIP_API hipError_t hipMemGetInfo(size_t* free, size_t* total) {
  return call(__func__, [&] {
    if (free == nullptr && total == nullptr) return hipSuccess;
    if (device_count() == 0) return hipErrorNoDevice;
    if (free != nullptr) *free = free_memory(thread_state.device);
    if (total != nullptr) *total = total_memory();
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipMemPtrGetInfo(void* ptr, size_t* size) {
  return call(__func__, [&] {
    if (size == nullptr) return hipErrorInvalidValue;
    const Allocation* allocation = find_allocation(ptr);
    if (allocation == nullptr && ptr != nullptr) return hipErrorInvalidValue;
    *size = allocation != nullptr ? allocation->size : 0;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipMemGetAddressRange(hipDeviceptr_t* pbase, size_t* psize, hipDeviceptr_t dptr) {
  return call(__func__, [&] {
    const Allocation* allocation = find_allocation(dptr);
    if (allocation == nullptr) return hipErrorNotFound;
    if (pbase != nullptr) *pbase = reinterpret_cast<void*>(allocation->base);
    if (psize != nullptr) *psize = allocation->size;
    return hipSuccess;
  });
}
