// async_window null|per_thread|non_blocking pinned|pageable: asynchronous device-to-host copies. Prints one line a
// copy: "busy" when a query right behind it says not ready, "ready" otherwise. The copied memory is changed behind the
// copy on the same stream, and the host buffer holds other bytes before it lands, so that bytes taken too early or too
// late are told apart.
#include "window.h"

int main(int argc, char** argv) {
  using window::kDevice;
  using window::kHost;
  const char* which = argc > 1 ? argv[1] : "null";
  const bool pinned = argc > 2 && strcmp(argv[2], "pinned") == 0;
  const bool per_thread = strcmp(which, "per_thread") == 0;
  hipStream_t stream = nullptr;
  if (strcmp(which, "non_blocking") == 0) TRY(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  // Stream 0 means the per-thread stream to the _spt calls; everything else has to name it.
  const hipStream_t named = per_thread ? hipStreamPerThread : stream;

  uint8_t salt = 0x70;
  for (const window::Call& call : window::kCalls) {
    if (!call.async || call.per_thread != per_thread) continue;
    uint8_t* device = device_filled(kDevice.size(), ++salt);
    void* host = malloc(kHost.size());
    if (pinned) TRY(hipHostMalloc(&host, kHost.size(), hipHostMallocDefault));
    memset(host, 0xEE, kHost.size());
    auto* bytes = static_cast<uint8_t*>(host);
    TRY(call.issue({bytes, device, &kHost, &kDevice, hipMemcpyDeviceToHost, stream}));
    puts(hipStreamQuery(named) == hipErrorNotReady ? "busy" : "ready");
    TRY(hipMemsetAsync(device, 0xDD, kDevice.size(), named));
    TRY(hipStreamSynchronize(named));
    EXPECT(filled_from(kDevice.offset(0, 0), bytes + kHost.offset(0, 0), window::kWidth, salt));
    TRY(hipFree(device));
  }
  return done();
}
