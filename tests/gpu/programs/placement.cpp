// placement.cpp KERNELS.ptx - memory at addresses of our choice: device memory reserved before any context, pinned
// memory in the same chunks, and a kernel that writes both.
#include <sys/mman.h>

#include "image.h"

static const size_t kMiB = 1 << 20;

int main(int count, char** arguments) {
  char* base = (char*)0x7a0000000000;
  void* got = NULL;
  TRY(hipInit(0));
  TRY(hipMemAddressReserve(&got, 6 * kMiB, 0, base + 4 * kMiB, 0));
  EXPECT(got == base + 4 * kMiB);
  TRY(hipMemAddressReserve(&got, 2 * kMiB, 0, base + 62 * kMiB, 0));
  EXPECT(got == base + 62 * kMiB);
  // Reaches over the end of a chunk whose beginning is held already.
  TRY(hipMemAddressReserve(&got, 4 * kMiB, 0, base + 30 * kMiB, 0));
  EXPECT(got == base + 30 * kMiB);

  // Pinned memory in a chunk that the driver holds.
  char* pinned = base + 20 * kMiB;
  EXPECT(mmap(pinned, kMiB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == pinned);

  const Kernels kernels = load_kernels(count, arguments);  // makes the context
  hipMemAllocationProp prop = {};
  prop.type = hipMemAllocationTypePinned;
  prop.location.type = hipMemLocationTypeDevice;
  hipMemAccessDesc access = {prop.location, hipMemAccessFlagsProtReadWrite};
  const struct {
    char* at;
    size_t size;
  } pieces[] = {{base + 4 * kMiB, 6 * kMiB}, {base + 30 * kMiB, 4 * kMiB}, {base + 62 * kMiB, 2 * kMiB}};
  for (const auto& piece : pieces) {
    hipMemGenericAllocationHandle_t handle;
    TRY(hipMemCreate(&handle, piece.size, &prop, 0));
    TRY(hipMemMap(piece.at, piece.size, 0, handle, 0));
    TRY(hipMemSetAccess(piece.at, piece.size, &access, 1));
    TRY(hipMemRelease(handle));
    uint32_t words = piece.size / 4, first = 7;
    void* device = piece.at;
    void* params[] = {&device, &words, &first};
    TRY(hipModuleLaunchKernel(kernels.fill, (words + 255) / 256, 1, 1, 256, 1, 1, 0, NULL, params, NULL));
    EXPECT(counts_from(device, words, 7));
  }

  TRY(hipHostRegister(pinned, kMiB, hipHostRegisterPortable | hipHostRegisterMapped));
  void* device = NULL;
  TRY(hipHostGetDevicePointer(&device, pinned, 0));
  EXPECT(device == pinned);
  uint32_t words = kMiB / 4, first = 50;
  void* params[] = {&device, &words, &first};
  TRY(hipModuleLaunchKernel(kernels.fill, words / 256, 1, 1, 256, 1, 1, 0, NULL, params, NULL));
  TRY(hipDeviceSynchronize());
  for (uint32_t i = 0; i < words; ++i) EXPECT(((uint32_t*)pinned)[i] == 50 + i);
  TRY(hipHostUnregister(pinned));
  return done();
}
