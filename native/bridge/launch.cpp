#include "bridge/launch.h"

#include <climits>
#include <cstring>
#include <vector>

#include "bridge/registry.h"

namespace bridge {

Extra::Extra(void** extra) : given_(extra != nullptr) {
  if (!given_) return;
  // Pairs of a word and a pointer, then the end, which is 3 in HIP and 0 in CUDA. The other words are the same.
  for (int i = 0; i < 4 && extra[i] != nullptr && extra[i] != HIP_LAUNCH_PARAM_END; i += 2) {
    list_[i] = extra[i];
    list_[i + 1] = extra[i + 1];
  }
}

namespace {

bool empty(const dim3& dim) { return dim.x == 0 || dim.y == 0 || dim.z == 0; }

// The driver has one error for all bad arguments; HIP has one of its own for grids and blocks that cannot be.
hipError_t explain(CUresult result, const Launch& launch) {
  if (result != CUDA_ERROR_INVALID_VALUE) return from(result);
  if (empty(launch.grid) || empty(launch.block)) return hipErrorInvalidConfiguration;
  int most = 0;
  cuda.cuFuncGetAttribute(&most, HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, launch.function);
  const uint64_t threads = uint64_t{launch.block.x} * launch.block.y * launch.block.z;
  return most != 0 && threads > static_cast<uint64_t>(most) ? hipErrorInvalidConfiguration : hipErrorInvalidValue;
}

}  // namespace

hipError_t run(const Launch& launch) {
  if (launch.shared > UINT_MAX) return hipErrorInvalidValue;
  const unsigned shared = static_cast<unsigned>(launch.shared);
  const dim3 &grid = launch.grid, &block = launch.block;
  if (launch.cooperative) {
    return explain(cuda.cuLaunchCooperativeKernel(launch.function, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                                  shared, launch.stream, launch.params),
                   launch);
  }
  Extra extra(launch.extra);
  return explain(cuda.cuLaunchKernel(launch.function, grid.x, grid.y, grid.z, block.x, block.y, block.z, shared,
                                     launch.stream, launch.params, extra.get()),
                 launch);
}

namespace {

hipError_t run_host(const void* host, Launch launch) {
  return in_context([&]() -> hipError_t {
    BRIDGE_TRY(function_of(host, &launch.function));
    return run(launch);
  });
}

// Launches whose grid counts threads, with events around them.
hipError_t run_timed(Launch launch, dim3 threads, hipEvent_t start, hipEvent_t stop) {
  const dim3& block = launch.block;
  if (empty(block)) return hipErrorInvalidConfiguration;
  if (threads.x % block.x != 0 || threads.y % block.y != 0 || threads.z % block.z != 0) {
    return hipErrorInvalidConfiguration;  // the driver launches whole blocks only
  }
  launch.grid = {threads.x / block.x, threads.y / block.y, threads.z / block.z};
  if (start != nullptr) BRIDGE_TRY(cuda.cuEventRecord(start, launch.stream));
  BRIDGE_TRY(run(launch));
  return stop == nullptr ? hipSuccess : from(cuda.cuEventRecord(stop, launch.stream));
}

// The old way of launching: a configuration, arguments one by one, then the function.
struct Configured {
  Launch launch;
  std::vector<char> arguments;
};
thread_local std::vector<Configured>* configured_calls;

// Programs still launch while they exit, when a thread's objects are gone already; hence the pointer, which stays
// valid.
struct Cleaner {
  ~Cleaner() {
    delete configured_calls;
    configured_calls = nullptr;
  }
};

std::vector<Configured>& configured() {
  if (configured_calls == nullptr) {
    configured_calls = new std::vector<Configured>();
    static thread_local Cleaner cleaner;
    static_cast<void>(cleaner);
  }
  return *configured_calls;
}

Launch make(CUfunction function, dim3 grid, dim3 block, size_t shared, hipStream_t stream, void** params,
            void** extra = nullptr) {
  Launch launch;
  launch.function = function;
  launch.grid = grid;
  launch.block = block;
  launch.shared = shared;
  launch.stream = stream;
  launch.params = params;
  launch.extra = extra;
  return launch;
}

}  // namespace
}  // namespace bridge

using bridge::configured;
using bridge::cuda;
using bridge::Launch;
using bridge::make;

BRIDGE_API hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                            unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                                            hipStream_t stream, void** params, void** extra) {
  return bridge::in_context([&] {
    return bridge::run(
        make(function, {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared, stream, params, extra));
  });
}

BRIDGE_API hipError_t hipExtModuleLaunchKernel(hipFunction_t function, uint32_t x, uint32_t y, uint32_t z,
                                               uint32_t block_x, uint32_t block_y, uint32_t block_z, size_t shared,
                                               hipStream_t stream, void** params, void** extra, hipEvent_t start,
                                               hipEvent_t stop, uint32_t) {
  return bridge::in_context([&] {
    const Launch launch = make(function, {}, {block_x, block_y, block_z}, shared, stream, params, extra);
    return bridge::run_timed(launch, {x, y, z}, start, stop);
  });
}

BRIDGE_API hipError_t hipHccModuleLaunchKernel(hipFunction_t function, uint32_t x, uint32_t y, uint32_t z,
                                               uint32_t block_x, uint32_t block_y, uint32_t block_z, size_t shared,
                                               hipStream_t stream, void** params, void** extra, hipEvent_t start,
                                               hipEvent_t stop) {
  return hipExtModuleLaunchKernel(function, x, y, z, block_x, block_y, block_z, shared, stream, params, extra, start,
                                  stop, 0);
}

BRIDGE_API hipError_t hipLaunchKernel(const void* host, dim3 grid, dim3 block, void** args, size_t shared,
                                      hipStream_t stream) {
  return bridge::run_host(host, make(nullptr, grid, block, shared, stream, args));
}

BRIDGE_API hipError_t hipLaunchCooperativeKernel(const void* host, dim3 grid, dim3 block, void** params,
                                                 unsigned shared, hipStream_t stream) {
  Launch launch = make(nullptr, grid, block, shared, stream, params);
  launch.cooperative = true;
  return bridge::run_host(host, launch);
}

BRIDGE_API hipError_t hipExtLaunchKernel(const void* host, dim3 grid, dim3 block, void** args, size_t shared,
                                         hipStream_t stream, hipEvent_t start, hipEvent_t stop, int) {
  return bridge::in_context([&]() -> hipError_t {
    Launch launch = make(nullptr, grid, block, shared, stream, args);
    BRIDGE_TRY(bridge::function_of(host, &launch.function));
    if (start != nullptr) BRIDGE_TRY(cuda.cuEventRecord(start, stream));
    BRIDGE_TRY(bridge::run(launch));
    return stop == nullptr ? hipSuccess : bridge::from(cuda.cuEventRecord(stop, stream));
  });
}

BRIDGE_API hipError_t hipDrvLaunchKernelEx(const HIP_LAUNCH_CONFIG* config, hipFunction_t function, void** params,
                                           void** extra) {
  return bridge::in_context([&] {
    bridge::Extra list(extra);
    return cuda.cuLaunchKernelEx(config, function, params, list.get());
  });
}

BRIDGE_API hipError_t hipLaunchKernelExC(const hipLaunchConfig_t* config, const void* host, void** args) {
  return bridge::in_context([&]() -> hipError_t {
    if (config == nullptr || config->dynamicSmemBytes > UINT_MAX) return hipErrorInvalidValue;
    CUfunction function = nullptr;
    BRIDGE_TRY(bridge::function_of(host, &function));
    const HIP_LAUNCH_CONFIG driver_config = {config->gridDim.x,
                                             config->gridDim.y,
                                             config->gridDim.z,
                                             config->blockDim.x,
                                             config->blockDim.y,
                                             config->blockDim.z,
                                             static_cast<unsigned>(config->dynamicSmemBytes),
                                             config->stream,
                                             config->attrs,
                                             config->numAttrs};
    return bridge::from(cuda.cuLaunchKernelEx(&driver_config, function, args, nullptr));
  });
}

BRIDGE_API hipError_t hipConfigureCall(dim3 grid, dim3 block, size_t shared, hipStream_t stream) {
  return bridge::guarded([&] {
    configured().push_back({make(nullptr, grid, block, shared, stream, nullptr), {}});
    return hipSuccess;
  });
}

BRIDGE_API hipError_t hipSetupArgument(const void* argument, size_t size, size_t offset) {
  return bridge::guarded([&]() -> hipError_t {
    if (configured().empty()) return hipErrorMissingConfiguration;
    std::vector<char>& arguments = configured().back().arguments;
    if (arguments.size() < offset + size) arguments.resize(offset + size);
    std::memcpy(arguments.data() + offset, argument, size);
    return hipSuccess;
  });
}

BRIDGE_API hipError_t hipLaunchByPtr(const void* host) {
  return bridge::in_context([&]() -> hipError_t {
    if (configured().empty()) return hipErrorMissingConfiguration;
    bridge::Configured call = std::move(configured().back());
    configured().pop_back();
    BRIDGE_TRY(bridge::function_of(host, &call.launch.function));
    size_t size = call.arguments.size();
    void* extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, call.arguments.data(), HIP_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     HIP_LAUNCH_PARAM_END};
    call.launch.extra = extra;
    return bridge::run(call.launch);
  });
}

// What <<<>>> compiles to: the configuration is pushed, and popped by the kernel's host stub.
BRIDGE_API hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared, hipStream_t stream) {
  return bridge::guarded([&] {
    configured().push_back({make(nullptr, grid, block, shared, stream, nullptr), {}});
    return hipSuccess;
  });
}

BRIDGE_API hipError_t __hipPopCallConfiguration(dim3* grid, dim3* block, size_t* shared, hipStream_t* stream) {
  return bridge::guarded([&]() -> hipError_t {
    if (configured().empty()) return hipErrorMissingConfiguration;
    const Launch launch = configured().back().launch;
    configured().pop_back();
    *grid = launch.grid;
    *block = launch.block;
    *shared = launch.shared;
    *stream = launch.stream;
    return hipSuccess;
  });
}
