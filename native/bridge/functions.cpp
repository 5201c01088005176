// Questions about kernels, asked by host function.
#include <climits>

#include "bridge/registry.h"

using bridge::cuda;

namespace {

// Runs `body` with the kernel behind a host function.
template <typename Body>
hipError_t with_function(const void* host, Body&& body) {
  return bridge::in_context([&]() -> hipError_t {
    CUfunction function = nullptr;
    BRIDGE_TRY(bridge::function_of(host, &function));
    return bridge::from(body(function));
  });
}

hipError_t fill_attributes(hipFuncAttributes* attributes, CUfunction function) {
  int values[HIP_FUNC_ATTRIBUTE_MAX] = {};
  for (int i = 0; i < HIP_FUNC_ATTRIBUTE_MAX; ++i) {
    BRIDGE_TRY(cuda.cuFuncGetAttribute(&values[i], static_cast<hipFunction_attribute>(i), function));
  }
  *attributes = {};
  attributes->maxThreadsPerBlock = values[HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK];
  attributes->sharedSizeBytes = values[HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES];
  attributes->constSizeBytes = values[HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES];
  attributes->localSizeBytes = values[HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES];
  attributes->numRegs = values[HIP_FUNC_ATTRIBUTE_NUM_REGS];
  attributes->ptxVersion = values[HIP_FUNC_ATTRIBUTE_PTX_VERSION];
  attributes->binaryVersion = values[HIP_FUNC_ATTRIBUTE_BINARY_VERSION];
  attributes->cacheModeCA = values[HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA];
  attributes->maxDynamicSharedSizeBytes = values[HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES];
  attributes->preferredShmemCarveout = values[HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT];
  return hipSuccess;
}

hipError_t best_block(int* grid, int* block, CUfunction function, size_t shared, int limit) {
  if (grid == nullptr || block == nullptr) return hipErrorInvalidValue;
  return bridge::from(cuda.cuOccupancyMaxPotentialBlockSize(grid, block, function, nullptr, shared, limit));
}

hipError_t driver_config(const hipLaunchConfig_t* config, HIP_LAUNCH_CONFIG* driver) {
  if (config == nullptr || config->dynamicSmemBytes > UINT_MAX) return hipErrorInvalidValue;
  *driver = {config->gridDim.x,
             config->gridDim.y,
             config->gridDim.z,
             config->blockDim.x,
             config->blockDim.y,
             config->blockDim.z,
             static_cast<unsigned>(config->dynamicSmemBytes),
             config->stream,
             config->attrs,
             config->numAttrs};
  return hipSuccess;
}

}  // namespace

BRIDGE_API hipError_t hipFuncGetAttributes(hipFuncAttributes* attributes, const void* host) {
  return with_function(host, [&](CUfunction function) -> hipError_t {
    return attributes == nullptr ? hipErrorInvalidValue : fill_attributes(attributes, function);
  });
}

BRIDGE_API hipError_t hipFuncSetAttribute(const void* host, hipFuncAttribute attribute, int value) {
  return with_function(host, [&](CUfunction function) {
    return cuda.cuFuncSetAttribute(function, static_cast<hipFunction_attribute>(attribute), value);
  });
}

BRIDGE_API hipError_t hipFuncSetCacheConfig(const void* host, hipFuncCache_t config) {
  return with_function(host, [&](CUfunction function) { return cuda.cuFuncSetCacheConfig(function, config); });
}

BRIDGE_API hipError_t hipFuncSetSharedMemConfig(const void* host, hipSharedMemConfig config) {
  return with_function(host, [&](CUfunction function) { return cuda.cuFuncSetSharedMemConfig(function, config); });
}

BRIDGE_API hipError_t hipGetFuncBySymbol(hipFunction_t* function, const void* host) {
  return with_function(host, [&](CUfunction found) {
    if (function == nullptr) return hipErrorInvalidValue;
    *function = found;
    return hipSuccess;
  });
}

// A kernel of a library may stand where a function is expected, and the other way round; the driver tells of each by a
// call of its own.
BRIDGE_API hipError_t hipKernelGetParamInfo(hipKernel_t kernel, size_t index, size_t* offset, size_t* size) {
  return bridge::anywhere([&] {
    const CUresult result = cuda.cuKernelGetParamInfo(kernel, index, offset, size);
    if (result != CUDA_ERROR_INVALID_HANDLE) return result;
    return cuda.cuFuncGetParamInfo(reinterpret_cast<CUfunction>(kernel), index, offset, size);
  });
}

BRIDGE_API const char* hipKernelNameRef(const hipFunction_t function) {
  const char* name = nullptr;
  const hipError_t error = bridge::in_context([&] {
    const CUresult result = cuda.cuFuncGetName(&name, function);
    if (result != CUDA_ERROR_INVALID_HANDLE) return result;
    return cuda.cuKernelGetName(&name, reinterpret_cast<CUkernel>(function));
  });
  return error == hipSuccess ? name : nullptr;
}

BRIDGE_API const char* hipKernelNameRefByPtr(const void* host, hipStream_t) { return bridge::name_of_host(host); }

BRIDGE_API hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* host, int size,
                                                                   size_t shared) {
  return with_function(host, [&](CUfunction function) {
    return cuda.cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, size, shared);
  });
}

BRIDGE_API hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* host, int size,
                                                                            size_t shared, unsigned flags) {
  return with_function(host, [&](CUfunction function) {
    return cuda.cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, size, shared, flags);
  });
}

BRIDGE_API hipError_t hipOccupancyMaxPotentialBlockSize(int* grid, int* block, const void* host, size_t shared,
                                                        int limit) {
  return with_function(host, [&](CUfunction function) { return best_block(grid, block, function, shared, limit); });
}

BRIDGE_API hipError_t hipModuleOccupancyMaxPotentialBlockSize(int* grid, int* block, hipFunction_t function,
                                                              size_t shared, int limit) {
  return bridge::in_context([&] { return best_block(grid, block, function, shared, limit); });
}

BRIDGE_API hipError_t hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block, hipFunction_t function,
                                                                       size_t shared, int limit, unsigned flags) {
  return bridge::in_context([&] {
    return cuda.cuOccupancyMaxPotentialBlockSizeWithFlags(grid, block, function, nullptr, shared, limit, flags);
  });
}

BRIDGE_API hipError_t hipOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* host, int blocks, int size) {
  return with_function(host, [&](CUfunction function) {
    return cuda.cuOccupancyAvailableDynamicSMemPerBlock(bytes, function, blocks, size);
  });
}

BRIDGE_API hipError_t hipOccupancyMaxActiveClusters(int* clusters, const void* host, const hipLaunchConfig_t* config) {
  return with_function(host, [&](CUfunction function) -> hipError_t {
    HIP_LAUNCH_CONFIG driver;
    BRIDGE_TRY(driver_config(config, &driver));
    return bridge::from(cuda.cuOccupancyMaxActiveClusters(clusters, function, &driver));
  });
}

BRIDGE_API hipError_t hipOccupancyMaxPotentialClusterSize(int* size, const void* host,
                                                          const hipLaunchConfig_t* config) {
  return with_function(host, [&](CUfunction function) -> hipError_t {
    HIP_LAUNCH_CONFIG driver;
    BRIDGE_TRY(driver_config(config, &driver));
    return bridge::from(cuda.cuOccupancyMaxPotentialClusterSize(size, function, &driver));
  });
}
