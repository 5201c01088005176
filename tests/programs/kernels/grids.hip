// grids.hip - one, two and three dimensions of blocks and threads.
#include "check.h"

__global__ void where(unsigned* out) {
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  unsigned* mine = out + (block * blockDim.x * blockDim.y * blockDim.z + thread) * 2;
  mine[0] = hipBlockIdx_x | hipBlockIdx_y << 8 | hipBlockIdx_z << 16;
  mine[1] = hipThreadIdx_x | hipThreadIdx_y << 8 | hipThreadIdx_z << 16;
}

// The same with a barrier, so on fibers.
__global__ void where_waiting(unsigned* out) {
  __syncthreads();
  const dim3 t = threadIdx, b = blockIdx;
  const uint3 size = blockDim;
  __syncthreads();
  const unsigned block = b.x + gridDim.x * (b.y + gridDim.y * b.z);
  const unsigned thread = t.x + size.x * (t.y + size.y * t.z);
  unsigned* mine = out + (block * size.x * size.y * size.z + thread) * 2;
  mine[0] = blockIdx.x | blockIdx.y << 8 | blockIdx.z << 16;
  mine[1] = threadIdx.x | threadIdx.y << 8 | threadIdx.z << 16;
}

static void try_grid(dim3 grid, dim3 block, bool waiting) {
  const size_t bytes = (size_t)grid.x * grid.y * grid.z * block.x * block.y * block.z * 8;
  unsigned *out, *host = (unsigned*)malloc(bytes);
  TRY(hipMalloc(&out, bytes));
  if (waiting) {
    where_waiting<<<grid, block>>>(out);
  } else {
    where<<<grid, block>>>(out);
  }
  TRY(hipMemcpy(host, out, bytes, hipMemcpyDeviceToHost));
  const unsigned* at = host;
  int wrong = 0;
  for (unsigned bz = 0; bz < grid.z; ++bz)
    for (unsigned by = 0; by < grid.y; ++by)
      for (unsigned bx = 0; bx < grid.x; ++bx)
        for (unsigned tz = 0; tz < block.z; ++tz)
          for (unsigned ty = 0; ty < block.y; ++ty)
            for (unsigned tx = 0; tx < block.x; ++tx, at += 2)
              wrong += at[0] != (bx | by << 8 | bz << 16) || at[1] != (tx | ty << 8 | tz << 16);
  EXPECT(wrong == 0);
  TRY(hipFree(out));
  free(host);
}

int main() {
  for (int waiting = 0; waiting < 2; ++waiting) {
    try_grid(dim3(1), dim3(1), waiting);
    try_grid(dim3(7), dim3(33), waiting);
    try_grid(dim3(3, 5), dim3(8, 4), waiting);
    try_grid(dim3(2, 3, 4), dim3(5, 6, 7), waiting);
    try_grid(dim3(1, 1, 9), dim3(1, 1, 64), waiting);
    try_grid(dim3(200, 2, 2), dim3(4, 2), waiting);
  }
  return done();
}
