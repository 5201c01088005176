// sparse_rows d2h|h2d: four rows of 48 bytes, 16 MiB apart. Prints by how many KiB the copies raised the peak of
// resident memory.
#include <sys/resource.h>

#include "check.h"
#include "pages.h"

namespace {

constexpr size_t kPitch = 16u << 20, kRows = 4, kWidth = 48;

long peak_kib() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

}  // namespace

int main(int argc, char** argv) {
  const bool to_host = argc > 1 && strcmp(argv[1], "d2h") == 0;
  void* memory =
      mmap(nullptr, kRows * kPitch, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  EXPECT(memory != MAP_FAILED);
  auto* host = static_cast<uint8_t*>(memory);
  uint8_t* device = device_filled(kRows * kWidth, 0x31);
  const long before = peak_kib();
  if (to_host) {
    TRY(hipMemcpy2D(host, kPitch, device, kWidth, kWidth, kRows, hipMemcpyDeviceToHost));
  } else {
    for (size_t row = 0; row < kRows; ++row) fill(host + row * kPitch, kWidth, static_cast<uint8_t>(0x32 + row));
    TRY(hipMemcpy2D(device, kWidth, host, kPitch, kWidth, kRows, hipMemcpyHostToDevice));
  }
  printf("%ld\n", peak_kib() - before);
  uint8_t back[kRows * kWidth];
  TRY(hipMemcpy(back, device, sizeof back, hipMemcpyDeviceToHost));
  for (size_t row = 0; row < kRows; ++row) EXPECT(memcmp(host + row * kPitch, back + row * kWidth, kWidth) == 0);
  return done();
}
