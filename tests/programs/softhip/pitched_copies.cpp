// pitched_copies - random boxes through hipMemcpy3D and hipDrvMemcpy3D against a loop over bytes; what is refused.
#include <random>
#include <vector>

#include "../check.h"

struct Plane {
  size_t pitch, rows, slices, x, y, z;
  size_t size() const { return pitch * rows * slices; }
  size_t at(size_t k, size_t j, size_t i) const { return ((z + k) * rows + y + j) * pitch + x + i; }
};

struct Case {
  Plane host, device;
  size_t width, height, depth;
};

static Case any_case(std::mt19937& random) {
  const auto upto = [&](size_t n) { return std::uniform_int_distribution<size_t>(0, n)(random); };
  Case c{};
  c.width = 1 + upto(70);
  c.height = 1 + upto(5);
  c.depth = 1 + upto(3);
  for (Plane* p : {&c.host, &c.device}) {
    p->x = upto(20);
    p->y = upto(3);
    p->z = upto(2);
    p->pitch = p->x + c.width + upto(1) * upto(40);
    p->rows = p->y + c.height + upto(2);
    p->slices = p->z + c.depth + upto(1);
  }
  return c;
}

static void copy(const Case& c, void* host, void* device, bool to_device, bool driver) {
  const Plane &s = to_device ? c.host : c.device, &d = to_device ? c.device : c.host;
  if (!driver) {
    hipMemcpy3DParms p = {};
    p.srcPtr = {to_device ? host : device, s.pitch, s.pitch, s.rows};
    p.dstPtr = {to_device ? device : host, d.pitch, d.pitch, d.rows};
    p.srcPos = {s.x, s.y, s.z};
    p.dstPos = {d.x, d.y, d.z};
    p.extent = {c.width, c.height, c.depth};
    p.kind = to_device ? hipMemcpyHostToDevice : hipMemcpyDeviceToHost;
    TRY(hipMemcpy3D(&p));
    return;
  }
  HIP_MEMCPY3D p = {};
  p.srcMemoryType = to_device ? hipMemoryTypeHost : hipMemoryTypeDevice;
  p.dstMemoryType = to_device ? hipMemoryTypeDevice : hipMemoryTypeHost;
  (to_device ? p.dstDevice : p.srcDevice) = device;
  p.srcHost = to_device ? host : nullptr;
  p.dstHost = to_device ? nullptr : host;
  p.srcPitch = s.pitch, p.srcHeight = s.rows, p.srcXInBytes = s.x, p.srcY = s.y, p.srcZ = s.z;
  p.dstPitch = d.pitch, p.dstHeight = d.rows, p.dstXInBytes = d.x, p.dstY = d.y, p.dstZ = d.z;
  p.WidthInBytes = c.width, p.Height = c.height, p.Depth = c.depth;
  TRY(hipDrvMemcpy3D(&p));
}

static void random_boxes() {
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    const Case c = any_case(random);
    const bool to_device = round % 2 == 0;
    std::vector<unsigned char> host(c.host.size());
    fill(host.data(), host.size(), 1);
    unsigned char* device = device_filled(c.device.size(), 2);
    copy(c, host.data(), device, to_device, round % 4 < 2);
    std::vector<unsigned char> back(c.device.size()), expected(to_device ? c.device.size() : c.host.size());
    TRY(hipMemcpy(back.data(), device, back.size(), hipMemcpyDeviceToHost));
    fill(expected.data(), expected.size(), to_device ? 2 : 1);
    for (size_t k = 0; k < c.depth; ++k) {
      for (size_t j = 0; j < c.height; ++j) {
        for (size_t i = 0; i < c.width; ++i) {
          const size_t h = c.host.at(k, j, i), d = c.device.at(k, j, i);
          expected[to_device ? d : h] = to_device ? pattern(h, 1) : pattern(d, 2);
        }
      }
    }
    EXPECT((to_device ? back : host) == expected);
    TRY(hipFree(device));
  }
}

static void refused() {
  std::vector<unsigned char> host(4096);
  unsigned char* device = device_filled(4096, 1);
  const auto h2d = hipMemcpyHostToDevice;
  FAILS_WITH(hipErrorInvalidPitchValue, hipMemcpy2D(device, 15, host.data(), 64, 16, 2, h2d));
  FAILS_WITH(hipErrorInvalidPitchValue, hipMemcpy2D(device, 64, host.data(), 15, 16, 2, h2d));
  FAILS_WITH(hipErrorInvalidPitchValue, hipMemcpy2D(device, 0, host.data(), 16, 16, 2, h2d));
  FAILS_WITH(hipErrorInvalidValue, hipMemcpy2D(nullptr, 64, host.data(), 64, 16, 2, h2d));
  FAILS_WITH(hipErrorInvalidValue, hipMemcpy2D(device, 64, host.data(), 64, 16, 65, h2d));  // 64 rows fit
  TRY(hipMemcpy2D(device, 64, host.data(), 64, 16, 64, h2d));
  FAILS_WITH(hipErrorInvalidMemcpyDirection,
             hipMemcpy2D(device, 64, host.data(), 64, 16, 2, static_cast<hipMemcpyKind>(5)));
  FAILS_WITH(hipErrorInvalidValue, hipMemcpy2D(device, size_t{1} << 62, host.data(), 64, 16, 8, h2d));
  TRY(hipMemcpy2D(nullptr, 0, nullptr, 0, 0, 3, h2d));

  hipMemcpy3DParms p = {};
  FAILS_WITH(hipErrorInvalidValue, hipMemcpy3D(nullptr));
  FAILS_WITH(hipErrorInvalidValue, hipMemcpy3D(&p));
  p.srcPtr = {host.data(), 64, 64, 8};
  p.dstPtr = {device, 64, 64, 8};
  p.extent = {64, 8, 8};
  p.kind = h2d;
  TRY(hipMemcpy3D(&p));
  p.dstPos.z = 1;  // leaves the allocation
  FAILS_WITH(hipErrorInvalidValue, hipMemcpy3D(&p));
  p.dstPos = {1, 0, 0};  // leaves the row
  FAILS_WITH(hipErrorInvalidValue, hipMemcpy3D(&p));
  p.dstPos = {0, 0, SIZE_MAX / 64};
  FAILS_WITH(hipErrorInvalidValue, hipMemcpy3D(&p));
  p.dstPos = {};
  p.dstPtr.pitch = 63;
  FAILS_WITH(hipErrorInvalidPitchValue, hipMemcpy3D(&p));
  p.dstPtr.pitch = size_t{1} << 40;
  FAILS_WITH(hipErrorInvalidValue, hipMemcpy3D(&p));

  HIP_MEMCPY3D d = {};
  d.srcMemoryType = hipMemoryTypeHost;
  d.srcHost = host.data();
  d.dstMemoryType = hipMemoryTypeDevice;
  d.WidthInBytes = 16, d.Height = 4, d.Depth = 2;
  FAILS_WITH(hipErrorInvalidValue, hipDrvMemcpy3D(&d));  // no destination
  d.dstDevice = device;
  TRY(hipDrvMemcpy3D(&d));  // pitch 0: dense
  unsigned char back[128];
  TRY(hipMemcpy(back, device, sizeof back, hipMemcpyDeviceToHost));
  EXPECT(memcmp(back, host.data(), sizeof back) == 0);
  d.dstPitch = 15;
  FAILS_WITH(hipErrorInvalidValue, hipDrvMemcpy3D(&d));
  d.dstPitch = 16;
  d.dstZ = SIZE_MAX / 8;
  FAILS_WITH(hipErrorInvalidValue, hipDrvMemcpy3D(&d));
  FAILS_WITH(hipErrorInvalidValue, hipMemcpyParam2D(nullptr));
  TRY(hipFree(device));
}

int main() {
  random_boxes();
  refused();
  return done();
}
