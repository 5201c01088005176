// CUDA C++: a graph captured from a stream and launched three times.
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

__global__ void add(int* data, int value) { data[blockIdx.x * blockDim.x + threadIdx.x] += value; }

int main() {
  constexpr int kCount = 256;
  int* data = nullptr;
  TRY(cudaMalloc(&data, kCount * sizeof(int)));
  cudaStream_t stream;
  TRY(cudaStreamCreate(&stream));
  TRY(cudaMemsetAsync(data, 0, kCount * sizeof(int), stream));
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  TRY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  add<<<4, 64, 0, stream>>>(data, 3);
  add<<<4, 64, 0, stream>>>(data, 4);
  TRY(cudaStreamEndCapture(stream, &graph));
  TRY(cudaGraphInstantiate(&exec, graph, 0));
  std::vector<int> back(kCount);
  for (int i = 0; i < 3; ++i) {
    TRY(cudaGraphLaunch(exec, stream));
    TRY(cudaMemcpyAsync(back.data(), data, kCount * sizeof(int), cudaMemcpyDeviceToHost, stream));
    TRY(cudaStreamSynchronize(stream));
    printf("%d\n", back[7]);
  }
  TRY(cudaGraphExecDestroy(exec));
  TRY(cudaGraphDestroy(graph));
  TRY(cudaStreamDestroy(stream));
  TRY(cudaFree(data));
  return 0;
}
