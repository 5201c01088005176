// The kernel language of HIP for softhipcc: everything that device code may use, and launches.
//
// __global__, __device__, __shared__, <<<>>> and the other words that are not C++ are no macros: softhipcc rewrites
// them.
#pragma once

#ifndef __SOFTHIPCC__
#error "softhip/kernel.h is for softhipcc"
#endif

#define __forceinline__ inline __attribute__((always_inline))
#define __align__(bytes) __attribute__((aligned(bytes)))
#ifndef __clang__
#define __builtin_assume(condition)            \
  do {                                         \
    if (!(condition)) __builtin_unreachable(); \
  } while (0)
#define __builtin_nontemporal_load(address) (*(address))
#define __builtin_nontemporal_store(value, address) (*(address) = (value))
#endif

#include <hip/hip_runtime_api.h>
#include <softhip/atomics.h>
#include <softhip/context.h>
#include <softhip/host.h>
#include <softhip/integer.h>
#include <softhip/launch.h>
#include <softhip/math.h>
#include <softhip/synchronize.h>
#include <softhip/vector_operators.h>

inline void __trap() { abort(); }

#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_SYMBOL(symbol) symbol
#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
#define hipLaunchKernelGGL(kernel, grid, block, shared, stream, ...) \
  kernel<<<(grid), (block), (shared), (stream)>>>(__VA_ARGS__)
