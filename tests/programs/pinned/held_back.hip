// held_back HOW: launches on a stream that only the program lets go on, by a call or by a store. Whoever waits for the
// stream behind the program's back waits for ever, and the alarm ends the program.
#include <unistd.h>

#include "pinned.h"

__global__ void add(const int* from, int* to) { to[threadIdx.x] += from[threadIdx.x]; }
__global__ void write(int* to, int value) { to[threadIdx.x] = value + threadIdx.x; }

int main(int, char** argv) {
  using namespace pinned;
  alarm(30);
  int* const gate = host_memory();
  int* const memory = host_memory();
  int* const to = device_memory();
  hipStream_t stream, other;
  TRY(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  TRY(hipStreamCreateWithFlags(&other, hipStreamNonBlocking));
  TRY(hipDeviceSynchronize());
  store(memory, 0);
  TRY(hipStreamWaitValue32(stream, gate, 1, hipStreamWaitValueEq, 0xFFFFFFFFu));
  write<<<1, kCount, 0, stream>>>(memory, 5);
  add<<<1, kCount, 0, stream>>>(memory, to);  // nothing has changed yet: left alone
  EXPECT(hipStreamQuery(stream) == hipErrorNotReady);
  if (strcmp(argv[1], "store") == 0) {
    *const_cast<volatile int*>(gate) = 1;
  } else {
    TRY(hipStreamWriteValue32(other, gate, 1, 0));
  }
  TRY(hipStreamSynchronize(stream));
  expect(to, 5);
  return done();
}
