// What every exported HIP call has in common: its error goes into the thread's error state, and the adversary may make
// it fail.
//
//   SOFTHIP_API hipError_t hipFree(void* ptr) {
//     return call(__func__, [&] { return free_device(ptr); });
//   }
#pragma once

#include <hip/hip_runtime_api.h>

#include <new>

#include "softhip/adversary.h"
#include "softhip/state.h"

#define SOFTHIP_API extern "C" __attribute__((visibility("default")))

// Leaves the surrounding function with the error of `expression`, if it has one.
#define SOFTHIP_TRY(expression)                                                   \
  do {                                                                            \
    const hipError_t softhip_error_ = (expression);                               \
    if (__builtin_expect(softhip_error_ != hipSuccess, 0)) return softhip_error_; \
  } while (0)

namespace softhip {

// Thrown deep inside a call that cannot be made now.
struct Refused {
  hipError_t error;
};

// Notes the result of a call. hipErrorNotReady is an answer, not an error: hipGetLastError never reports it.
inline hipError_t leave(hipError_t result) {
  thread_state.last_result = result;
  if (__builtin_expect(result != hipSuccess, 0) && result != hipErrorNotReady) thread_state.last_error = result;
  return result;
}

// Runs the body of the exported call `name`. `body` returns hipError_t; no exception leaves the library.
template <typename Body>
inline hipError_t call(const char* name, Body&& body) noexcept {
  if (__builtin_expect(adversary.faults, 0)) {
    if (const hipError_t fault = injected_fault(name)) return leave(fault);
  }
  try {
    return leave(body());
  } catch (const std::bad_alloc&) {
    return leave(hipErrorOutOfMemory);
  } catch (const Refused& refused) {
    return leave(refused.error);
  } catch (...) {
    return leave(hipErrorUnknown);
  }
}

}  // namespace softhip
