// error_state - each thread's last error, what sets it and what does not; names and texts of errors.
#include <thread>

#include "gate.h"

static void last_error() {
  void* p = nullptr;
  int n = 0;
  EXPECT(hipGetLastError() == hipSuccess);
  FAILS_WITH(hipErrorInvalidValue, hipMalloc(nullptr, 16));
  TRY(hipGetDeviceCount(&n));  // a success does not clear it
  EXPECT(hipPeekAtLastError() == hipErrorInvalidValue);
  FAILS_WITH(hipErrorInvalidDevice, hipSetDevice(99));
  EXPECT(hipPeekAtLastError() == hipErrorInvalidDevice);
  EXPECT(hipGetLastError() == hipErrorInvalidDevice);
  EXPECT(hipGetLastError() == hipSuccess);

  FAILS_WITH(hipErrorOutOfMemory, hipMalloc(&p, size_t{1} << 60));
  EXPECT(hipExtGetLastError() == hipErrorOutOfMemory);  // the result of the last call, then nothing
  EXPECT(hipExtGetLastError() == hipSuccess);
  FAILS_WITH(hipErrorOutOfMemory, hipMalloc(&p, size_t{1} << 60));
  TRY(hipGetDeviceCount(&n));
  EXPECT(hipExtGetLastError() == hipSuccess);
  EXPECT(hipGetLastError() == hipErrorOutOfMemory);
}

static void not_ready_is_an_answer() {
  hipStream_t stream;
  TRY(hipStreamCreate(&stream));
  Gate gate(stream);
  FAILS_WITH(hipErrorNotReady, hipStreamQuery(stream));
  EXPECT(hipPeekAtLastError() == hipSuccess);
  EXPECT(hipExtGetLastError() == hipErrorNotReady);
  gate.open();
  TRY(hipStreamDestroy(stream));
}

static void threads_have_their_own() {
  FAILS_WITH(hipErrorInvalidValue, hipFree(&check_failures));
  std::thread([] {
    EXPECT(hipGetLastError() == hipSuccess);
    FAILS_WITH(hipErrorInvalidDevice, hipSetDevice(-1));
  }).join();
  EXPECT(hipGetLastError() == hipErrorInvalidValue);
}

static void texts() {
  const char* text = nullptr;
  EXPECT(strcmp(hipGetErrorName(hipSuccess), "hipSuccess") == 0);
  EXPECT(strcmp(hipGetErrorName(hipErrorInvalidPitchValue), "hipErrorInvalidPitchValue") == 0);
  EXPECT(strcmp(hipGetErrorString(hipErrorInvalidValue), "invalid argument") == 0);
  EXPECT(strcmp(hipGetErrorString(hipErrorOutOfMemory), "out of memory") == 0);
  TRY(hipDrvGetErrorName(hipErrorNotReady, &text));
  EXPECT(strcmp(text, "hipErrorNotReady") == 0);
  TRY(hipDrvGetErrorString(hipErrorNotReady, &text));
  EXPECT(strcmp(text, "device not ready") == 0);
  FAILS_WITH(hipErrorInvalidValue, hipDrvGetErrorName(static_cast<hipError_t>(12345), &text));
  EXPECT(text == nullptr);
  FAILS_WITH(hipErrorInvalidValue, hipDrvGetErrorString(hipSuccess, nullptr));
}

int main() {
  last_error();
  not_ready_is_an_answer();
  threads_have_their_own();
  texts();
  return done();
}
