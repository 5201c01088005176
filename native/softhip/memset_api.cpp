// Filling memory: one to three dimensions, elements of one, two or four bytes.
#include <cstring>

#include "rect/rect.h"
#include "softhip/api.h"
#include "softhip/memory.h"
#include "softhip/stream.h"

using namespace softhip;

namespace {

constexpr bool kSpt = true;

struct Fill {
  char* base = nullptr;
  uint32_t value = 0;
  uint32_t element = 1;  // bytes; a divisor of the rect's width
  hrr::Rect rect;
};

template <typename T>
void fill_run(char* at, uint64_t bytes, T value) {
  for (uint64_t i = 0; i < bytes; i += sizeof(T)) std::memcpy(at + i, &value, sizeof(T));
}

void run(const Fill& fill) {
  for_each_run(fill.rect, [&](uint64_t offset, uint64_t bytes) {
    char* at = fill.base + offset;
    switch (fill.element) {
      case 4:
        return fill_run<uint32_t>(at, bytes, fill.value);
      case 2:
        return fill_run<uint16_t>(at, bytes, static_cast<uint16_t>(fill.value));
      default:
        std::memset(at, static_cast<int>(fill.value & 0xFF), bytes);
    }
  });
}

struct Target {
  void* dst = nullptr;
  size_t pitch = 0;
  size_t rows = 0;   // slice height
  size_t width = 0;  // elements
  size_t height = 1;
  size_t depth = 1;
};

hipError_t fill(const Target& target, uint32_t value, uint32_t element, hipStream_t handle, bool async,
                bool spt = false) {
  Stream* stream = nullptr;
  SOFTHIP_TRY(resolve_stream(handle, &stream, spt));
  if (target.width == 0 || target.height == 0 || target.depth == 0) return hipSuccess;
  Fill fill{static_cast<char*>(target.dst), value, element, {}};
  size_t width = 0;
  if (target.dst == nullptr || __builtin_mul_overflow(target.width, size_t{element}, &width)) {
    return hipErrorInvalidValue;
  }
  const bool one_row = target.height == 1 && target.depth == 1;
  if (target.pitch < width && !(one_row && target.pitch == 0)) return hipErrorInvalidValue;
  if (target.rows != 0 && target.depth > 1 && target.rows < target.height) return hipErrorInvalidValue;
  if (!make_rect(&fill.rect, width, target.height, target.depth, {target.pitch, target.rows, 0, 0, 0})) {
    return hipErrorInvalidValue;
  }
  const Allocation* allocation = find_allocation(target.dst);
  if (allocation == nullptr || !covered(target.dst, footprint(fill.rect))) return hipErrorInvalidValue;
  if (allocation->memory == Memory::kVirtual && allocation->flags != hipMemAccessFlagsProtReadWrite) {
    return hipErrorInvalidValue;
  }
  // Plain device memory is nothing to the host, and the API lets the call return before it is filled.
  const bool plain = allocation->memory == Memory::kDevice && allocation->flags == hipDeviceMallocDefault;
  const bool late = adversary.late && plain;
  if (async || late) {
    enqueue(stream, [fill] { run(fill); });
  } else {
    run_blocking(stream, [&] { run(fill); });
  }
  return hipSuccess;
}

Target row(void* dst, size_t count) {
  Target target;
  target.dst = dst;
  target.width = count;
  return target;
}

Target rows(void* dst, size_t pitch, size_t width, size_t height) {
  Target target = row(dst, width);
  target.pitch = pitch;
  target.height = height;
  return target;
}

Target box(const hipPitchedPtr& ptr, const hipExtent& extent) {
  Target target = rows(ptr.ptr, ptr.pitch, extent.width, extent.height);
  target.rows = ptr.ysize;
  target.depth = extent.depth;
  return target;
}

}  // namespace

SOFTHIP_API hipError_t hipMemset(void* dst, int value, size_t sizeBytes) {
  return call(__func__, [&] { return fill(row(dst, sizeBytes), value, 1, nullptr, false); });
}

SOFTHIP_API hipError_t hipMemset_spt(void* dst, int value, size_t sizeBytes) {
  return call(__func__, [&] { return fill(row(dst, sizeBytes), value, 1, nullptr, false, kSpt); });
}

SOFTHIP_API hipError_t hipMemsetAsync(void* dst, int value, size_t sizeBytes, hipStream_t stream) {
  return call(__func__, [&] { return fill(row(dst, sizeBytes), value, 1, stream, true); });
}

SOFTHIP_API hipError_t hipMemsetAsync_spt(void* dst, int value, size_t sizeBytes, hipStream_t stream) {
  return call(__func__, [&] { return fill(row(dst, sizeBytes), value, 1, stream, true, kSpt); });
}

SOFTHIP_API hipError_t hipMemsetD8(hipDeviceptr_t dest, unsigned char value, size_t count) {
  return call(__func__, [&] { return fill(row(dest, count), value, 1, nullptr, false); });
}

SOFTHIP_API hipError_t hipMemsetD8Async(hipDeviceptr_t dest, unsigned char value, size_t count, hipStream_t stream) {
  return call(__func__, [&] { return fill(row(dest, count), value, 1, stream, true); });
}

SOFTHIP_API hipError_t hipMemsetD16(hipDeviceptr_t dest, unsigned short value, size_t count) {
  return call(__func__, [&] { return fill(row(dest, count), value, 2, nullptr, false); });
}

SOFTHIP_API hipError_t hipMemsetD16Async(hipDeviceptr_t dest, unsigned short value, size_t count, hipStream_t stream) {
  return call(__func__, [&] { return fill(row(dest, count), value, 2, stream, true); });
}

SOFTHIP_API hipError_t hipMemsetD32(hipDeviceptr_t dest, int value, size_t count) {
  return call(__func__, [&] { return fill(row(dest, count), value, 4, nullptr, false); });
}

SOFTHIP_API hipError_t hipMemsetD32Async(hipDeviceptr_t dst, int value, size_t count, hipStream_t stream) {
  return call(__func__, [&] { return fill(row(dst, count), value, 4, stream, true); });
}

SOFTHIP_API hipError_t hipMemset2D(void* dst, size_t pitch, int value, size_t width, size_t height) {
  return call(__func__, [&] { return fill(rows(dst, pitch, width, height), value, 1, nullptr, false); });
}

SOFTHIP_API hipError_t hipMemset2D_spt(void* dst, size_t pitch, int value, size_t width, size_t height) {
  return call(__func__, [&] { return fill(rows(dst, pitch, width, height), value, 1, nullptr, false, kSpt); });
}

SOFTHIP_API hipError_t hipMemset2DAsync(void* dst, size_t pitch, int value, size_t width, size_t height,
                                        hipStream_t stream) {
  return call(__func__, [&] { return fill(rows(dst, pitch, width, height), value, 1, stream, true); });
}

SOFTHIP_API hipError_t hipMemset2DAsync_spt(void* dst, size_t pitch, int value, size_t width, size_t height,
                                            hipStream_t stream) {
  return call(__func__, [&] { return fill(rows(dst, pitch, width, height), value, 1, stream, true, kSpt); });
}

SOFTHIP_API hipError_t hipMemset3D(hipPitchedPtr pitchedDevPtr, int value, hipExtent extent) {
  return call(__func__, [&] { return fill(box(pitchedDevPtr, extent), value, 1, nullptr, false); });
}

SOFTHIP_API hipError_t hipMemset3D_spt(hipPitchedPtr pitchedDevPtr, int value, hipExtent extent) {
  return call(__func__, [&] { return fill(box(pitchedDevPtr, extent), value, 1, nullptr, false, kSpt); });
}

SOFTHIP_API hipError_t hipMemset3DAsync(hipPitchedPtr pitchedDevPtr, int value, hipExtent extent, hipStream_t stream) {
  return call(__func__, [&] { return fill(box(pitchedDevPtr, extent), value, 1, stream, true); });
}

SOFTHIP_API hipError_t hipMemset3DAsync_spt(hipPitchedPtr pitchedDevPtr, int value, hipExtent extent,
                                            hipStream_t stream) {
  return call(__func__, [&] { return fill(box(pitchedDevPtr, extent), value, 1, stream, true, kSpt); });
}

SOFTHIP_API hipError_t hipMemsetD2D8(hipDeviceptr_t dst, size_t dstPitch, unsigned char value, size_t width,
                                     size_t height) {
  return call(__func__, [&] { return fill(rows(dst, dstPitch, width, height), value, 1, nullptr, false); });
}

SOFTHIP_API hipError_t hipMemsetD2D8Async(hipDeviceptr_t dst, size_t dstPitch, unsigned char value, size_t width,
                                          size_t height, hipStream_t stream) {
  return call(__func__, [&] { return fill(rows(dst, dstPitch, width, height), value, 1, stream, true); });
}

SOFTHIP_API hipError_t hipMemsetD2D16(hipDeviceptr_t dst, size_t dstPitch, unsigned short value, size_t width,
                                      size_t height) {
  return call(__func__, [&] { return fill(rows(dst, dstPitch, width, height), value, 2, nullptr, false); });
}

SOFTHIP_API hipError_t hipMemsetD2D16Async(hipDeviceptr_t dst, size_t dstPitch, unsigned short value, size_t width,
                                           size_t height, hipStream_t stream) {
  return call(__func__, [&] { return fill(rows(dst, dstPitch, width, height), value, 2, stream, true); });
}

SOFTHIP_API hipError_t hipMemsetD2D32(hipDeviceptr_t dst, size_t dstPitch, unsigned int value, size_t width,
                                      size_t height) {
  return call(__func__, [&] { return fill(rows(dst, dstPitch, width, height), value, 4, nullptr, false); });
}

SOFTHIP_API hipError_t hipMemsetD2D32Async(hipDeviceptr_t dst, size_t dstPitch, unsigned int value, size_t width,
                                           size_t height, hipStream_t stream) {
  return call(__func__, [&] { return fill(rows(dst, dstPitch, width, height), value, 4, stream, true); });
}
