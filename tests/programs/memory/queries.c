// queries.c - what a program can ask about memory changes nothing and need not be replayed.
#include "../check.h"

int main(void) {
  void *device, *pinned, *base;
  size_t size, free_bytes, total_bytes;
  hipPointerAttribute_t attributes;
  TRY(hipMalloc(&device, 4096));
  TRY(hipHostMalloc(&pinned, 4096, 0));
  TRY(hipPointerGetAttributes(&attributes, device));
  EXPECT(attributes.type == hipMemoryTypeDevice);
  TRY(hipPointerGetAttributes(&attributes, pinned));
  EXPECT(attributes.type == hipMemoryTypeHost);
  TRY(hipMemGetAddressRange(&base, &size, (char*)device + 100));
  EXPECT(base == device && size == 4096);
  TRY(hipMemGetInfo(&free_bytes, &total_bytes));
  EXPECT(free_bytes <= total_bytes);
  unsigned flags;
  TRY(hipHostGetFlags(&flags, pinned));
  TRY(hipFree(device));
  TRY(hipHostFree(pinned));
  return done();
}
