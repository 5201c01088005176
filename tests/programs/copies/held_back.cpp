// held_back null|per_thread|non_blocking: asynchronous device-to-host copies on a stream that only the program can let
// go on. Whoever waits for the stream behind the program's back waits for ever, and the alarm ends the program.
#include <unistd.h>

#include "window.h"

int main(int argc, char** argv) {
  using window::kDevice;
  using window::kHost;
  const char* which = argc > 1 ? argv[1] : "null";
  const bool per_thread = strcmp(which, "per_thread") == 0;
  alarm(30);
  hipStream_t stream = nullptr;
  if (strcmp(which, "non_blocking") == 0) TRY(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  const hipStream_t named = per_thread ? hipStreamPerThread : stream;
  void* memory = nullptr;
  TRY(hipHostMalloc(&memory, sizeof(uint32_t), hipHostMallocDefault));
  auto* gate = static_cast<volatile uint32_t*>(memory);
  void* host = nullptr;
  TRY(hipHostMalloc(&host, kHost.size(), hipHostMallocDefault));
  auto* bytes = static_cast<uint8_t*>(host);
  uint8_t salt = 0xD0;
  for (const window::Call& call : window::kCalls) {
    if (!call.async || call.per_thread != per_thread) continue;
    uint8_t* device = device_filled(kDevice.size(), ++salt);
    memset(host, 0xEE, kHost.size());
    *gate = 0;
    TRY(hipStreamWaitValue32(named, memory, 1, hipStreamWaitValueEq, 0xFFFFFFFFu));
    TRY(call.issue({bytes, device, &kHost, &kDevice, hipMemcpyDeviceToHost, stream}));
    EXPECT(hipStreamQuery(named) == hipErrorNotReady);
    EXPECT(all(host, kHost.size(), 0xEE));
    *gate = 1;
    TRY(hipStreamSynchronize(named));
    EXPECT(filled_from(kDevice.offset(0, 0), bytes + kHost.offset(0, 0), window::kWidth, salt));
    TRY(hipFree(device));
  }
  return done();
}
