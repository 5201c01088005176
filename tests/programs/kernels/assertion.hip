// assertion.hip - assert in a kernel ends the program.
#include <assert.h>

#include "check.h"

__global__ void check(int n) { assert(n < 3 && "too many"); }

int main() {
  check<<<1, 1>>>(3);
  TRY(hipDeviceSynchronize());
  return done();
}
