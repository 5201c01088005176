// A C door to native/rect for tests/rect/test_native.py.
#include <cstring>

#include "rect/rect.h"

extern "C" {

int rect_make(uint64_t out[8], const uint64_t in[8]) {
  hrr::Rect rect;
  if (!hrr::make_rect(&rect, in[0], in[1], in[2], hrr::Place{in[3], in[4], in[5], in[6], in[7]})) return 0;
  const uint64_t values[8] = {rect.width,       rect.height, rect.depth,           rect.row_pitch,
                              rect.slice_pitch, rect.first,  hrr::footprint(rect), hrr::run_length(rect)};
  std::memcpy(out, values, sizeof values);
  return 1;
}

// Writes at most `room` (offset, length) pairs and returns how many runs there are.
uint64_t rect_runs(const hrr::Rect* rect, uint64_t* pairs, uint64_t room) {
  uint64_t count = 0;
  hrr::for_each_run(*rect, [&](uint64_t offset, uint64_t length) {
    if (count < room) {
      pairs[2 * count] = offset;
      pairs[2 * count + 1] = length;
    }
    ++count;
  });
  return count;
}

void rect_pack(void* packed, const void* base, const hrr::Rect* rect) { hrr::pack_rows(packed, base, *rect); }
void rect_unpack(void* base, const hrr::Rect* rect, const void* packed) { hrr::unpack_rows(base, *rect, packed); }
void rect_copy(void* dst, const hrr::Rect* dst_rect, const void* src, const hrr::Rect* src_rect) {
  hrr::copy_rows(dst, *dst_rect, src, *src_rect);
}
}
