// Programs written against the CUDA driver, linked to libcuda.so.1 or looking its calls up by name.
#pragma once

#include <cuda_driver.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CUDA_ENTRY(name, params) extern "C" CUresult name params;
#include <cuda_entries.inc>
#undef CUDA_ENTRY

#define CALL(call)                                                            \
  do {                                                                        \
    const CUresult result_ = (call);                                          \
    if (result_ != CUDA_SUCCESS) {                                            \
      fprintf(stderr, "%s:%d: %s: %d\n", __FILE__, __LINE__, #call, result_); \
      exit(1);                                                                \
    }                                                                         \
  } while (0)

#define EXPECT(condition)                                                     \
  do {                                                                        \
    if (!(condition)) {                                                       \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                                \
    }                                                                         \
  } while (0)

inline void begin(void) {
  CUcontext context = nullptr;
  CALL(cuInit(0));
  CALL(cuDevicePrimaryCtxRetain(&context, 0));
  CALL(cuCtxSetCurrent(context));
}
