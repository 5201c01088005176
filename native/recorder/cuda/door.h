// The door for CUDA programs: libcuda.so.1 in front of the driver's own. Each entry point that means a HIP call runs
// the recorder's shim of that call, with the driver's entry point as the real call behind it: what the program asked
// for is what the driver gets, and the archive holds a HIP call.
//
//   HRR_DOOR CUresult cuMemFree_v2(CUdeviceptr ptr) {
//     return hrr::door::through<hrr::api_hipFree>([&] { return hrr::door::driver.cuMemFree_v2(ptr); },
//                                                 [&] { return ::hipFree(ptr); });
//   }
//
// What the recorder asks for itself goes to the bridge, which says it to the same driver.
#pragma once

#include <cuda_driver.h>

#include "recorder/shim.h"
#include "recorder_ids.h"

#define HRR_DOOR extern "C" __attribute__((visibility("default")))
#define HRR_DOOR_WEAK extern "C" __attribute__((weak, visibility("default")))

#define DOOR_ENTRY(name, params) HRR_DOOR CUresult name params;
#include <door_entries.inc>
#undef DOOR_ENTRY

namespace hrr {
namespace door {

// The driver's own entry points. Filled in by ready().
struct Driver {
#define DOOR_ENTRY(name, params) CUresult(*name) params;
#include <door_entries.inc>
#undef DOOR_ENTRY
};
extern Driver driver;

// Opens the driver at the first call: the recorder is preloaded into every child of the program, compilers and shells
// too. Without a driver all entry points answer CUDA_ERROR_NO_DEVICE.
void open();
extern std::atomic<bool> opened;
inline void ready() {
  if (__builtin_expect(!opened.load(std::memory_order_acquire), 0)) open();
}

// A driver call without a HIP call to be recorded as: the archive names it.
void not_recorded(const char* name);

hipError_t hip_error(CUresult result);

// The call of the program's that this thread is in, until its shim makes it.
struct Pending {
  unsigned api;
  CUresult (*run)(const void* context);
  const void* context;
  CUresult result;
  bool made;
};
extern __thread Pending* pending __attribute__((tls_model("initial-exec")));

template <unsigned Api, typename Original, typename Shim>
CUresult through(const Original& original, const Shim& shim) {
  ready();
  Pending call{Api, [](const void* context) { return (*static_cast<const Original*>(context))(); }, &original,
               CUDA_SUCCESS, false};
  Pending* const outer = pending;
  pending = &call;
  (void)shim();
  pending = outer;
  return call.made ? call.result : original();
}

// The real call behind a shim: the pending one, once, or the bridge's.
template <unsigned Api, typename R, typename... A>
R real_call(A... arguments) {
  if (Pending* call = pending; call != nullptr && call->api == Api && !call->made) {
    call->made = true;
    call->result = call->run(call->context);
    return hip_error(call->result);
  }
  return real::behind<Api, R, A...>()(arguments...);
}

}  // namespace door
}  // namespace hrr
