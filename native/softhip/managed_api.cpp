// Managed memory: advice and prefetching change nothing here, but they are checked and remembered.
#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>

#include "softhip/api.h"
#include "softhip/fork_mutex.h"
#include "softhip/memory.h"
#include "softhip/stream.h"

using namespace softhip;

namespace {

// Of one allocation, as a whole: the real runtime keeps it for each page.
struct Advice {
  bool read_mostly = false;
  bool coarse = false;
  int preferred = hipInvalidDeviceId;
  int prefetched = hipInvalidDeviceId;
  std::vector<int> accessed_by;
};

ForkMutex mutex;

std::map<uint64_t, Advice>& advices() {  // by the allocation's id
  static auto* advices = new std::map<uint64_t, Advice>();
  return *advices;
}

bool valid_location(int location) { return location == hipCpuDeviceId || valid_device(location); }

hipError_t find_managed(const void* ptr, size_t count, uint64_t* id) {
  if (ptr == nullptr || count == 0) return hipErrorInvalidValue;
  const Allocation* allocation = find_allocation(ptr);
  if (allocation == nullptr || allocation->memory != Memory::kManaged || !covered(ptr, count)) {
    return hipErrorInvalidValue;
  }
  *id = allocation->id;
  return hipSuccess;
}

hipError_t advise(const void* ptr, size_t count, hipMemoryAdvise advice, int location) {
  uint64_t id = 0;
  const bool located = advice == hipMemAdviseSetPreferredLocation || advice == hipMemAdviseSetAccessedBy ||
                       advice == hipMemAdviseUnsetAccessedBy;
  if (located && !valid_location(location)) return hipErrorInvalidDevice;
  SOFTHIP_TRY(find_managed(ptr, count, &id));
  std::lock_guard<ForkMutex> hold(mutex);
  Advice& known = advices()[id];
  std::vector<int>& by = known.accessed_by;
  switch (advice) {
    case hipMemAdviseSetReadMostly:
    case hipMemAdviseUnsetReadMostly:
      known.read_mostly = advice == hipMemAdviseSetReadMostly;
      return hipSuccess;
    case hipMemAdviseSetPreferredLocation:
      known.preferred = location;
      return hipSuccess;
    case hipMemAdviseUnsetPreferredLocation:
      known.preferred = hipInvalidDeviceId;
      return hipSuccess;
    case hipMemAdviseSetAccessedBy:
      if (std::find(by.begin(), by.end(), location) == by.end()) by.push_back(location);
      return hipSuccess;
    case hipMemAdviseUnsetAccessedBy:
      by.erase(std::remove(by.begin(), by.end(), location), by.end());
      return hipSuccess;
    case hipMemAdviseSetCoarseGrain:
    case hipMemAdviseUnsetCoarseGrain:
      known.coarse = advice == hipMemAdviseSetCoarseGrain;
      return hipSuccess;
  }
  return hipErrorInvalidValue;
}

hipError_t prefetch(const void* ptr, size_t count, int location, hipStream_t handle) {
  Stream* stream = nullptr;
  uint64_t id = 0;
  SOFTHIP_TRY(resolve_stream(handle, &stream));
  if (!valid_location(location)) return hipErrorInvalidDevice;
  SOFTHIP_TRY(find_managed(ptr, count, &id));
  enqueue(stream, [id, location] {
    std::lock_guard<ForkMutex> hold(mutex);
    advices()[id].prefetched = location;
  });
  return hipSuccess;
}

// The location's number as the older calls say it.
hipError_t ordinal_of(const hipMemLocation& location, int* ordinal) {
  switch (location.type) {
    case hipMemLocationTypeDevice:
      *ordinal = location.id;
      return hipSuccess;
    case hipMemLocationTypeHost:
    case hipMemLocationTypeHostNuma:
    case hipMemLocationTypeHostNumaCurrent:
      *ordinal = hipCpuDeviceId;
      return hipSuccess;
    default:
      return hipErrorInvalidValue;
  }
}

hipError_t get_attribute(void* data, size_t size, hipMemRangeAttribute attribute, uint64_t id) {
  std::lock_guard<ForkMutex> hold(mutex);
  const Advice& known = advices()[id];
  if (data == nullptr || size == 0 || size % sizeof(int) != 0) return hipErrorInvalidValue;
  int* out = static_cast<int*>(data);
  if (attribute == hipMemRangeAttributeAccessedBy) {
    for (size_t i = 0; i < size / sizeof(int); ++i) {
      out[i] = i < known.accessed_by.size() ? known.accessed_by[i] : hipInvalidDeviceId;
    }
    return hipSuccess;
  }
  if (size != sizeof(int)) return hipErrorInvalidValue;
  switch (attribute) {
    case hipMemRangeAttributeReadMostly:
      *out = known.read_mostly;
      return hipSuccess;
    case hipMemRangeAttributePreferredLocation:
      *out = known.preferred;
      return hipSuccess;
    case hipMemRangeAttributeLastPrefetchLocation:
      *out = known.prefetched;
      return hipSuccess;
    case hipMemRangeAttributeCoherencyMode:
      *out = known.coarse ? hipMemRangeCoherencyModeCoarseGrain : hipMemRangeCoherencyModeFineGrain;
      return hipSuccess;
    default:
      return hipErrorInvalidValue;
  }
}

}  // namespace

SOFTHIP_API hipError_t hipMemAdvise(const void* dev_ptr, size_t count, hipMemoryAdvise advice, int device) {
  return call(__func__, [&] { return advise(dev_ptr, count, advice, device); });
}

SOFTHIP_API hipError_t hipMemAdvise_v2(const void* dev_ptr, size_t count, hipMemoryAdvise advice,
                                       hipMemLocation device) {
  return call(__func__, [&] {
    int ordinal = hipInvalidDeviceId;
    const hipError_t error = ordinal_of(device, &ordinal);
    return error != hipSuccess ? error : advise(dev_ptr, count, advice, ordinal);
  });
}

SOFTHIP_API hipError_t hipMemPrefetchAsync(const void* dev_ptr, size_t count, int device, hipStream_t stream) {
  return call(__func__, [&] { return prefetch(dev_ptr, count, device, stream); });
}

SOFTHIP_API hipError_t hipMemPrefetchAsync_v2(const void* dev_ptr, size_t count, hipMemLocation location,
                                              unsigned int flags, hipStream_t stream) {
  return call(__func__, [&] {
    int ordinal = hipInvalidDeviceId;
    if (flags != 0) return hipErrorInvalidValue;
    const hipError_t error = ordinal_of(location, &ordinal);
    return error != hipSuccess ? error : prefetch(dev_ptr, count, ordinal, stream);
  });
}

SOFTHIP_API hipError_t hipMemRangeGetAttribute(void* data, size_t data_size, hipMemRangeAttribute attribute,
                                               const void* dev_ptr, size_t count) {
  return call(__func__, [&]() -> hipError_t {
    uint64_t id = 0;
    SOFTHIP_TRY(find_managed(dev_ptr, count, &id));
    return get_attribute(data, data_size, attribute, id);
  });
}

SOFTHIP_API hipError_t hipMemRangeGetAttributes(void** data, size_t* data_sizes, hipMemRangeAttribute* attributes,
                                                size_t num_attributes, const void* dev_ptr, size_t count) {
  return call(__func__, [&]() -> hipError_t {
    uint64_t id = 0;
    if (data == nullptr || data_sizes == nullptr || attributes == nullptr || num_attributes == 0) {
      return hipErrorInvalidValue;
    }
    SOFTHIP_TRY(find_managed(dev_ptr, count, &id));
    for (size_t i = 0; i < num_attributes; ++i) {
      SOFTHIP_TRY(get_attribute(data[i], data_sizes[i], attributes[i], id));
    }
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipStreamAttachMemAsync(hipStream_t stream, void* dev_ptr, size_t length, unsigned int flags) {
  return call(__func__, [&]() -> hipError_t {
    Stream* resolved = nullptr;
    SOFTHIP_TRY(resolve_stream(stream, &resolved));
    if (flags != hipMemAttachGlobal && flags != hipMemAttachHost && flags != hipMemAttachSingle) {
      return hipErrorInvalidValue;
    }
    const Allocation* allocation = find_base(dev_ptr);
    if (allocation == nullptr || allocation->memory != Memory::kManaged) return hipErrorInvalidValue;
    return length == 0 || length == allocation->size ? hipSuccess : hipErrorInvalidValue;
  });
}
