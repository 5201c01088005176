// unknown: driver calls that no HIP call means; the software driver has none of them.
#include "driver.h"

extern "C" CUresult cuGraphAddNode_v2(void) __attribute__((weak));
extern "C" CUresult cuTensorMapEncodeTiled(void) __attribute__((weak));

int main(void) {
  begin();
  CUdeviceptr memory = nullptr;
  CALL(cuMemAlloc_v2(&memory, 64));
  if (cuGraphAddNode_v2 != nullptr) printf("%d\n", cuGraphAddNode_v2());
  if (cuTensorMapEncodeTiled != nullptr) printf("%d\n", cuTensorMapEncodeTiled());
  CALL(cuMemFree_v2(memory));
  return 0;
}
