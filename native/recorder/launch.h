// Kernel launches: records of variable length with the kernel's name, its code object and every argument.
#pragma once

#include <hip/hip_runtime_api.h>

#include <cstdint>
#include <vector>

#include "recorder/call.h"
#include "recorder/modules.h"

namespace hrr {

// The kernel behind a function's handle, a kernel's handle or a host function; at least its name, where that is known.
KernelRef kernel_of(Session& session, const void* function);

struct LaunchCall {
  const void* function = nullptr;  // a hipFunction_t, or the host function when `by_host`
  bool by_host = false;
  uint32_t grid[3] = {1, 1, 1};  // blocks, or threads when `global_size`
  uint32_t block[3] = {1, 1, 1};
  bool global_size = false;
  uint64_t shared = 0;
  hipStream_t stream = nullptr;
  void** params = nullptr;
  void** extra = nullptr;
  const hipLaunchAttribute* attributes = nullptr;
  uint32_t attribute_count = 0;
  hipEvent_t start = nullptr;
  hipEvent_t stop = nullptr;
};

// What is found out before the real call.
struct PreparedLaunch {
  KernelRef kernel;
  Snapshots::Taken pinned;
};
void prepare_launch(Call& call, const LaunchCall& launch, PreparedLaunch* prepared);

// Writes the record of a launch that succeeded, under the given event type.
void record_launch(Call& call, uint16_t type, const LaunchCall& launch, const PreparedLaunch& prepared);

// The part of a kernel node's record behind the fixed payload: name, code object, arguments.
void add_kernel_node(Session& session, LongRecord* record, const hipKernelNodeParams* node);

// Legacy launches (hipConfigureCall, hipSetupArgument, hipLaunchByPtr) and the compiler's push and pop: what the
// calling thread has configured.
void configure(dim3 grid, dim3 block, uint64_t shared, hipStream_t stream);
void configure_argument(const void* argument, size_t size, size_t offset);
void unconfigure();
// Fills in grid, block, shared, stream and arguments of the top configuration, and takes it off.
struct Configured {
  LaunchCall launch;
  std::vector<uint8_t> arguments;
  size_t size = 0;
  void* extra[5];
};
bool take_configuration(Configured* configured);

}  // namespace hrr
