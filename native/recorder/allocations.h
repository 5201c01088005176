// The live allocations, as the program's own calls tell of them: which addresses are device memory, and which are host
// memory that the device can reach. The runtime is never asked about a word that may not be a pointer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

namespace hrr {

enum class Memory : uint8_t { kNone, kDevice, kManaged, kPinned, kReserved };

struct Range {
  uint64_t base = 0;
  uint64_t size = 0;
  Memory memory = Memory::kNone;
};

class Allocations {
 public:
  void add(uint64_t base, uint64_t size, Memory memory);
  // Removes and returns the allocation that begins there; kNone when there is none.
  Range take(uint64_t base);
  // The allocation that holds the address; kNone when there is none.
  Range find(uint64_t address) const;
  bool on_device(uint64_t address) const {
    const Memory memory = find(address).memory;
    return memory == Memory::kDevice || memory == Memory::kManaged || memory == Memory::kReserved;
  }

  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }

 private:
  mutable std::mutex mutex_;          // no read-write lock: a forked child could not unlock it
  std::map<uint64_t, Range> ranges_;  // by base; they do not overlap
};

Allocations& allocations();

}  // namespace hrr
