// Flat, 2D and 3D copies between pointers.
#include "softhip/api.h"
#include "softhip/copy.h"

using namespace softhip;

namespace {

// In the _spt calls the handle 0 is the calling thread's own stream.
constexpr bool kSpt = true;

hipError_t copy_2d(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                   hipMemcpyKind kind, hipStream_t stream, When when, bool spt = false) {
  Copy copy;
  copy.dst = pitched(dst, dpitch);
  copy.src = pitched(src, spitch);
  copy.width = width;
  copy.height = height;
  SOFTHIP_TRY(set_sides(kind, &copy));
  if (copy.empty()) return hipSuccess;
  SOFTHIP_TRY(check_pitch(copy.dst, copy, Pitch::k2D));
  SOFTHIP_TRY(check_pitch(copy.src, copy, Pitch::k2D));
  return submit(copy, stream, when, spt);
}

template <typename Parms>
hipError_t copy_described(const Parms* parms, hipStream_t stream, When when, bool spt = false) {
  Copy copy;
  SOFTHIP_TRY(read_parms(parms, &copy));
  return submit(copy, stream, when, spt);
}

hipError_t copy_peer(void* dst, int dst_device, const void* src, int src_device, size_t size, hipStream_t stream,
                     When when) {
  if (!valid_device(dst_device) || !valid_device(src_device)) return hipErrorInvalidDevice;
  return copy_linear(dst, src, size, hipMemcpyDeviceToDevice, stream, when);
}

}  // namespace

SOFTHIP_API hipError_t hipMemcpy(void* dst, const void* src, size_t sizeBytes, hipMemcpyKind kind) {
  return call(__func__, [&] { return copy_linear(dst, src, sizeBytes, kind, nullptr, When::kBlocking); });
}

SOFTHIP_API hipError_t hipMemcpy_spt(void* dst, const void* src, size_t sizeBytes, hipMemcpyKind kind) {
  return call(__func__, [&] { return copy_linear(dst, src, sizeBytes, kind, nullptr, When::kBlocking, kSpt); });
}

SOFTHIP_API hipError_t hipMemcpyAsync(void* dst, const void* src, size_t sizeBytes, hipMemcpyKind kind,
                                      hipStream_t stream) {
  return call(__func__, [&] { return copy_linear(dst, src, sizeBytes, kind, stream, When::kAsync); });
}

SOFTHIP_API hipError_t hipMemcpyAsync_spt(void* dst, const void* src, size_t sizeBytes, hipMemcpyKind kind,
                                          hipStream_t stream) {
  return call(__func__, [&] { return copy_linear(dst, src, sizeBytes, kind, stream, When::kAsync, kSpt); });
}

SOFTHIP_API hipError_t hipMemcpyWithStream(void* dst, const void* src, size_t sizeBytes, hipMemcpyKind kind,
                                           hipStream_t stream) {
  return call(__func__, [&] { return copy_linear(dst, src, sizeBytes, kind, stream, When::kBlocking); });
}

SOFTHIP_API hipError_t hipMemcpyHtoD(hipDeviceptr_t dst, const void* src, size_t sizeBytes) {
  return call(__func__,
              [&] { return copy_linear(dst, src, sizeBytes, hipMemcpyHostToDevice, nullptr, When::kBlocking); });
}

SOFTHIP_API hipError_t hipMemcpyDtoH(void* dst, hipDeviceptr_t src, size_t sizeBytes) {
  return call(__func__,
              [&] { return copy_linear(dst, src, sizeBytes, hipMemcpyDeviceToHost, nullptr, When::kBlocking); });
}

SOFTHIP_API hipError_t hipMemcpyDtoD(hipDeviceptr_t dst, hipDeviceptr_t src, size_t sizeBytes) {
  return call(__func__,
              [&] { return copy_linear(dst, src, sizeBytes, hipMemcpyDeviceToDevice, nullptr, When::kBlocking); });
}

SOFTHIP_API hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t dst, const void* src, size_t sizeBytes, hipStream_t stream) {
  return call(__func__, [&] { return copy_linear(dst, src, sizeBytes, hipMemcpyHostToDevice, stream, When::kAsync); });
}

SOFTHIP_API hipError_t hipMemcpyDtoHAsync(void* dst, hipDeviceptr_t src, size_t sizeBytes, hipStream_t stream) {
  return call(__func__, [&] { return copy_linear(dst, src, sizeBytes, hipMemcpyDeviceToHost, stream, When::kAsync); });
}

SOFTHIP_API hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t dst, hipDeviceptr_t src, size_t sizeBytes,
                                          hipStream_t stream) {
  return call(__func__,
              [&] { return copy_linear(dst, src, sizeBytes, hipMemcpyDeviceToDevice, stream, When::kAsync); });
}

SOFTHIP_API hipError_t hipMemcpyPeer(void* dst, int dstDeviceId, const void* src, int srcDeviceId, size_t sizeBytes) {
  return call(__func__,
              [&] { return copy_peer(dst, dstDeviceId, src, srcDeviceId, sizeBytes, nullptr, When::kBlocking); });
}

SOFTHIP_API hipError_t hipMemcpyPeerAsync(void* dst, int dstDeviceId, const void* src, int srcDevice, size_t sizeBytes,
                                          hipStream_t stream) {
  return call(__func__, [&] { return copy_peer(dst, dstDeviceId, src, srcDevice, sizeBytes, stream, When::kAsync); });
}

SOFTHIP_API hipError_t hipMemcpy2D(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                                   size_t height, hipMemcpyKind kind) {
  return call(__func__,
              [&] { return copy_2d(dst, dpitch, src, spitch, width, height, kind, nullptr, When::kBlocking); });
}

SOFTHIP_API hipError_t hipMemcpy2D_spt(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                                       size_t height, hipMemcpyKind kind) {
  return call(__func__,
              [&] { return copy_2d(dst, dpitch, src, spitch, width, height, kind, nullptr, When::kBlocking, kSpt); });
}

SOFTHIP_API hipError_t hipMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                                        size_t height, hipMemcpyKind kind, hipStream_t stream) {
  return call(__func__, [&] { return copy_2d(dst, dpitch, src, spitch, width, height, kind, stream, When::kAsync); });
}

SOFTHIP_API hipError_t hipMemcpy2DAsync_spt(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                                            size_t height, hipMemcpyKind kind, hipStream_t stream) {
  return call(__func__,
              [&] { return copy_2d(dst, dpitch, src, spitch, width, height, kind, stream, When::kAsync, kSpt); });
}

SOFTHIP_API hipError_t hipMemcpyParam2D(const hip_Memcpy2D* pCopy) {
  return call(__func__, [&] { return copy_described(pCopy, nullptr, When::kBlocking); });
}

SOFTHIP_API hipError_t hipMemcpyParam2DAsync(const hip_Memcpy2D* pCopy, hipStream_t stream) {
  return call(__func__, [&] { return copy_described(pCopy, stream, When::kAsync); });
}

SOFTHIP_API hipError_t hipDrvMemcpy2DUnaligned(const hip_Memcpy2D* pCopy) {
  return call(__func__, [&] { return copy_described(pCopy, nullptr, When::kBlocking); });
}

SOFTHIP_API hipError_t hipMemcpy3D(const hipMemcpy3DParms* p) {
  return call(__func__, [&] { return copy_described(p, nullptr, When::kBlocking); });
}

SOFTHIP_API hipError_t hipMemcpy3D_spt(const hipMemcpy3DParms* p) {
  return call(__func__, [&] { return copy_described(p, nullptr, When::kBlocking, kSpt); });
}

SOFTHIP_API hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms* p, hipStream_t stream) {
  return call(__func__, [&] { return copy_described(p, stream, When::kAsync); });
}

SOFTHIP_API hipError_t hipMemcpy3DAsync_spt(const hipMemcpy3DParms* p, hipStream_t stream) {
  return call(__func__, [&] { return copy_described(p, stream, When::kAsync, kSpt); });
}

SOFTHIP_API hipError_t hipDrvMemcpy3D(const HIP_MEMCPY3D* pCopy) {
  return call(__func__, [&] { return copy_described(pCopy, nullptr, When::kBlocking); });
}

SOFTHIP_API hipError_t hipDrvMemcpy3DAsync(const HIP_MEMCPY3D* pCopy, hipStream_t stream) {
  return call(__func__, [&] { return copy_described(pCopy, stream, When::kAsync); });
}

SOFTHIP_API hipError_t hipMemcpy3DPeer(hipMemcpy3DPeerParms* p) {
  return call(__func__, [&] { return copy_described(p, nullptr, When::kBlocking); });
}

SOFTHIP_API hipError_t hipMemcpy3DPeerAsync(hipMemcpy3DPeerParms* p, hipStream_t stream) {
  return call(__func__, [&] { return copy_described(p, stream, When::kAsync); });
}
