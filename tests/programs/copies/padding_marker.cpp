// padding_marker d2h|h2d: every host byte that no copy moves holds a marker, which must not reach the archive.
#include "window.h"

namespace {

void mark(uint8_t* host, size_t size) {
  static const char marker[] = "PRIVATE-PADDING.";
  for (size_t offset = 0; offset < size; ++offset) host[offset] = static_cast<uint8_t>(marker[offset % 16]);
}

}  // namespace

int main(int argc, char** argv) {
  using window::kDevice;
  using window::kHost;
  const bool to_host = argc > 1 && strcmp(argv[1], "d2h") == 0;
  hipStream_t stream;
  TRY(hipStreamCreate(&stream));
  uint8_t salt = 0x40;
  for (const window::Call& call : window::kCalls) {
    uint8_t* device = device_filled(kDevice.size(), ++salt);
    uint8_t host[kHost.size()];
    mark(host, sizeof host);
    for (size_t k = 0; k < call.depth; ++k) {
      for (size_t j = 0; j < window::kHeight; ++j)
        fill(host + kHost.offset(k, j), window::kWidth, static_cast<uint8_t>(salt + 3 * k + j));
    }
    const hipStream_t on = call.per_thread ? hipStreamPerThread : stream;
    const window::Ends down = {host, device, &kHost, &kDevice, hipMemcpyDeviceToHost, on};
    const window::Ends up = {device, host, &kDevice, &kHost, hipMemcpyHostToDevice, on};
    TRY(call.issue(to_host ? down : up));
    TRY(hipStreamSynchronize(on));
    EXPECT(memcmp(host, "PRIVATE-PADDING.", 16) == 0);
    TRY(hipFree(device));
  }
  TRY(hipStreamDestroy(stream));
  return done();
}
