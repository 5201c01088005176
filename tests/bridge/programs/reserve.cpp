// reserve.cpp - address space at given addresses, in pieces far smaller than the driver's chunks of 32 MiB.
#include "check.h"

static const size_t kMiB = 1 << 20;

static void* reserve(char* at, size_t size) {
  void* got = NULL;
  TRY(hipMemAddressReserve(&got, size, 0, at, 0));
  return got;
}

static void map(void* at, size_t size) {
  hipMemAllocationProp prop = {};
  prop.type = hipMemAllocationTypePinned;
  prop.location.type = hipMemLocationTypeDevice;
  hipMemAccessDesc access = {prop.location, hipMemAccessFlagsProtReadWrite};
  hipMemGenericAllocationHandle_t handle;
  TRY(hipMemCreate(&handle, size, &prop, 0));
  TRY(hipMemMap(at, size, 0, handle, 0));
  TRY(hipMemSetAccess(at, size, &access, 1));
  TRY(hipMemRelease(handle));
}

static void round_trip(void* at, size_t size, unsigned salt) {
  unsigned char* host = (unsigned char*)malloc(size);
  unsigned char* back = (unsigned char*)malloc(size);
  fill(host, size, salt);
  TRY(hipMemcpy(at, host, size, hipMemcpyHostToDevice));
  TRY(hipMemcpy(back, at, size, hipMemcpyDeviceToHost));
  EXPECT(filled(back, size, salt));
  free(host);
  free(back);
}

int main(void) {
  hipMemAllocationProp prop = {};
  prop.type = hipMemAllocationTypePinned;
  prop.location.type = hipMemLocationTypeDevice;
  size_t granularity = 0;
  TRY(hipMemGetAllocationGranularity(&granularity, &prop, hipMemAllocationGranularityMinimum));
  EXPECT(granularity == 2 * kMiB);

  char* base = (char*)0x300000000000;  // where nothing else lies, not even what a sanitizer keeps
  // Two pieces of one chunk, then one that reaches from that chunk into the next, before anything is mapped.
  char* first = base + 4 * kMiB;
  char* second = base + 10 * kMiB;
  char* across = base + 28 * kMiB;
  EXPECT(reserve(first, 2 * kMiB) == first);
  EXPECT(reserve(second, 6 * kMiB) == second);
  EXPECT(reserve(across, 8 * kMiB) == across);
  // What is taken is given elsewhere.
  void* elsewhere = reserve(second + 2 * kMiB, 2 * kMiB);
  EXPECT(elsewhere != NULL && elsewhere != second + 2 * kMiB);

  map(first, 2 * kMiB);
  map(across, 8 * kMiB);
  round_trip(first, 2 * kMiB, 1);
  round_trip(across, 8 * kMiB, 2);

  // The pieces between and behind are still to be had.
  EXPECT(reserve(base, 2 * kMiB) == base);
  EXPECT(reserve(base + 40 * kMiB, 2 * kMiB) == base + 40 * kMiB);

  TRY(hipMemUnmap(across, 8 * kMiB));
  TRY(hipMemUnmap(first, 2 * kMiB));
  TRY(hipMemAddressFree(across, 8 * kMiB));
  EXPECT(reserve(across, 2 * kMiB) == across);  // free again
  FAILS_WITH(hipErrorInvalidValue, hipMemAddressFree(second, 2 * kMiB));
  TRY(hipMemAddressFree(across, 2 * kMiB));
  TRY(hipMemAddressFree(second, 6 * kMiB));
  TRY(hipMemAddressFree(first, 2 * kMiB));
  TRY(hipMemAddressFree(base, 2 * kMiB));
  TRY(hipMemAddressFree(base + 40 * kMiB, 2 * kMiB));
  TRY(hipMemAddressFree(elsewhere, 2 * kMiB));
  // All pieces gone: the chunks are, too, and can be had whole.
  EXPECT(reserve(base, 64 * kMiB) == base);
  TRY(hipMemAddressFree(base, 64 * kMiB));
  return done();
}
