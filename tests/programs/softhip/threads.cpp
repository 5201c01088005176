// threads - several threads with streams of their own and shared ones, all kinds of calls at once.
#include <vector>

#include "gate.h"

constexpr int kThreads = 4, kRounds = 200;

static void own_work(unsigned salt, hipStream_t shared) {
  hipStream_t mine;
  hipEvent_t event;
  TRY(hipStreamCreateWithFlags(&mine, salt % 2 ? hipStreamNonBlocking : hipStreamDefault));
  TRY(hipEventCreate(&event));
  void* pinned = nullptr;
  TRY(hipHostMalloc(&pinned, 512, 0));
  for (int i = 0; i < kRounds; ++i) {
    void* device = nullptr;
    unsigned char back[512];
    TRY(hipMalloc(&device, 512));
    fill(pinned, 512, salt + static_cast<unsigned>(i));
    TRY(hipMemcpyAsync(device, pinned, 512, hipMemcpyHostToDevice, mine));
    TRY(hipEventRecord(event, mine));
    TRY(hipStreamWaitEvent(shared, event, 0));
    TRY(hipLaunchHostFunc(shared, nothing, nullptr));
    TRY(hipEventRecord(event, shared));
    TRY(hipEventSynchronize(event));
    if (i % 2) TRY(hipMemcpy(back, device, 512, hipMemcpyDeviceToHost));
    if (!(i % 2)) TRY(hipMemcpyAsync(back, device, 512, hipMemcpyDeviceToHost, hipStreamPerThread));
    EXPECT(filled(back, 512, salt + static_cast<unsigned>(i)));
    TRY(i % 3 ? hipFree(device) : hipFreeAsync(device, mine));
  }
  TRY(hipStreamDestroy(mine));
  TRY(hipEventDestroy(event));
  TRY(hipHostFree(pinned));
}

// Several threads append to one stream: every piece of work runs, one at a time.
static void one_stream_for_all() {
  hipStream_t stream;
  long counter = 0;  // no atomic: work of one stream never overlaps
  TRY(hipStreamCreate(&stream));
  const auto add = [](void* at) { ++*static_cast<long*>(at); };
  std::vector<std::thread> threads;
  unsigned char* device = device_filled(64, 1);
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      unsigned char back[64];
      for (int i = 0; i < 2000; ++i) {
        TRY(hipLaunchHostFunc(stream, add, &counter));
        if (i % 100 == 0) TRY(hipMemcpyWithStream(back, device, 64, hipMemcpyDeviceToHost, stream));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  TRY(hipStreamSynchronize(stream));
  EXPECT(counter == 2000 * kThreads);
  TRY(hipFree(device));
  TRY(hipStreamDestroy(stream));
}

int main() {
  hipStream_t shared;
  TRY(hipStreamCreate(&shared));
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < kThreads; ++t) threads.emplace_back(own_work, 1000 * t, shared);
  for (std::thread& thread : threads) thread.join();
  TRY(hipStreamDestroy(shared));
  one_stream_for_all();
  return done();
}
