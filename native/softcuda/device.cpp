// Devices and errors: the questions whose numbers differ.
#include "bridge/tables.h"
#include "softcuda/core.h"

using softcuda::hip;

namespace {

const char* result_name(CUresult result) {
  switch (result) {
#define CUDA_RESULT(name) \
  case name:              \
    return #name;
#include <cuda_results.inc>
#undef CUDA_RESULT
  }
  return nullptr;
}

}  // namespace

SOFTCUDA_API CUresult cuDriverGetVersion(int* version) {
  if (version == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *version = 13000;  // the interface that this library has
  return CUDA_SUCCESS;
}

SOFTCUDA_API CUresult cuGetErrorName(CUresult error, const char** name) {
  if (name == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *name = result_name(error);
  return *name == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

// softhip's sentence, which is the driver's own, where HIP has the error.
SOFTCUDA_API CUresult cuGetErrorString(CUresult error, const char** text) {
  SOFTCUDA_TRY(cuGetErrorName(error, text));
  const bool shared = look_up(kHipErrors, error, -1) == -1;
  if (shared && softcuda::open_hip() == CUDA_SUCCESS) hip.hipDrvGetErrorString(static_cast<hipError_t>(error), text);
  return CUDA_SUCCESS;
}

SOFTCUDA_API CUresult cuDeviceGetCount(int* count) {
  return softcuda::anywhere([&] { return hip.hipGetDeviceCount(count); });
}

SOFTCUDA_API CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  return softcuda::anywhere([&]() -> CUresult {
    constexpr int kNone = -1;
    if (value == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (const int asked = look_up(kHipAttributes, attribute, kNone); asked != kNone) {
      return softcuda::from(hip.hipDeviceGetAttribute(value, static_cast<hipDeviceAttribute_t>(asked), device));
    }
    const int known = look_up(kSoftAttributes, attribute, kNone);
    if (known == kNone) return CUDA_ERROR_INVALID_VALUE;
    *value = known;
    return CUDA_SUCCESS;
  });
}

SOFTCUDA_API CUresult cuDeviceGetP2PAttribute(int* value, CUdevice_P2PAttribute attribute, CUdevice from, CUdevice to) {
  return softcuda::anywhere(
      [&] { return hip.hipDeviceGetP2PAttribute(value, static_cast<hipDeviceP2PAttr>(attribute - 1), from, to); });
}
