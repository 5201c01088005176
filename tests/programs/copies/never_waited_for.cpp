// never_waited_for: an asynchronous device-to-host copy after which the process ends at once, with no clean-up at all.
#include <unistd.h>

#include "window.h"

int main() {
  using window::kDevice;
  using window::kHost;
  hipStream_t stream;
  TRY(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  uint8_t* device = device_filled(kDevice.size(), 0x81);
  uint8_t first[kHost.size()];
  static uint8_t host[kHost.size()];
  TRY(hipMemcpy2D(first, kHost.pitch, device, kDevice.pitch, window::kWidth, window::kHeight, hipMemcpyDeviceToHost));
  memset(host, 0xEE, sizeof host);
  TRY(hipMemcpy2DAsync(host, kHost.pitch, device + 16, kDevice.pitch, window::kWidth, window::kHeight,
                       hipMemcpyDeviceToHost, stream));
  _exit(0);
}
