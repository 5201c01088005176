// copy_lands: while the device has yet to copy into a part of pinned memory, a kernel on another stream reads the rest.
#include "pinned.h"

__global__ void add(const int* from, int* to) { to[threadIdx.x] += from[threadIdx.x]; }

__global__ void take_long(int* to) {
  for (volatile int i = 0; i < 100000000; i = i + 1) {
  }
  *to = 1;
}

int main() {
  using namespace pinned;
  int* const memory = host_memory(2 * kBytes);
  int* const rest = memory + kCount;
  int* const to = device_memory();
  int* const source = device_memory();
  hipStream_t stream, other;
  for (hipStream_t* made : {&stream, &other}) TRY(hipStreamCreateWithFlags(made, hipStreamNonBlocking));
  TRY(hipDeviceSynchronize());
  store(rest, 1);
  add<<<1, kCount, 0, stream>>>(rest, source);
  TRY(hipStreamSynchronize(stream));
  take_long<<<1, 1, 0, other>>>(device_memory());
  TRY(hipMemcpyAsync(memory, source, kBytes, hipMemcpyDeviceToHost, other));
  add<<<1, kCount, 0, stream>>>(rest, to);
  TRY(hipStreamSynchronize(other));
  add<<<1, kCount, 0, stream>>>(memory, to);
  TRY(hipStreamSynchronize(stream));
  expect(to, 2, 2);
  return done();
}
