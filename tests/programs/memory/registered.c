// registered.c - host memory of the program's own, pinned in place, reached by its device alias.
#include "../check.h"

enum { SIZE = 3 * 4096 };

int main(void) {
  unsigned char* host = aligned_alloc(4096, SIZE);
  static unsigned char back[SIZE];
  void *alias, *device;
  fill(host, SIZE, 1);
  TRY(hipHostRegister(host, SIZE, hipHostRegisterDefault));
  TRY(hipHostGetDevicePointer(&alias, host, 0));
  TRY(hipMalloc(&device, SIZE));
  TRY(hipMemcpy(device, alias, SIZE, hipMemcpyDeviceToDevice));
  TRY(hipMemcpy(back, device, SIZE, hipMemcpyDeviceToHost));
  EXPECT(filled(back, SIZE, 1));

  // A result that lands in pinned memory and goes back to the device from there.
  TRY(hipMemset(device, 0x11, SIZE));
  TRY(hipMemcpy(host, device, SIZE, hipMemcpyDeviceToHost));
  TRY(hipMemset(device, 0, SIZE));
  TRY(hipMemcpy(device, alias, SIZE, hipMemcpyDeviceToDevice));
  TRY(hipMemcpy(back, device, SIZE, hipMemcpyDeviceToHost));
  EXPECT(all(back, SIZE, 0x11));

  TRY(hipFree(device));
  TRY(hipHostUnregister(host));
  FAILS_WITH(hipErrorHostMemoryNotRegistered, hipHostUnregister(host));
  free(host);
  return done();
}
