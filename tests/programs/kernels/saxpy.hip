// saxpy.hip - a flat kernel over more threads than elements, on several streams.
#include "check.h"

__global__ void saxpy(float a, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

int main() {
  const int n = 100003;
  float* host = new float[n];
  float *x, *y;
  TRY(hipMalloc(&x, n * sizeof(float)));
  TRY(hipMalloc(&y, n * sizeof(float)));
  for (int i = 0; i < n; ++i) host[i] = i;
  TRY(hipMemcpy(x, host, n * sizeof(float), hipMemcpyHostToDevice));
  for (int i = 0; i < n; ++i) host[i] = 1;
  TRY(hipMemcpy(y, host, n * sizeof(float), hipMemcpyHostToDevice));
  hipStream_t stream;
  TRY(hipStreamCreate(&stream));
  saxpy<<<(n + 255) / 256, 256>>>(2.0f, x, y, n);
  saxpy<<<dim3((n + 63) / 64), dim3(64), 0, stream>>>(0.5f, x, y, n);
  TRY(hipGetLastError());
  TRY(hipStreamSynchronize(stream));
  TRY(hipMemcpy(host, y, n * sizeof(float), hipMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) {
    if (host[i] != 2.5f * i + 1) EXPECT(host[i] == 2.5f * i + 1);
  }
  return done();
}
