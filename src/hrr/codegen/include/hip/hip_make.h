// Builders of the structures that copies take, as HIP's driver_types.h has them.
#pragma once

static inline hipPitchedPtr make_hipPitchedPtr(void* ptr, size_t pitch, size_t xsize, size_t ysize) {
  hipPitchedPtr made;
  made.ptr = ptr;
  made.pitch = pitch;
  made.xsize = xsize;
  made.ysize = ysize;
  return made;
}

static inline hipPos make_hipPos(size_t x, size_t y, size_t z) {
  hipPos made;
  made.x = x;
  made.y = y;
  made.z = z;
  return made;
}

static inline hipExtent make_hipExtent(size_t width, size_t height, size_t depth) {
  hipExtent made;
  made.width = width;
  made.height = height;
  made.depth = depth;
  return made;
}
