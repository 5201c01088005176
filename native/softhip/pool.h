// Memory pools: the accounts behind stream-ordered allocation. Memory goes back to the system as soon as its stream has
// come past the free, so a pool never holds more than what is in use.
#pragma once

#include <hip/hip_runtime_api.h>

#include <atomic>

#include "softhip/handles.h"
#include "softhip/state.h"

namespace softhip {

struct Pool {
  int device = 0;
  bool is_default = false;
  hipMemPoolProps props = {};
  std::atomic<uint64_t> used{0};
  std::atomic<uint64_t> high{0};
  std::atomic<uint64_t> release_threshold{0};
  std::atomic<int> reuse[3] = {{1}, {1}, {1}};  // follow event dependencies, opportunistic, internal dependencies
  std::atomic<int> access[kMaxDevices] = {};    // hipMemAccessFlags
  std::atomic<bool> destroyed{false};           // the slot goes when the last allocation does
};

Pool* default_pool(int device);
Pool* current_pool(int device);

// Gives back an allocation of hipMalloc or of a pool, at once.
hipError_t release_pooled(void* ptr);

// hipFree and hipHostFree, which take each other's memory: waits for all work of the device first, since some of it may
// use the memory. A null pointer is nothing to free.
hipError_t free_after_work(void* ptr);

extern HandlePool<Pool> pools;

}  // namespace softhip
