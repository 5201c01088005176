// stream_handles - making streams and asking them; handles that are none, or no longer.
#include <vector>

#include "gate.h"

static void questions() {
  hipStream_t stream;
  unsigned flags = 9;
  int priority = 9, least = 0, greatest = 0;
  hipDevice_t device = -1;
  unsigned long long id = 0, other = 0;
  TRY(hipDeviceGetStreamPriorityRange(&least, &greatest));
  EXPECT(least >= greatest);
  TRY(hipStreamCreateWithPriority(&stream, hipStreamNonBlocking, greatest - 5));
  TRY(hipStreamGetFlags(stream, &flags));
  EXPECT(flags == hipStreamNonBlocking);
  TRY(hipStreamGetPriority(stream, &priority));
  EXPECT(priority == greatest);
  TRY(hipStreamGetDevice(stream, &device));
  EXPECT(device == 0);
  TRY(hipStreamGetId(stream, &id));
  TRY(hipStreamGetId(nullptr, &other));
  EXPECT(id != other);
  hipStreamCaptureStatus status;
  TRY(hipStreamIsCapturing(stream, &status));
  EXPECT(status == hipStreamCaptureStatusNone);
  hipStreamCaptureMode mode = hipStreamCaptureModeRelaxed;
  TRY(hipThreadExchangeStreamCaptureMode(&mode));
  EXPECT(mode == hipStreamCaptureModeGlobal);
  TRY(hipStreamDestroy(stream));
  const uint32_t mask[2] = {0xF0F0F0F0, 1};
  uint32_t got[3] = {9, 9, 9};
  TRY(hipExtStreamCreateWithCUMask(&stream, 2, mask));
  TRY(hipExtStreamGetCUMask(stream, 3, got));
  EXPECT(got[0] == mask[0] && got[1] == mask[1] && got[2] == 0);
  FAILS_WITH(hipErrorInvalidValue, hipExtStreamGetCUMask(stream, 1, got));
  TRY(hipStreamDestroy(stream));
  FAILS_WITH(hipErrorInvalidValue, hipStreamCreate(nullptr));
  FAILS_WITH(hipErrorInvalidValue, hipStreamCreateWithFlags(&stream, 77));
}

static void no_handles() {
  hipStream_t stream;
  char nothing_here[64];
  TRY(hipStreamCreate(&stream));
  TRY(hipStreamDestroy(stream));
  FAILS_WITH(hipErrorContextIsDestroyed, hipStreamDestroy(stream));
  FAILS_WITH(hipErrorContextIsDestroyed, hipStreamSynchronize(stream));
  FAILS_WITH(hipErrorContextIsDestroyed, hipStreamQuery(stream));
  FAILS_WITH(hipErrorContextIsDestroyed, hipStreamSynchronize(reinterpret_cast<hipStream_t>(nothing_here)));
  FAILS_WITH(hipErrorContextIsDestroyed, hipStreamSynchronize(reinterpret_cast<hipStream_t>(uintptr_t{3})));
  FAILS_WITH(hipErrorInvalidHandle, hipStreamDestroy(nullptr));
  FAILS_WITH(hipErrorInvalidHandle, hipStreamDestroy(hipStreamPerThread));
}

static void many() {
  for (int round = 0; round < 3; ++round) {
    std::vector<hipStream_t> streams(300);
    for (hipStream_t& stream : streams) TRY(hipStreamCreate(&stream));
    for (hipStream_t stream : streams) TRY(hipLaunchHostFunc(stream, nothing, nullptr));
    TRY(hipDeviceSynchronize());
    for (hipStream_t stream : streams) {
      TRY(hipStreamQuery(stream));
      TRY(hipStreamDestroy(stream));
    }
  }
}

static void reset() {
  hipStream_t stream;
  void* p = nullptr;
  TRY(hipStreamCreate(&stream));
  TRY(hipMalloc(&p, 100));
  TRY(hipDeviceReset());
  FAILS_WITH(hipErrorInvalidValue, hipFree(p));
  FAILS_WITH(hipErrorContextIsDestroyed, hipStreamQuery(stream));
  TRY(hipMalloc(&p, 100));
  TRY(hipFree(p));
}

int main() {
  questions();
  no_handles();
  many();
  reset();
  return done();
}
