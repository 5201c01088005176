// describe.cpp - the device, as JSON.
#include "check.h"

int main(void) {
  int driver = 0;
  hipDeviceProp_t properties;
  TRY(hipDriverGetVersion(&driver));
  TRY(hipGetDeviceProperties(&properties, 0));
  printf("{\"name\": \"%s\", \"arch\": \"%s\", \"cuda\": %d, \"memory\": %zu, \"multiprocessors\": %d}\n",
         properties.name, properties.gcnArchName, driver, properties.totalGlobalMem, properties.multiProcessorCount);
  return done();
}
