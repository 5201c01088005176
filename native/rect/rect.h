// Pitched rectangles: a box of bytes inside pitched memory. The same arithmetic as src/hrr/rect.py; docs/format.md
// gives the rule.
//
// Byte (k, j, i) of a box lies first + k * slice_pitch + j * row_pitch + i behind its base. Packed means the same bytes
// with nothing between them, i fastest. Nothing here allocates, and no byte outside the box is read or written.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hrr {

struct Rect {
  uint64_t width = 0;  // bytes a row
  uint64_t height = 0;
  uint64_t depth = 0;
  uint64_t row_pitch = 0;
  uint64_t slice_pitch = 0;
  uint64_t first = 0;  // offset of the box's first byte from the base

  bool empty() const { return width == 0 || height == 0 || depth == 0; }
  uint64_t bytes() const { return width * height * depth; }
};

// Where a box lies: pitch 0 means dense rows, pitch_height 0 dense slices; x in bytes, y in rows, z in slices.
struct Place {
  uint64_t pitch = 0;
  uint64_t pitch_height = 0;
  uint64_t x = 0;
  uint64_t y = 0;
  uint64_t z = 0;
};

// The rect of one side of a copy. False, and *rect untouched, when a step leaves 64 bits. An empty extent has no
// layout: its pitches and offset are 0.
bool make_rect(Rect* rect, uint64_t width, uint64_t height, uint64_t depth, const Place& place);

// Bytes from the base through the last byte of the box; 0 when empty.
uint64_t footprint(const Rect& rect);

// Length of the gap-free pieces of the box, all equally long: a row, a slice or the whole box; 0 when empty.
uint64_t run_length(const Rect& rect);

inline bool contiguous(const Rect& rect) { return run_length(rect) == rect.bytes(); }

// Calls fn(offset from the base, length) for every gap-free piece, in packed order.
template <typename Fn>
void for_each_run(const Rect& rect, Fn fn) {
  const uint64_t length = run_length(rect);
  if (length == 0) return;
  if (length == rect.bytes()) {
    fn(rect.first, length);
    return;
  }
  const uint64_t rows = length == rect.width * rect.height ? 1 : rect.height;
  for (uint64_t k = 0; k < rect.depth; ++k) {
    for (uint64_t j = 0; j < rows; ++j) fn(rect.first + k * rect.slice_pitch + j * rect.row_pitch, length);
  }
}

// Box to packed bytes, packed bytes to box, and box to box of the same extent (which may overlap row by row).
void pack_rows(void* packed, const void* base, const Rect& rect);
void unpack_rows(void* base, const Rect& rect, const void* packed);
void copy_rows(void* dst, const Rect& dst_rect, const void* src, const Rect& src_rect);

}  // namespace hrr
