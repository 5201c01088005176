// never_waited_for: an asynchronous copy to pinned host memory after which the process ends at once, with no clean-up.
#include <unistd.h>

#include "window.h"

int main() {
  using window::kDevice;
  using window::kHost;
  hipStream_t stream;
  TRY(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  uint8_t* device = device_filled(kDevice.size(), 0x81);
  uint8_t first[kHost.size()];
  TRY(hipMemcpy2D(first, kHost.pitch, device, kDevice.pitch, window::kWidth, window::kHeight, hipMemcpyDeviceToHost));
  void* host = nullptr;
  TRY(hipHostMalloc(&host, kHost.size(), hipHostMallocDefault));
  memset(host, 0xEE, kHost.size());
  TRY(hipMemcpy2DAsync(host, kHost.pitch, device + 16, kDevice.pitch, window::kWidth, window::kHeight,
                       hipMemcpyDeviceToHost, stream));
  _exit(0);
}
