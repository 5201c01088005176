// cross_stream.c - one stream waits for another by an event; the reader sees what the writer wrote.
#include "../check.h"

enum { SIZE = 1 << 16 };

int main(void) {
  hipStream_t writer, reader;
  hipEvent_t written, read, start;
  void *a, *b;
  float ms = -1;
  unsigned char *host, *back;
  TRY(hipHostMalloc((void**)&host, SIZE, 0));
  TRY(hipHostMalloc((void**)&back, SIZE, 0));
  TRY(hipStreamCreateWithFlags(&writer, hipStreamNonBlocking));
  TRY(hipStreamCreateWithFlags(&reader, hipStreamNonBlocking));
  TRY(hipEventCreate(&written));
  TRY(hipEventCreate(&read));
  TRY(hipEventCreate(&start));
  TRY(hipMalloc(&a, SIZE));
  TRY(hipMalloc(&b, SIZE));
  TRY(hipEventRecord(start, writer));
  for (unsigned round = 0; round < 8; ++round) {
    fill(host, SIZE, round);
    TRY(hipMemcpyAsync(a, host, SIZE, hipMemcpyHostToDevice, writer));
    TRY(hipEventRecordWithFlags(written, writer, hipEventRecordDefault));
    TRY(hipStreamWaitEvent(reader, written, 0));
    TRY(hipMemcpyAsync(b, a, SIZE, hipMemcpyDeviceToDevice, reader));
    TRY(hipMemcpyAsync(back, b, SIZE, hipMemcpyDeviceToHost, reader));
    TRY(hipEventRecord(read, reader));
    TRY(hipStreamWaitEvent(writer, read, 0));
    TRY(hipEventSynchronize(read));
    EXPECT(filled(back, SIZE, round));
  }
  TRY(hipEventQuery(read));
  TRY(hipEventElapsedTime(&ms, start, read));
  EXPECT(ms >= 0);
  TRY(hipFree(a));
  TRY(hipFree(b));
  TRY(hipEventDestroy(start));
  TRY(hipEventDestroy(written));
  TRY(hipEventDestroy(read));
  TRY(hipStreamDestroy(writer));
  TRY(hipStreamDestroy(reader));
  TRY(hipHostFree(host));
  TRY(hipHostFree(back));
  return done();
}
