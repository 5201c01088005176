#include "rect/rect.h"

#include <algorithm>
#include <cstring>

namespace hrr {
namespace {

// Sums and products that remember whether one of them left 64 bits.
struct Checked {
  bool overflow = false;

  uint64_t mul(uint64_t a, uint64_t b) {
    uint64_t result = 0;
    overflow |= __builtin_mul_overflow(a, b, &result);
    return result;
  }
  uint64_t add(uint64_t a, uint64_t b) {
    uint64_t result = 0;
    overflow |= __builtin_add_overflow(a, b, &result);
    return result;
  }
};

}  // namespace

bool make_rect(Rect* rect, uint64_t width, uint64_t height, uint64_t depth, const Place& place) {
  Rect made;
  made.width = width;
  made.height = height;
  made.depth = depth;
  if (!made.empty()) {
    Checked checked;
    made.row_pitch = std::max(place.pitch, width);
    made.slice_pitch = std::max(checked.mul(place.pitch, place.pitch_height), checked.mul(made.row_pitch, height));
    made.first =
        checked.add(checked.add(checked.mul(place.z, made.slice_pitch), checked.mul(place.y, made.row_pitch)), place.x);
    checked.mul(checked.mul(width, height), depth);
    const uint64_t last_row =
        checked.add(checked.mul(depth - 1, made.slice_pitch), checked.mul(height - 1, made.row_pitch));
    checked.add(made.first, checked.add(last_row, width));
    if (checked.overflow) return false;
  }
  *rect = made;
  return true;
}

uint64_t footprint(const Rect& rect) {
  if (rect.empty()) return 0;
  return rect.first + (rect.depth - 1) * rect.slice_pitch + (rect.height - 1) * rect.row_pitch + rect.width;
}

uint64_t run_length(const Rect& rect) {
  if (rect.empty()) return 0;
  if (rect.height > 1 && rect.row_pitch != rect.width) return rect.width;
  const uint64_t slice = rect.width * rect.height;
  return rect.depth == 1 || rect.slice_pitch == slice ? rect.bytes() : slice;
}

void pack_rows(void* packed, const void* base, const Rect& rect) {
  auto* out = static_cast<unsigned char*>(packed);
  const auto* in = static_cast<const unsigned char*>(base);
  for_each_run(rect, [&](uint64_t offset, uint64_t length) {
    std::memcpy(out, in + offset, length);
    out += length;
  });
}

void unpack_rows(void* base, const Rect& rect, const void* packed) {
  auto* out = static_cast<unsigned char*>(base);
  const auto* in = static_cast<const unsigned char*>(packed);
  for_each_run(rect, [&](uint64_t offset, uint64_t length) {
    std::memcpy(out + offset, in, length);
    in += length;
  });
}

void copy_rows(void* dst, const Rect& dst_rect, const void* src, const Rect& src_rect) {
  auto* out = static_cast<unsigned char*>(dst);
  const auto* in = static_cast<const unsigned char*>(src);
  if (dst_rect.empty() || src_rect.empty()) return;
  if (contiguous(dst_rect) && contiguous(src_rect)) {
    std::memmove(out + dst_rect.first, in + src_rect.first, dst_rect.bytes());
    return;
  }
  for (uint64_t k = 0; k < dst_rect.depth; ++k) {
    for (uint64_t j = 0; j < dst_rect.height; ++j) {
      std::memmove(out + dst_rect.first + k * dst_rect.slice_pitch + j * dst_rect.row_pitch,
                   in + src_rect.first + k * src_rect.slice_pitch + j * src_rect.row_pitch, dst_rect.width);
    }
  }
}

}  // namespace hrr
