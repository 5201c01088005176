// launches.hip - every way to launch a kernel by its host function.
#include <hip/hip_ext.h>

#include "check.h"

__global__ void add(int* out, int a, double b) { atomicAdd(out, a + (int)b); }

int main() {
  int *out, seen = 0, a = 1;
  double b = 2;
  TRY(hipMalloc(&out, sizeof(int)));
  TRY(hipMemset(out, 0, sizeof(int)));
  void* arguments[] = {&out, &a, &b};
  const void* stub = (const void*)add;
  hipEvent_t start, stop;
  TRY(hipEventCreate(&start));
  TRY(hipEventCreate(&stop));
  TRY(hipLaunchKernel(stub, dim3(2), dim3(3), arguments, 0, 0));
  TRY(hipLaunchKernel_spt(stub, dim3(2), dim3(3), arguments, 0, 0));
  TRY(hipLaunchCooperativeKernel(stub, dim3(2), dim3(3), arguments, 0, 0));
  TRY(hipLaunchCooperativeKernel_spt(stub, dim3(2), dim3(3), arguments, 0, 0));
  TRY(hipExtLaunchKernel(stub, dim3(2), dim3(3), arguments, 0, 0, start, stop, 0));
  hipExtLaunchKernelGGL(add, dim3(2), dim3(3), 0, 0, start, stop, 0, out, a, 2);
  hipLaunchConfig_t config = {};
  config.gridDim = dim3(2);
  config.blockDim = dim3(3);
  TRY(hipLaunchKernelExC(&config, stub, arguments));
  TRY(hipConfigureCall(dim3(2), dim3(3), 0, 0));
  TRY(hipSetupArgument(&out, sizeof(out), 0));
  TRY(hipSetupArgument(&a, sizeof(a), 8));
  TRY(hipSetupArgument(&b, sizeof(b), 16));
  TRY(hipLaunchByPtr(stub));
  hipFunction_t function;
  TRY(hipGetFuncBySymbol(&function, stub));
  TRY(hipModuleLaunchKernel(function, 2, 1, 1, 3, 1, 1, 0, NULL, arguments, NULL));
  EXPECT(strcmp(hipKernelNameRefByPtr(stub, NULL), "_Z3addPiid") == 0);
  TRY(hipDeviceSynchronize());
  TRY(hipMemcpy(&seen, out, sizeof(int), hipMemcpyDeviceToHost));
  EXPECT(seen == 9 * 6 * 3);

  // The arguments are those at the time of the launch.
  for (a = 0; a < 100; ++a) TRY(hipLaunchKernel(stub, dim3(1), dim3(1), arguments, 0, 0));
  a = 12345;
  TRY(hipMemcpy(&seen, out, sizeof(int), hipMemcpyDeviceToHost));
  EXPECT(seen == 9 * 6 * 3 + 4950 + 200);

  FAILS_WITH(hipErrorInvalidDeviceFunction, hipLaunchKernel((const void*)&seen, dim3(1), dim3(1), arguments, 0, 0));
  FAILS_WITH(hipErrorInvalidDeviceFunction, hipLaunchKernel((const void*)NULL, dim3(1), dim3(1), arguments, 0, 0));
  FAILS_WITH(hipErrorMissingConfiguration, hipLaunchByPtr(stub));
  FAILS_WITH(hipErrorInvalidConfiguration, (add<<<0, 1>>>(out, 1, 1), hipGetLastError()));
  FAILS_WITH(hipErrorInvalidConfiguration, (add<<<1, 2000>>>(out, 1, 1), hipGetLastError()));
  TRY(hipGetLastError());
  return done();
}
