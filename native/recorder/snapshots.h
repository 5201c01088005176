// Pinned host memory that kernels read. No call carries its bytes: the program writes them with plain stores, so they
// are looked at before every launch that can reach the memory, and those that changed are stored.
//
// Nobody waits for the device: while it is at work on a stream that uses the memory, what lies there may be the host's
// or the device's, and a chunk that has not changed is recorded as one to be left alone.
#pragma once

#include <hip/hip_runtime_api.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "recorder/allocations.h"
#include "recorder/hash.h"
#include "recorder/quiet.h"

namespace hrr {

class LongRecord;
class Session;

class Snapshots {
 public:
  // What a launch found in pinned memory. Becomes what is known of that memory only when the launch is recorded.
  struct Taken {
    struct Chunk {
      uint64_t base, offset, size, id;
      Key content;
      Key blob;
      bool unchanged;
      bool busy;  // the device may be at work on it
    };
    std::vector<Chunk> chunks;
    const char* missing = nullptr;  // why there are none; a constant string

    size_t count() const { return chunks.size(); }
    void add_to(LongRecord* record) const;
  };

  explicit Snapshots(Session* session) : session_(session) {}

  // Before a launch on the stream whose arguments hold these addresses.
  void take(const std::vector<uint64_t>& addresses, hipStream_t stream, Taken* taken);
  // The launch is in the log.
  void recorded(const Taken& taken);

  // Before memory or a stream is given back. Returns when nobody looks at it any more.
  void forget(uint64_t base);
  void forget(hipStream_t stream);
  // Before the device is reset, which takes all pinned memory along.
  void leave_device();

  uint64_t chunks() const { return chunks_.load(std::memory_order_relaxed); }
  // Chunks that had changed while the device may have been at work on them.
  uint64_t unordered() const { return unordered_.load(std::memory_order_relaxed); }

 private:
  struct Known {
    Key content;  // by the fastest hash there is
    Key blob;
  };
  struct User {
    hipStream_t stream;
    uint64_t thread;  // of hipStreamPerThread, otherwise 0
  };
  struct Memory {
    uint64_t id = 0;  // of the allocation
    std::vector<Known> chunks;
    std::vector<User> users;  // streams with launches that may not have ended
  };

  bool busy(Memory* memory, hipStream_t stream);
  void look(const Range& range, const Memory& memory, bool busy, Taken* taken);

  Session* session_;
  Mutex mutex_;
  std::map<uint64_t, Memory> memories_;  // by base
  std::atomic<uint64_t> chunks_{0};
  std::atomic<uint64_t> unordered_{0};
};

}  // namespace hrr
