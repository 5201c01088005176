// default_kind explicit|default: copies whose direction is told by the kind, or found from the pointers.
#include "window.h"

int main(int argc, char** argv) {
  using window::kDevice;
  using window::kHost;
  const bool find = argc > 1 && strcmp(argv[1], "default") == 0;
  const hipMemcpyKind to_host = find ? hipMemcpyDefault : hipMemcpyDeviceToHost;
  const hipMemcpyKind to_device = find ? hipMemcpyDefault : hipMemcpyHostToDevice;
  hipStream_t stream;
  TRY(hipStreamCreate(&stream));
  uint8_t* device = device_filled(kDevice.size(), 0x91);
  uint8_t up[kHost.size()], down[kHost.size()];
  uint8_t salt = 0x92;
  for (const window::Call& call : window::kCalls) {
    // The driver forms have memory types instead of a kind.
    if (strstr(call.name, "Drv") != nullptr || strstr(call.name, "Param") != nullptr) continue;
    const hipStream_t on = call.per_thread ? hipStreamPerThread : stream;
    fill(up, sizeof up, ++salt);
    TRY(call.issue({device, up, &kDevice, &kHost, to_device, on}));
    TRY(hipStreamSynchronize(on));
    TRY(call.issue({down, device, &kHost, &kDevice, to_host, on}));
    TRY(hipStreamSynchronize(on));
    EXPECT(memcmp(down + kHost.offset(0, 0), up + kHost.offset(0, 0), window::kWidth) == 0);
  }
  fill(up, sizeof up, ++salt);
  TRY(hipMemcpy(device, up, sizeof up, to_device));
  TRY(hipMemcpy(down, device, sizeof down, to_host));
  EXPECT(memcmp(down, up, sizeof up) == 0);
  TRY(hipStreamDestroy(stream));
  return done();
}
