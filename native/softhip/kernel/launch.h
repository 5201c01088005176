// Launches: checked and copied by the call, run in the stream's order.
#pragma once

#include <hip/hip_runtime_api.h>

#include "softhip/kernel/module.h"

namespace softhip {

struct LaunchRequest {
  LaunchShape shape{};
  hipStream_t stream = nullptr;
  bool per_thread = false;       // of the _spt calls
  void** parameters = nullptr;   // a pointer to each argument
  void** extra = nullptr;        // or HIP_LAUNCH_PARAM_BUFFER_POINTER and its kin
  const char* packed = nullptr;  // or the arguments as hipSetupArgument laid them out
  size_t packed_size = 0;
  hipEvent_t start = nullptr;
  hipEvent_t stop = nullptr;
};

hipError_t launch(Function* function, const LaunchRequest& request);

// The kernel behind a stub, on the device of the request's stream.
hipError_t launch_stub(const void* stub, const LaunchRequest& request);

// Blocks of the kernel that a multiprocessor holds at once.
unsigned resident_blocks(const Function* function, uint64_t block_threads, uint64_t dynamic_shared);

}  // namespace softhip
