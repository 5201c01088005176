// pools - stream-ordered allocation: when memory is there and when it goes, accounts, pools of one's own.
#include "gate.h"

static uint64_t used(hipMemPool_t pool, hipMemPoolAttr attribute = hipMemPoolAttrUsedMemCurrent) {
  uint64_t value = 0;
  TRY(hipMemPoolGetAttribute(pool, attribute, &value));
  return value;
}

static void in_stream_order() {
  hipStream_t stream;
  hipMemPool_t pool;
  void* p = nullptr;
  unsigned char back[256];
  TRY(hipStreamCreate(&stream));
  TRY(hipDeviceGetDefaultMemPool(&pool, 0));
  const uint64_t before = used(pool);
  TRY(hipMallocAsync(&p, 256, stream));
  EXPECT(used(pool) - before == 256);
  Gate gate(stream);
  TRY(hipMemsetAsync(p, 0x3C, 256, stream));
  TRY(hipMemcpyAsync(back, p, 0, hipMemcpyDeviceToHost, stream));
  void* pinned = nullptr;
  TRY(hipHostMalloc(&pinned, 256, 0));
  TRY(hipMemcpyAsync(pinned, p, 256, hipMemcpyDeviceToHost, stream));
  TRY(hipFreeAsync(p, stream));
  let_things_happen();
  EXPECT(used(pool) - before == 256);  // the stream has not come to the free
  gate.open();
  TRY(hipStreamSynchronize(stream));
  EXPECT(all(pinned, 256, 0x3C));
  EXPECT(used(pool) == before);
  EXPECT(used(pool, hipMemPoolAttrUsedMemHigh) >= before + 256);
  FAILS_WITH(hipErrorInvalidValue, hipFreeAsync(p, stream));
  FAILS_WITH(hipErrorInvalidValue, hipFreeAsync(nullptr, stream));
  TRY(hipMallocAsync(&p, 0, stream));
  EXPECT(p == nullptr);
  TRY(hipMallocAsync(&p, 64, stream));
  TRY(hipFree(p));  // the other way round is allowed too
  EXPECT(used(pool) == before);
  TRY(hipHostFree(pinned));
  TRY(hipStreamDestroy(stream));
}

static void own_pools() {
  hipMemPool_t pool, current, standard;
  hipMemPoolProps props = {};
  void *p = nullptr, *q = nullptr;
  uint64_t threshold = 4096, got = 0;
  int reuse = 0, was = 9;
  props.allocType = hipMemAllocationTypePinned;
  props.location = {hipMemLocationTypeDevice, 0};
  props.maxSize = 1000;
  TRY(hipMemPoolCreate(&pool, &props));
  TRY(hipMallocFromPoolAsync(&p, 600, pool, nullptr));
  FAILS_WITH(hipErrorOutOfMemory, hipMallocFromPoolAsync(&q, 600, pool, nullptr));
  EXPECT(used(pool) == 600);
  TRY(hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &threshold));
  TRY(hipMemPoolGetAttribute(pool, hipMemPoolAttrReleaseThreshold, &got));
  EXPECT(got == 4096);
  TRY(hipMemPoolSetAttribute(pool, hipMemPoolReuseAllowOpportunistic, &reuse));
  TRY(hipMemPoolGetAttribute(pool, hipMemPoolReuseAllowOpportunistic, &was));
  EXPECT(was == 0);
  FAILS_WITH(hipErrorInvalidValue, hipMemPoolSetAttribute(pool, hipMemPoolAttrUsedMemCurrent, &threshold));
  TRY(hipMemPoolTrimTo(pool, 0));
  hipMemLocation location = {hipMemLocationTypeDevice, 0};
  hipMemAccessFlags access = hipMemAccessFlagsProtNone;
  TRY(hipMemPoolGetAccess(&access, pool, &location));
  EXPECT(access == hipMemAccessFlagsProtReadWrite);

  TRY(hipDeviceGetDefaultMemPool(&standard, 0));
  TRY(hipDeviceSetMemPool(0, pool));
  TRY(hipDeviceGetMemPool(&current, 0));
  EXPECT(current == pool && standard != pool);
  TRY(hipMallocAsync(&q, 300, nullptr));
  EXPECT(used(pool) == 900);
  TRY(hipMemPoolDestroy(pool));  // its memory stays until it is freed
  TRY(hipDeviceGetMemPool(&current, 0));
  EXPECT(current == standard);
  TRY(hipMemset(p, 1, 600));
  TRY(hipFreeAsync(p, nullptr));
  TRY(hipFreeAsync(q, nullptr));
  TRY(hipDeviceSynchronize());
  FAILS_WITH(hipErrorInvalidValue, hipMemPoolTrimTo(pool, 0));
  FAILS_WITH(hipErrorInvalidValue, hipMemPoolDestroy(standard));
  props.location.id = 99;
  FAILS_WITH(hipErrorInvalidValue, hipMemPoolCreate(&pool, &props));
}

int main() {
  in_stream_order();
  own_pools();
  return done();
}
