// What the generated shims are written with.
#pragma once

#include <hip/hip_runtime_api.h>

#include "recorder/allocations.h"
#include "recorder/copy.h"
#include "recorder/devices.h"
#include "recorder/real.h"

#define HRR_SHIM extern "C" __attribute__((visibility("default")))

namespace hrr {

// An allocation of the program's.
inline void allocated(uint64_t base, uint64_t size, Memory memory) {
  describe_devices();
  allocations().add(base, size, memory);
}

// The stream that the null stream stands for in a call of the per-thread kind.
inline hipStream_t per_thread(hipStream_t stream) { return stream ? stream : hipStreamPerThread; }

template <typename Again>
Reissue reissue_with(const Again* again) {
  return {[](void* context, void* memory) { return (*static_cast<const Again*>(context))(memory); },
          const_cast<Again*>(again)};
}

// A program that asks the runtime for an entry point gets ours.
inline void answer_with_shim(const char* name, void** found) {
  if (!name || !found || !*found) return;
  if (void* shim = real::shim_for(name, *found)) *found = shim;
}

}  // namespace hrr
