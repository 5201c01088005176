// CUDA C++: flat and pitched copies in both directions, streams, events, the stream-ordered allocator, symbols, a
// cooperative launch.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define TRY(call)                                                                  \
  do {                                                                             \
    const cudaError_t error = (call);                                              \
    if (error != cudaSuccess) {                                                    \
      fprintf(stderr, "%d: %s: %s\n", __LINE__, #call, cudaGetErrorString(error)); \
      exit(1);                                                                     \
    }                                                                              \
  } while (0)

__device__ int counters[16];
__constant__ float weights[16];

__global__ void scale(float* data, size_t pitch, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= width || y >= height) return;
  float* row = reinterpret_cast<float*>(reinterpret_cast<char*>(data) + y * pitch);
  row[x] = row[x] * weights[x % 16] + y;
  if (x < 16) atomicAdd(&counters[x], 1);
}

__global__ void together(int* data, int n) {
  const int at = blockIdx.x * blockDim.x + threadIdx.x;
  data[at] = at;
  cooperative_groups::this_grid().sync();
  const int other = data[n - 1 - at];
  cooperative_groups::this_grid().sync();
  data[at] = other;
}

int main() {
  constexpr int kWidth = 100, kHeight = 37, kDepth = 3;
  std::vector<float> host(kWidth * kHeight * kDepth), back(host.size());
  for (size_t i = 0; i < host.size(); ++i) host[i] = 0.5f * i;
  float factors[16];
  for (int i = 0; i < 16; ++i) factors[i] = 1.f + i;
  TRY(cudaMemcpyToSymbol(weights, factors, sizeof factors));

  float* rows = nullptr;
  size_t pitch = 0;
  TRY(cudaMallocPitch(&rows, &pitch, kWidth * 4, kHeight));
  TRY(cudaMemcpy2D(rows, pitch, host.data(), kWidth * 4, kWidth * 4, kHeight, cudaMemcpyHostToDevice));
  scale<<<dim3(1, kHeight), 128>>>(rows, pitch, kWidth, kHeight);
  TRY(cudaMemcpy2D(back.data(), kWidth * 4, rows, pitch, kWidth * 4, kHeight, cudaMemcpyDeviceToHost));
  int seen[16];
  TRY(cudaMemcpyFromSymbol(seen, counters, sizeof seen));
  printf("%f %d\n", back[kWidth * 5 + 3], seen[3]);

  cudaStream_t stream;
  cudaEvent_t event;
  TRY(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  TRY(cudaEventCreate(&event));
  float* pinned = nullptr;
  TRY(cudaMallocHost(&pinned, host.size() * 4));
  memcpy(pinned, host.data(), host.size() * 4);
  cudaPitchedPtr box;
  TRY(cudaMalloc3D(&box, make_cudaExtent(kWidth * 4, kHeight, kDepth)));
  cudaMemcpy3DParms parms = {};
  parms.srcPtr = make_cudaPitchedPtr(pinned, kWidth * 4, kWidth, kHeight);
  parms.dstPtr = box;
  parms.extent = make_cudaExtent(kWidth * 4, kHeight, kDepth);
  parms.kind = cudaMemcpyHostToDevice;
  TRY(cudaMemcpy3DAsync(&parms, stream));
  TRY(cudaEventRecord(event, stream));
  TRY(cudaStreamWaitEvent(cudaStreamPerThread, event, 0));
  scale<<<dim3(1, kHeight), 128, 0, cudaStreamPerThread>>>(static_cast<float*>(box.ptr), box.pitch, kWidth, kHeight);
  TRY(cudaStreamSynchronize(cudaStreamPerThread));
  memset(pinned, 0, host.size() * 4);
  parms = {};
  parms.srcPtr = box;
  parms.srcPos = make_cudaPos(16, 2, 1);
  parms.dstPtr = make_cudaPitchedPtr(pinned, kWidth * 4, kWidth, kHeight);
  parms.extent = make_cudaExtent(48, 3, 2);
  parms.kind = cudaMemcpyDeviceToHost;
  TRY(cudaMemcpy3DAsync(&parms, stream));
  TRY(cudaStreamSynchronize(stream));
  printf("%f %f\n", pinned[0], pinned[kWidth + 1]);

  int* pooled = nullptr;
  int n = 4 * 64;
  TRY(cudaMallocAsync(&pooled, n * sizeof(int), stream));
  void* arguments[] = {&pooled, &n};
  TRY(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(together), dim3(4), dim3(64), arguments, 0, stream));
  std::vector<int> reversed(n);
  TRY(cudaMemcpyAsync(reversed.data(), pooled, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
  TRY(cudaFreeAsync(pooled, stream));
  TRY(cudaStreamSynchronize(stream));
  printf("%d %d\n", reversed[0], reversed[n - 1]);

  std::vector<char> registered(1 << 16, 3);
  TRY(cudaHostRegister(registered.data(), registered.size(), cudaHostRegisterDefault));
  char* flat = nullptr;
  TRY(cudaMalloc(&flat, registered.size()));
  TRY(cudaMemcpyAsync(flat, registered.data(), registered.size(), cudaMemcpyHostToDevice, stream));
  TRY(cudaMemsetAsync(flat + 100, 7, 200, stream));
  TRY(cudaMemcpyAsync(registered.data(), flat, registered.size(), cudaMemcpyDeviceToHost, stream));
  TRY(cudaStreamSynchronize(stream));
  printf("%d %d\n", registered[99], registered[100]);
  TRY(cudaHostUnregister(registered.data()));
  TRY(cudaFree(flat));
  TRY(cudaFree(box.ptr));
  TRY(cudaFree(rows));
  TRY(cudaFreeHost(pinned));
  TRY(cudaEventDestroy(event));
  TRY(cudaStreamDestroy(stream));
  return 0;
}
