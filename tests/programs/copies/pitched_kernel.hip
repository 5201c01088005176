// pitched_kernel: an image goes into pitched device memory, a kernel works on its rows, the rows come back.
#include <hip/hip_runtime.h>

#include "check.h"

__global__ void add_columns(uint8_t* image, size_t pitch, int width, int height, int step) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) image[y * pitch + x] = static_cast<uint8_t>(image[y * pitch + x] + step * x + y);
}

int main() {
  constexpr int width = 100, height = 37;
  constexpr size_t host_pitch = 160;
  static uint8_t up[height * host_pitch], down[height * host_pitch];
  fill(up, sizeof up, 0xC1);
  void* memory = nullptr;
  size_t pitch = 0;
  TRY(hipMallocPitch(&memory, &pitch, width, height));
  auto* image = static_cast<uint8_t*>(memory);
  TRY(hipMemcpy2D(image, pitch, up, host_pitch, width, height, hipMemcpyHostToDevice));
  add_columns<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(image, pitch, width, height, 3);
  TRY(hipGetLastError());
  TRY(hipMemcpy2D(down, host_pitch, image, pitch, width, height, hipMemcpyDeviceToHost));
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      EXPECT(down[y * host_pitch + x] == static_cast<uint8_t>(up[y * host_pitch + x] + 3 * x + y));
    }
  }
  TRY(hipFree(image));
  return done();
}
