// part_one.hip - with part_two.hip: two sources, each with a static kernel and a variable of the same name.
#include "check.h"

static __device__ int value = 1;
static __global__ void kernel(int* out) { *out = value; }
template <class T>
__global__ void common(T* out) {
  *out = 77;
}

int two(int* out);

int main() {
  int *out, seen = 0;
  TRY(hipMalloc(&out, sizeof(int)));
  kernel<<<1, 1>>>(out);
  TRY(hipMemcpy(&seen, out, sizeof(int), hipMemcpyDeviceToHost));
  EXPECT(seen == 1);
  EXPECT(two(out) == 2);
  common<<<1, 1>>>(out);
  TRY(hipMemcpy(&seen, out, sizeof(int), hipMemcpyDeviceToHost));
  EXPECT(seen == 77);
  return done();
}
