// Arrays of float2, filled and read whole, and a window in them.
//
//              slices  rows  row bytes   window at
//   array         3      5       96       x 16, y 1, z 1
//   host          3      5       80       x  8, y 1, z 1       window: 32 bytes x 3 rows x 2 slices
//
// The two-dimensional calls copy the first slice of the window, with an array of one slice.
#pragma once

#include <vector>

#include "check.h"

namespace shape {

constexpr size_t kElement = 8, kWidth = 12, kHeight = 5, kDepth = 3;  // of an array
constexpr size_t kRow = kWidth * kElement, kSlice = kHeight * kRow;
constexpr size_t kX = 16, kY = 1, kZ = 1;                           // of the window in it
constexpr size_t kBytes = 32, kRows = 3, kSlices = 2;               // of the window
constexpr size_t kPitch = 80, kHostX = 8, kHostSize = 15 * kPitch;  // of host memory
constexpr size_t kRun = 200;  // bytes of a run: it ends two rows below the one in which it begins

using Bytes = std::vector<unsigned char>;

constexpr size_t in_array(size_t k, size_t j, size_t z = kZ) { return (z + k) * kSlice + (kY + j) * kRow + kX; }
constexpr size_t in_host(size_t k, size_t j) { return (1 + k) * 5 * kPitch + (1 + j) * kPitch + kHostX; }

inline hipExtent extent_of(size_t depth) { return {kWidth, kHeight, depth > 1 ? depth : 0}; }

inline hipMemcpy3DParms whole(hipArray_t array, Bytes* bytes, bool up) {
  hipMemcpy3DParms p = {};
  const hipPitchedPtr host = {bytes->data(), kRow, kRow, kHeight};
  if (up) {
    p.srcPtr = host;
    p.dstArray = array;
  } else {
    p.srcArray = array;
    p.dstPtr = host;
  }
  p.extent = {kWidth, kHeight, bytes->size() / kSlice};
  p.kind = up ? hipMemcpyHostToDevice : hipMemcpyDeviceToHost;
  return p;
}

inline void write_all(hipArray_t array, Bytes bytes) {
  const hipMemcpy3DParms p = whole(array, &bytes, true);
  TRY(hipMemcpy3D(&p));
}

inline Bytes read_all(hipArray_t array, size_t depth) {
  Bytes bytes(depth * kSlice);
  const hipMemcpy3DParms p = whole(array, &bytes, false);
  TRY(hipMemcpy3D(&p));
  return bytes;
}

inline Bytes filled_bytes(size_t size, unsigned salt) {
  Bytes bytes(size);
  fill(bytes.data(), size, salt);
  return bytes;
}

// An array of `depth` slices, made by one call or another.
inline hipArray_t make(size_t depth, unsigned salt) {
  hipArray_t array = nullptr;
  const hipChannelFormatDesc desc = {32, 32, 0, 0, hipChannelFormatKindFloat};
  if (depth == 1 && salt % 2) {
    TRY(hipMallocArray(&array, &desc, kWidth, kHeight, hipArrayDefault));
  } else if (depth == 1) {
    const HIP_ARRAY_DESCRIPTOR plain = {kWidth, kHeight, HIP_AD_FORMAT_FLOAT, 2};
    TRY(hipArrayCreate(&array, &plain));
  } else if (salt % 2) {
    TRY(hipMalloc3DArray(&array, &desc, extent_of(depth), hipArrayDefault));
  } else {
    const HIP_ARRAY3D_DESCRIPTOR box = {kWidth, kHeight, depth, HIP_AD_FORMAT_FLOAT, 2, 0};
    TRY(hipArray3DCreate(&array, &box));
  }
  write_all(array, filled_bytes(depth * kSlice, salt));
  return array;
}

inline void destroy(hipArray_t array, unsigned salt) { TRY(salt % 2 ? hipFreeArray(array) : hipArrayDestroy(array)); }

}  // namespace shape
