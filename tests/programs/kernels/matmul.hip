// matmul.hip - tiles in shared memory, two barriers for each.
#include "check.h"

template <int Tile>
__global__ __launch_bounds__(Tile* Tile) void matmul(const float* a, const float* b, float* c, int n) {
  __shared__ float as[Tile][Tile];
  __shared__ float bs[Tile][Tile + 1];
  const int row = blockIdx.y * Tile + threadIdx.y;
  const int column = blockIdx.x * Tile + threadIdx.x;
  float sum = 0;
  for (int tile = 0; tile < (n + Tile - 1) / Tile; ++tile) {
    const int k = tile * Tile;
    as[threadIdx.y][threadIdx.x] = row < n && k + (int)threadIdx.x < n ? a[row * n + k + threadIdx.x] : 0;
    bs[threadIdx.y][threadIdx.x] = column < n && k + (int)threadIdx.y < n ? b[(k + threadIdx.y) * n + column] : 0;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < Tile; ++i) sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
    __syncthreads();
  }
  if (row < n && column < n) c[row * n + column] = sum;
}

template <int Tile>
static void multiply(int n) {
  const size_t bytes = n * n * sizeof(float);
  float *a, *b, *c, *host = new float[3 * n * n];
  TRY(hipMalloc(&a, bytes));
  TRY(hipMalloc(&b, bytes));
  TRY(hipMalloc(&c, bytes));
  for (int i = 0; i < n * n; ++i) {
    host[i] = i % 7 - 3;
    host[n * n + i] = i % 5 - 2;
  }
  TRY(hipMemcpy(a, host, bytes, hipMemcpyHostToDevice));
  TRY(hipMemcpy(b, host + n * n, bytes, hipMemcpyHostToDevice));
  const dim3 grid((n + Tile - 1) / Tile, (n + Tile - 1) / Tile);
  hipLaunchKernelGGL(matmul<Tile>, grid, dim3(Tile, Tile), 0, 0, a, b, c, n);
  TRY(hipMemcpy(host + 2 * n * n, c, bytes, hipMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int k = 0; k < n; ++k) sum += host[i * n + k] * host[n * n + k * n + j];
      wrong += host[2 * n * n + i * n + j] != sum;
    }
  }
  EXPECT(wrong == 0);
}

int main() {
  multiply<16>(64);
  multiply<8>(37);
  multiply<32>(65);
  return done();
}
