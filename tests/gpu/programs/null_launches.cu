// null_launches: time of submitting an empty kernel, in nanoseconds, the median of 200 batches of 500.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

__global__ void nothing(int*, int) {}

int main() {
  constexpr int kBatches = 200, kBatch = 500;
  using Clock = std::chrono::steady_clock;
  int* data = nullptr;
  if (cudaMalloc(&data, 64) != cudaSuccess) return 1;
  std::vector<double> spent;
  for (int batch = 0; batch < kBatches; ++batch) {
    const auto start = Clock::now();
    for (int i = 0; i < kBatch; ++i) nothing<<<1, 1>>>(data, i);
    const auto end = Clock::now();
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    spent.push_back(std::chrono::duration<double, std::nano>(end - start).count() / kBatch);
  }
  std::sort(spent.begin(), spent.end());
  std::printf("%.1f\n", spent[spent.size() / 2]);
  return 0;
}
