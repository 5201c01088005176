// launches.hip N - N empty kernels, one wait. Prints the nanoseconds a launch, the wait included.
#include <hip/hip_runtime.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

__global__ void nothing() {}

int main(int argc, char** argv) {
  const int launches = argc > 1 ? std::atoi(argv[1]) : 100000;
  hipFunction_t function;
  if (hipGetFuncBySymbol(&function, reinterpret_cast<const void*>(nothing)) != hipSuccess) return 1;
  if (hipDeviceSynchronize() != hipSuccess) return 1;
  auto start = std::chrono::steady_clock::now();
  for (int launch = 0; launch < launches; ++launch) {
    if (hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr) != hipSuccess) return 1;
  }
  if (hipDeviceSynchronize() != hipSuccess) return 1;
  std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - start;
  std::printf("%.2f\n", spent.count() / launches);
}
