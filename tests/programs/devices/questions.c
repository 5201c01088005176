// questions.c - what a program asks about devices and the runtime before it starts.
#include "../check.h"

int main(void) {
  int count, device, version, value;
  unsigned flags;
  hipDeviceProp_t properties;
  char name[256], bus[64];
  TRY(hipInit(0));
  TRY(hipGetDeviceCount(&count));
  EXPECT(count >= 1);
  TRY(hipSetDevice(0));
  TRY(hipGetDevice(&device));
  EXPECT(device == 0);
  TRY(hipGetDeviceProperties(&properties, 0));
  EXPECT(properties.warpSize > 0 && properties.name[0]);
  TRY(hipDeviceGetAttribute(&value, hipDeviceAttributeMaxThreadsPerBlock, 0));
  EXPECT(value == properties.maxThreadsPerBlock);
  TRY(hipDeviceGetName(name, sizeof name, 0));
  TRY(hipDeviceGetPCIBusId(bus, sizeof bus, 0));
  TRY(hipRuntimeGetVersion(&version));
  TRY(hipDriverGetVersion(&version));
  TRY(hipGetDeviceFlags(&flags));
  TRY(hipDeviceSynchronize());
  return done();
}
