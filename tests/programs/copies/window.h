// One window, copied by each of the eleven pitched calls in either direction.
//
//              slices  rows  pitch   window at
//   device        3      8    256    x 16, y 2, z 1
//   host          3      6    160    x 40, y 1, z 1       window: 48 bytes x 3 rows x 2 slices
//
// The two-dimensional calls copy the first slice of the window.
#pragma once

#include "check.h"

namespace window {

constexpr size_t kWidth = 48, kHeight = 3, kDepth = 2;

struct Side {
  size_t slices, rows, pitch, x, y, z;

  constexpr size_t size() const { return slices * rows * pitch; }
  constexpr size_t slice() const { return rows * pitch; }
  constexpr size_t offset(size_t k, size_t j) const { return (z + k) * slice() + (y + j) * pitch + x; }
};

constexpr Side kDevice{3, 8, 256, 16, 2, 1};
constexpr Side kHost{3, 6, 160, 40, 1, 1};

struct Ends {
  uint8_t* dst;
  uint8_t* src;
  const Side* dst_side;
  const Side* src_side;
  hipMemcpyKind kind;
  hipStream_t stream;
};

inline hipMemcpy3DParms parms3d(const Ends& e) {
  hipMemcpy3DParms p = {};
  p.srcPtr = {e.src, e.src_side->pitch, e.src_side->pitch, e.src_side->rows};
  p.dstPtr = {e.dst, e.dst_side->pitch, e.dst_side->pitch, e.dst_side->rows};
  p.srcPos = {e.src_side->x, e.src_side->y, e.src_side->z};
  p.dstPos = {e.dst_side->x, e.dst_side->y, e.dst_side->z};
  p.extent = {kWidth, kHeight, kDepth};
  p.kind = e.kind;
  return p;
}

inline HIP_MEMCPY3D driver3d(const Ends& e) {
  HIP_MEMCPY3D p = {};
  if (e.kind == hipMemcpyHostToDevice) {
    p.srcMemoryType = hipMemoryTypeHost;
    p.srcHost = e.src;
    p.dstMemoryType = hipMemoryTypeDevice;
    p.dstDevice = e.dst;
  } else {
    p.srcMemoryType = hipMemoryTypeDevice;
    p.srcDevice = e.src;
    p.dstMemoryType = hipMemoryTypeHost;
    p.dstHost = e.dst;
  }
  p.srcXInBytes = e.src_side->x;
  p.srcY = e.src_side->y;
  p.srcZ = e.src_side->z;
  p.srcPitch = e.src_side->pitch;
  p.srcHeight = e.src_side->rows;
  p.dstXInBytes = e.dst_side->x;
  p.dstY = e.dst_side->y;
  p.dstZ = e.dst_side->z;
  p.dstPitch = e.dst_side->pitch;
  p.dstHeight = e.dst_side->rows;
  p.WidthInBytes = kWidth;
  p.Height = kHeight;
  p.Depth = kDepth;
  return p;
}

inline hip_Memcpy2D driver2d(const Ends& e) {
  hip_Memcpy2D p = {};
  auto* src = e.src + e.src_side->z * e.src_side->slice();
  auto* dst = e.dst + e.dst_side->z * e.dst_side->slice();
  if (e.kind == hipMemcpyHostToDevice) {
    p.srcMemoryType = hipMemoryTypeHost;
    p.srcHost = src;
    p.dstMemoryType = hipMemoryTypeDevice;
    p.dstDevice = dst;
  } else {
    p.srcMemoryType = hipMemoryTypeDevice;
    p.srcDevice = src;
    p.dstMemoryType = hipMemoryTypeHost;
    p.dstHost = dst;
  }
  p.srcXInBytes = e.src_side->x;
  p.srcY = e.src_side->y;
  p.srcPitch = e.src_side->pitch;
  p.dstXInBytes = e.dst_side->x;
  p.dstY = e.dst_side->y;
  p.dstPitch = e.dst_side->pitch;
  p.WidthInBytes = kWidth;
  p.Height = kHeight;
  return p;
}

inline hipError_t copy2d(const Ends& e, bool async) {
  auto* src = e.src + e.src_side->offset(0, 0);
  auto* dst = e.dst + e.dst_side->offset(0, 0);
  const size_t dpitch = e.dst_side->pitch, spitch = e.src_side->pitch;
  return async ? hipMemcpy2DAsync(dst, dpitch, src, spitch, kWidth, kHeight, e.kind, e.stream)
               : hipMemcpy2D(dst, dpitch, src, spitch, kWidth, kHeight, e.kind);
}

struct Call {
  const char* name;
  size_t depth;
  bool async;
  bool per_thread;
  hipError_t (*issue)(const Ends&);
};

constexpr Call kCalls[] = {
    {"hipMemcpy2D", 1, false, false, [](const Ends& e) { return copy2d(e, false); }},
    {"hipMemcpy2DAsync", 1, true, false, [](const Ends& e) { return copy2d(e, true); }},
    {"hipMemcpyParam2D", 1, false, false,
     [](const Ends& e) {
       const hip_Memcpy2D p = driver2d(e);
       return hipMemcpyParam2D(&p);
     }},
    {"hipMemcpyParam2DAsync", 1, true, false,
     [](const Ends& e) {
       const hip_Memcpy2D p = driver2d(e);
       return hipMemcpyParam2DAsync(&p, e.stream);
     }},
    {"hipDrvMemcpy2DUnaligned", 1, false, false,
     [](const Ends& e) {
       const hip_Memcpy2D p = driver2d(e);
       return hipDrvMemcpy2DUnaligned(&p);
     }},
    {"hipMemcpy3D", kDepth, false, false,
     [](const Ends& e) {
       const hipMemcpy3DParms p = parms3d(e);
       return hipMemcpy3D(&p);
     }},
    {"hipMemcpy3DAsync", kDepth, true, false,
     [](const Ends& e) {
       const hipMemcpy3DParms p = parms3d(e);
       return hipMemcpy3DAsync(&p, e.stream);
     }},
    {"hipMemcpy3D_spt", kDepth, false, true,
     [](const Ends& e) {
       const hipMemcpy3DParms p = parms3d(e);
       return hipMemcpy3D_spt(&p);
     }},
    {"hipMemcpy3DAsync_spt", kDepth, true, true,
     [](const Ends& e) {
       const hipMemcpy3DParms p = parms3d(e);
       return hipMemcpy3DAsync_spt(&p, e.stream);
     }},
    {"hipDrvMemcpy3D", kDepth, false, false,
     [](const Ends& e) {
       const HIP_MEMCPY3D p = driver3d(e);
       return hipDrvMemcpy3D(&p);
     }},
    {"hipDrvMemcpy3DAsync", kDepth, true, false,
     [](const Ends& e) {
       const HIP_MEMCPY3D p = driver3d(e);
       return hipDrvMemcpy3DAsync(&p, e.stream);
     }},
};

// Whether an offset of a side lies in the window.
inline bool inside(const Side& side, size_t depth, size_t offset) {
  for (size_t k = 0; k < depth; ++k) {
    for (size_t j = 0; j < kHeight; ++j) {
      const size_t row = side.offset(k, j);
      if (offset >= row && offset < row + kWidth) return true;
    }
  }
  return false;
}

// Copies device to host and expects the window to arrive and nothing around it to change.
inline void device_to_host(const Call& call, uint8_t salt, hipStream_t stream) {
  uint8_t* device = device_filled(kDevice.size(), salt);
  uint8_t host[kHost.size()];
  memset(host, 0xEE, sizeof host);
  TRY(call.issue({host, device, &kHost, &kDevice, hipMemcpyDeviceToHost, stream}));
  if (call.async) TRY(hipStreamSynchronize(stream));
  for (size_t k = 0; k < call.depth; ++k) {
    for (size_t j = 0; j < kHeight; ++j) {
      EXPECT(filled_from(kDevice.offset(k, j), host + kHost.offset(k, j), kWidth, salt));
    }
  }
  for (size_t offset = 0; offset < sizeof host; ++offset) {
    if (!inside(kHost, call.depth, offset)) EXPECT(host[offset] == 0xEE);
  }
  TRY(hipFree(device));
}

// Copies host to device, reads all of the device memory back, and expects the window in its old surroundings.
inline void host_to_device(const Call& call, uint8_t salt, hipStream_t stream) {
  uint8_t* device = device_filled(kDevice.size(), salt);
  uint8_t host[kHost.size()], back[kDevice.size()];
  fill(host, sizeof host, static_cast<uint8_t>(~salt));
  TRY(call.issue({device, host, &kDevice, &kHost, hipMemcpyHostToDevice, stream}));
  if (call.async) TRY(hipStreamSynchronize(stream));
  TRY(hipMemcpy(back, device, sizeof back, hipMemcpyDeviceToHost));
  for (size_t k = 0; k < call.depth; ++k) {
    for (size_t j = 0; j < kHeight; ++j) {
      EXPECT(filled_from(kHost.offset(k, j), back + kDevice.offset(k, j), kWidth, static_cast<uint8_t>(~salt)));
    }
  }
  for (size_t offset = 0; offset < sizeof back; ++offset) {
    if (!inside(kDevice, call.depth, offset)) EXPECT(back[offset] == pattern(offset, salt));
  }
  TRY(hipFree(device));
}

}  // namespace window
