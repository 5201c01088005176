// What every test program uses: calls that must succeed, expectations, and bytes that nobody else has. A program checks
// for itself that the runtime did what it asked for, so that a wrong runtime is not blamed on the recording.
//
// tests/lib/model.py computes the same bytes.
#pragma once

#include <hip/hip_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check_failures;

#define TRY(call)                                                                             \
  do {                                                                                        \
    const hipError_t error_ = (call);                                                         \
    if (error_ != hipSuccess) {                                                               \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, hipGetErrorName(error_)); \
      exit(1);                                                                                \
    }                                                                                         \
  } while (0)

#define FAILS_WITH(error, call)                                                                               \
  do {                                                                                                        \
    const hipError_t error_ = (call);                                                                         \
    if (error_ != (error)) {                                                                                  \
      fprintf(stderr, "%s:%d: %s: %s, not %s\n", __FILE__, __LINE__, #call, hipGetErrorName(error_), #error); \
      check_failures++;                                                                                       \
    }                                                                                                         \
  } while (0)

// The runtime refuses the call, with whatever error.
#define EXPECT_REFUSED(call) EXPECT((call) != hipSuccess)

#define EXPECT(condition)                                                       \
  do {                                                                          \
    if (!(condition)) {                                                         \
      fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
      check_failures++;                                                         \
    }                                                                           \
  } while (0)

// The byte at an offset: a multiplicative hash, salted so that no two buffers of a program are alike.
static inline unsigned char pattern(size_t offset, unsigned salt) {
  const uint64_t mixed = ((uint64_t)offset + 1) * 0x9E3779B97F4A7C15ull + (uint64_t)salt * 0xC2B2AE3D27D4EB4Full;
  return (unsigned char)(mixed >> 56);
}

static inline void fill(void* memory, size_t size, unsigned salt) {
  for (size_t i = 0; i < size; ++i) ((unsigned char*)memory)[i] = pattern(i, salt);
}

// Whether memory holds the bytes of filled memory from an offset on.
static inline int filled_from(size_t offset, const void* memory, size_t size, unsigned salt) {
  for (size_t i = 0; i < size; ++i) {
    if (((const unsigned char*)memory)[i] != pattern(offset + i, salt)) return 0;
  }
  return 1;
}

static inline int filled(const void* memory, size_t size, unsigned salt) { return filled_from(0, memory, size, salt); }

static inline int all(const void* memory, size_t size, unsigned char value) {
  for (size_t i = 0; i < size; ++i) {
    if (((const unsigned char*)memory)[i] != value) return 0;
  }
  return 1;
}

// Device memory that holds filled bytes.
static inline unsigned char* device_filled(size_t size, unsigned salt) {
  void* device = NULL;
  void* bytes = malloc(size);
  TRY(hipMalloc(&device, size));
  fill(bytes, size, salt);
  TRY(hipMemcpy(device, bytes, size, hipMemcpyHostToDevice));
  free(bytes);
  return (unsigned char*)device;
}

// The exit code of a program: 0 when every expectation held.
static inline int done(void) { return check_failures ? 1 : 0; }
