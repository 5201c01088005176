// reserve_and_map.c - address space reserved, memory created and mapped into it, mapped again elsewhere.
#include "../check.h"

int main(void) {
  hipMemAllocationProp prop;
  hipMemAccessDesc access;
  hipMemGenericAllocationHandle_t memory;
  size_t granularity;
  void *first, *second;
  static unsigned char host[4096], back[4096];
  memset(&prop, 0, sizeof prop);
  prop.type = hipMemAllocationTypePinned;
  prop.location.type = hipMemLocationTypeDevice;
  TRY(hipMemGetAllocationGranularity(&granularity, &prop, hipMemAllocationGranularityMinimum));
  TRY(hipMemAddressReserve(&first, 2 * granularity, 0, 0, 0));
  TRY(hipMemAddressReserve(&second, granularity, 0, 0, 0));
  TRY(hipMemCreate(&memory, granularity, &prop, 0));
  memset(&access, 0, sizeof access);
  access.location = prop.location;
  access.flags = hipMemAccessFlagsProtReadWrite;

  TRY(hipMemMap((char*)first + granularity, granularity, 0, memory, 0));
  TRY(hipMemSetAccess((char*)first + granularity, granularity, &access, 1));
  fill(host, sizeof host, 1);
  TRY(hipMemcpy((char*)first + granularity, host, sizeof host, hipMemcpyHostToDevice));
  TRY(hipMemUnmap((char*)first + granularity, granularity));

  // The bytes belong to the memory, not to the address.
  TRY(hipMemMap(second, granularity, 0, memory, 0));
  TRY(hipMemSetAccess(second, granularity, &access, 1));
  TRY(hipMemcpy(back, second, sizeof back, hipMemcpyDeviceToHost));
  EXPECT(filled(back, sizeof back, 1));
  TRY(hipMemUnmap(second, granularity));
  TRY(hipMemRelease(memory));
  TRY(hipMemAddressFree(first, 2 * granularity));
  TRY(hipMemAddressFree(second, granularity));
  return done();
}
