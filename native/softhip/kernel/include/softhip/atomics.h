// Atomic operations: on every address that a kernel can reach, and as fine for the system as for the device.
#pragma once

#include <softhip/context.h>
#include <string.h>

namespace softhip {

template <size_t Size>
struct Word;
template <>
struct Word<2> {
  using type = uint16_t;
};
template <>
struct Word<4> {
  using type = uint32_t;
};
template <>
struct Word<8> {
  using type = uint64_t;
};

// Replaces *address by change(*address); returns what was there.
template <class T, class Change>
inline T atomic_update(T* address, Change change) {
  using Bits = typename Word<sizeof(T)>::type;
  Bits* const word = reinterpret_cast<Bits*>(address);
  Bits seen = __atomic_load_n(word, __ATOMIC_RELAXED);
  for (;;) {
    T was;
    memcpy(&was, &seen, sizeof(T));
    const T next = change(was);
    Bits bits;
    memcpy(&bits, &next, sizeof(T));
    if (__atomic_compare_exchange_n(word, &seen, bits, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) return was;
  }
}

template <class T>
inline T atomic_exchange(T* address, T value) {
  using Bits = typename Word<sizeof(T)>::type;
  Bits bits;
  memcpy(&bits, &value, sizeof(T));
  bits = __atomic_exchange_n(reinterpret_cast<Bits*>(address), bits, __ATOMIC_ACQ_REL);
  memcpy(&value, &bits, sizeof(T));
  return value;
}

template <class T>
inline T atomic_compare_exchange(T* address, T expected, T value) {
  using Bits = typename Word<sizeof(T)>::type;
  Bits seen, bits;
  memcpy(&seen, &expected, sizeof(T));
  memcpy(&bits, &value, sizeof(T));
  __atomic_compare_exchange_n(reinterpret_cast<Bits*>(address), &seen, bits, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
  memcpy(&expected, &seen, sizeof(T));
  return expected;
}

}  // namespace softhip

// Every operation in its three reaches: atomicX, atomicX_system, atomicX_block.
#define SOFTHIP_ATOMIC(name, type, expression)                                          \
  inline type name(type* address, type value) { return expression; }                    \
  inline type name##_system(type* address, type value) { return name(address, value); } \
  inline type name##_block(type* address, type value) { return name(address, value); }
#define SOFTHIP_ATOMIC_FETCH(name, type, builtin) SOFTHIP_ATOMIC(name, type, builtin(address, value, __ATOMIC_ACQ_REL))
#define SOFTHIP_ATOMIC_UPDATE(name, type, next) \
  SOFTHIP_ATOMIC(name, type, softhip::atomic_update(address, [value](type was) -> type { return next; }))

#define SOFTHIP_ATOMIC_INTEGER(type)                                \
  SOFTHIP_ATOMIC_FETCH(atomicAdd, type, __atomic_fetch_add)         \
  SOFTHIP_ATOMIC_FETCH(atomicSub, type, __atomic_fetch_sub)         \
  SOFTHIP_ATOMIC_FETCH(atomicAnd, type, __atomic_fetch_and)         \
  SOFTHIP_ATOMIC_FETCH(atomicOr, type, __atomic_fetch_or)           \
  SOFTHIP_ATOMIC_FETCH(atomicXor, type, __atomic_fetch_xor)         \
  SOFTHIP_ATOMIC_UPDATE(atomicMin, type, value < was ? value : was) \
  SOFTHIP_ATOMIC_UPDATE(atomicMax, type, value > was ? value : was) \
  SOFTHIP_ATOMIC(atomicExch, type, softhip::atomic_exchange(address, value))

#define SOFTHIP_ATOMIC_FLOAT(type)                                  \
  SOFTHIP_ATOMIC_UPDATE(atomicAdd, type, was + value)               \
  SOFTHIP_ATOMIC_UPDATE(atomicSub, type, was - value)               \
  SOFTHIP_ATOMIC_UPDATE(atomicMin, type, value < was ? value : was) \
  SOFTHIP_ATOMIC_UPDATE(atomicMax, type, value > was ? value : was) \
  SOFTHIP_ATOMIC(atomicExch, type, softhip::atomic_exchange(address, value))

#define SOFTHIP_ATOMIC_CAS(type)                                                                                       \
  inline type atomicCAS(type* address, type compare, type value) {                                                     \
    return softhip::atomic_compare_exchange(address, compare, value);                                                  \
  }                                                                                                                    \
  inline type atomicCAS_system(type* address, type compare, type value) { return atomicCAS(address, compare, value); } \
  inline type atomicCAS_block(type* address, type compare, type value) { return atomicCAS(address, compare, value); }

SOFTHIP_ATOMIC_INTEGER(int)
SOFTHIP_ATOMIC_INTEGER(unsigned int)
SOFTHIP_ATOMIC_INTEGER(long)
SOFTHIP_ATOMIC_INTEGER(unsigned long)
SOFTHIP_ATOMIC_INTEGER(long long)
SOFTHIP_ATOMIC_INTEGER(unsigned long long)
SOFTHIP_ATOMIC_FLOAT(float)
SOFTHIP_ATOMIC_FLOAT(double)
SOFTHIP_ATOMIC_CAS(unsigned short)
SOFTHIP_ATOMIC_CAS(int)
SOFTHIP_ATOMIC_CAS(unsigned int)
SOFTHIP_ATOMIC_CAS(long)
SOFTHIP_ATOMIC_CAS(unsigned long)
SOFTHIP_ATOMIC_CAS(long long)
SOFTHIP_ATOMIC_CAS(unsigned long long)
SOFTHIP_ATOMIC_CAS(float)
SOFTHIP_ATOMIC_CAS(double)
SOFTHIP_ATOMIC_UPDATE(atomicInc, unsigned int, was >= value ? 0 : was + 1)
SOFTHIP_ATOMIC_UPDATE(atomicDec, unsigned int, was == 0 || was > value ? value : was - 1)

#undef SOFTHIP_ATOMIC_CAS
#undef SOFTHIP_ATOMIC_FLOAT
#undef SOFTHIP_ATOMIC_INTEGER
#undef SOFTHIP_ATOMIC_UPDATE
#undef SOFTHIP_ATOMIC_FETCH
#undef SOFTHIP_ATOMIC

// AMD's spellings that choose between a fast and a careful floating-point add.
inline float unsafeAtomicAdd(float* address, float value) { return atomicAdd(address, value); }
inline double unsafeAtomicAdd(double* address, double value) { return atomicAdd(address, value); }
inline float safeAtomicAdd(float* address, float value) { return atomicAdd(address, value); }
inline double safeAtomicAdd(double* address, double value) { return atomicAdd(address, value); }
inline float atomicAddNoRet(float* address, float value) { return atomicAdd(address, value); }

#ifndef __clang__
#define __HIP_MEMORY_SCOPE_SINGLETHREAD 1
#define __HIP_MEMORY_SCOPE_WAVEFRONT 2
#define __HIP_MEMORY_SCOPE_WORKGROUP 3
#define __HIP_MEMORY_SCOPE_AGENT 4
#define __HIP_MEMORY_SCOPE_SYSTEM 5
#endif
#define __hip_atomic_load(address, order, scope) __atomic_load_n(address, order)
#define __hip_atomic_store(address, value, order, scope) __atomic_store_n(address, value, order)
#define __hip_atomic_exchange(address, value, order, scope) atomicExch(address, value)
#define __hip_atomic_fetch_add(address, value, order, scope) atomicAdd(address, value)
#define __hip_atomic_fetch_and(address, value, order, scope) atomicAnd(address, value)
#define __hip_atomic_fetch_or(address, value, order, scope) atomicOr(address, value)
#define __hip_atomic_fetch_xor(address, value, order, scope) atomicXor(address, value)
#define __hip_atomic_fetch_min(address, value, order, scope) atomicMin(address, value)
#define __hip_atomic_fetch_max(address, value, order, scope) atomicMax(address, value)
#define __hip_atomic_compare_exchange_strong(address, expected, value, success, failure, scope) \
  __atomic_compare_exchange_n(address, expected, value, false, success, failure)
#define __hip_atomic_compare_exchange_weak(address, expected, value, success, failure, scope) \
  __atomic_compare_exchange_n(address, expected, value, true, success, failure)
