// What every call of the bridge has in common: the driver is open, the thread has a context, the result is noted.
//
//   BRIDGE_API hipError_t hipFree(void* ptr) {
//     return bridge::in_context([&] { return bridge::cuda.cuMemFree_v2(ptr); });
//   }
//
// A thread works in the primary context of its device unless it chose another one, as a runtime's threads do.
#pragma once

#include <hip/hip_runtime_api.h>

#include <new>

#include "bridge/driver.h"

#define BRIDGE_API extern "C" __attribute__((visibility("default")))

// Leaves the surrounding function with the error of `expression` (a hipError_t or a CUresult), if it has one.
#define BRIDGE_TRY(expression)                                                  \
  do {                                                                          \
    const hipError_t bridge_error_ = bridge::from(expression);                  \
    if (__builtin_expect(bridge_error_ != hipSuccess, 0)) return bridge_error_; \
  } while (0)

namespace bridge {

// The driver's result in HIP's words, and the other way round.
hipError_t from(CUresult result);
inline hipError_t from(hipError_t error) { return error; }
CUresult to_driver(hipError_t error);

// Notes the result of a call for hipGetLastError. hipErrorNotReady is an answer, not an error.
hipError_t note(hipError_t error);
hipError_t last_error(bool clear);
// The result of the last call, once.
hipError_t take_last_result();

// hipErrorNotSupported; says the name once on standard error.
hipError_t missing(const char* name);

// Makes sure that the calling thread has a context.
hipError_t current();

// The calling thread's device.
int device();
// Chooses it. The context follows at the next call that needs one.
hipError_t set_device(int ordinal);
// The program changed the thread's context itself (hipCtxSetCurrent and its kin).
void context_changed();
// Primary contexts made before are gone (hipDeviceReset).
void forget_contexts();
// Every thread asks for its context anew.
void invalidate_threads();
// The primary context of a device.
hipError_t primary_context(int ordinal, CUcontext* context);

// Runs the body of an exported call; `body` returns hipError_t or CUresult. No exception leaves the library.
template <typename Body>
hipError_t guarded(Body&& body) noexcept {
  try {
    return note(from(body()));
  } catch (const std::bad_alloc&) {
    return note(hipErrorOutOfMemory);
  } catch (...) {
    return note(hipErrorUnknown);
  }
}
template <typename Body>
hipError_t in_context(Body&& body) noexcept {
  return guarded([&]() -> hipError_t {
    BRIDGE_TRY(current());
    return from(body());
  });
}
// For what the driver answers without a context.
template <typename Body>
hipError_t anywhere(Body&& body) noexcept {
  return guarded([&]() -> hipError_t {
    BRIDGE_TRY(ready());
    return from(body());
  });
}

// Stream 0 of an _spt call.
inline hipStream_t per_thread(hipStream_t stream) { return stream == nullptr ? hipStreamPerThread : stream; }

// An asynchronous call made synchronous.
inline hipError_t and_wait(hipError_t error, hipStream_t stream) {
  return error != hipSuccess ? error : note(from(cuda.cuStreamSynchronize(stream)));
}

}  // namespace bridge
