// reduce.hip - a tree in shared memory, one atomic for each block; several ways to count at a barrier.
#include "check.h"

__global__ void reduce(const int* in, int n, unsigned long long* total, float* ftotal, double* dtotal) {
  extern __shared__ long long partial[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  partial[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    atomicAdd(total, (unsigned long long)partial[0]);
    atomicAdd(ftotal, (float)partial[0]);
    atomicAdd(dtotal, (double)partial[0]);
  }
}

__global__ void counts(int* out) {
  const int odd = __syncthreads_count(threadIdx.x % 2);
  const int all = __syncthreads_and(threadIdx.x < 100);
  const int none = __syncthreads_and(threadIdx.x < 99);
  const int any = __syncthreads_or(threadIdx.x == 57);
  const int nobody = __syncthreads_or(threadIdx.x > 100);
  if (threadIdx.x == 3) {
    out[0] = odd;
    out[1] = all;
    out[2] = none;
    out[3] = any;
    out[4] = nobody;
  }
}

int main() {
  const int n = 12345;
  int* host = new int[n];
  unsigned long long expected = 0;
  for (int i = 0; i < n; ++i) expected += host[i] = i * 7 % 101;
  int* in;
  struct {
    unsigned long long total;
    double dtotal;
    float ftotal;
  } *out, result;
  TRY(hipMalloc(&in, n * sizeof(int)));
  TRY(hipMalloc(&out, sizeof(*out)));
  TRY(hipMemset(out, 0, sizeof(*out)));
  TRY(hipMemcpy(in, host, n * sizeof(int), hipMemcpyHostToDevice));
  reduce<<<(n + 127) / 128, 128, 128 * sizeof(long long)>>>(in, n, &out->total, &out->ftotal, &out->dtotal);
  TRY(hipMemcpy(&result, out, sizeof(result), hipMemcpyDeviceToHost));
  EXPECT(result.total == expected);
  EXPECT(result.dtotal == (double)expected);
  EXPECT(result.ftotal == (float)expected);

  counts<<<1, 100>>>(in);
  int seen[5];
  TRY(hipMemcpy(seen, in, sizeof(seen), hipMemcpyDeviceToHost));
  EXPECT(seen[0] == 50 && seen[1] == 1 && seen[2] == 0 && seen[3] == 1 && seen[4] == 0);
  return done();
}
