// arrays - making and describing them, every copy to, from and between them, boxes that leave them.
#include <vector>

#include "../check.h"

constexpr size_t kWidth = 12, kHeight = 5, kDepth = 3;  // of float2: 96 bytes a row
constexpr size_t kRow = kWidth * 8, kBytes = kRow * kHeight;

static hipArray_t make(unsigned height = kHeight) {
  hipArray_t array = nullptr;
  const hipChannelFormatDesc desc = {32, 32, 0, 0, hipChannelFormatKindFloat};
  TRY(hipMallocArray(&array, &desc, kWidth, height, hipArrayDefault));
  return array;
}

static std::vector<unsigned char> read(hipArray_t array) {
  std::vector<unsigned char> bytes(kBytes);
  TRY(hipMemcpy2DFromArray(bytes.data(), kRow, array, 0, 0, kRow, kHeight, hipMemcpyDeviceToHost));
  return bytes;
}

static void describing() {
  hipArray_t array = make(), other = nullptr;
  hipChannelFormatDesc desc = {};
  hipExtent extent = {};
  unsigned flags = 9;
  TRY(hipArrayGetInfo(&desc, &extent, &flags, array));
  EXPECT(desc.x == 32 && desc.y == 32 && desc.z == 0 && desc.f == hipChannelFormatKindFloat);
  EXPECT(extent.width == kWidth && extent.height == kHeight && extent.depth == 0 && flags == 0);
  HIP_ARRAY_DESCRIPTOR plain = {};
  TRY(hipArrayGetDescriptor(&plain, array));
  EXPECT(plain.Format == HIP_AD_FORMAT_FLOAT && plain.NumChannels == 2 && plain.Width == kWidth);
  TRY(hipFreeArray(array));
  FAILS_WITH(hipErrorContextIsDestroyed, hipFreeArray(array));
  FAILS_WITH(hipErrorInvalidValue, hipFreeArray(nullptr));
  FAILS_WITH(hipErrorInvalidHandle, hipArrayGetInfo(&desc, nullptr, nullptr, array));

  HIP_ARRAY3D_DESCRIPTOR wanted = {4, 5, 6, HIP_AD_FORMAT_SIGNED_INT16, 4, 0}, got = {};
  TRY(hipArray3DCreate(&array, &wanted));
  TRY(hipArray3DGetDescriptor(&got, array));
  EXPECT(got.Width == 4 && got.Height == 5 && got.Depth == 6 && got.Flags == 0);
  EXPECT(got.Format == wanted.Format && got.NumChannels == 4);
  TRY(hipGetChannelDesc(&desc, array));
  EXPECT(desc.x == 16 && desc.w == 16 && desc.f == hipChannelFormatKindSigned);
  TRY(hipArrayDestroy(array));
  wanted.NumChannels = 3;
  FAILS_WITH(hipErrorInvalidValue, hipArray3DCreate(&array, &wanted));
  desc = {32, 8, 0, 0, hipChannelFormatKindUnsigned};
  FAILS_WITH(hipErrorInvalidValue, hipMallocArray(&other, &desc, 4, 4, 0));
  desc = {8, 0, 0, 0, hipChannelFormatKindUnsigned};
  FAILS_WITH(hipErrorInvalidValue, hipMallocArray(&other, &desc, 0, 4, 0));
}

static void two_dimensions(hipStream_t stream) {
  hipArray_t a = make(), b = make();
  std::vector<unsigned char> host(kBytes), back(kBytes);
  fill(host.data(), kBytes, 1);
  TRY(hipMemcpy2DToArray(a, 0, 0, host.data(), kRow, kRow, kHeight, hipMemcpyHostToDevice));
  EXPECT(read(a) == host);
  // A window of 16 x 2 bytes at (24, 1), from pitched memory.
  TRY(hipMemcpy2DToArrayAsync(a, 24, 1, host.data(), 40, 16, 2, hipMemcpyHostToDevice, stream));
  TRY(hipStreamSynchronize(stream));
  std::vector<unsigned char> expected = host;
  for (size_t j = 0; j < 2; ++j) memcpy(&expected[(1 + j) * kRow + 24], &host[j * 40], 16);
  EXPECT(read(a) == expected);
  TRY(hipMemcpy2DFromArrayAsync(back.data(), 50, a, 24, 1, 16, 2, hipMemcpyDeviceToHost, stream));
  TRY(hipStreamSynchronize(stream));
  for (size_t j = 0; j < 2; ++j) EXPECT(memcmp(&back[j * 50], &host[j * 40], 16) == 0);
  TRY(hipMemcpy2DArrayToArray(b, 0, 0, a, 0, 0, kRow, kHeight, hipMemcpyDeviceToDevice));
  EXPECT(read(b) == expected);
  FAILS_WITH(hipErrorInvalidValue,
             hipMemcpy2DToArray(a, 8, 0, host.data(), kRow, kRow, 1, hipMemcpyHostToDevice));  // leaves the row
  FAILS_WITH(hipErrorInvalidValue,
             hipMemcpy2DToArray(a, 0, 4, host.data(), kRow, kRow, 2, hipMemcpyHostToDevice));  // leaves the array
  FAILS_WITH(hipErrorInvalidPitchValue, hipMemcpy2DToArray(a, 0, 0, host.data(), 15, 16, 2, hipMemcpyHostToDevice));
  FAILS_WITH(hipErrorInvalidHandle, hipMemcpy2DToArray(nullptr, 0, 0, host.data(), kRow, 16, 2, hipMemcpyHostToDevice));
  TRY(hipFreeArray(a));
  TRY(hipFreeArray(b));
}

static void runs(hipStream_t stream) {
  hipArray_t a = make(), b = make();
  std::vector<unsigned char> host(kBytes), back(kBytes);
  fill(host.data(), kBytes, 3);
  unsigned char* device = device_filled(kBytes, 4);
  // Runs of bytes go on in the next row.
  TRY(hipMemcpyToArray(a, 0, 0, host.data(), kBytes, hipMemcpyHostToDevice));
  EXPECT(read(a) == host);
  TRY(hipMemcpyToArray(a, 8, 1, host.data(), 2 * kRow, hipMemcpyHostToDevice));
  TRY(hipMemcpyFromArray(back.data(), a, 8, 1, 2 * kRow, hipMemcpyDeviceToHost));
  EXPECT(memcmp(back.data(), host.data(), 2 * kRow) == 0);
  TRY(hipMemcpyHtoA(a, 16, host.data(), 50));
  TRY(hipMemcpyAtoH(back.data(), a, 16, 50));
  EXPECT(memcmp(back.data(), host.data(), 50) == 0);
  TRY(hipMemcpyHtoAAsync(a, 3, host.data(), 20, stream));
  TRY(hipMemcpyAtoHAsync(back.data(), a, 3, 20, stream));
  TRY(hipStreamSynchronize(stream));
  EXPECT(memcmp(back.data(), host.data(), 20) == 0);
  TRY(hipMemcpyDtoA(a, 0, device, kBytes));
  TRY(hipMemcpyAtoA(b, 5, a, 7, 100));
  TRY(hipMemcpyAtoD(device, b, 5, 100));
  TRY(hipMemcpy(back.data(), device, 100, hipMemcpyDeviceToHost));
  EXPECT(filled_from(7, back.data(), 100, 4));
  FAILS_WITH(hipErrorInvalidValue, hipMemcpyHtoA(a, 1, host.data(), kBytes));
  FAILS_WITH(hipErrorInvalidValue, hipMemcpyHtoA(nullptr, 0, host.data(), 1));
  TRY(hipFree(device));
  TRY(hipFreeArray(a));
  TRY(hipFreeArray(b));
}

static void three_dimensions() {
  hipArray_t array = nullptr;
  const hipChannelFormatDesc desc = {16, 0, 0, 0, hipChannelFormatKindUnsigned};
  TRY(hipMalloc3DArray(&array, &desc, {kWidth, kHeight, kDepth}, 0));
  std::vector<uint16_t> host(kWidth * kHeight * kDepth), back(host.size());
  fill(host.data(), host.size() * 2, 6);
  hipMemcpy3DParms p = {};
  p.srcPtr = {host.data(), kWidth * 2, kWidth * 2, kHeight};
  p.dstArray = array;
  p.extent = {kWidth, kHeight, kDepth};  // elements
  p.kind = hipMemcpyHostToDevice;
  TRY(hipMemcpy3D(&p));
  hipMemcpy3DParms q = {};  // the box of 4 x 2 x 2 elements at (5, 1, 1)
  q.srcArray = array;
  q.srcPos = {5, 1, 1};
  q.dstPtr = {back.data(), 8, 8, 2};
  q.extent = {4, 2, 2};
  q.kind = hipMemcpyDeviceToHost;
  TRY(hipMemcpy3D(&q));
  for (size_t k = 0; k < 2; ++k) {
    for (size_t j = 0; j < 2; ++j) {
      EXPECT(memcmp(&back[(k * 2 + j) * 4], &host[((1 + k) * kHeight + 1 + j) * kWidth + 5], 8) == 0);
    }
  }
  q.srcPos.z = 2;
  FAILS_WITH(hipErrorInvalidValue, hipMemcpy3D(&q));
  q.srcPtr = q.dstPtr;  // two sources
  FAILS_WITH(hipErrorInvalidValue, hipMemcpy3D(&q));
  TRY(hipFreeArray(array));
}

int main() {
  hipStream_t stream;
  TRY(hipStreamCreate(&stream));
  describing();
  two_dimensions(stream);
  runs(stream);
  three_dimensions();
  TRY(hipStreamDestroy(stream));
  return done();
}
