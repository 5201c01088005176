// heat.hip - a hot spot spreads over a plate. Two pitched buffers on the device, padded rows on the host.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <vector>

#define CHECK(call)                                                       \
  do {                                                                    \
    hipError_t status = (call);                                           \
    if (status != hipSuccess) {                                           \
      std::fprintf(stderr, "%s: %s\n", #call, hipGetErrorString(status)); \
      return 1;                                                           \
    }                                                                     \
  } while (0)

constexpr int kWidth = 96, kHeight = 64, kHostPitch = 512, kSteps = 100;

__global__ void diffuse(const char* from, char* to, size_t pitch) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= kWidth || y >= kHeight) return;
  auto at = [&](int column, int row) {
    column = min(max(column, 0), kWidth - 1);
    row = min(max(row, 0), kHeight - 1);
    return reinterpret_cast<const float*>(from + row * pitch)[column];
  };
  const float around = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1);
  reinterpret_cast<float*>(to + y * pitch)[x] = at(x, y) + 0.2f * (around - 4 * at(x, y));
}

int main() {
  std::vector<char> plate(kHeight * kHostPitch);
  auto cell = [&](int x, int y) -> float& { return reinterpret_cast<float*>(plate.data() + y * kHostPitch)[x]; };
  for (int y = 24; y < 40; ++y)
    for (int x = 32; x < 64; ++x) cell(x, y) = 100;

  char *from = nullptr, *to = nullptr;
  size_t pitch = 0;
  CHECK(hipMallocPitch(reinterpret_cast<void**>(&from), &pitch, kWidth * sizeof(float), kHeight));
  CHECK(hipMallocPitch(reinterpret_cast<void**>(&to), &pitch, kWidth * sizeof(float), kHeight));
  CHECK(hipMemcpy2D(from, pitch, plate.data(), kHostPitch, kWidth * sizeof(float), kHeight, hipMemcpyHostToDevice));
  for (int step = 0; step < kSteps; ++step) {
    diffuse<<<dim3((kWidth + 15) / 16, (kHeight + 15) / 16), dim3(16, 16)>>>(from, to, pitch);
    CHECK(hipGetLastError());
    std::swap(from, to);
  }
  CHECK(hipMemcpy2D(plate.data(), kHostPitch, from, pitch, kWidth * sizeof(float), kHeight, hipMemcpyDeviceToHost));
  CHECK(hipFree(from));
  CHECK(hipFree(to));

  for (int y = 0; y < kHeight; y += 8) {
    for (int x = 0; x < kWidth; x += 2) std::putchar(" .:-=+*#%@"[static_cast<int>(cell(x, y) / 10)]);
    std::putchar('\n');
  }
}
