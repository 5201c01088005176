// The HIP library behind the recorder, opened by absolute path at the first call: by its SONAME the loader would only
// find the recorder again.
#pragma once

#include <hip/hip_runtime_api.h>

#include <atomic>
#include <type_traits>

#include "recorder_ids.h"

namespace hrr {
namespace real {

extern std::atomic<void*> table[kApiCount];

// Looks a call up; `missing` when the library has no such function.
void* look_up(unsigned api, void* missing);
// The same, to be called from now on.
void* resolve(unsigned api, void* missing);
// Says once that the library lacks the call.
void say_missing(unsigned api);
// The shim of a call, if `found` is the real library's own function for that name.
void* shim_for(const char* name, void* found);
// Path of the library, "" when there is none.
const char* path();

template <unsigned Api, typename R, typename... A>
R missing(A...) {
  say_missing(Api);
  if constexpr (std::is_same_v<R, hipError_t>)
    return hipErrorNotSupported;
  else if constexpr (!std::is_void_v<R>)
    return R();
}

// The argument only says which type the function has.
template <unsigned Api, typename R, typename... A>
auto call(R (*)(A...)) -> R (*)(A...) {
  void* function = table[Api].load(std::memory_order_acquire);
  if (__builtin_expect(function == nullptr, 0)) {
    function = resolve(Api, reinterpret_cast<void*>(&missing<Api, R, A...>));
  }
  return reinterpret_cast<R (*)(A...)>(function);
}

// The library's own function, whatever stands in front of it in the table.
template <unsigned Api, typename R, typename... A>
auto behind() -> R (*)(A...) {
  static std::atomic<void*> known{nullptr};
  void* function = known.load(std::memory_order_acquire);
  if (__builtin_expect(function == nullptr, 0)) {
    function = look_up(Api, reinterpret_cast<void*>(&missing<Api, R, A...>));
    known.store(function, std::memory_order_release);
  }
  return reinterpret_cast<R (*)(A...)>(function);
}

// Calls of ours must not leave an error behind where the program had none.
class QuietErrors {
 public:
  QuietErrors();
  ~QuietErrors();

 private:
  hipError_t before_;
};

// Another stream of the process may be in a capture that forbids some calls to all threads; ours are no part of it.
class RelaxedCapture {
 public:
  RelaxedCapture();
  ~RelaxedCapture();

 private:
  hipStreamCaptureMode mode_ = hipStreamCaptureModeRelaxed;
  bool ok_ = false;
};

}  // namespace real

// HRR_REAL(hipMalloc)(&ptr, size)
#define HRR_REAL(name) ::hrr::real::call<::hrr::api_##name>(static_cast<::hrr::name##_fn>(nullptr))

}  // namespace hrr
