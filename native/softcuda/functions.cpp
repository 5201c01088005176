// Modules, kernels and launches, where the driver's words are its own.
#include <map>
#include <mutex>

#include "cuda/words.h"
#include "softcuda/core.h"

using softcuda::hip;

namespace {

std::mutex mutex;

std::map<CUfunction, int>& limits() {
  static auto* known = new std::map<CUfunction, int>();
  return *known;
}

// Dynamic shared memory that a kernel may ask for without leave, as on the devices of the last ten years.
constexpr unsigned kSharedUnasked = 48 << 10;

// The driver takes more only after cuFuncSetAttribute.
bool may_have(CUfunction function, unsigned shared) {
  if (shared <= kSharedUnasked) return true;
  std::lock_guard<std::mutex> hold(mutex);
  const auto known = limits().find(function);
  return known != limits().end() && static_cast<unsigned>(known->second) >= shared;
}

CUresult launch_described(const CUlaunchConfig* config, CUstream stream, CUfunction function, void** params,
                          void** extra) {
  return softcuda::in_context([&]() -> CUresult {
    if (config == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (!may_have(function, config->sharedMemBytes)) return CUDA_ERROR_INVALID_VALUE;
    cuda::Extra list(extra);
    CUlaunchConfig given = *config;
    given.hStream = stream;
    return softcuda::from(hip.hipDrvLaunchKernelEx(&given, function, params, list.get()));
  });
}

}  // namespace

SOFTCUDA_API CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                     unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                                     CUstream stream, void** params, void** extra) {
  return softcuda::in_context([&] {
    if (!may_have(function, shared)) return hipErrorInvalidValue;
    cuda::Extra list(extra);
    return hip.hipModuleLaunchKernel(function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, stream,
                                     params, list.get());
  });
}

SOFTCUDA_API CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function, void** params, void** extra) {
  return launch_described(config, config == nullptr ? nullptr : config->hStream, function, params, extra);
}

SOFTCUDA_API CUresult cuLaunchKernelEx_ptsz(const CUlaunchConfig* config, CUfunction function, void** params,
                                            void** extra) {
  CUstream stream = config == nullptr ? nullptr : softcuda::per_thread(config->hStream);
  return launch_described(config, stream, function, params, extra);
}

SOFTCUDA_API CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  return softcuda::in_context([&]() -> CUresult {
    SOFTCUDA_TRY(hip.hipFuncSetAttribute(function, static_cast<hipFuncAttribute>(attribute), value));
    std::lock_guard<std::mutex> hold(mutex);
    if (attribute == HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) limits()[function] = value;
    return CUDA_SUCCESS;
  });
}

SOFTCUDA_API CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel, CUdevice) {
  return cuFuncSetAttribute(reinterpret_cast<CUfunction>(kernel), attribute, value);
}

SOFTCUDA_API CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode* mode) {
  if (mode == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *mode = static_cast<CUmoduleLoadingMode>(1);  // eager
  return CUDA_SUCCESS;
}

SOFTCUDA_API CUresult cuLibraryLoadData(CUlibrary* library, const void* image, CUjit_option*, void**, unsigned,
                                        CUlibraryOption*, void**, unsigned) {
  return softcuda::anywhere(
      [&] { return hip.hipLibraryLoadData(library, image, nullptr, nullptr, 0, nullptr, nullptr, 0); });
}

SOFTCUDA_API CUresult cuLibraryLoadFromFile(CUlibrary* library, const char* path, CUjit_option*, void**, unsigned,
                                            CUlibraryOption*, void**, unsigned) {
  return softcuda::anywhere(
      [&] { return hip.hipLibraryLoadFromFile(library, path, nullptr, nullptr, 0, nullptr, nullptr, 0); });
}

SOFTCUDA_API CUresult cuOccupancyMaxPotentialBlockSize(int* grid, int* block, CUfunction function,
                                                       CUoccupancyB2DSize shared_of, size_t shared, int limit) {
  if (shared_of != nullptr) return CUDA_ERROR_NOT_SUPPORTED;
  return softcuda::in_context(
      [&] { return hip.hipModuleOccupancyMaxPotentialBlockSize(grid, block, function, shared, limit); });
}

SOFTCUDA_API CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block, CUfunction function,
                                                                CUoccupancyB2DSize shared_of, size_t shared, int limit,
                                                                unsigned flags) {
  if (shared_of != nullptr) return CUDA_ERROR_NOT_SUPPORTED;
  return softcuda::in_context([&] {
    return hip.hipModuleOccupancyMaxPotentialBlockSizeWithFlags(grid, block, function, shared, limit, flags);
  });
}

SOFTCUDA_API CUresult cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr ptr, uint32_t value, unsigned flags) {
  return softcuda::in_context([&] { return hip.hipStreamWaitValue32(stream, ptr, value, flags, UINT32_MAX); });
}

SOFTCUDA_API CUresult cuStreamWaitValue64_v2(CUstream stream, CUdeviceptr ptr, uint64_t value, unsigned flags) {
  return softcuda::in_context([&] { return hip.hipStreamWaitValue64(stream, ptr, value, flags, UINT64_MAX); });
}
