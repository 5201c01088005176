// Launches by function handle and by the address of a stub.
#include <algorithm>
#include <vector>

#include "softhip/api.h"
#include "softhip/kernel/launch.h"
#include "softhip/kernel/registration.h"

using namespace softhip;

namespace {

// What <<<>>> and hipConfigureCall push and a stub pops.
struct Configuration {
  dim3 grid;
  dim3 block;
  size_t shared = 0;
  hipStream_t stream = nullptr;
  std::vector<char> arguments;
};

std::vector<Configuration>& configurations() {
  thread_local std::vector<Configuration> pushed;
  return pushed;
}

hipError_t set_shape(dim3 grid, dim3 block, size_t shared, LaunchRequest* request) {
  if (shared > UINT32_MAX) return hipErrorInvalidValue;
  request->shape.grid = {grid.x, grid.y, grid.z};
  request->shape.block = {block.x, block.y, block.z};
  request->shape.shared = static_cast<uint32_t>(shared);
  return hipSuccess;
}

hipError_t launch_function(hipFunction_t f, dim3 grid, dim3 block, size_t shared, LaunchRequest request) {
  Function* const function = find_function(f);
  if (function == nullptr) return f == nullptr ? hipErrorInvalidImage : hipErrorInvalidHandle;
  SOFTHIP_TRY(set_shape(grid, block, shared, &request));
  return launch(function, request);
}

hipError_t launch_address(const void* stub, dim3 grid, dim3 block, size_t shared, LaunchRequest request) {
  SOFTHIP_TRY(set_shape(grid, block, shared, &request));
  return launch_stub(stub, request);
}

LaunchRequest with(hipStream_t stream, void** parameters, void** extra = nullptr) {
  LaunchRequest request;
  request.stream = stream;
  request.parameters = parameters;
  request.extra = extra;
  return request;
}

// hipExtModuleLaunchKernel counts threads, not blocks.
hipError_t launch_threads(hipFunction_t f, dim3 threads, dim3 block, size_t shared, LaunchRequest request) {
  if (block.x == 0 || block.y == 0 || block.z == 0) return hipErrorInvalidConfiguration;
  const auto blocks = [](uint32_t count, uint32_t size) { return count / size + (count % size != 0); };
  return launch_function(f, dim3(blocks(threads.x, block.x), blocks(threads.y, block.y), blocks(threads.z, block.z)),
                         block, shared, request);
}

bool wants_cooperation(const hipLaunchAttribute* attributes, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    if (attributes[i].id == hipLaunchAttributeCooperative && attributes[i].val.cooperative != 0) return true;
  }
  return false;
}

}  // namespace

SOFTHIP_API hipError_t hipModuleLaunchKernel(hipFunction_t f, unsigned int gridDimX, unsigned int gridDimY,
                                             unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY,
                                             unsigned int blockDimZ, unsigned int sharedMemBytes, hipStream_t stream,
                                             void** kernelParams, void** extra) {
  return call(__func__, [&] {
    return launch_function(f, dim3(gridDimX, gridDimY, gridDimZ), dim3(blockDimX, blockDimY, blockDimZ), sharedMemBytes,
                           with(stream, kernelParams, extra));
  });
}

SOFTHIP_API hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t f, unsigned int gridDimX, unsigned int gridDimY,
                                                        unsigned int gridDimZ, unsigned int blockDimX,
                                                        unsigned int blockDimY, unsigned int blockDimZ,
                                                        unsigned int sharedMemBytes, hipStream_t stream,
                                                        void** kernelParams) {
  return call(__func__, [&] {
    LaunchRequest request = with(stream, kernelParams);
    request.shape.cooperative = true;
    return launch_function(f, dim3(gridDimX, gridDimY, gridDimZ), dim3(blockDimX, blockDimY, blockDimZ), sharedMemBytes,
                           request);
  });
}

SOFTHIP_API hipError_t hipExtModuleLaunchKernel(hipFunction_t f, uint32_t globalWorkSizeX, uint32_t globalWorkSizeY,
                                                uint32_t globalWorkSizeZ, uint32_t localWorkSizeX,
                                                uint32_t localWorkSizeY, uint32_t localWorkSizeZ, size_t sharedMemBytes,
                                                hipStream_t hStream, void** kernelParams, void** extra,
                                                hipEvent_t startEvent, hipEvent_t stopEvent, uint32_t) {
  return call(__func__, [&] {
    LaunchRequest request = with(hStream, kernelParams, extra);
    request.start = startEvent;
    request.stop = stopEvent;
    return launch_threads(f, dim3(globalWorkSizeX, globalWorkSizeY, globalWorkSizeZ),
                          dim3(localWorkSizeX, localWorkSizeY, localWorkSizeZ), sharedMemBytes, request);
  });
}

SOFTHIP_API hipError_t hipHccModuleLaunchKernel(hipFunction_t f, uint32_t globalWorkSizeX, uint32_t globalWorkSizeY,
                                                uint32_t globalWorkSizeZ, uint32_t localWorkSizeX,
                                                uint32_t localWorkSizeY, uint32_t localWorkSizeZ, size_t sharedMemBytes,
                                                hipStream_t hStream, void** kernelParams, void** extra,
                                                hipEvent_t startEvent, hipEvent_t stopEvent) {
  return call(__func__, [&] {
    LaunchRequest request = with(hStream, kernelParams, extra);
    request.start = startEvent;
    request.stop = stopEvent;
    return launch_threads(f, dim3(globalWorkSizeX, globalWorkSizeY, globalWorkSizeZ),
                          dim3(localWorkSizeX, localWorkSizeY, localWorkSizeZ), sharedMemBytes, request);
  });
}

SOFTHIP_API hipError_t hipDrvLaunchKernelEx(const HIP_LAUNCH_CONFIG* config, hipFunction_t f, void** params,
                                            void** extra) {
  return call(__func__, [&] {
    if (config == nullptr || (config->numAttrs != 0 && config->attrs == nullptr)) return hipErrorInvalidValue;
    LaunchRequest request = with(config->hStream, params, extra);
    request.shape.cooperative = wants_cooperation(config->attrs, config->numAttrs);
    return launch_function(f, dim3(config->gridDimX, config->gridDimY, config->gridDimZ),
                           dim3(config->blockDimX, config->blockDimY, config->blockDimZ), config->sharedMemBytes,
                           request);
  });
}

SOFTHIP_API hipError_t hipLaunchKernel(const void* function_address, dim3 numBlocks, dim3 dimBlocks, void** args,
                                       size_t sharedMemBytes, hipStream_t stream) {
  return call(__func__, [&] {
    return launch_address(function_address, numBlocks, dimBlocks, sharedMemBytes, with(stream, args));
  });
}

SOFTHIP_API hipError_t hipLaunchKernel_spt(const void* function_address, dim3 numBlocks, dim3 dimBlocks, void** args,
                                           size_t sharedMemBytes, hipStream_t stream) {
  return call(__func__, [&] {
    LaunchRequest request = with(stream, args);
    request.per_thread = true;
    return launch_address(function_address, numBlocks, dimBlocks, sharedMemBytes, request);
  });
}

SOFTHIP_API hipError_t hipLaunchCooperativeKernel(const void* f, dim3 gridDim, dim3 blockDimX, void** kernelParams,
                                                  unsigned int sharedMemBytes, hipStream_t stream) {
  return call(__func__, [&] {
    LaunchRequest request = with(stream, kernelParams);
    request.shape.cooperative = true;
    return launch_address(f, gridDim, blockDimX, sharedMemBytes, request);
  });
}

SOFTHIP_API hipError_t hipLaunchCooperativeKernel_spt(const void* f, dim3 gridDim, dim3 blockDim, void** kernelParams,
                                                      uint32_t sharedMemBytes, hipStream_t hStream) {
  return call(__func__, [&] {
    LaunchRequest request = with(hStream, kernelParams);
    request.shape.cooperative = true;
    request.per_thread = true;
    return launch_address(f, gridDim, blockDim, sharedMemBytes, request);
  });
}

SOFTHIP_API hipError_t hipExtLaunchKernel(const void* function_address, dim3 numBlocks, dim3 dimBlocks, void** args,
                                          size_t sharedMemBytes, hipStream_t stream, hipEvent_t startEvent,
                                          hipEvent_t stopEvent, int) {
  return call(__func__, [&] {
    LaunchRequest request = with(stream, args);
    request.start = startEvent;
    request.stop = stopEvent;
    return launch_address(function_address, numBlocks, dimBlocks, sharedMemBytes, request);
  });
}

SOFTHIP_API hipError_t hipLaunchKernelExC(const hipLaunchConfig_t* config, const void* fPtr, void** args) {
  return call(__func__, [&] {
    if (config == nullptr || (config->numAttrs != 0 && config->attrs == nullptr)) return hipErrorInvalidValue;
    LaunchRequest request = with(config->stream, args);
    request.shape.cooperative = wants_cooperation(config->attrs, config->numAttrs);
    return launch_address(fPtr, config->gridDim, config->blockDim, config->dynamicSmemBytes, request);
  });
}

SOFTHIP_API hipError_t __hipPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem, hipStream_t stream) {
  return call(__func__, [&] {
    configurations().push_back({gridDim, blockDim, sharedMem, stream, {}});
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t __hipPopCallConfiguration(dim3* gridDim, dim3* blockDim, size_t* sharedMem,
                                                 hipStream_t* stream) {
  return call(__func__, [&] {
    if (gridDim == nullptr || blockDim == nullptr || sharedMem == nullptr || stream == nullptr) {
      return hipErrorInvalidValue;
    }
    if (configurations().empty()) return hipErrorMissingConfiguration;
    const Configuration& top = configurations().back();
    *gridDim = top.grid;
    *blockDim = top.block;
    *sharedMem = top.shared;
    *stream = top.stream;
    configurations().pop_back();
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipConfigureCall(dim3 gridDim, dim3 blockDim, size_t sharedMem, hipStream_t stream) {
  return call(__func__, [&] {
    configurations().push_back({gridDim, blockDim, sharedMem, stream, {}});
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipSetupArgument(const void* arg, size_t size, size_t offset) {
  return call(__func__, [&] {
    constexpr size_t kMost = 4096;
    if (configurations().empty()) return hipErrorMissingConfiguration;
    if (arg == nullptr || offset > kMost || size > kMost) return hipErrorInvalidValue;
    std::vector<char>& arguments = configurations().back().arguments;
    if (arguments.size() < offset + size) arguments.resize(offset + size);
    std::copy_n(static_cast<const char*>(arg), size, arguments.begin() + static_cast<std::ptrdiff_t>(offset));
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipLaunchByPtr(const void* func) {
  return call(__func__, [&] {
    if (configurations().empty()) return hipErrorMissingConfiguration;
    const Configuration top = std::move(configurations().back());
    configurations().pop_back();
    LaunchRequest request = with(top.stream, nullptr);
    request.packed = top.arguments.data();
    request.packed_size = top.arguments.size();
    return launch_address(func, top.grid, top.block, top.shared, request);
  });
}
