// Arrays: opaque to the program, reached by handle. Here they are dense: rows of width elements, no padding.
#pragma once

#include <hip/hip_runtime_api.h>

#include <algorithm>
#include <cstddef>

#include "softhip/handles.h"

namespace softhip {

struct Array {
  char* data = nullptr;
  size_t width = 0;      // elements
  size_t height = 0;     // 0: one-dimensional
  size_t depth = 0;      // 0: one- or two-dimensional; layers of a layered array
  unsigned element = 0;  // bytes
  unsigned channels = 0;
  unsigned flags = 0;
  hipArray_Format format = HIP_AD_FORMAT_UNSIGNED_INT8;
  hipChannelFormatDesc desc = {};

  size_t row_bytes() const { return width * element; }
  size_t rows() const { return std::max<size_t>(height, 1); }
  size_t slices() const { return std::max<size_t>(depth, 1); }
  size_t bytes() const { return row_bytes() * rows() * slices(); }
};

// nullptr when the handle is not a live array.
Array* find_array(hipArray_const_t handle);

extern HandlePool<Array> arrays;

}  // namespace softhip
