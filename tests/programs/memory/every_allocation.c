// every_allocation.c - each call that allocates memory, written and read back through it.
#include "../check.h"

enum { SIZE = 5000 };

static unsigned char host[SIZE], back[SIZE];

static void round_trip(void* device, size_t size, unsigned salt) {
  fill(host, size, salt);
  TRY(hipMemcpy(device, host, size, hipMemcpyHostToDevice));
  TRY(hipMemcpy(back, device, size, hipMemcpyDeviceToHost));
  EXPECT(filled(back, size, salt));
}

int main(void) {
  void* p;
  size_t pitch;
  TRY(hipMalloc(&p, SIZE));
  round_trip(p, SIZE, 1);
  TRY(hipFree(p));

  TRY(hipExtMallocWithFlags(&p, SIZE, hipDeviceMallocDefault));
  round_trip(p, SIZE, 2);
  TRY(hipFree(p));

  TRY(hipMallocPitch(&p, &pitch, 100, 7));
  EXPECT(pitch >= 100);
  round_trip(p, pitch * 7, 3);
  TRY(hipFree(p));

  TRY(hipMemAllocPitch(&p, &pitch, 60, 5, 4));
  EXPECT(pitch >= 60);
  round_trip(p, pitch * 5, 4);
  TRY(hipFree(p));

  hipPitchedPtr box;
  hipExtent extent = make_hipExtent(90, 3, 2);
  TRY(hipMalloc3D(&box, extent));
  EXPECT(box.pitch >= 90 && box.ptr != 0);
  round_trip(box.ptr, box.pitch * 3 * 2, 5);
  TRY(hipFree(box.ptr));

  TRY(hipMallocManaged(&p, SIZE, hipMemAttachGlobal));
  round_trip(p, SIZE, 6);
  EXPECT(filled(p, SIZE, 6));
  TRY(hipFree(p));

  TRY(hipHostMalloc(&p, SIZE, hipHostMallocDefault));
  round_trip(p, SIZE, 7);
  TRY(hipHostFree(p));

  TRY(hipHostAlloc(&p, SIZE, hipHostAllocMapped));
  round_trip(p, SIZE, 8);
  TRY(hipFreeHost(p));

  TRY(hipMallocHost(&p, SIZE));
  TRY(hipFreeHost(p));
  TRY(hipMemAllocHost(&p, SIZE));
  TRY(hipHostFree(p));

  TRY(hipFree(0));
  TRY(hipHostFree(0));
  return done();
}
