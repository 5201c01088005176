// kinds.c - streams of every kind, work on each, and questions about them.
#include "../check.h"

enum { SIZE = 4096, COUNT = 5 };

int main(void) {
  hipStream_t streams[COUNT] = {0};
  static unsigned char host[COUNT][SIZE], back[COUNT][SIZE];
  void* device[COUNT];
  int least, greatest, priority;
  unsigned flags;
  TRY(hipDeviceGetStreamPriorityRange(&least, &greatest));
  TRY(hipStreamCreate(&streams[0]));
  TRY(hipStreamCreateWithFlags(&streams[1], hipStreamNonBlocking));
  TRY(hipStreamCreateWithPriority(&streams[2], hipStreamDefault, greatest));
  streams[3] = hipStreamPerThread;
  streams[4] = 0;
  TRY(hipStreamGetFlags(streams[1], &flags));
  EXPECT(flags == hipStreamNonBlocking);
  TRY(hipStreamGetPriority(streams[2], &priority));
  for (unsigned i = 0; i < COUNT; ++i) {
    TRY(hipMalloc(&device[i], SIZE));
    fill(host[i], SIZE, i);
    TRY(hipMemcpyAsync(device[i], host[i], SIZE, hipMemcpyHostToDevice, streams[i]));
    TRY(hipMemcpyAsync(back[i], device[i], SIZE, hipMemcpyDeviceToHost, streams[i]));
  }
  for (unsigned i = 0; i < COUNT; ++i) {
    TRY(hipStreamSynchronize(streams[i]));
    TRY(hipStreamQuery(streams[i]));
    EXPECT(filled(back[i], SIZE, i));
    TRY(hipFree(device[i]));
  }
  for (unsigned i = 0; i < 3; ++i) TRY(hipStreamDestroy(streams[i]));
  return done();
}
