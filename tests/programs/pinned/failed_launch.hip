// failed_launch: a launch that fails leaves nothing behind; the next one carries the bytes.
#include <unistd.h>

#include "pinned.h"

__global__ void copy(const int* from, int* to) { to[threadIdx.x] = from[threadIdx.x]; }

int main() {
  using namespace pinned;
  int* const gate = host_memory();
  int* const from = host_memory();
  int* const to = device_memory();
  alarm(30);
  hipStream_t stream, other;
  TRY(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  TRY(hipStreamCreateWithFlags(&other, hipStreamNonBlocking));
  TRY(hipDeviceSynchronize());
  TRY(hipStreamWaitValue32(stream, gate, 1, hipStreamWaitValueEq, 0xFFFFFFFFu));
  store(from, 7);
  copy<<<1, kCount, 64 << 20, stream>>>(from, to);
  EXPECT(hipGetLastError() != hipSuccess);
  copy<<<1, kCount, 0, stream>>>(from, to);
  TRY(hipStreamWriteValue32(other, gate, 1, 0));
  TRY(hipStreamSynchronize(stream));
  expect(to, 7);
  return done();
}
