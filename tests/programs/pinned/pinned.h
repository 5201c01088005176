// Kernels and helpers of the programs about pinned memory. The bytes get there by plain stores, so no call carries
// them.
#pragma once

#include "check.h"

namespace pinned {

constexpr int kCount = 64;
constexpr size_t kBytes = kCount * sizeof(int);

inline int* host_memory(size_t size = kBytes) {
  void* memory = nullptr;
  TRY(hipHostMalloc(&memory, size, hipHostMallocDefault));
  memset(memory, 0, size);
  return static_cast<int*>(memory);
}

inline int* device_memory() {
  void* memory = nullptr;
  TRY(hipMalloc(&memory, kBytes));
  TRY(hipMemset(memory, 0, kBytes));
  return static_cast<int*>(memory);
}

inline void store(int* to, int first) {
  for (int i = 0; i < kCount; ++i) to[i] = first + i;
}

// What the device holds is a check of the replay.
inline void expect(const int* device, int first, int step = 1) {
  int back[kCount];
  TRY(hipMemcpy(back, device, kBytes, hipMemcpyDeviceToHost));
  for (int i = 0; i < kCount; ++i) {
    if (back[i] != first + step * i) EXPECT(back[i] == first + step * i);
  }
}

}  // namespace pinned
