// shared_memory.hip - the ways to declare shared memory.
#include "check.h"

extern __shared__ int whole[];
__shared__ int at_namespace_scope[64];

template <class T>
__global__ void typed(T* out) {
  extern __shared__ __align__(16) unsigned char raw[];
  T* mine = reinterpret_cast<T*>(raw);
  mine[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = mine[blockDim.x - 1 - threadIdx.x];
}

__global__ void rows(int* out) {
  extern __shared__ volatile int table[][8];
  table[threadIdx.y][threadIdx.x] = threadIdx.y * 10 + threadIdx.x;
  __syncthreads();
  out[threadIdx.y * 8 + threadIdx.x] = table[threadIdx.x % blockDim.y][threadIdx.y];
}

__global__ void outside(int* out) {
  whole[threadIdx.x] = threadIdx.x * 3;
  at_namespace_scope[threadIdx.x] = threadIdx.x * 5;
  __syncthreads();
  out[threadIdx.x] = whole[63 - threadIdx.x] + at_namespace_scope[63 - threadIdx.x];
}

struct alignas(32) Wide {
  double d[4];
};

__global__ void many(int* out) {
  HIP_DYNAMIC_SHARED(int, dynamic)
  __shared__ alignas(64) char aligned[64];
  static __shared__ int a, b[2];
  volatile __shared__ float c;
  __shared__ Wide wide[2];
  if (threadIdx.x == 0) {
    a = 1, b[1] = 2, c = 3, wide[1].d[3] = 4;
    aligned[63] = 5;
    dynamic[1] = 6;
  }
  __syncthreads();
  if (threadIdx.x == 1) {
    *out = a + b[1] + (int)c + (int)wide[1].d[3] + aligned[63] + dynamic[1];
    if ((size_t)aligned % 64 != 0 || (size_t)wide % 32 != 0 || (size_t)dynamic % 16 != 0) *out = -1;
  }
}

// Blocks that run at the same time have shared memory of their own.
__global__ void crowd(int* out) {
  __shared__ int mine;
  if (threadIdx.x == 0) mine = blockIdx.x;
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < 50; ++i) {
    sum += mine;
    __syncthreads();
  }
  if (threadIdx.x == 7) out[blockIdx.x] = sum;
}

int main() {
  int *out, host[1000];
  TRY(hipMalloc(&out, sizeof(host)));
  typed<int><<<1, 100, 100 * sizeof(int)>>>(out);
  TRY(hipMemcpy(host, out, 400, hipMemcpyDeviceToHost));
  for (int i = 0; i < 100; ++i) EXPECT(host[i] == 99 - i);
  typed<double><<<1, 100, 100 * sizeof(double)>>>((double*)out);
  TRY(hipMemcpy(host, out, 800, hipMemcpyDeviceToHost));
  for (int i = 0; i < 100; ++i) EXPECT(((double*)host)[i] == 99 - i);
  rows<<<1, dim3(8, 4), 4 * 8 * sizeof(int)>>>(out);
  TRY(hipMemcpy(host, out, 128, hipMemcpyDeviceToHost));
  for (int i = 0; i < 32; ++i) EXPECT(host[i] == i % 8 % 4 * 10 + i / 8);
  outside<<<1, 64, 256>>>(out);
  TRY(hipMemcpy(host, out, 256, hipMemcpyDeviceToHost));
  for (int i = 0; i < 64; ++i) EXPECT(host[i] == (63 - i) * 8);
  many<<<1, 2, 8>>>(out);
  TRY(hipMemcpy(host, out, 4, hipMemcpyDeviceToHost));
  EXPECT(host[0] == 21);
  crowd<<<1000, 8>>>(out);
  TRY(hipMemcpy(host, out, sizeof(host), hipMemcpyDeviceToHost));
  for (int i = 0; i < 1000; ++i) EXPECT(host[i] == 50 * i);

  hipFuncAttributes attributes;
  TRY(hipFuncGetAttributes(&attributes, many));
  EXPECT(attributes.sharedSizeBytes == 64 + 4 + 8 + 4 + 64);
  FAILS_WITH(hipErrorInvalidValue, (many<<<1, 2, 65500>>>(out), hipGetLastError()));
  return done();
}
