// Copies and allocations, where the driver's description or rule is its own.
#include "cuda/words.h"
#include "softcuda/core.h"

using softcuda::hip;

namespace {

template <typename Use>
CUresult with_rows(const CUDA_MEMCPY2D* box, Use&& use) {
  return softcuda::in_context([&]() -> CUresult {
    if (box == nullptr) return CUDA_ERROR_INVALID_VALUE;
    hip_Memcpy2D parms;
    if (!cuda::said_in_hip(*box, &parms)) return CUDA_ERROR_INVALID_VALUE;
    return softcuda::from(use(&parms));
  });
}

template <typename Box, typename Use>
CUresult with_box(const Box* box, Use&& use) {
  return softcuda::in_context([&]() -> CUresult {
    if (box == nullptr) return CUDA_ERROR_INVALID_VALUE;
    HIP_MEMCPY3D parms;
    if (!cuda::said_in_hip(*box, &parms)) return CUDA_ERROR_INVALID_VALUE;
    return softcuda::from(use(&parms));
  });
}

}  // namespace

SOFTCUDA_API CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D* box) {
  return with_rows(box, [](const hip_Memcpy2D* parms) { return hip.hipMemcpyParam2D(parms); });
}

SOFTCUDA_API CUresult cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D* box) {
  return with_rows(box, [](const hip_Memcpy2D* parms) { return hip.hipDrvMemcpy2DUnaligned(parms); });
}

SOFTCUDA_API CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D* box, CUstream stream) {
  return with_rows(box, [&](const hip_Memcpy2D* parms) { return hip.hipMemcpyParam2DAsync(parms, stream); });
}

SOFTCUDA_API CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D* box) {
  return with_box(box, [](const HIP_MEMCPY3D* parms) { return hip.hipDrvMemcpy3D(parms); });
}

SOFTCUDA_API CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D* box, CUstream stream) {
  return with_box(box, [&](const HIP_MEMCPY3D* parms) { return hip.hipDrvMemcpy3DAsync(parms, stream); });
}

// All devices share the host's memory, so a copy between contexts is a copy.
SOFTCUDA_API CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER* box) {
  return with_box(box, [](const HIP_MEMCPY3D* parms) { return hip.hipDrvMemcpy3D(parms); });
}

SOFTCUDA_API CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER* box, CUstream stream) {
  return with_box(box, [&](const HIP_MEMCPY3D* parms) { return hip.hipDrvMemcpy3DAsync(parms, stream); });
}

SOFTCUDA_API CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t size) {
  return softcuda::in_context([&] { return hip.hipMemcpy(dst, src, size, hipMemcpyDefault); });
}

SOFTCUDA_API CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t size, CUstream stream) {
  return softcuda::in_context([&] { return hip.hipMemcpyAsync(dst, src, size, hipMemcpyDefault, stream); });
}

SOFTCUDA_API CUresult cuMemcpyPeer(CUdeviceptr dst, CUcontext, CUdeviceptr src, CUcontext, size_t size) {
  return cuMemcpy(dst, src, size);
}

SOFTCUDA_API CUresult cuMemcpyPeerAsync(CUdeviceptr dst, CUcontext, CUdeviceptr src, CUcontext, size_t size,
                                        CUstream stream) {
  return cuMemcpyAsync(dst, src, size, stream);
}

// The driver allocates something or fails.
SOFTCUDA_API CUresult cuMemAlloc_v2(CUdeviceptr* ptr, size_t size) {
  return softcuda::in_context([&] { return size == 0 ? hipErrorInvalidValue : hip.hipMalloc(ptr, size); });
}

SOFTCUDA_API CUresult cuMemAllocPitch_v2(CUdeviceptr* ptr, size_t* pitch, size_t width, size_t height,
                                         unsigned element) {
  return softcuda::in_context([&] {
    const bool fits = element == 4 || element == 8 || element == 16;
    if (!fits || width == 0 || height == 0) return hipErrorInvalidValue;
    return hip.hipMemAllocPitch(ptr, pitch, width, height, element);
  });
}
