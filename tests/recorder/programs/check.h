// What the recorder's test programs share.
#pragma once

#include <hip/hip_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TRY(call)                                                            \
  do {                                                                       \
    const hipError_t error_ = (call);                                        \
    if (error_ != hipSuccess) {                                              \
      fprintf(stderr, "%s:%d: %s: %d\n", __FILE__, __LINE__, #call, error_); \
      _exit(99);                                                             \
    }                                                                        \
  } while (0)

#define EXPECT(condition)                                                       \
  do {                                                                          \
    if (!(condition)) {                                                         \
      fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
      _exit(98);                                                                \
    }                                                                           \
  } while (0)

static inline void* device_memory(size_t size) {
  void* found = nullptr;
  TRY(hipMalloc(&found, size));
  return found;
}
