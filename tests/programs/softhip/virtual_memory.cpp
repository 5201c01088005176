// virtual_memory - address space at a wanted place, memory mapped into it once and twice, access, taking it apart.
#include "../check.h"

constexpr size_t kBlock = size_t{2} << 20;

static hipMemGenericAllocationHandle_t create(size_t size) {
  hipMemGenericAllocationHandle_t handle;
  hipMemAllocationProp prop = {};
  prop.type = hipMemAllocationTypePinned;
  prop.location = {hipMemLocationTypeDevice, 0};
  TRY(hipMemCreate(&handle, size, &prop, 0));
  return handle;
}

static void allow(void* ptr, size_t size, hipMemAccessFlags flags = hipMemAccessFlagsProtReadWrite) {
  hipMemAccessDesc access = {};
  access.location = {hipMemLocationTypeDevice, 0};
  access.flags = flags;
  TRY(hipMemSetAccess(ptr, size, &access, 1));
}

static void places() {
  void *p = nullptr, *q = nullptr;
  char* wanted = reinterpret_cast<char*>(uintptr_t{0x2a0000000000});
  TRY(hipMemAddressReserve(&p, 4 * kBlock, 0, wanted, 0));
  EXPECT(p == wanted);
  TRY(hipMemAddressReserve(&q, 4 * kBlock, 0, wanted + kBlock, 0));  // taken: another place
  EXPECT(q != nullptr && q != wanted + kBlock);
  FAILS_WITH(hipErrorInvalidValue, hipMemAddressFree(p, kBlock));
  TRY(hipMemAddressFree(p, 4 * kBlock));
  FAILS_WITH(hipErrorInvalidValue, hipMemAddressFree(p, 4 * kBlock));
  TRY(hipMemAddressFree(q, 4 * kBlock));
  TRY(hipMemAddressReserve(&p, 4 * kBlock, 0, wanted, 0));  // free again
  EXPECT(p == wanted);
  TRY(hipMemAddressFree(p, 4 * kBlock));
  TRY(hipMemAddressReserve(&p, kBlock, size_t{1} << 30, nullptr, 0));
  EXPECT(reinterpret_cast<uintptr_t>(p) % (size_t{1} << 30) == 0);
  TRY(hipMemAddressFree(p, kBlock));
  FAILS_WITH(hipErrorInvalidValue, hipMemAddressReserve(&p, 5, 0, nullptr, 0));
  FAILS_WITH(hipErrorInvalidValue, hipMemAddressReserve(&p, kBlock, 3, nullptr, 0));
}

static void mapping() {
  void* base = nullptr;
  unsigned char back[256], source[256];
  hipMemAllocationProp prop = {};
  size_t granularity = 0;
  prop.type = hipMemAllocationTypePinned;
  prop.location = {hipMemLocationTypeDevice, 0};
  TRY(hipMemGetAllocationGranularity(&granularity, &prop, hipMemAllocationGranularityMinimum));
  EXPECT(kBlock % granularity == 0);
  TRY(hipMemAddressReserve(&base, 4 * kBlock, 0, nullptr, 0));
  char* at = static_cast<char*>(base);
  const auto one = create(kBlock), two = create(kBlock);
  FAILS_WITH(hipErrorInvalidValue, hipMemcpy(at, source, 16, hipMemcpyHostToDevice));  // nothing there
  TRY(hipMemMap(at, kBlock, 0, one, 0));
  TRY(hipMemMap(at + kBlock, kBlock, 0, two, 0));
  FAILS_WITH(hipErrorInvalidValue, hipMemMap(at, kBlock, 0, two, 0));  // taken
  FAILS_WITH(hipErrorInvalidValue, hipMemMap(at + 4 * kBlock, kBlock, 0, two, 0));
  FAILS_WITH(hipErrorInvalidValue, hipMemAddressFree(base, 4 * kBlock));               // in use
  FAILS_WITH(hipErrorInvalidValue, hipMemcpy(at, source, 16, hipMemcpyHostToDevice));  // no access yet
  allow(at, 2 * kBlock);
  unsigned long long flags = 0;
  hipMemLocation location = {hipMemLocationTypeDevice, 0};
  TRY(hipMemGetAccess(&flags, &location, at));
  EXPECT(flags == hipMemAccessFlagsProtReadWrite);

  // Across the seam of two mappings.
  fill(source, sizeof source, 5);
  TRY(hipMemcpy(at + kBlock - 100, source, sizeof source, hipMemcpyHostToDevice));
  TRY(hipMemcpy(back, at + kBlock - 100, sizeof back, hipMemcpyDeviceToHost));
  EXPECT(filled(back, sizeof back, 5));
  FAILS_WITH(hipErrorInvalidValue, hipMemcpy(at + 2 * kBlock - 100, source, 200, hipMemcpyHostToDevice));

  // The same memory at a second place.
  TRY(hipMemMap(at + 3 * kBlock, kBlock, 0, one, 0));
  allow(at + 3 * kBlock, kBlock);
  TRY(hipMemcpy(back, at + 4 * kBlock - 100, 100, hipMemcpyDeviceToHost));
  EXPECT(filled(back, 100, 5));
  hipPointerAttribute_t attributes;
  TRY(hipPointerGetAttributes(&attributes, at + 5));
  EXPECT(attributes.type == hipMemoryTypeDevice);

  // Memory lives while a handle or a mapping does.
  TRY(hipMemRelease(one));
  TRY(hipMemUnmap(at, kBlock));
  FAILS_WITH(hipErrorInvalidValue, hipMemcpy(at, source, 16, hipMemcpyHostToDevice));
  TRY(hipMemcpy(back, at + 4 * kBlock - 100, 100, hipMemcpyDeviceToHost));
  EXPECT(filled(back, 100, 5));
  hipMemGenericAllocationHandle_t again;
  TRY(hipMemRetainAllocationHandle(&again, at + 3 * kBlock + 7));
  EXPECT(again == one);
  TRY(hipMemGetAllocationPropertiesFromHandle(&prop, again));
  TRY(hipMemUnmap(at + 3 * kBlock, kBlock));
  TRY(hipMemMap(at, kBlock, 0, again, 0));
  allow(at, kBlock, hipMemAccessFlagsProtRead);
  TRY(hipMemcpy(back, at + kBlock - 100, 100, hipMemcpyDeviceToHost));
  EXPECT(filled(back, 100, 5));
  TRY(hipMemUnmap(at, 2 * kBlock));  // both at once
  TRY(hipMemRelease(again));
  TRY(hipMemRelease(two));
  FAILS_WITH(hipErrorInvalidValue, hipMemRelease(two));
  FAILS_WITH(hipErrorInvalidValue, hipMemUnmap(at, kBlock));
  TRY(hipMemAddressFree(base, 4 * kBlock));
}

static void fresh_memory_is_fresh(unsigned char value) {
  for (int round = 0; round < 3; ++round) {
    void* base = nullptr;
    unsigned char back[64];
    TRY(hipMemAddressReserve(&base, kBlock, 0, nullptr, 0));
    const auto handle = create(kBlock);
    TRY(hipMemMap(base, kBlock, 0, handle, 0));
    allow(base, kBlock);
    TRY(hipMemcpy(back, base, sizeof back, hipMemcpyDeviceToHost));
    EXPECT(all(back, sizeof back, value));
    TRY(hipMemset(base, 0x77, kBlock));
    TRY(hipMemUnmap(base, kBlock));
    TRY(hipMemRelease(handle));
    TRY(hipMemAddressFree(base, kBlock));
  }
}

int main() {
  const char* adversary = getenv("SOFTHIP_ADVERSARY");
  const int patterned = adversary != nullptr && (strstr(adversary, "pattern") || strstr(adversary, "all"));
  places();
  mapping();
  fresh_memory_is_fresh(patterned ? 0xCD : 0);
  return done();
}
