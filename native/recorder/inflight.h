// inflight.bin: which call each thread is in, so that a hang or a crash can name it. Removed at a clean exit.
//
// The file is an array of kInflightSlots slots of 64 bytes (little-endian):
//
//    0 u64  thread id, 0 = never used
//    8 u64  CLOCK_MONOTONIC nanoseconds at which the call began
//   16 u32  API id + 1, 0 = the thread is in no call
//   20 u32  zero
//   24 u64  number of records in the log when the call began
//   32      zero
//
// A thread that ends gives its slot back; threads beyond the last slot go unseen.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace hrr {

constexpr size_t kInflightSlots = 1024;

struct InflightSlot {
  std::atomic<uint64_t> thread;
  std::atomic<uint64_t> start_ns;
  std::atomic<uint32_t> api;
  uint32_t zero;
  std::atomic<uint64_t> records;
  uint8_t rest[32];
};
static_assert(sizeof(InflightSlot) == 64, "the layout is part of the archive");

class Inflight {
 public:
  ~Inflight();
  int open(const std::string& path);    // 0 or an errno value
  InflightSlot* take(uint64_t thread);  // null when there is none left
  static void give_back(InflightSlot* slot);

 private:
  InflightSlot* slots_ = nullptr;
};

}  // namespace hrr
