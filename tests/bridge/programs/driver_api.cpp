// driver_api.cpp LIBCUDA CODE_OBJECT - a program written against the CUDA driver, which it opens itself.
#include <cuda_driver.h>
#include <dlfcn.h>

#include "check.h"

#define CALL(call)                                                            \
  do {                                                                        \
    const CUresult result_ = (call);                                          \
    if (result_ != CUDA_SUCCESS) {                                            \
      fprintf(stderr, "%s:%d: %s: %d\n", __FILE__, __LINE__, #call, result_); \
      exit(1);                                                                \
    }                                                                         \
  } while (0)

struct Driver {
#define CUDA_ENTRY(name, params) CUresult(*name) params;
#include <cuda_entries.inc>
#undef CUDA_ENTRY
};
static Driver cu;

static void load(const char* path) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    exit(1);
  }
#define CUDA_ENTRY(name, params)               \
  *(void**)(&cu.name) = dlsym(library, #name); \
  EXPECT(cu.name != NULL);
#include <cuda_entries.inc>
#undef CUDA_ENTRY
}

static void strictness(void) {
  CUcontext context = NULL;
  CUdeviceptr ptr = NULL;
  EXPECT(cu.cuCtxGetCurrent(&context) == CUDA_ERROR_NOT_INITIALIZED);
  CALL(cu.cuInit(0));
  CALL(cu.cuCtxGetCurrent(&context));
  EXPECT(context == NULL);
  EXPECT(cu.cuMemAlloc_v2(&ptr, 64) == CUDA_ERROR_INVALID_CONTEXT);
  CALL(cu.cuDevicePrimaryCtxRetain(&context, 0));
  CALL(cu.cuCtxSetCurrent(context));
  EXPECT(cu.cuMemAlloc_v2(&ptr, 0) == CUDA_ERROR_INVALID_VALUE);
}

static void addresses(void) {
  void *plain = NULL, *twin = NULL, *found = NULL;
  CUdriverProcAddressQueryResult status;
  CALL(cu.cuGetProcAddress_v2("", &found, 12000, 0, NULL));
  EXPECT(found == NULL);
  CALL(cu.cuGetProcAddress_v2("cuMemAlloc", &found, 12000, 0, &status));
  EXPECT(found == (void*)cu.cuMemAlloc_v2 && status == HIP_GET_PROC_ADDRESS_SUCCESS);
  CALL(cu.cuGetProcAddress_v2("cuMemAlloc", &found, 2000, 0, &status));
  EXPECT(found == NULL && status == HIP_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
  CALL(cu.cuGetProcAddress_v2("cuNothing", &found, 12000, 0, &status));
  EXPECT(found == NULL && status == HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
  EXPECT(cu.cuGetProcAddress("cuNothing", &found, 12000, 0) == CUDA_ERROR_NOT_FOUND);
  CALL(cu.cuGetProcAddress_v2("cuEventElapsedTime", &plain, 12000, 0, NULL));
  CALL(cu.cuGetProcAddress_v2("cuEventElapsedTime", &twin, 13000, 0, NULL));
  EXPECT(plain == (void*)cu.cuEventElapsedTime && twin == (void*)cu.cuEventElapsedTime_v2);
  CALL(cu.cuGetProcAddress_v2("cuMemcpyAsync", &plain, 12000, 0, NULL));
  CALL(cu.cuGetProcAddress_v2("cuMemcpyAsync", &twin, 12000, 2, NULL));
  EXPECT(plain == (void*)cu.cuMemcpyAsync && twin != plain && twin != NULL);
  const void* table = &table;
  CUuuid id = {};
  EXPECT(cu.cuGetExportTable(&table, &id) == CUDA_ERROR_NOT_FOUND && table == NULL);
  const char* name = NULL;
  CALL(cu.cuGetErrorName(CUDA_ERROR_ILLEGAL_INSTRUCTION, &name));
  EXPECT(strcmp(name, "CUDA_ERROR_ILLEGAL_INSTRUCTION") == 0);
}

static void boxes(void) {
  enum { kPitch = 256, kRows = 8, kSlices = 3, kBytes = kPitch * kRows * kSlices };
  static unsigned char host[kBytes], back[kBytes], expected[kBytes];
  CUdeviceptr device = NULL;
  CALL(cu.cuMemAlloc_v2(&device, kBytes));
  fill(host, kBytes, 7);
  CALL(cu.cuMemcpyHtoD_v2(device, host, kBytes));
  CUDA_MEMCPY3D box = {};
  box.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  box.srcDevice = device;
  box.srcPitch = kPitch;
  box.srcHeight = kRows;
  box.srcXInBytes = 16;
  box.srcY = 2;
  box.srcZ = 1;
  box.dstMemoryType = CU_MEMORYTYPE_HOST;
  box.dstHost = back;
  box.dstPitch = 160;
  box.dstHeight = 6;
  box.dstXInBytes = 40;
  box.dstY = 1;
  box.dstZ = 1;
  box.WidthInBytes = 48;
  box.Height = 3;
  box.Depth = 2;
  for (int z = 0; z < 2; ++z) {
    for (int y = 0; y < 3; ++y) {
      memcpy(expected + ((z + 1) * 6 + y + 1) * 160 + 40, host + ((z + 1) * kRows + y + 2) * kPitch + 16, 48);
    }
  }
  CALL(cu.cuMemcpy3D_v2(&box));
  EXPECT(memcmp(back, expected, kBytes) == 0);

  CUDA_MEMCPY2D rows = {};
  rows.srcMemoryType = CU_MEMORYTYPE_HOST;
  rows.srcHost = host;
  rows.srcPitch = 100;
  rows.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  rows.dstDevice = device;
  rows.dstPitch = kPitch;
  rows.WidthInBytes = 90;
  rows.Height = 4;
  CALL(cu.cuMemcpy2DUnaligned_v2(&rows));
  CALL(cu.cuMemcpyDtoH_v2(back, device, kBytes));
  for (int y = 0; y < 4; ++y) {
    EXPECT(filled_from(100 * y, back + kPitch * y, 90, 7));
    EXPECT(filled_from(kPitch * y + 90, back + kPitch * y + 90, kPitch - 90, 7));
  }
  rows.dstDevice = NULL;
  EXPECT(cu.cuMemcpy2D_v2(&rows) == CUDA_ERROR_INVALID_VALUE);
  CALL(cu.cuMemFree_v2(device));
}

static void reservations(void) {
  const size_t mib = 1 << 20;
  CUdeviceptr at = (CUdeviceptr)0x310000000000, got = NULL;
  CALL(cu.cuMemAddressReserve(&got, 32 * mib, 0, at, 0));
  EXPECT(got == at);
  CALL(cu.cuMemAddressFree(got, 32 * mib));
  CALL(cu.cuMemAddressReserve(&got, 2 * mib, 0, at, 0));  // less than a chunk: the hint does not count
  EXPECT(got != at);
  CALL(cu.cuMemAddressFree(got, 2 * mib));
  EXPECT(cu.cuMemAddressReserve(&got, 65536, 0, NULL, 0) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(cu.cuMemAddressReserve(&got, 2 * mib, 0, (CUdeviceptr)0x310000010000, 0) == CUDA_ERROR_INVALID_VALUE);
}

static void streams(void) {
  CUstream stream = NULL;
  CUevent start = NULL, stop = NULL;
  CUdeviceptr device = NULL;
  float ms = -1;
  unsigned words[256];
  CALL(cu.cuStreamCreate(&stream, hipStreamNonBlocking));
  CALL(cu.cuEventCreate(&start, 0));
  CALL(cu.cuEventCreate(&stop, 0));
  CALL(cu.cuMemAllocAsync(&device, sizeof words, stream));
  CALL(cu.cuEventRecord(start, stream));
  CALL(cu.cuMemsetD32Async(device, 0x01020304, 256, stream));
  CALL(cu.cuMemcpyDtoHAsync_v2(words, device, sizeof words, stream));
  CALL(cu.cuEventRecord(stop, stream));
  CALL(cu.cuStreamSynchronize(stream));
  for (unsigned word : words) EXPECT(word == 0x01020304);
  CALL(cu.cuEventElapsedTime_v2(&ms, start, stop));
  EXPECT(ms >= 0);
  CALL(cu.cuMemFreeAsync(device, stream));
  CALL(cu.cuEventDestroy_v2(start));
  CALL(cu.cuEventDestroy_v2(stop));
  CALL(cu.cuStreamDestroy_v2(stream));
}

static void kernels(const char* path) {
  CUmodule module = NULL, found = NULL;
  CUfunction function = NULL;
  CUdeviceptr device = NULL;
  const char* name = NULL;
  size_t offset = 0, size = 0;
  unsigned words[64], count = 64, first = 8;
  CALL(cu.cuModuleLoad(&module, path));
  EXPECT(cu.cuModuleGetFunction(&function, module, "absent") == CUDA_ERROR_NOT_FOUND);
  CALL(cu.cuModuleGetFunction(&function, module, "fill"));
  CALL(cu.cuFuncGetName(&name, function));
  EXPECT(strcmp(name, "fill") == 0);
  CALL(cu.cuFuncGetModule(&found, function));
  EXPECT(found == module);
  CALL(cu.cuFuncGetParamInfo(function, 2, &offset, &size));
  EXPECT(offset == 12 && size == 4);
  EXPECT(cu.cuFuncGetParamInfo(function, 3, &offset, &size) == CUDA_ERROR_INVALID_VALUE);
  CALL(cu.cuMemAlloc_v2(&device, sizeof words));
  void* params[] = {&device, &count, &first};
  CALL(cu.cuLaunchKernel(function, 2, 1, 1, 32, 1, 1, 0, NULL, params, NULL));
  CALL(cu.cuMemcpyDtoH_v2(words, device, sizeof words));
  for (unsigned i = 0; i < 64; ++i) EXPECT(words[i] == 8 + i);
  struct {
    CUdeviceptr out;
    unsigned count, first;
  } packed = {device, 64, 90};
  size_t bytes = sizeof packed;
  void* extra[] = {(void*)1, &packed, (void*)2, &bytes, NULL};  // the driver's list ends with 0
  CUlaunchConfig config = {};
  config.gridDimX = config.gridDimY = config.gridDimZ = 1;
  config.blockDimX = 64;
  config.blockDimY = config.blockDimZ = 1;
  CALL(cu.cuLaunchKernelEx(&config, function, NULL, extra));
  CALL(cu.cuMemcpyDtoH_v2(words, device, sizeof words));
  for (unsigned i = 0; i < 64; ++i) EXPECT(words[i] == 90 + i);
  EXPECT(cu.cuLaunchKernel(function, 0, 1, 1, 32, 1, 1, 0, NULL, params, NULL) == CUDA_ERROR_INVALID_VALUE);
  CALL(cu.cuMemFree_v2(device));
  CALL(cu.cuModuleUnload(module));
  EXPECT(cu.cuFuncGetName(&name, function) == CUDA_ERROR_INVALID_HANDLE);
}

int main(int count, char** arguments) {
  if (count != 3) return 2;
  load(arguments[1]);
  strictness();
  addresses();
  boxes();
  reservations();
  streams();
  kernels(arguments[2]);
  return done();
}
