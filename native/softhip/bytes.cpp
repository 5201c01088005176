#include "softhip/bytes.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <vector>

#include "softhip/adversary.h"

namespace softhip {
namespace {

constexpr size_t kPage = 4096;
constexpr size_t kAlignment = 256;
constexpr size_t kArenaSize = size_t{32} << 20;
constexpr size_t kLargestBlock = size_t{512} << 10;
constexpr size_t kStretch = size_t{1} << 42;
constexpr size_t kQuarantine = 4096;  // mappings that "unmap" keeps inaccessible before their addresses are free again

size_t round_up(size_t size, size_t to) { return (size + to - 1) / to * to; }

// With a hint: there or nowhere. The kernel takes a hint when the place is free; MAP_FIXED_NOREPLACE would say the
// same, but ThreadSanitizer turns it into a mapping at address 0.
void* map(const void* hint, size_t size, int protection) {
  void* mapped = mmap(const_cast<void*>(hint), size, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  if (hint != nullptr && mapped != hint) {
    munmap(mapped, size);
    return nullptr;
  }
  return mapped;
}

// One stretch of address space, used upwards.
class Stretch {
 public:
  explicit constexpr Stretch(uintptr_t base) : base_(base) {}

  char* map_next(size_t size, size_t alignment, int protection) {
    if (next_ == 0) next_ = base_ + (adversary.addresses ? random_offset() : 0);
    for (int tries = 0; tries < 16; ++tries) {
      if (adversary.addresses) next_ += (adversary_random() % 256) << 16;
      uintptr_t at = round_up(next_, std::max(alignment, size_t{1} << 16));
      if (at + size < at || at + size > base_ + kStretch) at = round_up(base_, alignment);
      next_ = at + size;
      if (void* mapped = map(reinterpret_cast<void*>(at), size, protection)) return static_cast<char*>(mapped);
      next_ += size_t{64} << 20;  // something lies here
    }
    return map_anywhere(size, alignment, protection);
  }

 private:
  static uintptr_t random_offset() { return (adversary_random() % (kStretch / 2)) & ~uintptr_t{0xFFFF}; }

  static char* map_anywhere(size_t size, size_t alignment, int protection) {
    const size_t slack = alignment > kPage ? alignment : 0;
    char* mapped = static_cast<char*>(map(nullptr, size + slack, protection));
    if (mapped == nullptr || slack == 0) return mapped;
    char* aligned = reinterpret_cast<char*>(round_up(reinterpret_cast<uintptr_t>(mapped), alignment));
    if (aligned != mapped) munmap(mapped, aligned - mapped);
    if (aligned + size != mapped + size + slack) munmap(aligned + size, mapped + slack - aligned);
    return aligned;
  }

  const uintptr_t base_;
  uintptr_t next_ = 0;
};

Stretch device_stretch(0x200000000000);
Stretch host_stretch(0x300000000000);
Stretch reserve_stretch(0x280000000000);

// Blocks of a few sizes, cut from large mappings and used again.
struct Arena {
  char* next = nullptr;
  size_t left = 0;
  std::map<size_t, std::vector<char*>>* free = nullptr;
};
Arena arenas[2];

std::mutex mutex;
std::deque<Bytes>* quarantine;

size_t block_size(size_t size) {
  if (size <= 16 * kAlignment) return round_up(size, kAlignment);
  size_t step = kAlignment;  // at most a quarter of the size
  while (step * 8 < size) step *= 2;
  return round_up(size, step);
}

bool get_block(size_t size, bool host, Bytes* bytes) {
  Arena& arena = arenas[host];
  const size_t block = block_size(size);
  if (arena.free == nullptr) arena.free = new std::map<size_t, std::vector<char*>>();
  std::vector<char*>& free = (*arena.free)[block];
  char* ptr = nullptr;
  if (!free.empty()) {
    ptr = free.back();
    free.pop_back();
    std::memset(ptr, 0, block);
  } else {
    if (arena.left < block) {
      arena.next = (host ? host_stretch : device_stretch).map_next(kArenaSize, kPage, PROT_READ | PROT_WRITE);
      arena.left = arena.next != nullptr ? kArenaSize : 0;
      if (arena.next == nullptr) return false;
    }
    ptr = arena.next;
    arena.next += block;
    arena.left -= block;
  }
  *bytes = {ptr, nullptr, block, host};
  return true;
}

// With the adversary's guard: the last byte is the last one before an inaccessible page, as far as alignment lets it
// be.
bool get_mapping(size_t size, bool host, Bytes* bytes) {
  const size_t guard = adversary.guard ? kPage : 0;
  const size_t mapped = round_up(size, kPage) + guard;
  if (mapped < size) return false;
  const size_t alignment = size >= (size_t{2} << 20) && guard == 0 ? size_t{2} << 20 : kPage;
  char* mapping = (host ? host_stretch : device_stretch).map_next(mapped, alignment, PROT_READ | PROT_WRITE);
  if (mapping == nullptr) return false;
  char* ptr = mapping;
  if (guard != 0) {
    mprotect(mapping + mapped - guard, guard, PROT_NONE);
    size_t fit = 16;  // what any vector type needs; more when the size allows it
    while (fit < kAlignment && size % (fit * 2) == 0) fit *= 2;
    ptr = mapping + mapped - guard - round_up(size, fit);
  }
  *bytes = {ptr, mapping, mapped, host};
  return true;
}

}  // namespace

bool get_bytes(size_t size, bool host, Bytes* bytes) {
  {
    std::lock_guard<std::mutex> hold(mutex);
    const bool own = size > kLargestBlock || adversary.guard || adversary.unmap || adversary.addresses;
    if (!(own ? get_mapping(size, host, bytes) : get_block(size, host, bytes))) return false;
  }
  if (adversary.pattern) std::memset(bytes->ptr, kPattern, size);
  return true;
}

void give_back(const Bytes& bytes) {
  std::lock_guard<std::mutex> hold(mutex);
  if (bytes.mapping == nullptr) {
    (*arenas[bytes.host].free)[bytes.mapped].push_back(bytes.ptr);
    return;
  }
  if (!adversary.unmap) {
    munmap(bytes.mapping, bytes.mapped);
    return;
  }
  mmap(bytes.mapping, bytes.mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  if (quarantine == nullptr) quarantine = new std::deque<Bytes>();
  quarantine->push_back(bytes);
  if (quarantine->size() > kQuarantine) {
    munmap(quarantine->front().mapping, quarantine->front().mapped);
    quarantine->pop_front();
  }
}

char* reserve_addresses(size_t size, size_t alignment, const void* hint) {
  if (hint != nullptr) return static_cast<char*>(map(hint, size, PROT_NONE));
  std::lock_guard<std::mutex> hold(mutex);
  return reserve_stretch.map_next(size, alignment, PROT_NONE);
}

void lock_bytes() { mutex.lock(); }
void unlock_bytes() { mutex.unlock(); }

}  // namespace softhip
