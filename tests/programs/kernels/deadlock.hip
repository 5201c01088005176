// deadlock.hip - a wait that can never end: for the grid, in a launch that is not cooperative.
#include <hip/hip_cooperative_groups.h>

#include "check.h"

__global__ void meet() { cooperative_groups::this_grid().sync(); }

int main() {
  meet<<<2, 32>>>();
  TRY(hipDeviceSynchronize());
  return done();
}
