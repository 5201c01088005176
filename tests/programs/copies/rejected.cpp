// rejected null|pitch: copies that the runtime refuses, in both directions, for a null device pointer or a pitch below
// the width. The first row of the host side is there, the second lies on a page that can be neither read nor written,
// so that whoever reads or writes the rows is found out.
#include "check.h"
#include "pages.h"

namespace {

constexpr size_t kWidth = 48, kRows = 2, kPitch = 160;

// Refused copies from and to a host rect by the plain, the 3D and the driver call.
void refuse(uint8_t* device, uint8_t* host, size_t pitch) {
  EXPECT_REFUSED(hipMemcpy2D(host, pitch, device, kPitch, kWidth, kRows, hipMemcpyDeviceToHost));
  EXPECT_REFUSED(hipMemcpy2D(device, kPitch, host, pitch, kWidth, kRows, hipMemcpyHostToDevice));

  hipMemcpy3DParms p = {};
  p.extent = {kWidth, kRows, 1};
  p.srcPtr = {device, kPitch, kWidth, kRows};
  p.dstPtr = {host, pitch, kWidth, kRows};
  p.kind = hipMemcpyDeviceToHost;
  EXPECT_REFUSED(hipMemcpy3D(&p));
  p.srcPtr = {host, pitch, kWidth, kRows};
  p.dstPtr = {device, kPitch, kWidth, kRows};
  p.kind = hipMemcpyHostToDevice;
  EXPECT_REFUSED(hipMemcpy3D(&p));

  hip_Memcpy2D d = {};
  d.WidthInBytes = kWidth;
  d.Height = kRows;
  d.srcMemoryType = hipMemoryTypeDevice;
  d.srcDevice = device;
  d.srcPitch = kPitch;
  d.dstMemoryType = hipMemoryTypeHost;
  d.dstHost = host;
  d.dstPitch = pitch;
  EXPECT_REFUSED(hipMemcpyParam2D(&d));
  d.srcMemoryType = hipMemoryTypeHost;
  d.srcHost = host;
  d.srcPitch = pitch;
  d.dstMemoryType = hipMemoryTypeDevice;
  d.dstDevice = device;
  d.dstPitch = kPitch;
  EXPECT_REFUSED(hipMemcpyParam2D(&d));
}

}  // namespace

int main(int argc, char** argv) {
  const char* why = argc > 1 ? argv[1] : "";
  const GuardedPages pages = middle_page_unreadable();
  memset(pages.first, 0xEE, pages.page);
  uint8_t* device = device_filled(kPitch * kRows, 0x61);
  uint8_t* host = pages.middle - kWidth;  // the first row is there, the second is not
  if (strcmp(why, "null") == 0) {
    refuse(nullptr, host, kPitch);
  } else if (strcmp(why, "pitch") == 0) {
    refuse(device, host, kWidth - 1);
  }
  EXPECT(all(pages.first, pages.page, 0xEE));
  (void)hipGetLastError();
  uint8_t back[kPitch * kRows];
  TRY(hipMemcpy(back, device, sizeof back, hipMemcpyDeviceToHost));
  EXPECT(filled_from(0, back, sizeof back, 0x61));
  return done();
}
