// arrays: what CUDA's runtime makes of cudaMallocArray, cudaMemcpy2DToArray and cudaMemcpy2DFromArray, and the driver's
// own copies of runs. Every copy to the host brings other bytes.
#include <vector>

#include "driver.h"

constexpr size_t kRow = 64 * sizeof(float), kHeight = 16, kPitch = kRow + 32;

using Bytes = std::vector<unsigned char>;

static Bytes filled(size_t size, unsigned salt) {
  Bytes bytes(size);
  for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<unsigned char>((i * 7 + i / 251 + salt * 13) & 0xFF);
  return bytes;
}

static CUarray make(size_t width, size_t height, size_t depth) {
  CUarray array = nullptr;
  CUDA_ARRAY3D_DESCRIPTOR wanted = {width, height, depth, HIP_AD_FORMAT_FLOAT, 1, 0};
  CALL(cuArray3DCreate_v2(&array, &wanted));
  return array;
}

template <typename Box>
static Box up(CUarray array, const void* host, CUmemorytype type = CU_MEMORYTYPE_HOST) {
  Box box = {};
  box.srcMemoryType = type;
  box.srcHost = host;
  box.srcDevice = const_cast<void*>(host);
  box.srcPitch = kPitch;
  box.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  box.dstArray = array;
  box.WidthInBytes = kRow;
  box.Height = kHeight;
  return box;
}

template <typename Box>
static Box down(CUarray array, void* host, CUmemorytype type = CU_MEMORYTYPE_HOST) {
  Box box = {};
  box.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  box.srcArray = array;
  box.dstMemoryType = type;
  box.dstHost = host;
  box.dstDevice = host;
  box.dstPitch = kPitch;
  box.WidthInBytes = kRow;
  box.Height = kHeight;
  return box;
}

static void same_rows(const Bytes& one, const Bytes& other) {
  for (size_t j = 0; j < kHeight; ++j) EXPECT(memcmp(&one[j * kPitch], &other[j * kPitch], kRow) == 0);
}

// Goes up by one call and down by another.
template <typename Box, typename Up, typename Down>
static void round_trip(unsigned salt, CUmemorytype type, Up&& issue_up, Down&& issue_down) {
  CUarray array = make(64, kHeight, 0);
  const Bytes host = filled(kPitch * kHeight, salt);
  Bytes back(host.size());
  Box box = up<Box>(array, host.data(), type);
  issue_up(&box);
  box = down<Box>(array, back.data(), type);
  issue_down(&box);
  CALL(cuStreamSynchronize(nullptr));
  same_rows(host, back);
  CALL(cuArrayDestroy(array));
}

static void volumes() {
  CUarray array = make(64, kHeight, 3), other = make(64, kHeight, 3);
  const Bytes host = filled(kPitch * kHeight * 3, 20);
  Bytes back(host.size());
  auto box = up<CUDA_MEMCPY3D>(array, host.data());
  box.srcHeight = kHeight;
  box.Depth = 3;
  CALL(cuMemcpy3D_v2(&box));
  CUDA_MEMCPY3D across = {};
  across.srcMemoryType = across.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  across.srcArray = array;
  across.dstArray = other;
  across.srcZ = 1;
  across.WidthInBytes = kRow;
  across.Height = kHeight;
  across.Depth = 2;
  CALL(cuMemcpy3D_v2(&across));
  box = down<CUDA_MEMCPY3D>(other, back.data());
  box.dstHeight = kHeight;
  box.Depth = 2;
  CALL(cuMemcpy3D_v2(&box));
  for (size_t j = 0; j < 2 * kHeight; ++j) {
    EXPECT(memcmp(&back[j * kPitch], &host[(kHeight + j) * kPitch], kRow) == 0);
  }
  CALL(cuArrayDestroy(array));
  CALL(cuArrayDestroy(other));
}

static void runs() {
  CUarray line = make(256, 0, 0), other = make(256, 0, 0);
  CUdeviceptr device = nullptr;
  const Bytes host = filled(1024, 30);
  Bytes back(1024);
  CALL(cuMemAlloc_v2(&device, 1024));
  CALL(cuMemcpyHtoA_v2(line, 16, host.data(), 800));
  CALL(cuMemcpyAtoA_v2(other, 0, line, 32, 600));
  CALL(cuMemcpyAtoD_v2(device, other, 16, 512));
  CALL(cuMemcpyDtoA_v2(line, 512, device, 256));
  CALL(cuMemcpyAtoH_v2(back.data(), line, 512, 256));
  EXPECT(memcmp(back.data(), &host[32], 256) == 0);
  CALL(cuMemcpyHtoAAsync_v2(other, 0, &host[100], 400, nullptr));
  CALL(cuMemcpyAtoHAsync_v2(back.data(), other, 40, 300, nullptr));
  CALL(cuStreamSynchronize(nullptr));
  EXPECT(memcmp(back.data(), &host[140], 300) == 0);
  CALL(cuMemFree_v2(device));
  CALL(cuArrayDestroy(line));
  CALL(cuArrayDestroy(other));
}

int main() {
  begin();
  round_trip<CUDA_MEMCPY3D>(
      1, CU_MEMORYTYPE_HOST,
      [](auto* box) {
        box->Depth = 1;
        CALL(cuMemcpy3D_v2(box));
      },
      [](auto* box) {
        box->Depth = 1;
        CALL(cuMemcpy3DAsync_v2(box, nullptr));
      });
  round_trip<CUDA_MEMCPY2D>(
      2, CU_MEMORYTYPE_HOST, [](auto* box) { CALL(cuMemcpy2D_v2(box)); },
      [](auto* box) { CALL(cuMemcpy2DUnaligned_v2(box)); });
  round_trip<CUDA_MEMCPY2D>(
      3, CU_MEMORYTYPE_HOST, [](auto* box) { CALL(cuMemcpy2DAsync_v2(box, nullptr)); },
      [](auto* box) { CALL(cuMemcpy2DAsync_v2(box, nullptr)); });
  round_trip<CUDA_MEMCPY2D>(
      4, CU_MEMORYTYPE_UNIFIED, [](auto* box) { CALL(cuMemcpy2DUnaligned_v2(box)); },
      [](auto* box) { CALL(cuMemcpy2D_v2(box)); });
  volumes();
  runs();
  return 0;
}
