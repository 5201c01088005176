// no_counterpart.cpp - calls that the driver has no words for.
#include "check.h"

int main(void) {
  TRY(hipInit(0));
  FAILS_WITH(hipErrorNotSupported, hipUnbindTexture(NULL));
  FAILS_WITH(hipErrorNotSupported, hipUnbindTexture(NULL));
  EXPECT(hipGetLastError() == hipErrorNotSupported);
  hipStream_t stream;
  const uint32_t mask = 1;
  FAILS_WITH(hipErrorNotSupported, hipExtStreamCreateWithCUMask(&stream, 1, &mask));
  void* address = NULL;
  TRY(hipGetProcAddress("hipMalloc", &address, 0, 0, NULL));
  EXPECT(address == reinterpret_cast<void*>(static_cast<hipError_t (*)(void**, size_t)>(hipMalloc)));
  FAILS_WITH(hipErrorInvalidValue, hipGetProcAddress("hipNothing", &address, 0, 0, NULL));
  return done();
}
