// Stream-ordered allocation and memory pools.
#include <cstring>

#include "softhip/api.h"
#include "softhip/capture.h"
#include "softhip/fork_mutex.h"
#include "softhip/memory.h"
#include "softhip/pool.h"
#include "softhip/stream.h"

namespace softhip {

HandlePool<Pool> pools(1 << 16);

namespace {

ForkMutex default_mutex;

Pool* make_pool(int device, const hipMemPoolProps& props) {
  Pool* pool = pools.create();
  if (pool == nullptr) throw std::bad_alloc();
  pool->device = device;
  pool->is_default = false;
  pool->props = props;
  pool->used = 0;
  pool->high = 0;
  pool->release_threshold = 0;
  for (auto& reuse : pool->reuse) reuse = 1;
  for (int i = 0; i < kMaxDevices; ++i) {
    pool->access[i] = i == device ? hipMemAccessFlagsProtReadWrite : hipMemAccessFlagsProtNone;
  }
  pool->destroyed = false;
  return pool;
}

void account(Pool* pool, size_t size) {
  const uint64_t used = pool->used.fetch_add(size) + size;
  uint64_t high = pool->high.load();
  while (high < used && !pool->high.compare_exchange_weak(high, used)) {
  }
}

hipError_t allocate_from(Pool* pool, void** ptr, size_t size, hipStream_t handle) {
  if (ptr == nullptr) return hipErrorInvalidValue;
  Stream* stream = nullptr;
  SOFTHIP_TRY(resolve_stream(handle, &stream));
  refuse_if_capturing(stream);  // nodes of memory are not made here
  if (pool == nullptr) pool = current_pool(stream->device);
  if (pool->props.maxSize != 0 && pool->used + size > pool->props.maxSize) return hipErrorOutOfMemory;
  SOFTHIP_TRY(allocate(ptr, size, Memory::kDevice, pool->device, 0, pool));
  if (*ptr != nullptr) account(pool, size);
  return hipSuccess;
}

hipError_t free_in_order(void* ptr, hipStream_t handle) {
  Stream* stream = nullptr;
  SOFTHIP_TRY(resolve_stream(handle, &stream));
  refuse_if_capturing(stream);
  if (ptr == nullptr) return hipErrorInvalidValue;
  const Allocation* allocation = find_base(ptr);
  if (allocation == nullptr || !allocation->owned || allocation->host()) return hipErrorInvalidValue;
  enqueue(stream, [ptr] { release_pooled(ptr); });
  return hipSuccess;
}

bool valid_props(const hipMemPoolProps& props) {
  return props.allocType == hipMemAllocationTypePinned && props.location.type == hipMemLocationTypeDevice &&
         valid_device(props.location.id);
}

hipError_t get_attribute(Pool* pool, hipMemPoolAttr attr, void* value) {
  switch (attr) {
    case hipMemPoolReuseFollowEventDependencies:
    case hipMemPoolReuseAllowOpportunistic:
    case hipMemPoolReuseAllowInternalDependencies:
      *static_cast<int*>(value) = pool->reuse[attr - hipMemPoolReuseFollowEventDependencies];
      return hipSuccess;
    case hipMemPoolAttrReleaseThreshold:
      *static_cast<uint64_t*>(value) = pool->release_threshold;
      return hipSuccess;
    case hipMemPoolAttrReservedMemCurrent:
    case hipMemPoolAttrUsedMemCurrent:
      *static_cast<uint64_t*>(value) = pool->used;
      return hipSuccess;
    case hipMemPoolAttrReservedMemHigh:
    case hipMemPoolAttrUsedMemHigh:
      *static_cast<uint64_t*>(value) = pool->high;
      return hipSuccess;
  }
  return hipErrorInvalidValue;
}

hipError_t set_attribute(Pool* pool, hipMemPoolAttr attr, const void* value) {
  switch (attr) {
    case hipMemPoolReuseFollowEventDependencies:
    case hipMemPoolReuseAllowOpportunistic:
    case hipMemPoolReuseAllowInternalDependencies:
      pool->reuse[attr - hipMemPoolReuseFollowEventDependencies] = *static_cast<const int*>(value);
      return hipSuccess;
    case hipMemPoolAttrReleaseThreshold:
      pool->release_threshold = *static_cast<const uint64_t*>(value);
      return hipSuccess;
    case hipMemPoolAttrReservedMemHigh:
    case hipMemPoolAttrUsedMemHigh:
      if (*static_cast<const uint64_t*>(value) != 0) return hipErrorInvalidValue;  // it can only be reset
      pool->high = pool->used.load();
      return hipSuccess;
    default:
      return hipErrorInvalidValue;
  }
}

}  // namespace

Pool* default_pool(int ordinal) {
  std::atomic<Pool*>& slot = device(ordinal).default_pool;
  if (Pool* pool = slot.load()) return pool;
  std::lock_guard<ForkMutex> hold(default_mutex);
  if (Pool* pool = slot.load()) return pool;
  hipMemPoolProps props{};
  props.allocType = hipMemAllocationTypePinned;
  props.location = {hipMemLocationTypeDevice, ordinal};
  Pool* pool = make_pool(ordinal, props);
  pool->is_default = true;
  slot.store(pool);
  return pool;
}

Pool* current_pool(int ordinal) {
  Pool* pool = device(ordinal).current_pool.load();
  return pool != nullptr && pools.find(pool) != nullptr ? pool : default_pool(ordinal);
}

hipError_t release_pooled(void* ptr) {
  const Allocation* allocation = find_base(ptr);
  if (allocation == nullptr) return hipErrorInvalidValue;
  Pool* pool = allocation->pool;
  const size_t size = allocation->size;
  SOFTHIP_TRY(release(ptr));
  if (pool != nullptr && pool->used.fetch_sub(size) == size && pool->destroyed.exchange(false)) pools.recycle(pool);
  return hipSuccess;
}

hipError_t free_after_work(void* ptr) {
  if (ptr == nullptr) return hipSuccess;
  const Allocation* allocation = find_base(ptr);
  if (allocation == nullptr || !allocation->owned) return hipErrorInvalidValue;
  synchronize_device(allocation->device);
  return release_pooled(ptr);
}

}  // namespace softhip

using namespace softhip;

SOFTHIP_API hipError_t hipMallocAsync(void** dev_ptr, size_t size, hipStream_t stream) {
  return call(__func__, [&] { return allocate_from(nullptr, dev_ptr, size, stream); });
}

SOFTHIP_API hipError_t hipMallocFromPoolAsync(void** dev_ptr, size_t size, hipMemPool_t mem_pool, hipStream_t stream) {
  return call(__func__, [&] {
    Pool* pool = pools.find(mem_pool);
    return pool == nullptr ? hipErrorInvalidValue : allocate_from(pool, dev_ptr, size, stream);
  });
}

SOFTHIP_API hipError_t hipFreeAsync(void* dev_ptr, hipStream_t stream) {
  return call(__func__, [&] { return free_in_order(dev_ptr, stream); });
}

SOFTHIP_API hipError_t hipMemPoolCreate(hipMemPool_t* mem_pool, const hipMemPoolProps* pool_props) {
  return call(__func__, [&] {
    if (mem_pool == nullptr || pool_props == nullptr || !valid_props(*pool_props)) return hipErrorInvalidValue;
    *mem_pool = reinterpret_cast<hipMemPool_t>(make_pool(pool_props->location.id, *pool_props));
    return hipSuccess;
  });
}

// Memory that is still in use stays, and so does the pool's slot until it is freed.
SOFTHIP_API hipError_t hipMemPoolDestroy(hipMemPool_t mem_pool) {
  return call(__func__, [&] {
    Pool* pool = pools.find(mem_pool);
    if (pool == nullptr || pool->is_default) return hipErrorInvalidValue;
    Pool* current = pool;
    device(pool->device).current_pool.compare_exchange_strong(current, nullptr);
    if (!pools.retire(pool)) return hipErrorInvalidValue;
    pool->destroyed = true;
    if (pool->used == 0 && pool->destroyed.exchange(false)) pools.recycle(pool);
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipMemPoolGetAttribute(hipMemPool_t mem_pool, hipMemPoolAttr attr, void* value) {
  return call(__func__, [&] {
    Pool* pool = pools.find(mem_pool);
    return pool == nullptr || value == nullptr ? hipErrorInvalidValue : get_attribute(pool, attr, value);
  });
}

SOFTHIP_API hipError_t hipMemPoolSetAttribute(hipMemPool_t mem_pool, hipMemPoolAttr attr, void* value) {
  return call(__func__, [&] {
    Pool* pool = pools.find(mem_pool);
    return pool == nullptr || value == nullptr ? hipErrorInvalidValue : set_attribute(pool, attr, value);
  });
}

SOFTHIP_API hipError_t hipMemPoolTrimTo(hipMemPool_t mem_pool, size_t) {
  return call(__func__, [&] { return pools.find(mem_pool) == nullptr ? hipErrorInvalidValue : hipSuccess; });
}

SOFTHIP_API hipError_t hipMemPoolSetAccess(hipMemPool_t mem_pool, const hipMemAccessDesc* desc_list, size_t count) {
  return call(__func__, [&] {
    Pool* pool = pools.find(mem_pool);
    if (pool == nullptr || desc_list == nullptr) return hipErrorInvalidValue;
    for (size_t i = 0; i < count; ++i) {
      const hipMemAccessDesc& desc = desc_list[i];
      if (desc.location.type != hipMemLocationTypeDevice) return hipErrorInvalidValue;
      if (!valid_device(desc.location.id)) return hipErrorInvalidDevice;
      if (desc.location.id == pool->device && desc.flags == hipMemAccessFlagsProtNone) return hipErrorInvalidDevice;
    }
    for (size_t i = 0; i < count; ++i) pool->access[desc_list[i].location.id] = desc_list[i].flags;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipMemPoolGetAccess(hipMemAccessFlags* flags, hipMemPool_t mem_pool, hipMemLocation* location) {
  return call(__func__, [&] {
    Pool* pool = pools.find(mem_pool);
    if (pool == nullptr || flags == nullptr || location == nullptr) return hipErrorInvalidValue;
    if (location->type != hipMemLocationTypeDevice || !valid_device(location->id)) return hipErrorInvalidValue;
    *flags = static_cast<hipMemAccessFlags>(pool->access[location->id].load());
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t* mem_pool, int device) {
  return call(__func__, [&] {
    if (mem_pool == nullptr) return hipErrorInvalidValue;
    if (!valid_device(device)) return hipErrorInvalidDevice;
    *mem_pool = reinterpret_cast<hipMemPool_t>(default_pool(device));
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipDeviceGetMemPool(hipMemPool_t* mem_pool, int device) {
  return call(__func__, [&] {
    if (mem_pool == nullptr) return hipErrorInvalidValue;
    if (!valid_device(device)) return hipErrorInvalidDevice;
    *mem_pool = reinterpret_cast<hipMemPool_t>(current_pool(device));
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipDeviceSetMemPool(int device, hipMemPool_t mem_pool) {
  return call(__func__, [&] {
    if (!valid_device(device)) return hipErrorInvalidDevice;
    Pool* pool = pools.find(mem_pool);
    if (pool == nullptr) return hipErrorInvalidValue;
    if (pool->device != device) return hipErrorInvalidDevice;
    softhip::device(device).current_pool = pool;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipMemGetDefaultMemPool(hipMemPool_t* memPool, hipMemLocation* location,
                                               hipMemAllocationType type) {
  return call(__func__, [&] {
    if (memPool == nullptr || location == nullptr || type != hipMemAllocationTypePinned) return hipErrorInvalidValue;
    if (location->type != hipMemLocationTypeDevice || !valid_device(location->id)) return hipErrorInvalidValue;
    *memPool = reinterpret_cast<hipMemPool_t>(default_pool(location->id));
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipMemGetMemPool(hipMemPool_t* pool, hipMemLocation* location, hipMemAllocationType type) {
  return call(__func__, [&] {
    if (pool == nullptr || location == nullptr || type != hipMemAllocationTypePinned) return hipErrorInvalidValue;
    if (location->type != hipMemLocationTypeDevice || !valid_device(location->id)) return hipErrorInvalidValue;
    *pool = reinterpret_cast<hipMemPool_t>(current_pool(location->id));
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipMemSetMemPool(hipMemLocation* location, hipMemAllocationType type, hipMemPool_t pool) {
  return call(__func__, [&] {
    if (location == nullptr || type != hipMemAllocationTypePinned) return hipErrorInvalidValue;
    if (location->type != hipMemLocationTypeDevice || !valid_device(location->id)) return hipErrorInvalidValue;
    Pool* found = pools.find(pool);
    if (found == nullptr || found->device != location->id) return hipErrorInvalidValue;
    device(location->id).current_pool = found;
    return hipSuccess;
  });
}
