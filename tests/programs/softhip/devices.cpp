// devices - run with SOFTHIP_DEVICES=2: choosing devices, what they say of themselves, peers, settings, contexts.
#include <thread>

#include "../check.h"

static void choosing() {
  int n = 0, current = -1;
  TRY(hipInit(0));
  FAILS_WITH(hipErrorInvalidValue, hipInit(1));
  TRY(hipGetDeviceCount(&n));
  EXPECT(n == 2);
  TRY(hipGetDevice(&current));
  EXPECT(current == 0);
  TRY(hipSetDevice(1));
  TRY(hipGetDevice(&current));
  EXPECT(current == 1);
  std::thread([] {
    int current = -1;
    TRY(hipGetDevice(&current));
    EXPECT(current == 0);  // a thread's own
  }).join();
  FAILS_WITH(hipErrorInvalidDevice, hipSetDevice(2));
  FAILS_WITH(hipErrorInvalidValue, hipGetDevice(nullptr));
  FAILS_WITH(hipErrorInvalidValue, hipGetDeviceCount(nullptr));
  TRY(hipSetDevice(0));
}

static void properties_and_attributes() {
  hipDeviceProp_t p;
  int value = 0, major = 0, minor = 0;
  char name[64];
  size_t total = 0, free = 0;
  memset(&p, 0xEE, sizeof p);
  TRY(hipGetDeviceProperties(&p, 1));
  EXPECT(strcmp(p.name, "softhip CPU device") == 0);
  EXPECT(strcmp(p.gcnArchName, "softhip") == 0);
  EXPECT(p.warpSize == 64 && p.maxThreadsPerBlock == 1024 && p.totalGlobalMem > 0);
  const struct {
    hipDeviceAttribute_t attribute;
    int value;
  } same[] = {{hipDeviceAttributeWarpSize, p.warpSize},
              {hipDeviceAttributeMaxThreadsPerBlock, p.maxThreadsPerBlock},
              {hipDeviceAttributeMaxBlockDimZ, p.maxThreadsDim[2]},
              {hipDeviceAttributeMaxGridDimX, p.maxGridSize[0]},
              {hipDeviceAttributeMultiprocessorCount, p.multiProcessorCount},
              {hipDeviceAttributeMaxSharedMemoryPerBlock, static_cast<int>(p.sharedMemPerBlock)},
              {hipDeviceAttributePciBusId, p.pciBusID},
              {hipDeviceAttributeManagedMemory, 1},
              {hipDeviceAttributeMemoryPoolsSupported, 1},
              {hipDeviceAttributeVirtualMemoryManagementSupported, 1},
              {hipDeviceAttributeComputeCapabilityMajor, p.major}};
  for (const auto& one : same) {
    TRY(hipDeviceGetAttribute(&value, one.attribute, 1));
    EXPECT(value == one.value);
  }
  FAILS_WITH(hipErrorInvalidValue, hipDeviceGetAttribute(&value, static_cast<hipDeviceAttribute_t>(99999), 0));
  FAILS_WITH(hipErrorInvalidDevice, hipDeviceGetAttribute(&value, hipDeviceAttributeWarpSize, 2));
  FAILS_WITH(hipErrorInvalidDevice, hipGetDeviceProperties(&p, 2));
  FAILS_WITH(hipErrorInvalidValue, hipGetDeviceProperties(nullptr, 0));
  TRY(hipDeviceComputeCapability(&major, &minor, 0));
  EXPECT(major == p.major && minor == p.minor);
  TRY(hipDeviceGetName(name, 8, 0));
  EXPECT(strcmp(name, "softhip") == 0);
  TRY(hipDeviceTotalMem(&total, 0));
  EXPECT(total == p.totalGlobalMem);
  TRY(hipMemGetInfo(&free, &total));
  EXPECT(free <= total && total == p.totalGlobalMem);
}

static void identity() {
  hipUUID a, b;
  char bus[32];
  int found = -1, version = 0;
  TRY(hipDeviceGetUuid(&a, 0));
  TRY(hipDeviceGetUuid(&b, 1));
  EXPECT(memcmp(&a, &b, sizeof a) != 0);
  TRY(hipDeviceGetPCIBusId(bus, sizeof bus, 1));
  TRY(hipDeviceGetByPCIBusId(&found, bus));
  EXPECT(found == 1);
  FAILS_WITH(hipErrorInvalidValue, hipDeviceGetByPCIBusId(&found, "ffff:ff:ff.0"));
  TRY(hipRuntimeGetVersion(&version));
  EXPECT(version / 10000000 == 7);
  TRY(hipDriverGetVersion(&version));
  EXPECT(version / 10000000 == 7);
}

static void settings() {
  size_t limit = 0;
  unsigned flags = 7;
  hipFuncCache_t cache;
  hipSharedMemConfig shared;
  TRY(hipDeviceSetLimit(hipLimitMallocHeapSize, 12345));
  TRY(hipDeviceGetLimit(&limit, hipLimitMallocHeapSize));
  EXPECT(limit == 12345);
  FAILS_WITH(hipErrorUnsupportedLimit, hipDeviceGetLimit(&limit, static_cast<hipLimit_t>(77)));
  TRY(hipGetDeviceFlags(&flags));
  EXPECT(flags == 0);
  TRY(hipSetDeviceFlags(hipDeviceScheduleSpin));
  TRY(hipGetDeviceFlags(&flags));
  EXPECT(flags == hipDeviceScheduleSpin);
  FAILS_WITH(hipErrorInvalidValue, hipSetDeviceFlags(hipDeviceScheduleSpin | hipDeviceScheduleYield));
  TRY(hipDeviceSetCacheConfig(hipFuncCachePreferL1));
  TRY(hipDeviceGetCacheConfig(&cache));
  EXPECT(cache == hipFuncCachePreferL1);
  TRY(hipDeviceSetSharedMemConfig(hipSharedMemBankSizeEightByte));
  TRY(hipDeviceGetSharedMemConfig(&shared));
  EXPECT(shared == hipSharedMemBankSizeEightByte);
  FAILS_WITH(hipErrorInvalidValue, hipDeviceSetSharedMemConfig(static_cast<hipSharedMemConfig>(9)));
}

static void peers() {
  int can = -1;
  TRY(hipDeviceCanAccessPeer(&can, 0, 1));
  EXPECT(can == 1);
  TRY(hipDeviceCanAccessPeer(&can, 1, 1));
  EXPECT(can == 0);
  FAILS_WITH(hipErrorPeerAccessNotEnabled, hipDeviceDisablePeerAccess(1));
  TRY(hipDeviceEnablePeerAccess(1, 0));
  FAILS_WITH(hipErrorPeerAccessAlreadyEnabled, hipDeviceEnablePeerAccess(1, 0));
  TRY(hipDeviceDisablePeerAccess(1));
  FAILS_WITH(hipErrorInvalidDevice, hipDeviceEnablePeerAccess(0, 0));  // itself
  unsigned char* here = device_filled(256, 3);
  void* there = nullptr;
  unsigned char back[256];
  TRY(hipSetDevice(1));
  TRY(hipMalloc(&there, 256));
  TRY(hipMemcpyPeer(there, 1, here, 0, 256));
  TRY(hipMemcpy(back, there, 256, hipMemcpyDeviceToHost));
  EXPECT(filled(back, 256, 3));
  hipPointerAttribute_t attributes;
  TRY(hipPointerGetAttributes(&attributes, there));
  EXPECT(attributes.device == 1);
  FAILS_WITH(hipErrorInvalidDevice, hipMemcpyPeer(there, 2, here, 0, 256));
  TRY(hipFree(there));
  TRY(hipFree(here));
  TRY(hipSetDevice(0));
}

static void contexts() {
  hipCtx_t first = nullptr, second = nullptr, current = nullptr;
  hipDevice_t device = -1;
  unsigned flags = 0;
  int active = -1;
  TRY(hipDevicePrimaryCtxRetain(&first, 0));
  TRY(hipCtxGetCurrent(&current));
  EXPECT(current == first);
  TRY(hipCtxCreate(&second, hipDeviceScheduleYield, 1));
  TRY(hipCtxGetDevice(&device));
  EXPECT(device == 1);
  TRY(hipCtxGetFlags(&flags));
  EXPECT(flags == hipDeviceScheduleYield);
  TRY(hipCtxPushCurrent(first));
  TRY(hipCtxGetDevice(&device));
  EXPECT(device == 0);
  TRY(hipCtxPopCurrent(&current));
  EXPECT(current == first);
  TRY(hipCtxGetCurrent(&current));
  EXPECT(current == second);
  TRY(hipCtxSynchronize());
  TRY(hipCtxDestroy(second));
  FAILS_WITH(hipErrorInvalidValue, hipCtxDestroy(second));
  FAILS_WITH(hipErrorInvalidContext, hipCtxSetCurrent(second));
  TRY(hipDevicePrimaryCtxGetState(0, &flags, &active));
  EXPECT(active == 1);
  TRY(hipDevicePrimaryCtxRelease(0));
  TRY(hipCtxSetCurrent(first));
  TRY(hipCtxGetDevice(&device));
  EXPECT(device == 0);
}

int main() {
  choosing();
  properties_and_attributes();
  identity();
  settings();
  peers();
  contexts();
  return done();
}
