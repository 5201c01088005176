// print.hip - printf in a kernel.
#include "check.h"

__global__ void print(int n) {
  if (threadIdx.x == 2) printf("block %u says %d %.1f %s\n", blockIdx.x, n, 1.5, "text");
}

int main() {
  for (int i = 0; i < 2; ++i) {
    print<<<1, 4>>>(i);
    TRY(hipDeviceSynchronize());
  }
  return done();
}
