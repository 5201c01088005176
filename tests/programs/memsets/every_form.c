// every_form.c - each fill call over a window of a pitched block; the bytes around it keep their sentinel.
#include "../check.h"

enum { PITCH = 128, ROWS = 6, SLICES = 3, SIZE = PITCH * ROWS * SLICES };

static unsigned char back[SIZE];
static char* device;

// Expects rows [y, y + height) of each slice, columns [x, x + width), to hold the element; 0xEE everywhere else.
static void expect_window(size_t x, size_t y, size_t width, size_t height, size_t depth, unsigned value,
                          size_t element) {
  TRY(hipMemcpy(back, device, SIZE, hipMemcpyDeviceToHost));
  for (size_t i = 0; i < SIZE; ++i) {
    const size_t column = i % PITCH, row = i / PITCH % ROWS, slice = i / (PITCH * ROWS);
    const int inside = slice < depth && row >= y && row < y + height && column >= x && column < x + width;
    const unsigned char want = inside ? (unsigned char)(value >> (8 * ((column - x) % element))) : 0xEE;
    if (back[i] != want) {
      fprintf(stderr, "byte %zu: 0x%02x, not 0x%02x\n", i, back[i], want);
      check_failures++;
      break;
    }
  }
  TRY(hipMemset(device, 0xEE, SIZE));
}

int main(void) {
  hipStream_t stream;
  TRY(hipStreamCreate(&stream));
  TRY(hipMalloc((void**)&device, SIZE));
  TRY(hipMemset(device, 0xEE, SIZE));
  char* at = device + 2 * PITCH + 16;

  TRY(hipMemset(at, 0x01, 40));
  expect_window(16, 2, 40, 1, 1, 0x01, 1);
  TRY(hipMemsetAsync(at, 0x02, 40, stream));
  TRY(hipStreamSynchronize(stream));
  expect_window(16, 2, 40, 1, 1, 0x02, 1);
  TRY(hipMemset_spt(at, 0x03, 40));
  expect_window(16, 2, 40, 1, 1, 0x03, 1);
  TRY(hipMemsetAsync_spt(at, 0x04, 40, 0));
  TRY(hipStreamSynchronize_spt(0));
  expect_window(16, 2, 40, 1, 1, 0x04, 1);

  TRY(hipMemsetD8(at, 0x05, 40));
  expect_window(16, 2, 40, 1, 1, 0x05, 1);
  TRY(hipMemsetD16(at, 0x1206, 20));
  expect_window(16, 2, 40, 1, 1, 0x1206, 2);
  TRY(hipMemsetD32(at, 0x12345607, 10));
  expect_window(16, 2, 40, 1, 1, 0x12345607, 4);
  TRY(hipMemsetD8Async(at, 0x08, 40, stream));
  TRY(hipStreamSynchronize(stream));
  expect_window(16, 2, 40, 1, 1, 0x08, 1);
  TRY(hipMemsetD16Async(at, 0x1209, 20, stream));
  TRY(hipStreamSynchronize(stream));
  expect_window(16, 2, 40, 1, 1, 0x1209, 2);
  TRY(hipMemsetD32Async(at, 0x1234560A, 10, stream));
  TRY(hipStreamSynchronize(stream));
  expect_window(16, 2, 40, 1, 1, 0x1234560A, 4);

  TRY(hipMemset2D(at, PITCH, 0x0B, 48, 3));
  expect_window(16, 2, 48, 3, 1, 0x0B, 1);
  TRY(hipMemset2DAsync(at, PITCH, 0x0C, 48, 3, stream));
  TRY(hipStreamSynchronize(stream));
  expect_window(16, 2, 48, 3, 1, 0x0C, 1);
  TRY(hipMemsetD2D8(at, PITCH, 0x0D, 48, 3));
  expect_window(16, 2, 48, 3, 1, 0x0D, 1);
  TRY(hipMemsetD2D16(at, PITCH, 0x120E, 24, 3));
  expect_window(16, 2, 48, 3, 1, 0x120E, 2);
  TRY(hipMemsetD2D32(at, PITCH, 0x1234560F, 12, 3));
  expect_window(16, 2, 48, 3, 1, 0x1234560F, 4);
  TRY(hipMemsetD2D8Async(at, PITCH, 0x10, 48, 3, stream));
  TRY(hipMemsetD2D16Async(at, PITCH, 0x1211, 24, 3, stream));
  TRY(hipMemsetD2D32Async(at, PITCH, 0x12345612, 12, 3, stream));
  TRY(hipStreamSynchronize(stream));
  expect_window(16, 2, 48, 3, 1, 0x12345612, 4);

  hipPitchedPtr box;
  hipExtent extent;
  box.ptr = at;
  box.pitch = PITCH;
  box.xsize = PITCH;
  box.ysize = ROWS;
  extent.width = 48;
  extent.height = 3;
  extent.depth = 2;
  TRY(hipMemset3D(box, 0x13, extent));
  expect_window(16, 2, 48, 3, 2, 0x13, 1);
  TRY(hipMemset3DAsync(box, 0x14, extent, stream));
  TRY(hipStreamSynchronize(stream));
  expect_window(16, 2, 48, 3, 2, 0x14, 1);

  TRY(hipFree(device));
  TRY(hipStreamDestroy(stream));
  return done();
}
