// What is known about a pointer.
#include "softhip/api.h"
#include "softhip/array.h"
#include "softhip/memory.h"
#include "softhip/pool.h"

using namespace softhip;

namespace {

hipMemoryType type_of(const Allocation& allocation) {
  switch (allocation.memory) {
    case Memory::kManaged:
      return hipMemoryTypeManaged;
    case Memory::kPinned:
    case Memory::kRegistered:
      return hipMemoryTypeHost;
    default:
      return hipMemoryTypeDevice;
  }
}

template <typename T>
void put(void* data, T value) {
  *static_cast<T*>(data) = value;
}

// The widths are those of the real runtime: 32 bits for sizes and ids, one byte for truth values.
hipError_t get_attribute(void* data, hipPointer_attribute attribute, void* ptr) {
  const Allocation* allocation = find_allocation(ptr);
  const bool known = allocation != nullptr;
  const hipError_t error = known ? hipSuccess : hipErrorInvalidValue;
  switch (attribute) {
    case HIP_POINTER_ATTRIBUTE_CONTEXT:
      if (known) put(data, primary_context(allocation->device));
      return error;
    case HIP_POINTER_ATTRIBUTE_MEMORY_TYPE:
      if (!known && find_array(static_cast<hipArray_t>(ptr)) != nullptr) {
        put<uint32_t>(data, hipMemoryTypeArray);
        return hipSuccess;
      }
      put<uint32_t>(data, known ? type_of(*allocation) : 0);
      return error;
    case HIP_POINTER_ATTRIBUTE_DEVICE_POINTER:
      put(data, known ? ptr : nullptr);
      return error;
    case HIP_POINTER_ATTRIBUTE_HOST_POINTER:
      put(data, known && allocation->host() ? ptr : nullptr);
      return known && allocation->host() ? hipSuccess : hipErrorInvalidValue;
    case HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS:
      put(data, known);
      return error;
    case HIP_POINTER_ATTRIBUTE_BUFFER_ID:
      put<uint32_t>(data, known ? static_cast<uint32_t>(allocation->id) : 0);
      return error;
    case HIP_POINTER_ATTRIBUTE_IS_MANAGED:
      put(data, known && allocation->memory == Memory::kManaged);
      return error;
    case HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      put(data, known ? allocation->device : hipInvalidDeviceId);
      return error;
    case HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR:
      put(data, known ? reinterpret_cast<void*>(allocation->base) : nullptr);
      return error;
    case HIP_POINTER_ATTRIBUTE_RANGE_SIZE:
      put<uint32_t>(data, known ? static_cast<uint32_t>(allocation->size) : 0);
      return error;
    case HIP_POINTER_ATTRIBUTE_MAPPED:
      put(data, known);
      return error;
    case HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS:
      put<uint32_t>(data, known ? allocation->flags : 0);
      return hipSuccess;
    case HIP_POINTER_ATTRIBUTE_P2P_TOKENS:
    case HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE:
    case HIP_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
    case HIP_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    case HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
      return hipErrorNotSupported;
  }
  return hipErrorInvalidValue;
}

}  // namespace

// A pointer that nobody knows is an answer too: unregistered memory.
SOFTHIP_API hipError_t hipPointerGetAttributes(hipPointerAttribute_t* attributes, const void* ptr) {
  return call(__func__, [&] {
    if (attributes == nullptr) return hipErrorInvalidValue;
    *attributes = {};
    const Allocation* allocation = find_allocation(ptr);
    if (allocation == nullptr) {
      attributes->type = hipMemoryTypeUnregistered;
      attributes->device = hipInvalidDeviceId;
      return hipSuccess;
    }
    attributes->type = type_of(*allocation);
    attributes->device = allocation->device;
    attributes->devicePointer = const_cast<void*>(ptr);
    if (allocation->host() || allocation->memory == Memory::kManaged) attributes->hostPointer = const_cast<void*>(ptr);
    attributes->isManaged = allocation->memory == Memory::kManaged;
    attributes->allocationFlags = allocation->memory == Memory::kVirtual ? 0 : allocation->flags;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipPointerGetAttribute(void* data, hipPointer_attribute attribute, hipDeviceptr_t ptr) {
  return call(__func__, [&] {
    if (data == nullptr || ptr == nullptr) return hipErrorInvalidValue;
    return get_attribute(data, attribute, ptr);
  });
}

// Attributes that do not apply get their default values; that is no error.
SOFTHIP_API hipError_t hipDrvPointerGetAttributes(unsigned int numAttributes, hipPointer_attribute* attributes,
                                                  void** data, hipDeviceptr_t ptr) {
  return call(__func__, [&] {
    if (numAttributes == 0 || attributes == nullptr || data == nullptr || ptr == nullptr) return hipErrorInvalidValue;
    for (unsigned i = 0; i < numAttributes; ++i) {
      if (data[i] != nullptr) get_attribute(data[i], attributes[i], ptr);
    }
    return hipSuccess;
  });
}

// Only hipMemset and hipMemcpy inside the device are touched by this attribute, and here they may wait anyway.
SOFTHIP_API hipError_t hipPointerSetAttribute(const void* value, hipPointer_attribute attribute, hipDeviceptr_t ptr) {
  return call(__func__, [&] {
    if (value == nullptr || ptr == nullptr || attribute != HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS) {
      return hipErrorInvalidValue;
    }
    if (*static_cast<const unsigned*>(value) > 1) return hipErrorInvalidValue;
    return find_allocation(ptr) != nullptr ? hipSuccess : hipErrorInvalidDevicePointer;
  });
}
