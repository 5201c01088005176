// chunks: of three chunks of pinned memory, one byte changes between some launches.
#include "pinned.h"

__global__ void pick(const unsigned char* from, int* to) { to[threadIdx.x] = from[threadIdx.x << 13]; }

int main() {
  using namespace pinned;
  constexpr size_t kChunk = 256 << 10;
  auto* const from = reinterpret_cast<unsigned char*>(host_memory(2 * kChunk + 100));
  for (size_t i = 0; i < 2 * kChunk + 100; ++i) from[i] = pattern(i, 1);
  int* const to = device_memory();
  const auto launch = [&] {
    pick<<<1, kCount>>>(from, to);
    TRY(hipDeviceSynchronize());
  };
  launch();
  launch();
  from[kChunk] ^= 0xFF;
  launch();
  int back[kCount];
  TRY(hipMemcpy(back, to, kBytes, hipMemcpyDeviceToHost));
  EXPECT(back[0] == pattern(0, 1) && back[32] == (pattern(kChunk, 1) ^ 0xFF));
  return done();
}
