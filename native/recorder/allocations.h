// The live allocations, as the program's own calls tell of them: which addresses are device memory, and which are host
// memory that the device can reach. The runtime is never asked about a word that may not be a pointer.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

#include "recorder/quiet.h"

namespace hrr {

enum class Memory : uint8_t { kNone, kDevice, kManaged, kPinned, kReserved };

struct Range {
  uint64_t base = 0;
  uint64_t size = 0;
  Memory memory = Memory::kNone;
  uint64_t id = 0;  // another one when the address is used again
};

class Allocations {
 public:
  void add(uint64_t base, uint64_t size, Memory memory);
  // Removes and returns the allocation that begins there; kNone when there is none.
  Range take(uint64_t base);
  // The allocation that holds the address; kNone when there is none.
  Range find(uint64_t address) const;
  // The device reaches the host memory at `host` by another address too.
  void alias(uint64_t device, uint64_t host);
  // The pinned memory that an address points into, host's or device's. Costs next to nothing far from pinned memory.
  Range find_pinned(uint64_t address) const {
    const bool near = address >= pinned_from_.load(std::memory_order_relaxed) &&
                      address < pinned_end_.load(std::memory_order_relaxed);
    return __builtin_expect(near, 0) ? look_for_pinned(address) : Range{};
  }
  bool any_pinned() const { return pinned_end_.load(std::memory_order_relaxed) != 0; }
  // All of it is gone, with the device.
  void drop_pinned();
  bool on_device(uint64_t address) const {
    const Memory memory = find(address).memory;
    return memory == Memory::kDevice || memory == Memory::kManaged || memory == Memory::kReserved;
  }

  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }

 private:
  Range look_for_pinned(uint64_t address) const;
  void cover(uint64_t base, uint64_t size);

  mutable Mutex mutex_;                // no read-write lock: a forked child could not unlock it
  std::map<uint64_t, Range> ranges_;   // by base; they do not overlap
  std::map<uint64_t, Range> aliases_;  // by the device's base; the range is the host's
  uint64_t last_id_ = 0;
  std::atomic<uint64_t> pinned_from_{~uint64_t{0}};  // all pinned memory there ever was lies between these
  std::atomic<uint64_t> pinned_end_{0};
};

Allocations& allocations();

}  // namespace hrr
