// module.cpp - a code object loaded at run time, its functions launched in every form. Argument: the code object.
#include <math.h>

#include <vector>

#include "check.h"

static std::vector<char> read_file(const char* path) {
  FILE* file = fopen(path, "rb");
  if (file == NULL) exit(2);
  std::vector<char> bytes(1 << 20);
  bytes.resize(fread(bytes.data(), 1, bytes.size(), file));
  fclose(file);
  return bytes;
}

int main(int, char** argv) {
  hipModule_t module, again;
  hipFunction_t scale, count, wide, bounded, none;
  TRY(hipModuleLoad(&module, argv[1]));
  const std::vector<char> image = read_file(argv[1]);
  TRY(hipModuleLoadData(&again, image.data()));
  TRY(hipModuleGetFunction(&scale, module, "scale"));
  TRY(hipModuleGetFunction(&count, module, "count"));
  TRY(hipModuleGetFunction(&wide, module, "wide"));
  TRY(hipModuleGetFunction(&bounded, module, "bounded"));
  FAILS_WITH(hipErrorNotFound, hipModuleGetFunction(&none, module, "absent"));
  EXPECT(strcmp(hipKernelNameRef(scale), "scale") == 0);

  // The variables of the two modules are two.
  hipDeviceptr_t factor, offset, other;
  size_t size;
  TRY(hipModuleGetGlobal(&factor, &size, module, "factor"));
  EXPECT(size == 4);
  TRY(hipModuleGetGlobal(&offset, &size, module, "offset"));
  TRY(hipModuleGetGlobal(&other, NULL, again, "offset"));
  FAILS_WITH(hipErrorNotFound, hipModuleGetGlobal(&other, &size, module, "absent"));
  EXPECT(other != offset);
  int three = 3, two = 200, seen = 0;
  TRY(hipMemcpyHtoD(factor, &three, 4));
  TRY(hipMemcpyHtoD(other, &two, 4));
  TRY(hipMemcpyDtoH(&seen, offset, 4));
  EXPECT(seen == 100);

  const int n = 1000;
  int host[n], *data;
  TRY(hipMalloc((void**)&data, sizeof(host)));
  for (int i = 0; i < n; ++i) host[i] = i;
  TRY(hipMemcpy(data, host, sizeof(host), hipMemcpyHostToDevice));
  char step = 5;
  int length = n;
  void* parameters[] = {&data, &length, &step};
  TRY(hipModuleLaunchKernel(scale, 4, 1, 1, 256, 1, 1, 0, NULL, parameters, NULL));
  struct {
    int* data;
    int n;
    char step;
  } packed = {data, n, 7};
  size_t packed_size = sizeof(packed);
  void* extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &packed, HIP_LAUNCH_PARAM_BUFFER_SIZE, &packed_size,
                   HIP_LAUNCH_PARAM_END};
  TRY(hipModuleLaunchKernel(scale, 1, 1, 4, 1, 256, 1, 0, NULL, NULL, extra));  // blockIdx.x, threadIdx.x stay 0
  TRY(hipMemcpy(host, data, sizeof(host), hipMemcpyDeviceToHost));
  for (int i = 1; i < n; ++i) EXPECT(host[i] == i * 3 + 105);

  TRY(hipMemset(data, 0, 4));
  void* just_data[] = {&data};
  hipEvent_t start, stop;
  float ms = -1;
  TRY(hipEventCreate(&start));
  TRY(hipEventCreate(&stop));
  TRY(hipExtModuleLaunchKernel(count, 2 * 128, 3, 1, 128, 1, 1, 0, NULL, just_data, NULL, start, stop, 0));
  TRY(hipEventSynchronize(stop));
  TRY(hipEventElapsedTime(&ms, start, stop));
  EXPECT(ms >= 0 && ms < 10000);
  HIP_LAUNCH_CONFIG config = {};
  config.gridDimX = config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
  config.blockDimX = 10;
  TRY(hipDrvLaunchKernelEx(&config, count, just_data, NULL));
  TRY(hipModuleLaunchCooperativeKernel(count, 2, 1, 1, 7, 1, 1, 0, NULL, just_data));
  TRY(hipMemcpy(&seen, data, 4, hipMemcpyDeviceToHost));
  EXPECT(seen == 2 * 128 * 3 + 10 + 14);

  char first = 1;
  float v[4] = {0, 0, 0, 41}, result = 0;
  void* aligned[] = {&first, v, &data};
  TRY(hipModuleLaunchKernel(wide, 1, 1, 1, 1, 1, 1, 0, NULL, aligned, NULL));
  TRY(hipMemcpy(&result, data, 4, hipMemcpyDeviceToHost));
  EXPECT(result == 42);

  // What a launch refuses.
  FAILS_WITH(hipErrorInvalidConfiguration, hipModuleLaunchKernel(count, 0, 1, 1, 1, 1, 1, 0, NULL, just_data, NULL));
  FAILS_WITH(hipErrorInvalidConfiguration, hipModuleLaunchKernel(count, 1, 1, 1, 1, 1, 0, 0, NULL, just_data, NULL));
  FAILS_WITH(hipErrorInvalidConfiguration, hipModuleLaunchKernel(count, 1, 1, 1, 1025, 1, 1, 0, NULL, just_data, NULL));
  FAILS_WITH(hipErrorInvalidConfiguration, hipModuleLaunchKernel(count, 1, 1, 1, 64, 64, 1, 0, NULL, just_data, NULL));
  FAILS_WITH(hipErrorLaunchFailure, hipModuleLaunchKernel(bounded, 1, 1, 1, 65, 1, 1, 0, NULL, just_data, NULL));
  FAILS_WITH(hipErrorInvalidValue, hipModuleLaunchKernel(count, 1, 1, 1, 1, 1, 1, 70000, NULL, just_data, NULL));
  FAILS_WITH(hipErrorInvalidValue, hipModuleLaunchKernel(count, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
  FAILS_WITH(hipErrorInvalidValue, hipModuleLaunchKernel(count, 1, 1, 1, 1, 1, 1, 0, NULL, just_data, extra));
  packed_size = 8;
  FAILS_WITH(hipErrorInvalidValue, hipModuleLaunchKernel(scale, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra));
  FAILS_WITH(hipErrorInvalidImage, hipModuleLaunchKernel(NULL, 1, 1, 1, 1, 1, 1, 0, NULL, just_data, NULL));
  FAILS_WITH(hipErrorInvalidHandle,
             hipModuleLaunchKernel((hipFunction_t)&seen, 1, 1, 1, 1, 1, 1, 0, NULL, just_data, NULL));

  int value = 0, grid = 0, block = 0;
  TRY(hipFuncGetAttribute(&value, HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, bounded));
  EXPECT(value == 64);
  TRY(hipModuleOccupancyMaxPotentialBlockSize(&grid, &block, bounded, 0, 0));
  EXPECT(block == 64 && grid >= 1);
  TRY(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&value, bounded, 65, 0));
  EXPECT(value == 0);
  unsigned functions = 0;
  TRY(hipModuleGetFunctionCount(&functions, module));
  EXPECT(functions == 4);

  // Libraries are modules by another name.
  hipLibrary_t library;
  hipKernel_t kernel;
  hipFunction_t function;
  const char* name = NULL;
  TRY(hipLibraryLoadData(&library, image.data(), NULL, NULL, 0, NULL, NULL, 0));
  TRY(hipLibraryGetKernel(&kernel, library, "count"));
  TRY(hipKernelGetName(&name, kernel));
  EXPECT(strcmp(name, "count") == 0);
  TRY(hipKernelGetFunction(&function, kernel));
  TRY(hipMemset(data, 0, 4));
  TRY(hipModuleLaunchKernel(function, 1, 1, 1, 3, 1, 1, 0, NULL, just_data, NULL));
  TRY(hipMemcpy(&seen, data, 4, hipMemcpyDeviceToHost));
  EXPECT(seen == 3);
  size_t at = 0, bytes = 0;
  TRY(hipLibraryGetKernel(&kernel, library, "wide"));
  TRY(hipKernelGetParamInfo(kernel, 1, &at, &bytes));
  EXPECT(at == 16 && bytes == 16);
  TRY(hipLibraryUnload(library));
  FAILS_WITH(hipErrorInvalidHandle, hipLibraryUnload(library));

  TRY(hipModuleUnload(module));
  FAILS_WITH(hipErrorInvalidHandle, hipModuleUnload(module));
  FAILS_WITH(hipErrorInvalidHandle, hipModuleGetFunction(&none, module, "scale"));
  FAILS_WITH(hipErrorInvalidHandle, hipModuleLaunchKernel(count, 1, 1, 1, 1, 1, 1, 0, NULL, just_data, NULL));
  TRY(hipModuleUnload(again));

  FAILS_WITH(hipErrorFileNotFound, hipModuleLoad(&module, "/nowhere/absent.hsaco"));
  FAILS_WITH(hipErrorInvalidImage, hipModuleLoadData(&module, "something else entirely"));
  FAILS_WITH(hipErrorInvalidValue, hipModuleLoadData(&module, NULL));
  for (int i = 0; i < 300; ++i) {
    TRY(hipModuleLoadData(&module, image.data()));
    TRY(hipModuleUnload(module));
  }
  return done();
}
