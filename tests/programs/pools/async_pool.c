// async_pool.c - stream-ordered allocation from the default pool and from one of the program's own.
#include "../check.h"

enum { SIZE = 10000 };

int main(void) {
  hipStream_t stream;
  hipMemPool_t pool, standard;
  hipMemPoolProps props;
  static unsigned char host[SIZE], back[SIZE];
  void* p;
  uint64_t threshold = 1 << 20;
  TRY(hipStreamCreate(&stream));
  for (unsigned round = 0; round < 4; ++round) {
    TRY(hipMallocAsync(&p, SIZE, stream));
    fill(host, SIZE, round);
    TRY(hipMemcpyAsync(p, host, SIZE, hipMemcpyHostToDevice, stream));
    TRY(hipMemcpyAsync(back, p, SIZE, hipMemcpyDeviceToHost, stream));
    TRY(hipFreeAsync(p, stream));
    TRY(hipStreamSynchronize(stream));
    EXPECT(filled(back, SIZE, round));
  }
  memset(&props, 0, sizeof props);
  props.allocType = hipMemAllocationTypePinned;
  props.location.type = hipMemLocationTypeDevice;
  TRY(hipMemPoolCreate(&pool, &props));
  TRY(hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &threshold));
  TRY(hipMallocFromPoolAsync(&p, SIZE, pool, stream));
  fill(host, SIZE, 9);
  TRY(hipMemcpyAsync(p, host, SIZE, hipMemcpyHostToDevice, stream));
  TRY(hipMemcpyAsync(back, p, SIZE, hipMemcpyDeviceToHost, stream));
  TRY(hipFreeAsync(p, stream));
  TRY(hipStreamSynchronize(stream));
  EXPECT(filled(back, SIZE, 9));
  TRY(hipMemPoolTrimTo(pool, 0));
  TRY(hipMemPoolDestroy(pool));
  TRY(hipDeviceGetDefaultMemPool(&standard, 0));
  TRY(hipDeviceSetMemPool(0, standard));
  TRY(hipStreamDestroy(stream));
  return done();
}
