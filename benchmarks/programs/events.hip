// events.hip N - about N calls of mixed kinds: copies, memsets, launches, questions.
#include <hip/hip_runtime.h>

#include <cstdlib>

__global__ void touch(int* words) { words[threadIdx.x] += 1; }

int main(int argc, char** argv) {
  const int calls = argc > 1 ? std::atoi(argv[1]) : 1000000;
  int host[16] = {1, 2, 3}, *device = nullptr, current = 0;
  if (hipMalloc(&device, sizeof host) != hipSuccess) return 1;
  for (int call = 0; call < calls; call += 5) {
    (void)hipGetDevice(&current);
    (void)hipMemcpy(device, host, sizeof host, hipMemcpyHostToDevice);
    (void)hipMemset(device, call & 255, sizeof host);
    (void)hipPeekAtLastError();
    touch<<<1, 1>>>(device);
  }
  return hipFree(device) == hipSuccess ? 0 : 1;
}
