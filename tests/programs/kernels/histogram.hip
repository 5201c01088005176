// histogram.hip - atomics in shared and in global memory, from all threads of many blocks.
#include "check.h"

__global__ void histogram(const unsigned char* data, int n, unsigned* bins) {
  __shared__ unsigned own[256];
  for (unsigned i = threadIdx.x; i < 256; i += blockDim.x) own[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[data[i]], 1u);
  __syncthreads();
  for (unsigned i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&bins[i], own[i]);
}

template <class T>
struct Cells {
  T sub, least, most, conj, disj, excl, exch, cas;
};

template <class T>
__global__ void operations(Cells<T>* cells, unsigned* inc, unsigned* dec) {
  const T i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicSub(&cells->sub, i);
  atomicMin(&cells->least, i);
  atomicMax(&cells->most, i);
  atomicAnd(&cells->conj, ~(T(1) << (i % 16)));
  atomicOr(&cells->disj, T(1) << (i % 20));
  atomicXor(&cells->excl, i);
  atomicExch(&cells->exch, i + 1);
  T seen = cells->cas, assumed;
  do {
    assumed = seen;
    seen = atomicCAS(&cells->cas, assumed, assumed + 2);
  } while (seen != assumed);
  atomicInc(inc, 99);
  atomicDec(dec, 99);
}

template <class T>
static void try_operations() {
  const int n = 8 * 96;
  Cells<T>* cells;
  unsigned* counters;
  Cells<T> start{0, 100000, 0, T(-1), 0, 0, 0, 0};
  TRY(hipMalloc(&cells, sizeof(start)));
  TRY(hipMalloc(&counters, 8));
  TRY(hipMemset(counters, 0, 8));
  TRY(hipMemcpy(cells, &start, sizeof(start), hipMemcpyHostToDevice));
  operations<T><<<8, 96>>>(cells, counters, counters + 1);
  TRY(hipMemcpy(&start, cells, sizeof(start), hipMemcpyDeviceToHost));
  T excl = 0;
  for (int i = 0; i < n; ++i) excl ^= T(i);
  EXPECT(start.sub == T(0) - T(n) * (n - 1) / 2);
  EXPECT(start.least == 0 && start.most == T(n - 1));
  EXPECT(start.conj == T(~T(0xffff)));
  EXPECT(start.disj == T(0xfffff));
  EXPECT(start.excl == excl);
  EXPECT(start.exch >= 1 && start.exch <= T(n));
  EXPECT(start.cas == T(2 * n));
  unsigned seen[2];
  TRY(hipMemcpy(seen, counters, 8, hipMemcpyDeviceToHost));
  EXPECT(seen[0] == n % 100 && seen[1] == (100 - n % 100) % 100);
}

int main() {
  const int n = 300001;
  unsigned char* host = (unsigned char*)malloc(n);
  unsigned expected[256] = {}, seen[256];
  fill(host, n, 3);
  for (int i = 0; i < n; ++i) ++expected[host[i]];
  unsigned char* data = device_filled(n, 3);
  unsigned* bins;
  TRY(hipMalloc(&bins, sizeof(seen)));
  TRY(hipMemset(bins, 0, sizeof(seen)));
  histogram<<<40, 192>>>(data, n, bins);
  TRY(hipMemcpy(seen, bins, sizeof(seen), hipMemcpyDeviceToHost));
  EXPECT(memcmp(seen, expected, sizeof(seen)) == 0);
  try_operations<int>();
  try_operations<unsigned>();
  try_operations<unsigned long long>();
  return done();
}
