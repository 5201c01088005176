#include <hip/hip_runtime.h>

__device__ int factor = 1;

// Through shared memory, more of it than a kernel may have unasked.
extern "C" __global__ void staged(int* out, int count) {
  extern __shared__ int held[];
  for (int i = threadIdx.x; i < count; i += blockDim.x) held[i] = i;
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += blockDim.x) out[i] = held[i] * factor;
}
