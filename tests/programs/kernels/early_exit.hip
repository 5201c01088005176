// early_exit.hip - threads that have ended count as arrived at a barrier.
#include "check.h"

__global__ void leave(int* out, int n) {
  if (threadIdx.x % 3 == 1) return;
  __syncthreads();
  if ((int)threadIdx.x >= n) return;
  __shared__ int seen;
  if (threadIdx.x == 0) seen = 0;
  __syncthreads();
  atomicAdd(&seen, 1);
  __syncthreads();
  if (threadIdx.x == 2) *out = seen;
}

// Barriers in different places meet, as with a GPU's hardware.
__global__ void apart(int* out) {
  __shared__ int value;
  if (threadIdx.x < 64) {
    value = 9;
    __syncthreads();
  } else {
    __syncthreads();
    out[threadIdx.x - 64] = value;
  }
}

int main() {
  int *out, host[64];
  TRY(hipMalloc(&out, sizeof(host)));
  leave<<<1, 200>>>(out, 50);
  TRY(hipMemcpy(host, out, 4, hipMemcpyDeviceToHost));
  EXPECT(host[0] == 33);
  apart<<<1, 128>>>(out);
  TRY(hipMemcpy(host, out, sizeof(host), hipMemcpyDeviceToHost));
  for (int i = 0; i < 64; ++i) EXPECT(host[i] == 9);
  return done();
}
