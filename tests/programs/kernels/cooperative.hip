// cooperative.hip - all blocks of a grid meet.
#include <hip/hip_cooperative_groups.h>

#include "check.h"

namespace cg = cooperative_groups;

__global__ void rounds(int* cells, int* out, int n) {
  const cg::grid_group grid = cg::this_grid();
  __shared__ int base;
  for (int round = 0; round < n; ++round) {
    if (threadIdx.x == 0) base = cells[blockIdx.x];
    __syncthreads();
    grid.sync();
    // Every block writes into its neighbour's cell.
    if (threadIdx.x == 0) cells[(blockIdx.x + 1) % gridDim.x] = base + 1;
    cg::sync(grid);
  }
  if (blockIdx.x == 1) return;  // and is not waited for any more
  grid.sync();
  if (grid.thread_rank() == 0) *out = grid.is_valid() ? (int)grid.size() : -1;
}

int main() {
  int blocks_each = 0;
  hipDeviceProp_t properties;
  TRY(hipGetDeviceProperties(&properties, 0));
  TRY(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_each, rounds, 96, 0));
  const int blocks = blocks_each * properties.multiProcessorCount;
  EXPECT(blocks >= 2);
  int *cells, *out, *host = new int[blocks], n = 5, seen = 0;
  TRY(hipMalloc(&cells, blocks * sizeof(int)));
  TRY(hipMalloc(&out, sizeof(int)));
  for (int i = 0; i < blocks; ++i) host[i] = i * 100;
  TRY(hipMemcpy(cells, host, blocks * sizeof(int), hipMemcpyHostToDevice));
  void* arguments[] = {&cells, &out, &n};
  TRY(hipLaunchCooperativeKernel(rounds, dim3(blocks), dim3(96), arguments, 0, 0));
  TRY(hipMemcpy(host, cells, blocks * sizeof(int), hipMemcpyDeviceToHost));
  TRY(hipMemcpy(&seen, out, sizeof(int), hipMemcpyDeviceToHost));
  for (int i = 0; i < blocks; ++i) EXPECT(host[i] == ((i - n) % blocks + blocks) % blocks * 100 + n);
  EXPECT(seen == blocks * 96);
  FAILS_WITH(hipErrorCooperativeLaunchTooLarge,
             hipLaunchCooperativeKernel(rounds, dim3(blocks + 1), dim3(96), arguments, 0, 0));
  return done();
}
