// Filling memory with bytes: the runtime's calls.
#include "bridge/core.h"

using bridge::cuda;

namespace {

unsigned char byte(int value) { return static_cast<unsigned char>(value); }

hipError_t fill_rows(void* dst, size_t pitch, int value, size_t width, size_t height, hipStream_t stream,
                     bool blocking) {
  if (width == 0 || height == 0) return hipSuccess;
  if (height > 1 && pitch < width) return hipErrorInvalidValue;
  return bridge::from(blocking ? cuda.cuMemsetD2D8_v2(dst, pitch, byte(value), width, height)
                               : cuda.cuMemsetD2D8Async(dst, pitch, byte(value), width, height, stream));
}

hipError_t fill_box(const hipPitchedPtr& dst, int value, const hipExtent& extent, hipStream_t stream, bool blocking) {
  if (extent.width == 0 || extent.height == 0 || extent.depth == 0) return hipSuccess;
  if (dst.ptr == nullptr || dst.pitch < extent.width) return hipErrorInvalidValue;
  if (dst.ysize == extent.height) {
    return fill_rows(dst.ptr, dst.pitch, value, extent.width, extent.height * extent.depth, stream, blocking);
  }
  if (dst.ysize < extent.height && extent.depth > 1) return hipErrorInvalidValue;
  for (size_t z = 0; z < extent.depth; ++z) {
    void* slice = static_cast<char*>(dst.ptr) + z * dst.pitch * dst.ysize;
    BRIDGE_TRY(fill_rows(slice, dst.pitch, value, extent.width, extent.height, stream, blocking));
  }
  return hipSuccess;
}

}  // namespace

BRIDGE_API hipError_t hipMemset(void* dst, int value, size_t size) {
  return bridge::in_context([&] { return size == 0 ? CUDA_SUCCESS : cuda.cuMemsetD8_v2(dst, byte(value), size); });
}

BRIDGE_API hipError_t hipMemsetAsync(void* dst, int value, size_t size, hipStream_t stream) {
  return bridge::in_context(
      [&] { return size == 0 ? CUDA_SUCCESS : cuda.cuMemsetD8Async(dst, byte(value), size, stream); });
}

BRIDGE_API hipError_t hipMemset2D(void* dst, size_t pitch, int value, size_t width, size_t height) {
  return bridge::in_context([&] { return fill_rows(dst, pitch, value, width, height, nullptr, true); });
}

BRIDGE_API hipError_t hipMemset2DAsync(void* dst, size_t pitch, int value, size_t width, size_t height,
                                       hipStream_t stream) {
  return bridge::in_context([&] { return fill_rows(dst, pitch, value, width, height, stream, false); });
}

BRIDGE_API hipError_t hipMemset3D(hipPitchedPtr dst, int value, hipExtent extent) {
  return bridge::in_context([&] { return fill_box(dst, value, extent, nullptr, true); });
}

BRIDGE_API hipError_t hipMemset3DAsync(hipPitchedPtr dst, int value, hipExtent extent, hipStream_t stream) {
  return bridge::in_context([&] { return fill_box(dst, value, extent, stream, false); });
}
