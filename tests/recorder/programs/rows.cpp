// rows CASE: pitched host memory of which the recorder may read the rows and nothing else.
#include <sys/mman.h>

#include <string>

#include "check.h"

constexpr size_t kPage = 4096, kWidth = 48;

static char* pages(size_t count) {
  void* found =
      mmap(nullptr, count * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  EXPECT(found != MAP_FAILED);
  return static_cast<char*>(found);
}

int main(int, char** argv) {
  const std::string what = argv[1];
  char* device = static_cast<char*>(device_memory(4 * kWidth));
  if (what == "guard") {
    char* first = pages(3);
    EXPECT(mprotect(first + kPage, kPage, PROT_NONE) == 0);
    char *row0 = first + kPage - kWidth, *row1 = first + 2 * kPage;
    memset(row0, '0', kWidth);
    memset(row1, '1', kWidth);
    TRY(hipMemcpy2D(device, kWidth, row0, row1 - row0, kWidth, 2, hipMemcpyHostToDevice));
    memset(row0, 0, kWidth);
    TRY(hipMemcpy2D(row0, row1 - row0, device, kWidth, kWidth, 2, hipMemcpyDeviceToHost));
    EXPECT(row0[0] == '0' && row1[kWidth - 1] == '1');
  } else if (what == "padding") {
    char host[3 * 160];
    memset(host, '#', sizeof host);
    for (int row = 0; row < 3; ++row) memset(host + row * 160, 'a' + row, kWidth);
    TRY(hipMemcpy2D(device, kWidth, host, 160, kWidth, 3, hipMemcpyHostToDevice));
    TRY(hipMemcpy2D(host, 160, device, kWidth, kWidth, 3, hipMemcpyDeviceToHost));
    TRY(hipMemcpy2DAsync(host, 160, device, kWidth, kWidth, 3, hipMemcpyDeviceToHost, nullptr));
    TRY(hipStreamSynchronize(nullptr));
  } else if (what == "sparse") {
    const size_t pitch = 16u << 20;
    char* host = pages(3 * pitch / kPage + 1);
    for (int row = 0; row < 4; ++row) memset(host + row * pitch, 'a' + row, kWidth);
    TRY(hipMemcpy2D(device, kWidth, host, pitch, kWidth, 4, hipMemcpyHostToDevice));
    TRY(hipMemcpy2D(host, pitch, device, kWidth, kWidth, 4, hipMemcpyDeviceToHost));
  } else if (what == "rejected") {
    char* host = pages(1);
    EXPECT(mprotect(host, kPage, PROT_NONE) == 0);
    EXPECT(hipMemcpy2D(device, kWidth - 1, host, kPage, kWidth, 2, hipMemcpyHostToDevice) != hipSuccess);
    EXPECT(hipMemcpy2D(host, kPage, nullptr, kWidth, kWidth, 2, hipMemcpyDeviceToHost) != hipSuccess);
    EXPECT(hipGetLastError() == hipErrorInvalidPitchValue);
  } else if (what == "default") {
    char host[kWidth];
    memset(host, 'h', kWidth);
    TRY(hipMemcpy(device, host, kWidth, hipMemcpyDefault));
    TRY(hipMemcpy(host, device, kWidth, hipMemcpyDefault));
    TRY(hipMemcpy(device + kWidth, device, kWidth, hipMemcpyDefault));
    // A kind that does not fit the pointers: device memory is not read.
    TRY(hipMemcpy(device + kWidth, device, kWidth, hipMemcpyHostToDevice));
  }
  return 0;
}
