// async STREAM WHAT: a device-to-host copy on the null, per-thread or own stream, and what may go wrong around it.
#include <signal.h>

#include <string>

#include "check.h"

constexpr size_t kSize = 1000;

int main(int, char** argv) {
  const std::string on = argv[1], what = argv[2];
  hipStream_t stream = nullptr;
  if (on == "own") TRY(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  const bool per_thread = on == "per-thread";
  void* device = device_memory(kSize);
  static char host[kSize];
  memset(host, 'x', sizeof host);
  if (what == "chain") {
    // Up again from pinned memory into which a copy down has not landed yet.
    void *pinned = nullptr, *second = device_memory(kSize);
    TRY(hipHostMalloc(&pinned, kSize, 0));
    memset(pinned, 'x', kSize);
    TRY(hipMemsetAsync(device, 'a', kSize, stream));
    TRY(hipMemcpyAsync(pinned, device, kSize, hipMemcpyDeviceToHost, stream));
    TRY(hipMemcpyAsync(second, pinned, kSize, hipMemcpyHostToDevice, stream));
    TRY(hipStreamSynchronize(stream));
    return 0;
  }
  if (what == "plain") {
    TRY(hipMemcpyAsync(host, device, kSize, hipMemcpyDeviceToHost, stream));
    TRY(hipStreamSynchronize(stream));
    return 0;
  }
  if (what == "other") {
    hipStream_t idle;
    TRY(hipStreamCreate(&idle));
    TRY(hipMemcpyAsync(host, device, kSize, hipMemcpyDeviceToHost, stream));
    TRY(hipStreamSynchronize(idle));
    return 0;
  }
  // The copy must see what is queued before it, and not what is queued after it.
  const hipStream_t work = per_thread ? hipStreamPerThread : stream;
  TRY(hipMemsetAsync(device, 'a', kSize, work));
  if (what == "capture") TRY(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
  if (per_thread)
    TRY(hipMemcpyAsync_spt(host, device, kSize, hipMemcpyDeviceToHost, nullptr));
  else
    TRY(hipMemcpyAsync(host, device, kSize, hipMemcpyDeviceToHost, stream));
  if (what == "capture") {
    hipGraph_t graph;
    TRY(hipStreamEndCapture(stream, &graph));
  }
  // Nothing may have waited for it.
  if (what == "late") EXPECT(hipStreamQuery(work) == hipErrorNotReady && host[0] == 'x');
  if (what == "late") EXPECT(hipPeekAtLastError() == hipSuccess);
  TRY(hipMemsetAsync(device, 'b', kSize, work));
  if (what == "unsynced") return 0;
  if (what == "polled") {
    while (hipStreamQuery(work) == hipErrorNotReady) usleep(1000);
  } else {
    TRY(hipStreamSynchronize(work));
  }
  if (what != "capture") EXPECT(host[0] == 'a' && host[kSize - 1] == 'a');
  // From here on the host memory is the program's again.
  memset(host, 'z', sizeof host);
  if (what == "killed") raise(9);
  return 0;
}
