// dense_and_pitched: a dense copy from the base of its host memory and a pitched one, in both directions.
#include "window.h"

int main() {
  using window::kDevice;
  using window::kHeight;
  using window::kHost;
  using window::kWidth;
  uint8_t* device = device_filled(kDevice.size(), 0xA1);
  uint8_t up[kHost.size()], down[kHost.size()];
  const size_t pitches[] = {kWidth, kHost.pitch};
  for (const size_t pitch : pitches) {
    fill(up, sizeof up, static_cast<uint8_t>(0xA2 + pitch));
    TRY(hipMemcpy2D(device, kDevice.pitch, up, pitch, kWidth, kHeight, hipMemcpyHostToDevice));
    TRY(hipMemcpy2D(down, pitch, device, kDevice.pitch, kWidth, kHeight, hipMemcpyDeviceToHost));
    for (size_t row = 0; row < kHeight; ++row) EXPECT(memcmp(down + row * pitch, up + row * pitch, kWidth) == 0);
  }
  return done();
}
