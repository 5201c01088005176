#include "softhip/copy.h"

#include <cstring>
#include <memory>

#include "rect/rect.h"
#include "softhip/adversary.h"
#include "softhip/capture.h"
#include "softhip/memory.h"

namespace softhip {
namespace {

constexpr uint64_t kLargestStaged = uint64_t{1} << 20;

struct Box {
  char* base = nullptr;
  hrr::Rect rect;
  bool pageable = false;     // host memory that only the program knows of
  bool device_only = false;  // memory that the host has no business in
};

hipError_t check_array(const Endpoint& at, const Copy& copy) {
  const Array& array = *at.array;
  if (at.pitch == 0) {  // a run of bytes
    return at.x <= array.bytes() && copy.width <= array.bytes() - at.x ? hipSuccess : hipErrorInvalidValue;
  }
  const bool fits = at.x <= at.pitch && copy.width <= at.pitch - at.x && at.y <= at.rows &&
                    copy.height <= at.rows - at.y && at.z <= array.slices() && copy.depth <= array.slices() - at.z;
  return fits ? hipSuccess : hipErrorInvalidValue;
}

hipError_t make_box(const Endpoint& at, const Copy& copy, Box* box) {
  box->base = at.base;
  if (!make_rect(&box->rect, copy.width, copy.height, copy.depth, {at.pitch, at.rows, at.x, at.y, at.z})) {
    return hipErrorInvalidValue;
  }
  if (at.array != nullptr) {
    box->device_only = true;
    return check_array(at, copy);
  }
  const auto base = reinterpret_cast<uintptr_t>(at.base);
  const uint64_t end = footprint(box->rect);
  if (base + end < base) return hipErrorInvalidValue;
  const Allocation* allocation = find_allocation(at.base);
  if (allocation == nullptr) {
    box->pageable = true;
    return at.side == Side::kDevice ? hipErrorInvalidValue : hipSuccess;
  }
  if (allocation->memory == Memory::kVirtual && allocation->flags == hipMemAccessFlagsProtNone) {
    return hipErrorInvalidValue;
  }
  box->device_only = allocation->memory == Memory::kDevice || allocation->memory == Memory::kVirtual;
  return covered(at.base + box->rect.first, end - box->rect.first) ? hipSuccess : hipErrorInvalidValue;
}

void run(const Box& dst, const Box& src) {
  if (contiguous(dst.rect) && contiguous(src.rect)) {
    std::memmove(dst.base + dst.rect.first, src.base + src.rect.first, dst.rect.bytes());
  } else {
    copy_rows(dst.base, dst.rect, src.base, src.rect);
  }
}

hipError_t stage_and_enqueue(const Box& dst, const Box& src, Stream* stream) {
  std::unique_ptr<char[]> staged(new char[src.rect.bytes()]);
  pack_rows(staged.get(), src.base, src.rect);
  enqueue(stream, [dst, staged = std::move(staged)] { unpack_rows(dst.base, dst.rect, staged.get()); });
  return hipSuccess;
}

}  // namespace

Endpoint linear(const void* ptr) {
  Endpoint at;
  at.base = const_cast<char*>(static_cast<const char*>(ptr));
  return at;
}

Endpoint pitched(const void* ptr, uint64_t pitch, uint64_t rows, uint64_t x, uint64_t y, uint64_t z) {
  Endpoint at = linear(ptr);
  at.pitch = pitch;
  at.rows = rows;
  at.x = x;
  at.y = y;
  at.z = z;
  return at;
}

Endpoint array_bytes(const Array* array, uint64_t offset) {
  Endpoint at = linear(array->data);
  at.x = offset;
  at.array = array;
  return at;
}

Endpoint array_box(const Array* array, uint64_t x, uint64_t y, uint64_t z) {
  Endpoint at = pitched(array->data, array->row_bytes(), array->rows(), x, y, z);
  at.array = array;
  return at;
}

hipError_t set_sides(hipMemcpyKind kind, Copy* copy) {
  switch (kind) {
    case hipMemcpyHostToHost:
      copy->dst.side = copy->src.side = Side::kHost;
      return hipSuccess;
    case hipMemcpyHostToDevice:
      copy->dst.side = Side::kDevice;
      copy->src.side = Side::kHost;
      return hipSuccess;
    case hipMemcpyDeviceToHost:
      copy->dst.side = Side::kHost;
      copy->src.side = Side::kDevice;
      return hipSuccess;
    case hipMemcpyDeviceToDevice:
    case hipMemcpyDeviceToDeviceNoCU:
      copy->dst.side = copy->src.side = Side::kDevice;
      return hipSuccess;
    case hipMemcpyDefault:
      copy->dst.side = copy->src.side = Side::kEither;
      return hipSuccess;
  }
  return hipErrorInvalidMemcpyDirection;
}

hipError_t check_pitch(const Endpoint& at, const Copy& copy, Pitch rule) {
  if (at.array != nullptr) return hipSuccess;
  if (at.pitch >= INT32_MAX) return hipErrorInvalidValue;  // the largest pitch that the device takes
  if (rule == Pitch::k2D) return at.pitch == 0 || at.pitch < copy.width ? hipErrorInvalidPitchValue : hipSuccess;
  if (at.pitch != 0 && at.pitch < copy.width) return hipErrorInvalidValue;
  if (at.pitch != 0 && rule == Pitch::k3D && at.x > at.pitch - copy.width) return hipErrorInvalidValue;
  return at.rows != 0 && copy.depth > 1 && at.rows < copy.height ? hipErrorInvalidValue : hipSuccess;
}

hipError_t submit(const Copy& copy, Stream* stream, When when) {
  if (copy.dst.base == nullptr || copy.src.base == nullptr) return hipErrorInvalidValue;
  if (copy.empty()) return hipSuccess;
  Box dst;
  Box src;
  if (const hipError_t error = make_box(copy.dst, copy, &dst)) return error;
  if (const hipError_t error = make_box(copy.src, copy, &src)) return error;

  // A copy inside the device is nothing to the host; the adversary need not wait for it.
  const bool inside = dst.device_only && src.device_only;
  const bool blocking = when == When::kBlocking ? !(inside && adversary.late) : dst.pageable;
  const bool read_at_once = src.pageable || when == When::kReadAtOnce;
  const bool captured = capture_of(stream) != nullptr && when != When::kBlocking;
  if (captured || (!blocking && !read_at_once)) {
    enqueue(stream, [dst, src] { run(dst, src); });
  } else if (!blocking && src.rect.bytes() <= kLargestStaged && src.pageable) {
    return stage_and_enqueue(dst, src, stream);
  } else {
    run_blocking(stream, [&] { run(dst, src); });
  }
  return hipSuccess;
}

hipError_t submit(const Copy& copy, hipStream_t handle, When when, bool spt) {
  Stream* stream = nullptr;
  if (const hipError_t error = resolve_stream(handle, &stream, spt)) return error;
  return submit(copy, stream, when);
}

hipError_t copy_linear(void* dst, const void* src, size_t size, hipMemcpyKind kind, hipStream_t stream, When when,
                       bool spt) {
  Copy copy;
  copy.dst = linear(dst);
  copy.src = linear(src);
  copy.width = size;
  if (const hipError_t error = set_sides(kind, &copy)) return error;
  if (size == 0) return hipSuccess;
  return submit(copy, stream, when, spt);
}

}  // namespace softhip
