// part_two.hip - the other half of part_one.hip.
#include "check.h"

static __device__ int value = 2;
static __global__ void kernel(int* out) { *out = value; }
template <class T>
__global__ void common(T* out) {
  *out = 77;
}

int two(int* out) {
  int seen = 0;
  common<<<1, 1>>>(out);
  kernel<<<1, 1>>>(out);
  TRY(hipMemcpy(&seen, out, sizeof(int), hipMemcpyDeviceToHost));
  return seen;
}
