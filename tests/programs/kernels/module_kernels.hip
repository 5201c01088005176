// module_kernels.hip - a code object for the program module.cpp.
#include <hip/hip_runtime.h>

__device__ int offset = 100;
__constant__ int factor;

extern "C" __global__ void scale(int* data, int n, char step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = data[i] * factor + offset + step;
}

extern "C" __global__ void count(int* data) { atomicAdd(data, 1); }

struct Sixteen {
  float4 v;
};
extern "C" __global__ void wide(char first, Sixteen value, float* out) { *out = first + value.v.w; }
extern "C" __global__ __launch_bounds__(64) void bounded(int* data) { *data = blockDim.x; }
