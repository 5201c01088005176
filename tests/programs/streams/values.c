// values.c - a stream writes a word that another stream waits for.
#include "../check.h"

int main(void) {
  hipStream_t first, second;
  void* flag;
  void* data;
  unsigned char back[512];
  TRY(hipStreamCreateWithFlags(&first, hipStreamNonBlocking));
  TRY(hipStreamCreateWithFlags(&second, hipStreamNonBlocking));
  TRY(hipExtMallocWithFlags(&flag, 8, hipMallocSignalMemory));
  TRY(hipMalloc(&data, sizeof back));
  TRY(hipMemset(flag, 0, 8));
  TRY(hipMemset(data, 0, sizeof back));
  TRY(hipDeviceSynchronize());  // filling device memory need not be over, and these streams do not wait for it
  TRY(hipMemsetAsync(data, 0x21, sizeof back, first));
  TRY(hipStreamWriteValue32(first, flag, 7, 0));
  TRY(hipStreamWaitValue32(second, flag, 7, hipStreamWaitValueEq, 0xFFFFFFFFu));
  TRY(hipMemcpyAsync(back, data, sizeof back, hipMemcpyDeviceToHost, second));
  TRY(hipStreamSynchronize(second));
  EXPECT(all(back, sizeof back, 0x21));
  TRY(hipStreamWriteValue64(first, flag, 0x100000000ull, 0));
  TRY(hipStreamWaitValue64(second, flag, 0x100000000ull, hipStreamWaitValueGte, ~0ull));
  TRY(hipStreamSynchronize(second));
  TRY(hipFree(flag));
  TRY(hipFree(data));
  TRY(hipStreamDestroy(first));
  TRY(hipStreamDestroy(second));
  return done();
}
