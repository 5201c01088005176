// without_driver.cpp - what the bridge says where there is no driver.
#include "check.h"

int main(void) {
  int count = -1;
  void* ptr = NULL;
  FAILS_WITH(hipErrorInsufficientDriver, hipInit(0));
  FAILS_WITH(hipErrorInsufficientDriver, hipGetDeviceCount(&count));
  EXPECT(count == 0);
  FAILS_WITH(hipErrorInsufficientDriver, hipMalloc(&ptr, 1));
  EXPECT(hipPeekAtLastError() == hipErrorInsufficientDriver);
  EXPECT(strcmp(hipGetErrorName(hipErrorInsufficientDriver), "hipErrorInsufficientDriver") == 0);
  return done();
}
