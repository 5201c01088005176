// reused_handles.c - streams and events come and go, so that their handles are used again for new objects.
#include "../check.h"

int main(void) {
  static unsigned char host[256], back[256];
  void* device;
  TRY(hipMalloc(&device, sizeof host));
  for (unsigned round = 0; round < 50; ++round) {
    hipStream_t stream;
    hipEvent_t event;
    TRY(hipStreamCreateWithFlags(&stream, round % 2 ? hipStreamNonBlocking : hipStreamDefault));
    TRY(hipEventCreateWithFlags(&event, hipEventDisableTiming));
    fill(host, sizeof host, round);
    TRY(hipMemcpyAsync(device, host, sizeof host, hipMemcpyHostToDevice, stream));
    TRY(hipEventRecord(event, stream));
    TRY(hipEventSynchronize(event));
    TRY(hipMemcpyAsync(back, device, sizeof back, hipMemcpyDeviceToHost, stream));
    TRY(hipStreamSynchronize(stream));
    EXPECT(filled(back, sizeof back, round));
    TRY(hipEventDestroy(event));
    TRY(hipStreamDestroy(stream));
  }
  TRY(hipFree(device));
  return done();
}
