// two_devices.hip - a fat binary is loaded onto each device that uses it; its variables are then several.
#include "check.h"

__device__ int mine;

__global__ void put(int value) { mine = value; }

int main() {
  int count = 0, seen[2] = {};
  TRY(hipGetDeviceCount(&count));
  EXPECT(count == 2);
  for (int d = 0; d < 2; ++d) {
    TRY(hipSetDevice(d));
    put<<<1, 1>>>(d + 50);
    TRY(hipDeviceSynchronize());
  }
  for (int d = 0; d < 2; ++d) {
    TRY(hipSetDevice(d));
    TRY(hipMemcpyFromSymbol(&seen[d], mine, sizeof(int)));
  }
  EXPECT(seen[0] == 50 && seen[1] == 51);
  return done();
}
