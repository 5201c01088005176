// calls.cpp - how long the cheapest calls take: prints the median nanoseconds a call over batches.
#include <hip/hip_runtime_api.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

int main() {
  constexpr int kBatches = 101, kCalls = 2000;
  int device = 0;
  if (hipSetDevice(0) != hipSuccess || hipGetDevice(&device) != hipSuccess) return 1;
  std::vector<double> batches;
  for (int batch = 0; batch < kBatches; ++batch) {
    auto start = std::chrono::steady_clock::now();
    for (int call = 0; call < kCalls; call += 2) {
      (void)hipGetDevice(&device);
      (void)hipSetDevice(0);
    }
    std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - start;
    batches.push_back(spent.count() / kCalls);
  }
  std::nth_element(batches.begin(), batches.begin() + kBatches / 2, batches.end());
  std::printf("%.2f\n", batches[kBatches / 2]);
}
