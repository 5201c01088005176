// device_writes HOW: the kernel changes the pinned memory, the host stores the old bytes again, and the kernel runs
// again. HOW is how the program learns that the kernel is done: by waiting, or by looking into that memory.
#include <unistd.h>

#include "pinned.h"

__global__ void add_up(int* counters, int* to) { to[threadIdx.x] += ++counters[threadIdx.x]; }

__global__ void finish(int* counters) { counters[pinned::kCount] = 1; }

int main(int, char** argv) {
  using namespace pinned;
  int* const counters = host_memory(2 * kBytes);
  int* const to = device_memory();
  hipStream_t stream;
  TRY(hipStreamCreate(&stream));
  TRY(hipDeviceSynchronize());
  const bool looks = strcmp(argv[1], "looks") == 0;
  for (int round = 0; round < 3; ++round) {
    store(counters, 10);
    counters[kCount] = 0;
    add_up<<<1, kCount, 0, stream>>>(counters, to);
    if (looks) {
      finish<<<1, 1, 0, stream>>>(counters);
      while (*const_cast<volatile int*>(counters + kCount) == 0) {
      }
      usleep(50000);  // until the stream has nothing to do; no call says so
    } else {
      TRY(hipStreamSynchronize(stream));
    }
  }
  TRY(hipStreamSynchronize(stream));
  expect(to, 3 * 11, 3);
  return done();
}
