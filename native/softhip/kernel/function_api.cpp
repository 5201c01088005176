// What functions are and how many blocks of them fit.
#include <algorithm>

#include "softhip/api.h"
#include "softhip/kernel/launch.h"
#include "softhip/kernel/registration.h"
#include "softhip/properties.h"

using namespace softhip;

namespace {

constexpr int kRegisters = 32;  // a number that programs can calculate with
constexpr int kBinaryVersion = 1;

// A function handle, or the address of a stub.
hipError_t function_of(const void* pointer, Function** function) {
  if (pointer == nullptr) return hipErrorInvalidDeviceFunction;
  *function = functions.find(pointer);
  if (*function != nullptr) return hipSuccess;
  if (device_count() == 0) return hipErrorNoDevice;
  return function_of_stub(pointer, thread_state.device, function);
}

hipError_t attribute_of(const Function& function, int attribute, int* value) {
  if (value == nullptr) return hipErrorInvalidValue;
  const KernelInfo& info = function.kernel->info();
  switch (attribute) {
    case HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      *value = static_cast<int>(info.max_threads);
      return hipSuccess;
    case HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
      *value = static_cast<int>(info.shared);
      return hipSuccess;
    case HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
    case HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
    case HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA:
      *value = 0;
      return hipSuccess;
    case HIP_FUNC_ATTRIBUTE_NUM_REGS:
      *value = kRegisters;
      return hipSuccess;
    case HIP_FUNC_ATTRIBUTE_PTX_VERSION:
    case HIP_FUNC_ATTRIBUTE_BINARY_VERSION:
      *value = kBinaryVersion;
      return hipSuccess;
    case HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      *value = function.max_dynamic_shared;
      return hipSuccess;
    case HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      *value = function.carveout;
      return hipSuccess;
    default:
      return hipErrorInvalidValue;
  }
}

hipError_t set_attribute(Function* function, int attribute, int value) {
  if (attribute == HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) {
    const size_t most =
        kSharedMemoryPerBlock - std::min<size_t>(kSharedMemoryPerBlock, function->kernel->info().shared);
    if (value < 0 || static_cast<size_t>(value) > most) return hipErrorInvalidValue;
    function->max_dynamic_shared = value;
    return hipSuccess;
  }
  if (attribute == HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT) {
    if (value < -1 || value > 100) return hipErrorInvalidValue;
    function->carveout = value;
    return hipSuccess;
  }
  return hipErrorInvalidValue;
}

hipError_t active_blocks(int* blocks, Function* function, int block_size, size_t shared) {
  if (blocks == nullptr || block_size <= 0) return hipErrorInvalidValue;
  *blocks = static_cast<int>(resident_blocks(function, static_cast<uint64_t>(block_size), shared));
  return hipSuccess;
}

// The block size that keeps most threads busy: as large as allowed, in whole waves.
hipError_t best_block(int* grid, int* block, Function* function, size_t shared, int limit) {
  if (grid == nullptr || block == nullptr) return hipErrorInvalidValue;
  int size = static_cast<int>(function->kernel->info().max_threads);
  if (limit > 0) size = std::min(size, limit);
  if (size > static_cast<int>(kWarpSize)) size -= size % static_cast<int>(kWarpSize);
  const unsigned blocks = resident_blocks(function, static_cast<uint64_t>(size), shared);
  *block = size;
  *grid = static_cast<int>(blocks) * properties(function->module->device).multiProcessorCount;
  return hipSuccess;
}

template <typename Ask>
hipError_t ask(const void* pointer, Ask question) {
  Function* function = nullptr;
  SOFTHIP_TRY(function_of(pointer, &function));
  return question(function);
}

}  // namespace

SOFTHIP_API hipError_t hipFuncGetAttribute(int* value, hipFunction_attribute attrib, hipFunction_t hfunc) {
  return call(__func__, [&] {
    const Function* const function = find_function(hfunc);
    return function == nullptr ? hipErrorInvalidDeviceFunction : attribute_of(*function, attrib, value);
  });
}

SOFTHIP_API hipError_t hipFuncGetAttributes(hipFuncAttributes* attr, const void* func) {
  return call(__func__, [&] {
    if (attr == nullptr) return hipErrorInvalidValue;
    return ask(func, [&](Function* function) {
      *attr = hipFuncAttributes{};
      attr->binaryVersion = kBinaryVersion;
      attr->ptxVersion = kBinaryVersion;
      attr->numRegs = kRegisters;
      attr->maxThreadsPerBlock = static_cast<int>(function->kernel->info().max_threads);
      attr->sharedSizeBytes = function->kernel->info().shared;
      attr->maxDynamicSharedSizeBytes = function->max_dynamic_shared;
      attr->preferredShmemCarveout = function->carveout;
      return hipSuccess;
    });
  });
}

SOFTHIP_API hipError_t hipFuncSetAttribute(const void* func, hipFuncAttribute attr, int value) {
  return call(__func__,
              [&] { return ask(func, [&](Function* function) { return set_attribute(function, attr, value); }); });
}

SOFTHIP_API hipError_t hipFuncSetCacheConfig(const void* func, hipFuncCache_t config) {
  return call(__func__, [&] {
    if (config < hipFuncCachePreferNone || config > hipFuncCachePreferEqual) return hipErrorInvalidValue;
    return ask(func, [](Function*) { return hipSuccess; });
  });
}

SOFTHIP_API hipError_t hipFuncSetSharedMemConfig(const void* func, hipSharedMemConfig config) {
  return call(__func__, [&] {
    if (config < hipSharedMemBankSizeDefault || config > hipSharedMemBankSizeEightByte) return hipErrorInvalidValue;
    return ask(func, [](Function*) { return hipSuccess; });
  });
}

SOFTHIP_API hipError_t hipGetFuncBySymbol(hipFunction_t* functionPtr, const void* symbolPtr) {
  return call(__func__, [&] {
    if (functionPtr == nullptr || symbolPtr == nullptr) return hipErrorInvalidValue;
    if (device_count() == 0) return hipErrorNoDevice;
    Function* function = nullptr;
    SOFTHIP_TRY(function_of_stub(symbolPtr, thread_state.device, &function));
    *functionPtr = handle_of(function);
    return hipSuccess;
  });
}

SOFTHIP_API const char* hipKernelNameRef(const hipFunction_t f) {
  const Function* const function = find_function(f);
  return function == nullptr ? nullptr : function->kernel->info().name.c_str();
}

SOFTHIP_API const char* hipKernelNameRefByPtr(const void* hostFunction, hipStream_t) {
  const Function* const function = functions.find(hostFunction);
  return function != nullptr ? function->kernel->info().name.c_str() : name_of_stub(hostFunction);
}

SOFTHIP_API hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, const void* f, int blockSize,
                                                                    size_t dynSharedMemPerBlk) {
  return call(__func__, [&] {
    return ask(f,
               [&](Function* function) { return active_blocks(numBlocks, function, blockSize, dynSharedMemPerBlk); });
  });
}

SOFTHIP_API hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, const void* f,
                                                                             int blockSize, size_t dynSharedMemPerBlk,
                                                                             unsigned int flags) {
  return call(__func__, [&] {
    if (flags != hipOccupancyDefault && flags != hipOccupancyDisableCachingOverride) return hipErrorInvalidValue;
    return ask(f,
               [&](Function* function) { return active_blocks(numBlocks, function, blockSize, dynSharedMemPerBlk); });
  });
}

SOFTHIP_API hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, hipFunction_t f,
                                                                          int blockSize, size_t dynSharedMemPerBlk) {
  return call(__func__, [&] {
    Function* const function = find_function(f);
    if (function == nullptr) return hipErrorInvalidValue;
    return active_blocks(numBlocks, function, blockSize, dynSharedMemPerBlk);
  });
}

SOFTHIP_API hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, hipFunction_t f,
                                                                                   int blockSize,
                                                                                   size_t dynSharedMemPerBlk,
                                                                                   unsigned int flags) {
  return call(__func__, [&] {
    Function* const function = find_function(f);
    if (function == nullptr) return hipErrorInvalidValue;
    if (flags != hipOccupancyDefault && flags != hipOccupancyDisableCachingOverride) return hipErrorInvalidValue;
    return active_blocks(numBlocks, function, blockSize, dynSharedMemPerBlk);
  });
}

SOFTHIP_API hipError_t hipOccupancyMaxPotentialBlockSize(int* gridSize, int* blockSize, const void* f,
                                                         size_t dynSharedMemPerBlk, int blockSizeLimit) {
  return call(__func__, [&] {
    return ask(f, [&](Function* function) {
      return best_block(gridSize, blockSize, function, dynSharedMemPerBlk, blockSizeLimit);
    });
  });
}

SOFTHIP_API hipError_t hipModuleOccupancyMaxPotentialBlockSize(int* gridSize, int* blockSize, hipFunction_t f,
                                                               size_t dynSharedMemPerBlk, int blockSizeLimit) {
  return call(__func__, [&] {
    Function* const function = find_function(f);
    if (function == nullptr) return hipErrorInvalidValue;
    return best_block(gridSize, blockSize, function, dynSharedMemPerBlk, blockSizeLimit);
  });
}

SOFTHIP_API hipError_t hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int* gridSize, int* blockSize, hipFunction_t f,
                                                                        size_t dynSharedMemPerBlk, int blockSizeLimit,
                                                                        unsigned int flags) {
  return call(__func__, [&] {
    Function* const function = find_function(f);
    if (function == nullptr) return hipErrorInvalidValue;
    if (flags != hipOccupancyDefault && flags != hipOccupancyDisableCachingOverride) return hipErrorInvalidValue;
    return best_block(gridSize, blockSize, function, dynSharedMemPerBlk, blockSizeLimit);
  });
}

SOFTHIP_API hipError_t hipOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize, const void* f, int numBlocks,
                                                                int blockSize) {
  return call(__func__, [&] {
    if (dynamicSmemSize == nullptr || numBlocks <= 0 || blockSize <= 0) return hipErrorInvalidValue;
    return ask(f, [&](Function* function) {
      const size_t each = kSharedMemoryPerBlock / static_cast<size_t>(numBlocks);
      const size_t own = function->kernel->info().shared;
      *dynamicSmemSize = each > own ? each - own : 0;
      return hipSuccess;
    });
  });
}
