// softcuda: the CUDA driver's interface on the CPU. It keeps contexts itself, strictly as the driver does (a call
// without a current context fails), and forwards the work to softhip, which lies beside it.
//
//   SOFTCUDA_API CUresult cuMemFree_v2(CUdeviceptr ptr) {
//     return softcuda::in_context([&] { return softcuda::hip.hipFree(ptr); });
//   }
#pragma once

#include <cuda_driver.h>

#include <new>

#define SOFTCUDA_API extern "C" __attribute__((visibility("default")))

// The driver's entry points, declared as they are exported.
#define CUDA_ENTRY(name, params) SOFTCUDA_API CUresult name params;
#include <cuda_entries.inc>
#undef CUDA_ENTRY

// Leaves the surrounding function with the error of `expression` (a hipError_t or a CUresult), if it has one.
#define SOFTCUDA_TRY(expression)                                                      \
  do {                                                                                \
    const CUresult softcuda_error_ = softcuda::from(expression);                      \
    if (__builtin_expect(softcuda_error_ != CUDA_SUCCESS, 0)) return softcuda_error_; \
  } while (0)

namespace softcuda {

// softhip's calls.
struct Hip {
#define HIP_CALL(name, params) hipError_t(*name) params;
#include <softcuda_hip.inc>
#undef HIP_CALL
};
extern Hip hip;

// Opens softhip; CUDA_ERROR_NO_DEVICE without it.
CUresult open_hip();

CUresult from(hipError_t error);
inline CUresult from(CUresult result) { return result; }

// CUDA_ERROR_NOT_SUPPORTED; says the name once on standard error.
CUresult missing(const char* name);

// CUDA_ERROR_NOT_INITIALIZED before cuInit.
CUresult initialised();
void initialise();
// CUDA_ERROR_INVALID_CONTEXT without a current context, CUDA_ERROR_CONTEXT_IS_DESTROYED when it is gone.
CUresult current_context(CUcontext* context);

template <typename Body>
CUresult guarded(Body&& body) noexcept {
  try {
    return from(body());
  } catch (const std::bad_alloc&) {
    return CUDA_ERROR_OUT_OF_MEMORY;
  } catch (...) {
    return CUDA_ERROR_UNKNOWN;
  }
}
// For what needs cuInit only.
template <typename Body>
CUresult anywhere(Body&& body) noexcept {
  return guarded([&]() -> CUresult {
    SOFTCUDA_TRY(initialised());
    return from(body());
  });
}
template <typename Body>
CUresult in_context(Body&& body) noexcept {
  return guarded([&]() -> CUresult {
    CUcontext context = nullptr;
    SOFTCUDA_TRY(initialised());
    SOFTCUDA_TRY(current_context(&context));
    return from(body());
  });
}

// Stream 0 of an entry point whose name ends in _ptsz.
inline CUstream per_thread(CUstream stream) { return stream == nullptr ? hipStreamPerThread : stream; }

// An asynchronous call made synchronous.
inline CUresult and_wait(CUresult result) {
  return result != CUDA_SUCCESS ? result : from(hip.hipStreamSynchronize(hipStreamPerThread));
}

}  // namespace softcuda
