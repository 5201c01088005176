// memsets - every form fills its elements and nothing else; what is refused.
#include <vector>

#include "../check.h"

constexpr size_t kSize = 4096;
static unsigned char* device;

// The call filled `height` x `depth` rows of `width` bytes, as many slices of `rows` rows, with repetitions of a word.
static void expect(size_t first, size_t pitch, size_t rows, size_t width, size_t height, size_t depth, uint32_t word,
                   size_t element) {
  std::vector<unsigned char> back(kSize), expected(kSize, 0xEE);
  TRY(hipDeviceSynchronize());
  TRY(hipMemcpy(back.data(), device, kSize, hipMemcpyDeviceToHost));
  for (size_t k = 0; k < depth; ++k) {
    for (size_t j = 0; j < height; ++j) {
      unsigned char* row = &expected[first + (k * rows + j) * pitch];
      for (size_t i = 0; i < width; ++i) row[i] = static_cast<unsigned char>(word >> (8 * (i % element)));
    }
  }
  EXPECT(back == expected);
  TRY(hipMemset(device, 0xEE, kSize));
  TRY(hipDeviceSynchronize());
}

static void every_form(hipStream_t stream) {
  unsigned char* at = device + 20;
  const hipPitchedPtr box = {at, 100, 100, 6};
#define ROW(call, bytes, word, element) \
  TRY(call);                            \
  expect(20, 0, 0, bytes, 1, 1, word, element)
  ROW(hipMemset(at, 0x111, 33), 33, 0x11, 1);
  ROW(hipMemset_spt(at, 0x12, 33), 33, 0x12, 1);
  ROW(hipMemsetAsync(at, 0x13, 33, stream), 33, 0x13, 1);
  ROW(hipMemsetAsync_spt(at, 0x14, 33, nullptr), 33, 0x14, 1);
  ROW(hipMemsetD8(at, 0x15, 33), 33, 0x15, 1);
  ROW(hipMemsetD8Async(at, 0x16, 33, stream), 33, 0x16, 1);
  ROW(hipMemsetD16(at, 0x1234, 33), 66, 0x1234, 2);
  ROW(hipMemsetD16Async(at, 0x1235, 33, stream), 66, 0x1235, 2);
  ROW(hipMemsetD32(at, 0x12345678, 33), 132, 0x12345678, 4);
  ROW(hipMemsetD32Async(at, 0x12345679, 33, stream), 132, 0x12345679, 4);
#undef ROW
#define ROWS(call, bytes, word, element) \
  TRY(call);                             \
  expect(20, 100, 0, bytes, 5, 1, word, element)
  ROWS(hipMemset2D(at, 100, 0x21, 31, 5), 31, 0x21, 1);
  ROWS(hipMemset2D_spt(at, 100, 0x22, 31, 5), 31, 0x22, 1);
  ROWS(hipMemset2DAsync(at, 100, 0x23, 31, 5, stream), 31, 0x23, 1);
  ROWS(hipMemset2DAsync_spt(at, 100, 0x24, 31, 5, nullptr), 31, 0x24, 1);
  ROWS(hipMemsetD2D8(at, 100, 0x25, 31, 5), 31, 0x25, 1);
  ROWS(hipMemsetD2D8Async(at, 100, 0x26, 31, 5, stream), 31, 0x26, 1);
  ROWS(hipMemsetD2D16(at, 100, 0x2728, 15, 5), 30, 0x2728, 2);
  ROWS(hipMemsetD2D16Async(at, 100, 0x2729, 15, 5, stream), 30, 0x2729, 2);
  ROWS(hipMemsetD2D32(at, 100, 0x3a3b3c3d, 7, 5), 28, 0x3a3b3c3d, 4);
  ROWS(hipMemsetD2D32Async(at, 100, 0x3a3b3c3e, 7, 5, stream), 28, 0x3a3b3c3e, 4);
#undef ROWS
#define BOX(call, word) \
  TRY(call);            \
  expect(20, 100, 6, 41, 3, 4, word, 1)
  BOX(hipMemset3D(box, 0x41, {41, 3, 4}), 0x41);
  BOX(hipMemset3D_spt(box, 0x42, {41, 3, 4}), 0x42);
  BOX(hipMemset3DAsync(box, 0x43, {41, 3, 4}, stream), 0x43);
  BOX(hipMemset3DAsync_spt(box, 0x44, {41, 3, 4}, nullptr), 0x44);
#undef BOX
}

static void refused() {
  char host[16];
  FAILS_WITH(hipErrorInvalidValue, hipMemset(nullptr, 0, 1));
  FAILS_WITH(hipErrorInvalidValue, hipMemset(host, 0, 1));
  FAILS_WITH(hipErrorInvalidValue, hipMemset(device, 0, kSize + 1));
  FAILS_WITH(hipErrorInvalidValue, hipMemset(device + 1, 0, kSize));
  FAILS_WITH(hipErrorInvalidValue, hipMemset2D(device, 10, 0, 11, 2));
  FAILS_WITH(hipErrorInvalidValue, hipMemset2D(device, 1000, 0, 500, 5));
  FAILS_WITH(hipErrorInvalidValue, hipMemsetD32(device, 0, (SIZE_MAX >> 2) + 2));
  FAILS_WITH(hipErrorContextIsDestroyed, hipMemsetAsync(device, 0, 1, reinterpret_cast<hipStream_t>(host)));
  TRY(hipMemset(nullptr, 0, 0));
  expect(0, 0, 0, 0, 0, 0, 0, 1);  // nothing was touched
}

int main() {
  hipStream_t stream;
  void* memory = nullptr;
  TRY(hipStreamCreate(&stream));
  TRY(hipMalloc(&memory, kSize));
  device = static_cast<unsigned char*>(memory);
  TRY(hipMemset(device, 0xEE, kSize));
  every_form(stream);
  every_form(nullptr);
  refused();
  TRY(hipFree(device));
  TRY(hipStreamDestroy(stream));
  return done();
}
