// Copies to, from and between arrays.
#include "softhip/api.h"
#include "softhip/copy.h"

using namespace softhip;

namespace {

constexpr bool kSpt = true;

// Looks the handle up; a null handle is an invalid value, anything else that is no array an invalid handle.
hipError_t look_up(hipArray_const_t handle, const Array** array) {
  if (handle == nullptr) return hipErrorInvalidValue;
  *array = find_array(handle);
  return *array != nullptr ? hipSuccess : hipErrorInvalidHandle;
}

// A run of bytes in the array's memory order.
hipError_t run_in(hipArray_const_t handle, size_t offset, Endpoint* at) {
  const Array* array = nullptr;
  SOFTHIP_TRY(look_up(handle, &array));
  *at = array_bytes(array, offset);
  return hipSuccess;
}

// The same from byte x of row y.
hipError_t run_at(hipArray_const_t handle, size_t x, size_t y, Endpoint* at) {
  const Array* array = nullptr;
  SOFTHIP_TRY(look_up(handle, &array));
  if (y >= array->rows() || x >= array->row_bytes()) return hipErrorInvalidValue;
  *at = array_bytes(array, y * array->row_bytes() + x);
  return hipSuccess;
}

// A box: here a null handle is an invalid handle too.
hipError_t box_in(hipArray_const_t handle, size_t x, size_t y, Endpoint* at) {
  const Array* array = find_array(handle);
  if (array == nullptr) return hipErrorInvalidHandle;
  *at = array_box(array, x, y);
  return hipSuccess;
}

Endpoint on(Side side, const void* ptr) {
  Endpoint at = linear(ptr);
  at.side = side;
  return at;
}

hipError_t copy_run(const Endpoint& dst, const Endpoint& src, size_t size, hipStream_t stream, When when,
                    bool spt = false) {
  Copy copy;
  copy.dst = dst;
  copy.src = src;
  copy.width = size;
  return submit(copy, stream, when, spt);
}

hipError_t to_array(hipArray_t dst, size_t x, size_t y, const void* src, size_t size, hipMemcpyKind kind) {
  Copy copy;
  SOFTHIP_TRY(run_at(dst, x, y, &copy.dst));
  copy.src = linear(src);
  copy.width = size;
  SOFTHIP_TRY(set_sides(kind, &copy));
  return submit(copy, hipStream_t{}, When::kBlocking);
}

hipError_t from_array(void* dst, hipArray_const_t src, size_t x, size_t y, size_t size, hipMemcpyKind kind,
                      bool spt = false) {
  Copy copy;
  SOFTHIP_TRY(run_at(src, x, y, &copy.src));
  copy.dst = linear(dst);
  copy.width = size;
  SOFTHIP_TRY(set_sides(kind, &copy));
  return submit(copy, hipStream_t{}, When::kBlocking, spt);
}

hipError_t to_array_2d(hipArray_t dst, size_t x, size_t y, const void* src, size_t pitch, size_t width, size_t height,
                       hipMemcpyKind kind, hipStream_t stream, When when, bool spt = false) {
  Copy copy;
  copy.src = pitched(src, pitch);
  copy.width = width;
  copy.height = height;
  SOFTHIP_TRY(set_sides(kind, &copy));
  if (src == nullptr) return hipErrorInvalidValue;
  SOFTHIP_TRY(check_pitch(copy.src, copy, Pitch::k2D));
  SOFTHIP_TRY(box_in(dst, x, y, &copy.dst));
  return submit(copy, stream, when, spt);
}

hipError_t from_array_2d(void* dst, size_t pitch, hipArray_const_t src, size_t x, size_t y, size_t width, size_t height,
                         hipMemcpyKind kind, hipStream_t stream, When when, bool spt = false) {
  Copy copy;
  copy.dst = pitched(dst, pitch);
  copy.width = width;
  copy.height = height;
  SOFTHIP_TRY(set_sides(kind, &copy));
  if (dst == nullptr) return hipErrorInvalidValue;
  SOFTHIP_TRY(check_pitch(copy.dst, copy, Pitch::k2D));
  SOFTHIP_TRY(box_in(src, x, y, &copy.src));
  return submit(copy, stream, when, spt);
}

hipError_t array_to(const Endpoint& dst, hipArray_t src, size_t offset, size_t size, hipStream_t stream, When when) {
  Endpoint at;
  SOFTHIP_TRY(run_in(src, offset, &at));
  return copy_run(dst, at, size, stream, when);
}

hipError_t to_array(hipArray_t dst, size_t offset, const Endpoint& src, size_t size, hipStream_t stream, When when) {
  Endpoint at;
  SOFTHIP_TRY(run_in(dst, offset, &at));
  return copy_run(at, src, size, stream, when);
}

}  // namespace

SOFTHIP_API hipError_t hipMemcpyToArray(hipArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t count,
                                        hipMemcpyKind kind) {
  return call(__func__, [&] { return to_array(dst, wOffset, hOffset, src, count, kind); });
}

SOFTHIP_API hipError_t hipMemcpyFromArray(void* dst, hipArray_const_t srcArray, size_t wOffset, size_t hOffset,
                                          size_t count, hipMemcpyKind kind) {
  return call(__func__, [&] { return from_array(dst, srcArray, wOffset, hOffset, count, kind); });
}

SOFTHIP_API hipError_t hipMemcpyFromArray_spt(void* dst, hipArray_const_t src, size_t wOffsetSrc, size_t hOffset,
                                              size_t count, hipMemcpyKind kind) {
  return call(__func__, [&] { return from_array(dst, src, wOffsetSrc, hOffset, count, kind, kSpt); });
}

SOFTHIP_API hipError_t hipMemcpy2DToArray(hipArray_t dst, size_t wOffset, size_t hOffset, const void* src,
                                          size_t spitch, size_t width, size_t height, hipMemcpyKind kind) {
  return call(__func__, [&] {
    return to_array_2d(dst, wOffset, hOffset, src, spitch, width, height, kind, nullptr, When::kBlocking);
  });
}

SOFTHIP_API hipError_t hipMemcpy2DToArray_spt(hipArray_t dst, size_t wOffset, size_t hOffset, const void* src,
                                              size_t spitch, size_t width, size_t height, hipMemcpyKind kind) {
  return call(__func__, [&] {
    return to_array_2d(dst, wOffset, hOffset, src, spitch, width, height, kind, nullptr, When::kBlocking, kSpt);
  });
}

SOFTHIP_API hipError_t hipMemcpy2DToArrayAsync(hipArray_t dst, size_t wOffset, size_t hOffset, const void* src,
                                               size_t spitch, size_t width, size_t height, hipMemcpyKind kind,
                                               hipStream_t stream) {
  return call(__func__, [&] {
    return to_array_2d(dst, wOffset, hOffset, src, spitch, width, height, kind, stream, When::kAsync);
  });
}

SOFTHIP_API hipError_t hipMemcpy2DToArrayAsync_spt(hipArray_t dst, size_t wOffset, size_t hOffset, const void* src,
                                                   size_t spitch, size_t width, size_t height, hipMemcpyKind kind,
                                                   hipStream_t stream) {
  return call(__func__, [&] {
    return to_array_2d(dst, wOffset, hOffset, src, spitch, width, height, kind, stream, When::kAsync, kSpt);
  });
}

SOFTHIP_API hipError_t hipMemcpy2DFromArray(void* dst, size_t dpitch, hipArray_const_t src, size_t wOffset,
                                            size_t hOffset, size_t width, size_t height, hipMemcpyKind kind) {
  return call(__func__, [&] {
    return from_array_2d(dst, dpitch, src, wOffset, hOffset, width, height, kind, nullptr, When::kBlocking);
  });
}

SOFTHIP_API hipError_t hipMemcpy2DFromArray_spt(void* dst, size_t dpitch, hipArray_const_t src, size_t wOffset,
                                                size_t hOffset, size_t width, size_t height, hipMemcpyKind kind) {
  return call(__func__, [&] {
    return from_array_2d(dst, dpitch, src, wOffset, hOffset, width, height, kind, nullptr, When::kBlocking, kSpt);
  });
}

SOFTHIP_API hipError_t hipMemcpy2DFromArrayAsync(void* dst, size_t dpitch, hipArray_const_t src, size_t wOffset,
                                                 size_t hOffset, size_t width, size_t height, hipMemcpyKind kind,
                                                 hipStream_t stream) {
  return call(__func__, [&] {
    return from_array_2d(dst, dpitch, src, wOffset, hOffset, width, height, kind, stream, When::kAsync);
  });
}

SOFTHIP_API hipError_t hipMemcpy2DFromArrayAsync_spt(void* dst, size_t dpitch, hipArray_const_t src, size_t wOffsetSrc,
                                                     size_t hOffsetSrc, size_t width, size_t height, hipMemcpyKind kind,
                                                     hipStream_t stream) {
  return call(__func__, [&] {
    return from_array_2d(dst, dpitch, src, wOffsetSrc, hOffsetSrc, width, height, kind, stream, When::kAsync, kSpt);
  });
}

SOFTHIP_API hipError_t hipMemcpy2DArrayToArray(hipArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
                                               hipArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc, size_t width,
                                               size_t height, hipMemcpyKind kind) {
  return call(__func__, [&]() -> hipError_t {
    Copy copy;
    SOFTHIP_TRY(box_in(dst, wOffsetDst, hOffsetDst, &copy.dst));
    SOFTHIP_TRY(box_in(src, wOffsetSrc, hOffsetSrc, &copy.src));
    SOFTHIP_TRY(set_sides(kind, &copy));
    copy.width = width;
    copy.height = height;
    return submit(copy, hipStream_t{}, When::kBlocking);
  });
}

SOFTHIP_API hipError_t hipMemcpyAtoH(void* dst, hipArray_t srcArray, size_t srcOffset, size_t count) {
  return call(__func__,
              [&] { return array_to(on(Side::kHost, dst), srcArray, srcOffset, count, nullptr, When::kBlocking); });
}

SOFTHIP_API hipError_t hipMemcpyAtoHAsync(void* dstHost, hipArray_t srcArray, size_t srcOffset, size_t ByteCount,
                                          hipStream_t stream) {
  return call(__func__,
              [&] { return array_to(on(Side::kHost, dstHost), srcArray, srcOffset, ByteCount, stream, When::kAsync); });
}

SOFTHIP_API hipError_t hipMemcpyAtoD(hipDeviceptr_t dstDevice, hipArray_t srcArray, size_t srcOffset,
                                     size_t ByteCount) {
  return call(__func__, [&] {
    return array_to(on(Side::kDevice, dstDevice), srcArray, srcOffset, ByteCount, nullptr, When::kBlocking);
  });
}

SOFTHIP_API hipError_t hipMemcpyAtoA(hipArray_t dstArray, size_t dstOffset, hipArray_t srcArray, size_t srcOffset,
                                     size_t ByteCount) {
  return call(__func__, [&]() -> hipError_t {
    Endpoint src;
    SOFTHIP_TRY(run_in(srcArray, srcOffset, &src));
    return to_array(dstArray, dstOffset, src, ByteCount, nullptr, When::kBlocking);
  });
}

SOFTHIP_API hipError_t hipMemcpyHtoA(hipArray_t dstArray, size_t dstOffset, const void* srcHost, size_t count) {
  return call(__func__,
              [&] { return to_array(dstArray, dstOffset, on(Side::kHost, srcHost), count, nullptr, When::kBlocking); });
}

SOFTHIP_API hipError_t hipMemcpyHtoAAsync(hipArray_t dstArray, size_t dstOffset, const void* srcHost, size_t ByteCount,
                                          hipStream_t stream) {
  return call(__func__,
              [&] { return to_array(dstArray, dstOffset, on(Side::kHost, srcHost), ByteCount, stream, When::kAsync); });
}

SOFTHIP_API hipError_t hipMemcpyDtoA(hipArray_t dstArray, size_t dstOffset, hipDeviceptr_t srcDevice,
                                     size_t ByteCount) {
  return call(__func__, [&] {
    return to_array(dstArray, dstOffset, on(Side::kDevice, srcDevice), ByteCount, nullptr, When::kBlocking);
  });
}
