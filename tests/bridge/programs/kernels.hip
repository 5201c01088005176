// kernels.hip - the kernels of tests/gpu/kernels.ptx again, for softhip.
#include <hip/hip_runtime.h>

extern "C" {
__device__ unsigned threads_seen;
}

extern "C" __global__ void fill(unsigned* out, unsigned count, unsigned first) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = first + i;
}

struct Scale {
  float* out;
  const float* in;
  float factor;
  unsigned count;
};

extern "C" __global__ void scale(Scale parms) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < parms.count) parms.out[i] = parms.in[i] * parms.factor;
}

extern "C" __global__ void count_threads() { atomicAdd(&threads_seen, 1u); }

extern "C" __global__ void rotate(unsigned* data) {
  extern __shared__ unsigned scratch[];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  scratch[threadIdx.x] = data[i];
  __syncthreads();
  data[i] = scratch[(threadIdx.x + 1) % blockDim.x];
}
