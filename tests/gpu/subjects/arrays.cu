// CUDA C++: a two-dimensional array, copied to and from.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define TRY(call)                                                                  \
  do {                                                                             \
    const cudaError_t error = (call);                                              \
    if (error != cudaSuccess) {                                                    \
      fprintf(stderr, "%d: %s: %s\n", __LINE__, #call, cudaGetErrorString(error)); \
      exit(1);                                                                     \
    }                                                                              \
  } while (0)

int main() {
  constexpr int kWidth = 64, kHeight = 16;
  std::vector<float> host(kWidth * kHeight), back(host.size());
  for (size_t i = 0; i < host.size(); ++i) host[i] = 0.25f * i;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  TRY(cudaMallocArray(&array, &format, kWidth, kHeight));
  TRY(cudaMemcpy2DToArray(array, 0, 0, host.data(), kWidth * 4, kWidth * 4, kHeight, cudaMemcpyHostToDevice));
  TRY(cudaMemcpy2DFromArray(back.data(), kWidth * 4, array, 0, 0, kWidth * 4, kHeight, cudaMemcpyDeviceToHost));
  printf("%f %f\n", back[1], back[kWidth * 15 + 63]);
  TRY(cudaFreeArray(array));
  return 0;
}
