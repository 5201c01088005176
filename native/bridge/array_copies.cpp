// Copies to, from and between arrays. x counts bytes.
#include <algorithm>

#include "bridge/copy.h"

using bridge::Copy;
using bridge::cuda;
using bridge::Side;

namespace {

hipError_t run(Copy* copy, hipMemcpyKind kind, hipStream_t stream, bool blocking) {
  BRIDGE_TRY(bridge::set_kind(copy, kind));
  copy->stream = stream;
  copy->blocking = blocking;
  return bridge::run(*copy);
}

hipError_t to_array(hipArray_t dst, size_t x, size_t y, const void* src, size_t pitch, size_t width, size_t height,
                    hipMemcpyKind kind, hipStream_t stream, bool blocking) {
  return bridge::in_context([&]() -> hipError_t {
    Copy copy;
    copy.dst = Side::of(dst, x, y);
    copy.src = Side::at(src, pitch);
    copy.width = width;
    copy.height = height;
    if (src == nullptr) return hipErrorInvalidValue;
    BRIDGE_TRY(bridge::check_pitches(copy));
    return run(&copy, kind, stream, blocking);
  });
}

hipError_t from_array(void* dst, size_t pitch, hipArray_const_t src, size_t x, size_t y, size_t width, size_t height,
                      hipMemcpyKind kind, hipStream_t stream, bool blocking) {
  return bridge::in_context([&]() -> hipError_t {
    Copy copy;
    copy.dst = Side::at(dst, pitch);
    copy.src = Side::of(const_cast<hipArray_t>(src), x, y);
    copy.width = width;
    copy.height = height;
    if (dst == nullptr) return hipErrorInvalidValue;
    BRIDGE_TRY(bridge::check_pitches(copy));
    return run(&copy, kind, stream, blocking);
  });
}

// A run of bytes in the order of the array's rows, from byte x of row y: the rest of that row, whole rows, a beginning.
template <typename Part>
hipError_t each_part(hipArray_t array, size_t x, size_t y, size_t count, Part&& part) {
  HIP_ARRAY3D_DESCRIPTOR descriptor;
  BRIDGE_TRY(cuda.cuArray3DGetDescriptor_v2(&descriptor, array));
  const size_t row = descriptor.Width * bridge::element_size(array);
  const size_t rows = std::max<size_t>(descriptor.Height, 1);
  if (row == 0 || x >= row || y >= rows || count > (rows - y) * row - x) return hipErrorInvalidValue;
  size_t done = 0;
  while (done < count) {
    const size_t left = count - done;
    const bool whole = x == 0 && left >= row;
    const size_t width = whole ? row : std::min(row - x, left);
    const size_t height = whole ? left / row : 1;
    BRIDGE_TRY(part(done, x, y, width, height));
    done += width * height;
    y += height;
    x = 0;
  }
  return hipSuccess;
}

hipError_t run_to_array(hipArray_t dst, size_t x, size_t y, const void* src, size_t count, hipMemcpyKind kind) {
  return bridge::in_context([&]() -> hipError_t {
    if (src == nullptr) return hipErrorInvalidValue;
    return each_part(dst, x, y, count, [&](size_t at, size_t part_x, size_t part_y, size_t width, size_t height) {
      Copy copy;
      copy.dst = Side::of(dst, part_x, part_y);
      copy.src = Side::at(static_cast<const char*>(src) + at, width);
      copy.width = width;
      copy.height = height;
      return run(&copy, kind, nullptr, true);
    });
  });
}

hipError_t run_from_array(void* dst, hipArray_const_t src, size_t x, size_t y, size_t count, hipMemcpyKind kind,
                          hipStream_t stream, bool blocking) {
  hipArray_t array = const_cast<hipArray_t>(src);
  return bridge::in_context([&]() -> hipError_t {
    if (dst == nullptr) return hipErrorInvalidValue;
    return each_part(array, x, y, count, [&](size_t at, size_t part_x, size_t part_y, size_t width, size_t height) {
      Copy copy;
      copy.dst = Side::at(static_cast<char*>(dst) + at, width);
      copy.src = Side::of(array, part_x, part_y);
      copy.width = width;
      copy.height = height;
      return run(&copy, kind, stream, blocking);
    });
  });
}

}  // namespace

BRIDGE_API hipError_t hipMemcpyToArray(hipArray_t dst, size_t x, size_t y, const void* src, size_t count,
                                       hipMemcpyKind kind) {
  return run_to_array(dst, x, y, src, count, kind);
}

BRIDGE_API hipError_t hipMemcpyFromArray(void* dst, hipArray_const_t src, size_t x, size_t y, size_t count,
                                         hipMemcpyKind kind) {
  return run_from_array(dst, src, x, y, count, kind, nullptr, true);
}

BRIDGE_API hipError_t hipMemcpyFromArray_spt(void* dst, hipArray_const_t src, size_t x, size_t y, size_t count,
                                             hipMemcpyKind kind) {
  return bridge::and_wait(run_from_array(dst, src, x, y, count, kind, hipStreamPerThread, false), hipStreamPerThread);
}

BRIDGE_API hipError_t hipMemcpy2DToArray(hipArray_t dst, size_t x, size_t y, const void* src, size_t pitch,
                                         size_t width, size_t height, hipMemcpyKind kind) {
  return to_array(dst, x, y, src, pitch, width, height, kind, nullptr, true);
}

BRIDGE_API hipError_t hipMemcpy2DToArrayAsync(hipArray_t dst, size_t x, size_t y, const void* src, size_t pitch,
                                              size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream) {
  return to_array(dst, x, y, src, pitch, width, height, kind, stream, false);
}

BRIDGE_API hipError_t hipMemcpy2DFromArray(void* dst, size_t pitch, hipArray_const_t src, size_t x, size_t y,
                                           size_t width, size_t height, hipMemcpyKind kind) {
  return from_array(dst, pitch, src, x, y, width, height, kind, nullptr, true);
}

BRIDGE_API hipError_t hipMemcpy2DFromArrayAsync(void* dst, size_t pitch, hipArray_const_t src, size_t x, size_t y,
                                                size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream) {
  return from_array(dst, pitch, src, x, y, width, height, kind, stream, false);
}

BRIDGE_API hipError_t hipMemcpy2DArrayToArray(hipArray_t dst, size_t dst_x, size_t dst_y, hipArray_const_t src,
                                              size_t src_x, size_t src_y, size_t width, size_t height,
                                              hipMemcpyKind kind) {
  return bridge::in_context([&]() -> hipError_t {
    Copy copy;
    copy.dst = Side::of(dst, dst_x, dst_y);
    copy.src = Side::of(const_cast<hipArray_t>(src), src_x, src_y);
    copy.width = width;
    copy.height = height;
    return run(&copy, kind, nullptr, true);
  });
}
