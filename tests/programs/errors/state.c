// state.c - failing calls and the error state that a thread keeps; recording changes neither.
#include "../check.h"

int main(void) {
  void* p;
  static unsigned char host[64];
  EXPECT(hipGetLastError() == hipSuccess);
  FAILS_WITH(hipErrorInvalidValue, hipMemcpy(0, host, 64, hipMemcpyHostToDevice));
  EXPECT(hipPeekAtLastError() == hipErrorInvalidValue);
  EXPECT(hipGetLastError() == hipErrorInvalidValue);
  EXPECT(hipGetLastError() == hipSuccess);
  FAILS_WITH(hipErrorInvalidDevice, hipSetDevice(1000));
  EXPECT(hipGetLastError() == hipErrorInvalidDevice);
  FAILS_WITH(hipErrorOutOfMemory, hipMalloc(&p, (size_t)1 << 60));
  (void)hipGetLastError();
  TRY(hipMalloc(&p, 64));
  fill(host, 64, 1);
  TRY(hipMemcpy(p, host, 64, hipMemcpyHostToDevice));
  memset(host, 0, 64);
  TRY(hipMemcpy(host, p, 64, hipMemcpyDeviceToHost));
  EXPECT(filled(host, 64, 1));
  TRY(hipFree(p));
  FAILS_WITH(hipErrorInvalidValue, hipFree((void*)0x1234));
  return done();
}
