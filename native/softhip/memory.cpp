#include "softhip/memory.h"

#include <unistd.h>

#include <deque>
#include <map>
#include <mutex>
#include <new>
#include <shared_mutex>

#include "softhip/bytes.h"

namespace softhip {
namespace {

using Map = std::map<uintptr_t, Allocation*>;

std::shared_mutex mutex;
std::atomic<uint64_t> version{1};  // of the map
std::atomic<uint64_t> next_id{1};

// Never destroyed: worker threads may still look things up while the process exits.
Map& map() {
  static Map* map = new Map();
  return *map;
}

// Freed entries, kept long enough for a reader that holds a pointer to one.
std::deque<Allocation*>& retired() {
  static std::deque<Allocation*>* entries = new std::deque<Allocation*>();
  return *entries;
}

// What this thread found last; good while the map is as it was.
struct Recent {
  uint64_t version;
  const Allocation* found[2];
  unsigned next;
};
__thread Recent recent __attribute__((tls_model("initial-exec")));

bool holds(const Allocation* allocation, uintptr_t at) {
  return allocation != nullptr && at - allocation->base < allocation->size;
}

// With the map locked.
Allocation* locate(uintptr_t at) {
  auto after = map().upper_bound(at);
  if (after == map().begin()) return nullptr;
  Allocation* candidate = std::prev(after)->second;
  return holds(candidate, at) ? candidate : nullptr;
}

}  // namespace

const Allocation* find_allocation(const void* ptr) {
  const auto at = reinterpret_cast<uintptr_t>(ptr);
  const uint64_t now = version.load(std::memory_order_acquire);
  if (recent.version == now) {
    for (const Allocation* allocation : recent.found) {
      if (holds(allocation, at)) return allocation;
    }
  } else {
    recent = {now, {nullptr, nullptr}, 0};
  }
  std::shared_lock<std::shared_mutex> hold(mutex);
  const Allocation* allocation = locate(at);
  if (allocation != nullptr && version.load(std::memory_order_relaxed) == now) {
    recent.found[recent.next++ % 2] = allocation;
  }
  return allocation;
}

const Allocation* find_base(const void* ptr) {
  const Allocation* allocation = find_allocation(ptr);
  return allocation != nullptr && allocation->base == reinterpret_cast<uintptr_t>(ptr) ? allocation : nullptr;
}

bool covered(const void* ptr, size_t size) {
  const auto at = reinterpret_cast<uintptr_t>(ptr);
  if (at + size < at) return false;
  const Allocation* allocation = find_allocation(ptr);
  while (allocation != nullptr) {
    const uintptr_t end = allocation->base + allocation->size;
    if (at + size <= end) return true;
    if (allocation->memory != Memory::kVirtual) return false;
    allocation = find_base(reinterpret_cast<void*>(end));
    if (allocation == nullptr || allocation->memory != Memory::kVirtual) return false;
  }
  return false;
}

bool track(const Allocation& allocation) {
  if (allocation.size == 0 || allocation.base + allocation.size < allocation.base) return false;
  std::unique_lock<std::shared_mutex> hold(mutex);
  const auto after = map().lower_bound(allocation.base);
  if (after != map().end() && after->first < allocation.base + allocation.size) return false;
  if (locate(allocation.base) != nullptr) return false;
  Allocation* entry = nullptr;
  if (retired().size() > 1024) {
    entry = retired().front();
    retired().pop_front();
  } else {
    entry = new Allocation();
  }
  *entry = allocation;
  entry->id = next_id.fetch_add(1);
  map().emplace_hint(after, allocation.base, entry);
  version.fetch_add(1, std::memory_order_release);
  return true;
}

bool untrack(const void* base, Allocation* was) {
  std::unique_lock<std::shared_mutex> hold(mutex);
  const auto found = map().find(reinterpret_cast<uintptr_t>(base));
  if (found == map().end()) return false;
  if (was != nullptr) *was = *found->second;
  retired().push_back(found->second);
  map().erase(found);
  version.fetch_add(1, std::memory_order_release);
  return true;
}

void set_flags(const void* base, unsigned flags) {
  std::unique_lock<std::shared_mutex> hold(mutex);
  const auto found = map().find(reinterpret_cast<uintptr_t>(base));
  if (found != map().end()) found->second->flags = flags;
}

void visit_allocations(void (*fn)(const Allocation&, void*), void* context) {
  std::shared_lock<std::shared_mutex> hold(mutex);
  for (const auto& entry : map()) fn(*entry.second, context);
}

size_t total_memory() {
  static const size_t total = static_cast<size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return total;
}

size_t free_memory(int ordinal) {
  const size_t allocated = device(ordinal).allocated.load(std::memory_order_relaxed);
  return allocated < total_memory() ? total_memory() - allocated : 0;
}

hipError_t allocate(void** ptr, size_t size, Memory memory, int ordinal, unsigned flags, Pool* pool) {
  *ptr = nullptr;
  if (size == 0) return hipSuccess;
  Allocation allocation;
  allocation.size = size;
  allocation.memory = memory;
  allocation.device = ordinal;
  allocation.flags = flags;
  allocation.pool = pool;
  allocation.owned = true;
  if (size > free_memory(ordinal) || !get_bytes(size, allocation.host(), &allocation.bytes)) return hipErrorOutOfMemory;
  allocation.base = reinterpret_cast<uintptr_t>(allocation.bytes.ptr);
  if (!track(allocation)) {
    give_back(allocation.bytes);
    return hipErrorOutOfMemory;
  }
  if (!allocation.host()) device(ordinal).allocated.fetch_add(size, std::memory_order_relaxed);
  *ptr = allocation.bytes.ptr;
  return hipSuccess;
}

hipError_t release(const void* base) {
  const Allocation* found = find_base(base);
  if (found == nullptr || !found->owned) return hipErrorInvalidValue;
  Allocation allocation;
  if (!untrack(base, &allocation)) return hipErrorInvalidValue;
  if (!allocation.host()) device(allocation.device).allocated.fetch_sub(allocation.size, std::memory_order_relaxed);
  give_back(allocation.bytes);
  return hipSuccess;
}

void lock_memory_for_fork() {
  mutex.lock();
  lock_bytes();
}

void unlock_memory_after_fork(bool child) {
  unlock_bytes();
  if (child) {
    new (&mutex) std::shared_mutex();  // it knows its owner by a thread id, and the child's is another
  } else {
    mutex.unlock();
  }
}

}  // namespace softhip
