// every_form.c - each flat copy call, host to device, device to device and back; no two blobs alike.
#include "../check.h"

enum { SIZE = 1000 };

static unsigned char host[SIZE], back[SIZE];
static void *a, *b;

static void expect_back(unsigned salt) {
  EXPECT(filled(back, SIZE, salt));
  memset(back, 0, SIZE);
}

int main(void) {
  hipStream_t stream;
  TRY(hipStreamCreate(&stream));
  TRY(hipMalloc(&a, SIZE));
  TRY(hipMalloc(&b, SIZE));

  fill(host, SIZE, 1);
  TRY(hipMemcpy(a, host, SIZE, hipMemcpyHostToDevice));
  TRY(hipMemcpy(b, a, SIZE, hipMemcpyDeviceToDevice));
  TRY(hipMemcpy(back, b, SIZE, hipMemcpyDeviceToHost));
  expect_back(1);

  fill(host, SIZE, 2);
  TRY(hipMemcpy(a, host, SIZE, hipMemcpyDefault));
  TRY(hipMemcpy(b, a, SIZE, hipMemcpyDefault));
  TRY(hipMemcpy(back, b, SIZE, hipMemcpyDefault));
  expect_back(2);

  fill(host, SIZE, 3);
  TRY(hipMemcpyAsync(a, host, SIZE, hipMemcpyHostToDevice, stream));
  TRY(hipMemcpyAsync(b, a, SIZE, hipMemcpyDeviceToDevice, stream));
  TRY(hipMemcpyAsync(back, b, SIZE, hipMemcpyDeviceToHost, stream));
  TRY(hipStreamSynchronize(stream));
  expect_back(3);

  fill(host, SIZE, 4);
  TRY(hipMemcpyWithStream(a, host, SIZE, hipMemcpyHostToDevice, stream));
  TRY(hipMemcpyWithStream(back, a, SIZE, hipMemcpyDeviceToHost, stream));
  expect_back(4);

  fill(host, SIZE, 5);
  TRY(hipMemcpyHtoD(a, host, SIZE));
  TRY(hipMemcpyDtoD(b, a, SIZE));
  TRY(hipMemcpyDtoH(back, b, SIZE));
  expect_back(5);

  fill(host, SIZE, 6);
  TRY(hipMemcpyHtoDAsync(a, host, SIZE, stream));
  TRY(hipMemcpyDtoDAsync(b, a, SIZE, stream));
  TRY(hipMemcpyDtoHAsync(back, b, SIZE, stream));
  TRY(hipStreamSynchronize(stream));
  expect_back(6);

  fill(host, SIZE, 7);
  TRY(hipMemcpy_spt(a, host, SIZE, hipMemcpyHostToDevice));
  TRY(hipMemcpyAsync_spt(back, a, SIZE, hipMemcpyDeviceToHost, 0));
  TRY(hipStreamSynchronize_spt(0));
  expect_back(7);

  fill(host, SIZE, 8);
  TRY(hipMemcpy(a, host, SIZE, hipMemcpyHostToDevice));
  TRY(hipMemcpyPeer(b, 0, a, 0, SIZE));
  TRY(hipMemcpy(back, b, SIZE, hipMemcpyDeviceToHost));
  expect_back(8);

  fill(host, SIZE, 9);
  TRY(hipMemcpy(a, host, SIZE, hipMemcpyHostToDevice));
  TRY(hipMemcpyPeerAsync(b, 0, a, 0, SIZE, stream));
  TRY(hipStreamSynchronize(stream));
  // A part of an allocation, neither at its start nor at its end.
  TRY(hipMemcpy(back, (char*)b + 100, 300, hipMemcpyDeviceToHost));
  for (int i = 0; i < 300; ++i) EXPECT(back[i] == pattern(100 + i, 9));

  TRY(hipFree(a));
  TRY(hipFree(b));
  TRY(hipStreamDestroy(stream));
  return done();
}
