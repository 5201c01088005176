// contiguous_rows d2h|h2d: copies whose rows are one run of host memory that does not start at the base pointer: a
// single row at x 40, y 1, z 1 of pitched memory, then two whole slices of dense memory from z 1.
#include "window.h"

using window::kDevice;
using window::kHost;

namespace {

void copy(bool to_host, uint8_t* host, hipPitchedPtr host_ptr, hipPos host_pos, hipExtent extent, uint8_t salt) {
  uint8_t* device = device_filled(kDevice.size(), salt);
  hipMemcpy3DParms p = {};
  const hipPitchedPtr device_ptr = make_hipPitchedPtr(device, kDevice.pitch, kDevice.pitch, kDevice.rows);
  const hipPos device_pos = make_hipPos(kDevice.x, kDevice.y, kDevice.z);
  host_ptr.ptr = host;
  p.srcPtr = to_host ? device_ptr : host_ptr;
  p.srcPos = to_host ? device_pos : host_pos;
  p.dstPtr = to_host ? host_ptr : device_ptr;
  p.dstPos = to_host ? host_pos : device_pos;
  p.extent = extent;
  p.kind = to_host ? hipMemcpyDeviceToHost : hipMemcpyHostToDevice;
  TRY(hipMemcpy3D(&p));
  const size_t row = host_ptr.pitch, slice = row * host_ptr.ysize;
  uint8_t back[kDevice.size()];
  TRY(hipMemcpy(back, device, sizeof back, hipMemcpyDeviceToHost));
  for (size_t k = 0; k < extent.depth; ++k) {
    for (size_t j = 0; j < extent.height; ++j) {
      const size_t offset = (host_pos.z + k) * slice + (host_pos.y + j) * row + host_pos.x;
      EXPECT(memcmp(host + offset, back + kDevice.offset(k, j), extent.width) == 0);
    }
  }
  TRY(hipFree(device));
}

}  // namespace

int main(int argc, char** argv) {
  const bool to_host = argc > 1 && strcmp(argv[1], "d2h") == 0;
  uint8_t pitched[kHost.size()], dense[3 * 3 * 48];
  fill(pitched, sizeof pitched, 0x51);
  fill(dense, sizeof dense, 0x52);
  copy(to_host, pitched, {nullptr, kHost.pitch, kHost.pitch, kHost.rows}, {kHost.x, kHost.y, kHost.z}, {48, 1, 1}, 1);
  copy(to_host, dense, {nullptr, 48, 48, 3}, {0, 0, 1}, {48, 3, 2}, 2);
  return done();
}
