// contexts.cpp - a thread works on its device without asking for a context, and may ask for one all the same.
#include <thread>

#include "check.h"

static int device_of(const void* ptr) {
  hipPointerAttribute_t attributes;
  TRY(hipPointerGetAttributes(&attributes, ptr));
  return attributes.device;
}

static void other_thread(void) {
  int device = -1;
  void* ptr = NULL;
  TRY(hipGetDevice(&device));
  EXPECT(device == 0);  // not the device of the thread that made this one
  TRY(hipMalloc(&ptr, 64));
  EXPECT(device_of(ptr) == 0);
  TRY(hipFree(ptr));
}

int main(void) {
  int count = 0;
  TRY(hipGetDeviceCount(&count));
  EXPECT(count == 2);
  FAILS_WITH(hipErrorInvalidDevice, hipSetDevice(2));
  EXPECT(hipGetLastError() == hipErrorInvalidDevice);
  EXPECT(hipGetLastError() == hipSuccess);

  void *first = NULL, *second = NULL;
  TRY(hipMalloc(&first, 64));
  TRY(hipSetDevice(1));
  TRY(hipMalloc(&second, 64));
  EXPECT(device_of(first) == 0 && device_of(second) == 1);
  std::thread(other_thread).join();

  hipCtx_t here, mine, popped;
  hipDevice_t device = -1;
  TRY(hipCtxGetCurrent(&here));
  EXPECT(here != NULL);
  TRY(hipCtxCreate(&mine, 0, 0));
  TRY(hipCtxGetDevice(&device));
  EXPECT(device == 0);
  int ordinal = -1;
  TRY(hipGetDevice(&ordinal));
  EXPECT(ordinal == 0);
  TRY(hipCtxPopCurrent(&popped));
  EXPECT(popped == mine);
  TRY(hipGetDevice(&ordinal));
  EXPECT(ordinal == 1);
  TRY(hipCtxPushCurrent(mine));
  TRY(hipCtxDestroy(mine));
  TRY(hipFree(second));
  TRY(hipSetDevice(0));
  TRY(hipFree(first));

  TRY(hipMalloc(&first, 64));
  TRY(hipDeviceReset());
  TRY(hipMalloc(&first, 64));  // a new context is made at need
  TRY(hipFree(first));
  return done();
}
