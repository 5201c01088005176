// launches.cpp KERNELS.ptx - every way to launch a kernel of a module, and what can be asked about one.
#include "image.h"

static const uint32_t kCount = 100000;

static void module_launches(const Kernels& kernels, void* device) {
  const unsigned blocks = (kCount + 255) / 256;
  uint32_t count = kCount, first = 17;
  void* params[] = {&device, &count, &first};
  TRY(hipModuleLaunchKernel(kernels.fill, blocks, 1, 1, 256, 1, 1, 0, NULL, params, NULL));
  EXPECT(counts_from(device, kCount, 17));

  struct {
    void* out;
    uint32_t count, first;
  } packed = {device, kCount, 1000};
  size_t size = sizeof packed;
  void* extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &packed, HIP_LAUNCH_PARAM_BUFFER_SIZE, &size, HIP_LAUNCH_PARAM_END};
  TRY(hipModuleLaunchKernel(kernels.fill, blocks, 1, 1, 256, 1, 1, 0, NULL, NULL, extra));
  EXPECT(counts_from(device, kCount, 1000));

  first = 5;
  TRY(hipModuleLaunchCooperativeKernel(kernels.fill, 1, 1, 1, 256, 1, 1, 0, NULL, params));
  EXPECT(counts_from(device, 256, 5));

  first = 70;
  hipLaunchAttribute attribute = {};
  attribute.id = hipLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  HIP_LAUNCH_CONFIG config = {};
  config.gridDimX = 2;
  config.gridDimY = config.gridDimZ = 1;
  config.blockDimX = 128;
  config.blockDimY = config.blockDimZ = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  TRY(hipDrvLaunchKernelEx(&config, kernels.fill, params, NULL));
  EXPECT(counts_from(device, 256, 70));

  hipEvent_t start, stop;
  float ms = -1;
  TRY(hipEventCreate(&start));
  TRY(hipEventCreate(&stop));
  first = 3;
  TRY(hipExtModuleLaunchKernel(kernels.fill, blocks * 256, 1, 1, 256, 1, 1, 0, NULL, params, NULL, start, stop, 0));
  TRY(hipEventSynchronize(stop));
  TRY(hipEventElapsedTime(&ms, start, stop));
  EXPECT(ms >= 0);
  EXPECT(counts_from(device, kCount, 3));
  TRY(hipEventDestroy(start));
  TRY(hipEventDestroy(stop));
}

static void by_value_and_shared(const Kernels& kernels, void* device) {
  float in[512], out[512];
  void* target = NULL;
  for (int i = 0; i < 512; ++i) in[i] = 0.5f * i;
  TRY(hipMalloc(&target, sizeof in));
  TRY(hipMemcpy(device, in, sizeof in, hipMemcpyHostToDevice));
  struct {
    void *out, *in;
    float factor;
    uint32_t count;
  } parms = {target, device, 4, 512};
  void* params[] = {&parms};
  TRY(hipModuleLaunchKernel(kernels.scale, 2, 1, 1, 256, 1, 1, 0, NULL, params, NULL));
  TRY(hipMemcpy(out, target, sizeof out, hipMemcpyDeviceToHost));
  for (int i = 0; i < 512; ++i) EXPECT(out[i] == 2.0f * i);
  TRY(hipFree(target));

  uint32_t words[128];
  for (uint32_t i = 0; i < 128; ++i) words[i] = i;
  TRY(hipMemcpy(device, words, sizeof words, hipMemcpyHostToDevice));
  void* rotated[] = {&device};
  TRY(hipModuleLaunchKernel(kernels.rotate, 2, 1, 1, 64, 1, 1, 64 * 4, NULL, rotated, NULL));
  TRY(hipMemcpy(words, device, sizeof words, hipMemcpyDeviceToHost));
  for (uint32_t i = 0; i < 128; ++i) EXPECT(words[i] == i / 64 * 64 + (i + 1) % 64);
}

static void variables(const Kernels& kernels) {
  void* address = NULL;
  size_t size = 0;
  uint32_t seen = 100;
  TRY(hipModuleGetGlobal(&address, &size, kernels.module, "threads_seen"));
  EXPECT(size == 4);
  TRY(hipMemcpy(address, &seen, 4, hipMemcpyHostToDevice));
  TRY(hipModuleLaunchKernel(kernels.count, 3, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
  TRY(hipMemcpy(&seen, address, 4, hipMemcpyDeviceToHost));
  EXPECT(seen == 196);
  hipFunction_t missing;
  FAILS_WITH(hipErrorNotFound, hipModuleGetFunction(&missing, kernels.module, "no_such_kernel"));
}

static void questions(const Kernels& kernels) {
  int threads = 0, blocks = 0, grid = 0, block = 0;
  TRY(hipFuncGetAttribute(&threads, HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernels.fill));
  EXPECT(threads >= 256);
  TRY(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernels.fill, 256, 0));
  EXPECT(blocks > 0);
  TRY(hipModuleOccupancyMaxPotentialBlockSize(&grid, &block, kernels.fill, 0, 0));
  EXPECT(grid > 0 && block > 0);
  EXPECT(strcmp(hipKernelNameRef(kernels.fill), "fill") == 0);
}

static void libraries(int count, char** arguments, void* device) {
  char* text = read_image(count, arguments);
  hipLibrary_t library;
  hipKernel_t kernel;
  hipFunction_t function;
  TRY(hipLibraryLoadData(&library, text, NULL, NULL, 0, NULL, NULL, 0));
  TRY(hipLibraryGetKernel(&kernel, library, "fill"));
  size_t offset = 99, size = 0;
  TRY(hipKernelGetParamInfo(kernel, 1, &offset, &size));
  EXPECT(offset == 8 && size == 4);
  TRY(hipKernelGetFunction(&function, kernel));
  uint32_t number = 64, first = 9;
  void* params[] = {&device, &number, &first};
  TRY(hipModuleLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, NULL, params, NULL));
  EXPECT(counts_from(device, 64, 9));
  first = 11;
  TRY(hipModuleLaunchKernel((hipFunction_t)kernel, 1, 1, 1, 64, 1, 1, 0, NULL, params, NULL));
  EXPECT(counts_from(device, 64, 11));
  TRY(hipLibraryUnload(library));
  free(text);
}

static void bad_images(void) {
  hipModule_t module;
  EXPECT(hipModuleLoadData(&module, "this is no kernel") != hipSuccess);
  EXPECT(hipModuleLoad(&module, "/nowhere/kernels.ptx") == hipErrorFileNotFound);
}

int main(int count, char** arguments) {
  const Kernels kernels = load_kernels(count, arguments);
  void* device = NULL;
  TRY(hipMalloc(&device, kCount * 4));
  module_launches(kernels, device);
  by_value_and_shared(kernels, device);
  variables(kernels);
  questions(kernels);
  libraries(count, arguments, device);
  bad_images();
  TRY(hipFree(device));
  TRY(hipModuleUnload(kernels.module));
  return done();
}
