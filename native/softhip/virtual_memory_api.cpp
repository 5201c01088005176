// Virtual memory management: address space and memory taken separately, and joined by mapping.
//
// All memory is one sparse file in memory, and a handle is a stretch of it: it can be mapped at several places, and
// costs no file descriptor of its own.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>

#include "softhip/api.h"
#include "softhip/fork_mutex.h"
#include "softhip/handles.h"
#include "softhip/memory.h"
#include "softhip/stream.h"

using namespace softhip;

namespace {

constexpr size_t kGranularity = size_t{2} << 20;

struct Physical {
  hipMemAllocationProp prop = {};
  off_t offset = 0;
  size_t size = 0;
  int references = 0;  // hipMemCreate, hipMemRetainAllocationHandle
  int mappings = 0;
};

HandlePool<Physical> physicals(1 << 20);

// Everything below is protected by it.
ForkMutex mutex;
int file = -1;
pid_t file_owner = 0;  // a forked child must not write into its parent's memory
off_t file_size = 0;

std::map<uintptr_t, size_t>& reservations() {
  static auto* reservations = new std::map<uintptr_t, size_t>();
  return *reservations;
}

std::multimap<size_t, off_t>& free_stretches() {
  static auto* stretches = new std::multimap<size_t, off_t>();
  return *stretches;
}

bool aligned(size_t value) { return value % kGranularity == 0; }

bool reserved(uintptr_t at, size_t size) {
  auto after = reservations().upper_bound(at);
  if (after == reservations().begin()) return false;
  const auto& [base, length] = *std::prev(after);
  return at - base < length && size <= length - (at - base);
}

hipError_t check_prop(const hipMemAllocationProp* prop) {
  if (prop == nullptr) return hipErrorInvalidValue;
  if (prop->type != hipMemAllocationTypePinned && prop->type != hipMemAllocationTypeUncached) {
    return hipErrorInvalidValue;
  }
  if (prop->location.type == hipMemLocationTypeDevice && !valid_device(prop->location.id)) return hipErrorInvalidDevice;
  if (prop->location.type != hipMemLocationTypeDevice && prop->location.type != hipMemLocationTypeHost) {
    return hipErrorInvalidValue;
  }
  return hipSuccess;
}

bool get_stretch(size_t size, off_t* offset) {
  if (file < 0 || file_owner != getpid()) {
    file = memfd_create("softhip", MFD_CLOEXEC);
    if (file < 0) return false;
    file_owner = getpid();
    file_size = 0;
    free_stretches().clear();
  }
  const auto found = free_stretches().find(size);
  if (found != free_stretches().end()) {
    *offset = found->second;
    free_stretches().erase(found);
    return true;
  }
  if (ftruncate(file, file_size + static_cast<off_t>(size)) != 0) return false;
  *offset = file_size;
  file_size += static_cast<off_t>(size);
  return true;
}

// The adversary's pattern; fresh memory is zero of itself.
void fill_with_pattern(off_t offset, size_t size) {
  void* mapped = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, offset);
  if (mapped == MAP_FAILED) return;
  std::memset(mapped, kPattern, size);
  munmap(mapped, size);
}

void drop_if_unused(Physical* physical) {
  if (physical->references > 0 || physical->mappings > 0) return;
  fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, physical->offset, static_cast<off_t>(physical->size));
  free_stretches().emplace(physical->size, physical->offset);
  if (physical->prop.location.type == hipMemLocationTypeDevice) {
    device(physical->prop.location.id).allocated.fetch_sub(physical->size);
  }
  physicals.recycle(physical);
}

hipError_t create(hipMemGenericAllocationHandle_t* handle, size_t size, const hipMemAllocationProp* prop,
                  unsigned long long flags) {
  if (handle == nullptr || size == 0 || flags != 0 || !aligned(size)) return hipErrorInvalidValue;
  SOFTHIP_TRY(check_prop(prop));
  std::lock_guard<ForkMutex> hold(mutex);
  const bool on_device = prop->location.type == hipMemLocationTypeDevice;
  off_t offset = 0;
  if (on_device && size > free_memory(prop->location.id)) return hipErrorOutOfMemory;
  Physical* physical = physicals.create();
  if (physical == nullptr) return hipErrorOutOfMemory;
  if (!get_stretch(size, &offset)) {
    physicals.retire(physical);
    physicals.recycle(physical);
    return hipErrorOutOfMemory;
  }
  *physical = {*prop, offset, size, 1, 0};
  if (on_device) device(prop->location.id).allocated.fetch_add(size);
  if (adversary.pattern) fill_with_pattern(offset, size);
  *handle = reinterpret_cast<hipMemGenericAllocationHandle_t>(physical);
  return hipSuccess;
}

hipError_t reserve(void** ptr, size_t size, size_t alignment, void* hint, unsigned long long flags) {
  if (ptr == nullptr || size == 0 || flags != 0 || !aligned(size)) return hipErrorInvalidValue;
  if ((alignment & (alignment - 1)) != 0) return hipErrorInvalidValue;
  alignment = std::max(alignment, kGranularity);
  char* at = nullptr;
  if (hint != nullptr && reinterpret_cast<uintptr_t>(hint) % alignment == 0)
    at = reserve_addresses(size, alignment, hint);
  if (at == nullptr) at = reserve_addresses(size, alignment, nullptr);
  if (at == nullptr) return hipErrorOutOfMemory;
  std::lock_guard<ForkMutex> hold(mutex);
  reservations()[reinterpret_cast<uintptr_t>(at)] = size;
  *ptr = at;
  return hipSuccess;
}

// Calls fn(const Allocation&) for the mappings that make up [ptr, ptr + size) exactly; false when they do not.
template <typename Fn>
bool for_each_mapping(const void* ptr, size_t size, Fn fn) {
  const auto begin = reinterpret_cast<uintptr_t>(ptr);
  std::vector<const Allocation*> pieces;
  for (size_t seen = 0; seen < size;) {
    const Allocation* piece = find_base(reinterpret_cast<void*>(begin + seen));
    if (piece == nullptr || piece->memory != Memory::kVirtual || piece->size > size - seen) return false;
    pieces.push_back(piece);
    seen += piece->size;
  }
  for (const Allocation* piece : pieces) fn(*piece);
  return !pieces.empty();
}

hipError_t free_addresses(void* ptr, size_t size) {
  std::lock_guard<ForkMutex> hold(mutex);
  const auto base = reinterpret_cast<uintptr_t>(ptr);
  const auto found = reservations().find(base);
  if (found == reservations().end() || found->second != size) return hipErrorInvalidValue;
  bool in_use = false;
  for_each_allocation([&](const Allocation& allocation) {
    in_use |= allocation.memory == Memory::kVirtual && allocation.base - base < size;
  });
  if (in_use) return hipErrorInvalidValue;
  reservations().erase(found);
  munmap(ptr, size);
  return hipSuccess;
}

hipError_t map_memory(void* ptr, size_t size, size_t offset, hipMemGenericAllocationHandle_t handle,
                      unsigned long long flags) {
  std::lock_guard<ForkMutex> hold(mutex);
  Physical* physical = physicals.find(handle);
  const auto at = reinterpret_cast<uintptr_t>(ptr);
  if (physical == nullptr || ptr == nullptr || size == 0 || offset != 0 || flags != 0) return hipErrorInvalidValue;
  if (!aligned(at) || !aligned(size) || size > physical->size || !reserved(at, size)) return hipErrorInvalidValue;
  Allocation allocation;
  allocation.base = at;
  allocation.size = size;
  allocation.memory = Memory::kVirtual;
  allocation.device = physical->prop.location.type == hipMemLocationTypeDevice ? physical->prop.location.id : 0;
  allocation.flags = hipMemAccessFlagsProtNone;
  allocation.owner = physical;
  if (!track(allocation)) return hipErrorInvalidValue;  // something is mapped there
  if (mmap(ptr, size, PROT_NONE, MAP_SHARED | MAP_FIXED, file, physical->offset) == MAP_FAILED) {
    untrack(ptr);
    return hipErrorOutOfMemory;
  }
  ++physical->mappings;
  return hipSuccess;
}

hipError_t unmap_memory(void* ptr, size_t size) {
  if (ptr == nullptr || size == 0) return hipErrorInvalidValue;
  for (int i = 0; i < device_count(); ++i) synchronize_device(i);  // work may use the memory
  std::lock_guard<ForkMutex> hold(mutex);
  std::vector<Allocation> pieces;
  if (!for_each_mapping(ptr, size, [&](const Allocation& piece) { pieces.push_back(piece); })) {
    return hipErrorInvalidValue;
  }
  for (const Allocation& piece : pieces) {
    void* at = reinterpret_cast<void*>(piece.base);
    untrack(at);
    mmap(at, piece.size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    auto* physical = static_cast<Physical*>(piece.owner);
    --physical->mappings;
    drop_if_unused(physical);
  }
  return hipSuccess;
}

hipError_t set_access(void* ptr, size_t size, const hipMemAccessDesc* descs, size_t count) {
  if (ptr == nullptr || size == 0 || descs == nullptr || count == 0) return hipErrorInvalidValue;
  unsigned flags = 0;
  for (size_t i = 0; i < count; ++i) {
    const hipMemAccessDesc& desc = descs[i];
    if (desc.location.type == hipMemLocationTypeDevice && !valid_device(desc.location.id)) return hipErrorInvalidDevice;
    if (desc.location.type == hipMemLocationTypeNone) return hipErrorInvalidValue;
    if (desc.flags != hipMemAccessFlagsProtNone && desc.flags != hipMemAccessFlagsProtRead &&
        desc.flags != hipMemAccessFlagsProtReadWrite) {
      return hipErrorInvalidValue;
    }
    flags |= desc.flags;
  }
  const int protection = flags == hipMemAccessFlagsProtReadWrite ? PROT_READ | PROT_WRITE
                         : flags == hipMemAccessFlagsProtRead    ? PROT_READ
                                                                 : PROT_NONE;
  std::lock_guard<ForkMutex> hold(mutex);
  const bool mapped = for_each_mapping(
      ptr, size, [&](const Allocation& piece) { set_flags(reinterpret_cast<void*>(piece.base), flags); });
  if (!mapped) return hipErrorInvalidValue;
  return mprotect(ptr, size, protection) == 0 ? hipSuccess : hipErrorOutOfMemory;
}

const Allocation* find_mapping(const void* ptr) {
  const Allocation* allocation = find_allocation(ptr);
  return allocation != nullptr && allocation->memory == Memory::kVirtual ? allocation : nullptr;
}

}  // namespace

SOFTHIP_API hipError_t hipMemGetAllocationGranularity(size_t* granularity, const hipMemAllocationProp* prop,
                                                      hipMemAllocationGranularity_flags option) {
  return call(__func__, [&]() -> hipError_t {
    if (granularity == nullptr) return hipErrorInvalidValue;
    if (option != hipMemAllocationGranularityMinimum && option != hipMemAllocationGranularityRecommended) {
      return hipErrorInvalidValue;
    }
    SOFTHIP_TRY(check_prop(prop));
    *granularity = kGranularity;
    return hipSuccess;
  });
}

// The hint is taken when those addresses are free; otherwise others are chosen.
SOFTHIP_API hipError_t hipMemAddressReserve(void** ptr, size_t size, size_t alignment, void* addr,
                                            unsigned long long flags) {
  return call(__func__, [&] { return reserve(ptr, size, alignment, addr, flags); });
}

SOFTHIP_API hipError_t hipMemAddressFree(void* devPtr, size_t size) {
  return call(__func__, [&] { return free_addresses(devPtr, size); });
}

SOFTHIP_API hipError_t hipMemCreate(hipMemGenericAllocationHandle_t* handle, size_t size,
                                    const hipMemAllocationProp* prop, unsigned long long flags) {
  return call(__func__, [&] { return create(handle, size, prop, flags); });
}

// The memory goes when the last mapping of it has gone too.
SOFTHIP_API hipError_t hipMemRelease(hipMemGenericAllocationHandle_t handle) {
  return call(__func__, [&] {
    std::lock_guard<ForkMutex> hold(mutex);
    Physical* physical = physicals.find(handle);
    if (physical == nullptr) return hipErrorInvalidValue;
    if (--physical->references > 0) return hipSuccess;
    physicals.retire(physical);
    drop_if_unused(physical);
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipMemRetainAllocationHandle(hipMemGenericAllocationHandle_t* handle, void* addr) {
  return call(__func__, [&] {
    std::lock_guard<ForkMutex> hold(mutex);
    const Allocation* mapping = find_mapping(addr);
    if (handle == nullptr || mapping == nullptr) return hipErrorInvalidValue;
    auto* physical = static_cast<Physical*>(mapping->owner);
    if (physical->references++ == 0) physicals.revive(physical);
    *handle = reinterpret_cast<hipMemGenericAllocationHandle_t>(physical);
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipMemGetAllocationPropertiesFromHandle(hipMemAllocationProp* prop,
                                                               hipMemGenericAllocationHandle_t handle) {
  return call(__func__, [&] {
    std::lock_guard<ForkMutex> hold(mutex);
    const Physical* physical = physicals.find(handle);
    if (prop == nullptr || physical == nullptr) return hipErrorInvalidValue;
    *prop = physical->prop;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipMemMap(void* ptr, size_t size, size_t offset, hipMemGenericAllocationHandle_t handle,
                                 unsigned long long flags) {
  return call(__func__, [&] { return map_memory(ptr, size, offset, handle, flags); });
}

SOFTHIP_API hipError_t hipMemUnmap(void* ptr, size_t size) {
  return call(__func__, [&] { return unmap_memory(ptr, size); });
}

SOFTHIP_API hipError_t hipMemSetAccess(void* ptr, size_t size, const hipMemAccessDesc* desc, size_t count) {
  return call(__func__, [&] { return set_access(ptr, size, desc, count); });
}

SOFTHIP_API hipError_t hipMemGetAccess(unsigned long long* flags, const hipMemLocation* location, void* ptr) {
  return call(__func__, [&] {
    const Allocation* mapping = find_mapping(ptr);
    if (flags == nullptr || location == nullptr || mapping == nullptr) return hipErrorInvalidValue;
    *flags = mapping->flags;
    return hipSuccess;
  });
}

// For a replay: memory of hipMemCreate needs no clearing.
SOFTHIP_API int hrr_fresh_memory_is_zero() { return !adversary.pattern; }
