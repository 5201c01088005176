// Copies between pointers: flat, two- and three-dimensional, in the runtime's and in the driver's words.
#include "bridge/copy.h"

using bridge::Copy;
using bridge::cuda;
using bridge::Side;

namespace {

enum class When { kBlocking, kAsync, kWaiting };  // kWaiting: in the stream's order, and the call waits for it

hipError_t run(Copy copy, hipStream_t stream, When when) {
  copy.stream = stream;
  copy.blocking = when == When::kBlocking;
  BRIDGE_TRY(bridge::run(copy));
  return when == When::kWaiting ? bridge::from(cuda.cuStreamSynchronize(stream)) : hipSuccess;
}

hipError_t copy_flat(void* dst, const void* src, size_t size, hipMemcpyKind kind, hipStream_t stream, When when) {
  return bridge::in_context([&]() -> hipError_t {
    Copy copy;
    copy.dst = Side::at(dst);
    copy.src = Side::at(src);
    copy.width = size;
    BRIDGE_TRY(bridge::set_kind(&copy, kind));
    return run(copy, stream, when);
  });
}

hipError_t copy_rows(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                     hipMemcpyKind kind, hipStream_t stream, When when) {
  return bridge::in_context([&]() -> hipError_t {
    Copy copy;
    copy.dst = Side::at(dst, dpitch);
    copy.src = Side::at(src, spitch);
    copy.width = width;
    copy.height = height;
    BRIDGE_TRY(bridge::set_kind(&copy, kind));
    if (width == 0 || height == 0) return hipSuccess;
    if (dst == nullptr || src == nullptr) return hipErrorInvalidValue;
    BRIDGE_TRY(bridge::check_pitches(copy));
    return run(copy, stream, when);
  });
}

template <typename Parms>
hipError_t copy_described(const Parms* parms, hipStream_t stream, When when) {
  return bridge::in_context([&]() -> hipError_t {
    Copy copy;
    if (parms == nullptr) return hipErrorInvalidValue;
    BRIDGE_TRY(bridge::make_copy(*parms, &copy));
    return run(copy, stream, when);
  });
}

hipError_t copy_peer(void* dst, int to, const void* src, int from, size_t size, hipStream_t stream, When when) {
  return bridge::in_context([&]() -> hipError_t {
    CUcontext dst_context = nullptr, src_context = nullptr;
    BRIDGE_TRY(bridge::primary_context(to, &dst_context));
    BRIDGE_TRY(bridge::primary_context(from, &src_context));
    if (size == 0) return hipSuccess;
    void* source = const_cast<void*>(src);
    return bridge::from(when == When::kBlocking
                            ? cuda.cuMemcpyPeer(dst, dst_context, source, src_context, size)
                            : cuda.cuMemcpyPeerAsync(dst, dst_context, source, src_context, size, stream));
  });
}

}  // namespace

BRIDGE_API hipError_t hipMemcpy(void* dst, const void* src, size_t size, hipMemcpyKind kind) {
  return copy_flat(dst, src, size, kind, nullptr, When::kBlocking);
}

BRIDGE_API hipError_t hipMemcpyAsync(void* dst, const void* src, size_t size, hipMemcpyKind kind, hipStream_t stream) {
  return copy_flat(dst, src, size, kind, stream, When::kAsync);
}

BRIDGE_API hipError_t hipMemcpyWithStream(void* dst, const void* src, size_t size, hipMemcpyKind kind,
                                          hipStream_t stream) {
  return copy_flat(dst, src, size, kind, stream, When::kWaiting);
}

BRIDGE_API hipError_t hipMemcpyHtoD(hipDeviceptr_t dst, const void* src, size_t size) {
  return copy_flat(dst, src, size, hipMemcpyHostToDevice, nullptr, When::kBlocking);
}

BRIDGE_API hipError_t hipMemcpyDtoH(void* dst, hipDeviceptr_t src, size_t size) {
  return copy_flat(dst, src, size, hipMemcpyDeviceToHost, nullptr, When::kBlocking);
}

BRIDGE_API hipError_t hipMemcpyDtoD(hipDeviceptr_t dst, hipDeviceptr_t src, size_t size) {
  return copy_flat(dst, src, size, hipMemcpyDeviceToDevice, nullptr, When::kBlocking);
}

BRIDGE_API hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t dst, const void* src, size_t size, hipStream_t stream) {
  return copy_flat(dst, src, size, hipMemcpyHostToDevice, stream, When::kAsync);
}

BRIDGE_API hipError_t hipMemcpyDtoHAsync(void* dst, hipDeviceptr_t src, size_t size, hipStream_t stream) {
  return copy_flat(dst, src, size, hipMemcpyDeviceToHost, stream, When::kAsync);
}

BRIDGE_API hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t dst, hipDeviceptr_t src, size_t size, hipStream_t stream) {
  return copy_flat(dst, src, size, hipMemcpyDeviceToDevice, stream, When::kAsync);
}

BRIDGE_API hipError_t hipMemcpyPeer(void* dst, int dst_device, const void* src, int src_device, size_t size) {
  return copy_peer(dst, dst_device, src, src_device, size, nullptr, When::kBlocking);
}

BRIDGE_API hipError_t hipMemcpyPeerAsync(void* dst, int dst_device, const void* src, int src_device, size_t size,
                                         hipStream_t stream) {
  return copy_peer(dst, dst_device, src, src_device, size, stream, When::kAsync);
}

BRIDGE_API hipError_t hipMemcpy2D(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                                  hipMemcpyKind kind) {
  return copy_rows(dst, dpitch, src, spitch, width, height, kind, nullptr, When::kBlocking);
}

BRIDGE_API hipError_t hipMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                                       size_t height, hipMemcpyKind kind, hipStream_t stream) {
  return copy_rows(dst, dpitch, src, spitch, width, height, kind, stream, When::kAsync);
}

BRIDGE_API hipError_t hipMemcpyParam2D(const hip_Memcpy2D* parms) {
  return copy_described(parms, nullptr, When::kBlocking);
}

BRIDGE_API hipError_t hipMemcpyParam2DAsync(const hip_Memcpy2D* parms, hipStream_t stream) {
  return copy_described(parms, stream, When::kAsync);
}

BRIDGE_API hipError_t hipDrvMemcpy2DUnaligned(const hip_Memcpy2D* parms) {
  return copy_described(parms, nullptr, When::kBlocking);
}

BRIDGE_API hipError_t hipMemcpy3D(const hipMemcpy3DParms* parms) {
  return copy_described(parms, nullptr, When::kBlocking);
}

BRIDGE_API hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms* parms, hipStream_t stream) {
  return copy_described(parms, stream, When::kAsync);
}

BRIDGE_API hipError_t hipDrvMemcpy3D(const HIP_MEMCPY3D* parms) {
  return copy_described(parms, nullptr, When::kBlocking);
}

BRIDGE_API hipError_t hipDrvMemcpy3DAsync(const HIP_MEMCPY3D* parms, hipStream_t stream) {
  return copy_described(parms, stream, When::kAsync);
}

BRIDGE_API hipError_t hipMemcpy3DPeer(hipMemcpy3DPeerParms* parms) {
  return copy_described(parms, nullptr, When::kBlocking);
}

BRIDGE_API hipError_t hipMemcpy3DPeerAsync(hipMemcpy3DPeerParms* parms, hipStream_t stream) {
  return copy_described(parms, stream, When::kAsync);
}

// One copy behind the other: the order that the batch leaves open.
BRIDGE_API hipError_t hipMemcpyBatchAsync(void** dsts, void** srcs, size_t* sizes, size_t count, hipMemcpyAttributes*,
                                          size_t*, size_t, size_t* failed, hipStream_t stream) {
  if (failed != nullptr) *failed = SIZE_MAX;
  if (dsts == nullptr || srcs == nullptr || sizes == nullptr || count == 0) {
    return bridge::note(hipErrorInvalidValue);
  }
  for (size_t i = 0; i < count; ++i) {
    const hipError_t error = copy_flat(dsts[i], srcs[i], sizes[i], hipMemcpyDefault, stream, When::kAsync);
    if (error == hipSuccess) continue;
    if (failed != nullptr) *failed = i;
    return error;
  }
  return hipSuccess;
}
