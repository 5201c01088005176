// device_side: arrays and the device's own memory, arrays and arrays, directions that the pointers say, host memory
// that an earlier copy is still to fill, handles that name one array after another.
#include "shape.h"

using namespace shape;

static Bytes box(const Bytes& bytes, size_t at, size_t pitch) {
  Bytes found;
  for (size_t j = 0; j < kRows; ++j) found.insert(found.end(), &bytes[at + j * pitch], &bytes[at + j * pitch] + kBytes);
  return found;
}

static void device_memory(hipMemcpyKind kind) {
  hipArray_t array = make(1, 1 + kind);
  Bytes inside = filled_bytes(kSlice, 1 + kind), back(kHostSize);
  unsigned char* device = device_filled(kHostSize, 11 + kind);
  TRY(hipMemcpy2DToArray(array, kX, kY, device + kHostX, kPitch, kBytes, kRows, kind));
  EXPECT(box(read_all(array, 1), in_array(0, 0, 0), kRow) == box(filled_bytes(kHostSize, 11 + kind), kHostX, kPitch));
  TRY(hipMemcpyToArray(array, 0, 0, device + 100, 300, kind));
  TRY(hipMemcpyDtoA(array, 304, device, 80));
  TRY(hipMemcpy2DFromArray(device + 800, kPitch, array, kX, kY, kBytes, 4, kind));
  TRY(hipMemcpyFromArray(device + 200, array, 0, 3, 96, kind));
  TRY(hipMemcpyAtoD(device + 640, array, 240, 96));
  TRY(hipMemcpy(back.data(), device, kHostSize, hipMemcpyDeviceToHost));
  inside = read_all(array, 1);
  EXPECT(filled_from(100, inside.data(), 300, 11 + kind) && filled_from(0, &inside[304], 80, 11 + kind));
  EXPECT(memcmp(&back[800], &inside[kRow + kX], kBytes) == 0);
  EXPECT(memcmp(&back[200], &inside[3 * kRow], 96) == 0 && memcmp(&back[640], &inside[240], 96) == 0);
  TRY(hipFree(device));
  destroy(array, kind);
}

static void between_arrays() {
  hipArray_t a = make(kDepth, 31), b = make(kDepth, 32), plain = make(1, 33), other = make(1, 34);
  TRY(hipMemcpyAtoA(other, 16, plain, 48, 200));
  EXPECT(filled_from(48, &read_all(other, 1)[16], 200, 33));
  TRY(hipMemcpy2DArrayToArray(other, 0, 0, plain, kX, kY, kBytes, kRows, hipMemcpyDeviceToDevice));
  EXPECT(box(read_all(other, 1), 0, kRow) == box(filled_bytes(kSlice, 33), in_array(0, 0, 0), kRow));
  hipMemcpy3DParms p = {};
  p.srcArray = a;
  p.dstArray = b;
  p.srcPos = {1, 1, 1};
  p.dstPos = {3, 2, 0};
  p.extent = {4, 3, 2};
  p.kind = hipMemcpyDeviceToDevice;
  TRY(hipMemcpy3D(&p));
  const Bytes inside = read_all(b, kDepth);
  EXPECT(filled_from(kSlice + kRow + 8, &inside[2 * kRow + 24], 32, 31));
  HIP_MEMCPY3D q = {};
  unsigned char* device = device_filled(kSlice, 35);
  q.srcMemoryType = hipMemoryTypeDevice;
  q.srcDevice = device;
  q.srcPitch = kRow;
  q.srcHeight = kHeight;
  q.dstMemoryType = hipMemoryTypeArray;
  q.dstArray = a;
  q.dstZ = 2;
  q.WidthInBytes = kRow;
  q.Height = kHeight;
  q.Depth = 1;
  TRY(hipDrvMemcpy3D(&q));
  EXPECT(filled(&read_all(a, kDepth)[2 * kSlice], kSlice, 35));
  TRY(hipFree(device));
  for (hipArray_t array : {a, b, plain, other}) TRY(hipFreeArray(array));
}

// What goes up is what the copy before it, not waited for, brings down.
static void host_memory_on_its_way(hipStream_t stream) {
  hipArray_t a = make(1, 41), b = make(1, 42), volume = make(kDepth, 43);
  void* memory = nullptr;
  TRY(hipHostMalloc(&memory, kSlice, hipHostMallocDefault));
  auto* host = static_cast<unsigned char*>(memory);
  memset(host, 0xEE, kSlice);
  TRY(hipMemcpy2DFromArrayAsync(host, kRow, a, 0, 0, kRow, kHeight, hipMemcpyDeviceToHost, stream));
  TRY(hipMemcpy2DToArrayAsync(b, 0, 1, host, kRow, kRow, 2, hipMemcpyHostToDevice, stream));
  TRY(hipMemcpyHtoAAsync(b, 3 * kRow + 8, host + 80, 120, stream));
  hipMemcpy3DParms p = {};
  p.srcPtr = {host, kRow, kRow, kHeight};
  p.dstArray = volume;
  p.dstPos = {2, 1, 1};
  p.extent = {5, 3, 1};
  p.kind = hipMemcpyHostToDevice;
  TRY(hipMemcpy3DAsync(&p, stream));
  TRY(hipStreamSynchronize(stream));
  const Bytes inside = read_all(b, 1);
  EXPECT(filled_from(0, &inside[kRow], 2 * kRow, 41) && filled_from(80, &inside[3 * kRow + 8], 120, 41));
  EXPECT(filled_from(0, &read_all(volume, kDepth)[kSlice + kRow + 16], 40, 41));
  TRY(hipHostFree(memory));
  for (hipArray_t array : {a, b, volume}) TRY(hipFreeArray(array));
}

// The same handle may come back for an array of other elements.
static void one_after_another() {
  unsigned salt = 50;
  for (const int bits : {8, 16, 32}) {
    for (const int channels : {1, 2, 4}) {
      const hipChannelFormatDesc desc = {bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0,
                                         channels > 2 ? bits : 0, hipChannelFormatKindUnsigned};
      const size_t row = 6 * size_t(bits) / 8 * channels;
      hipArray_t array = nullptr;
      TRY(hipMalloc3DArray(&array, &desc, {6, 4, 0}, hipArrayDefault));
      Bytes bytes = filled_bytes(row * 4, ++salt), back(bytes.size());
      hipMemcpy3DParms p = {};
      p.srcPtr = {bytes.data(), row, row, 4};
      p.dstArray = array;
      p.extent = {6, 4, 1};
      p.kind = hipMemcpyDefault;
      TRY(hipMemcpy3D(&p));
      TRY(hipMemcpy2DFromArray(back.data(), row, array, 0, 0, row, 4, hipMemcpyDefault));
      EXPECT(back == bytes);
      TRY(hipFreeArray(array));
    }
  }
}

int main() {
  hipStream_t stream;
  hipArray_t unused = nullptr;
  const HIP_ARRAY3D_DESCRIPTOR layers = {16, 16, 6, HIP_AD_FORMAT_HALF, 4, hipArrayCubemap | hipArraySurfaceLoadStore};
  TRY(hipArray3DCreate(&unused, &layers));
  TRY(hipStreamCreate(&stream));
  device_memory(hipMemcpyDeviceToDevice);
  device_memory(hipMemcpyDefault);
  between_arrays();
  host_memory_on_its_way(stream);
  one_after_another();
  TRY(hipStreamDestroy(stream));
  TRY(hipArrayDestroy(unused));
  return done();
}
