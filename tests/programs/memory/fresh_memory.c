// fresh_memory.c - memory that nobody wrote: what a copy finds there is whatever the device gives (zeros on softhip).
#include "../check.h"

int main(void) {
  static unsigned char back[8192];
  void* p;
  TRY(hipMalloc(&p, sizeof back));
  TRY(hipMemcpy(back, p, sizeof back, hipMemcpyDeviceToHost));
  EXPECT(all(back, sizeof back, 0));
  TRY(hipMemset(p, 0x5a, sizeof back));
  TRY(hipFree(p));
  TRY(hipMalloc(&p, sizeof back));
  TRY(hipMemcpy(back, p, sizeof back, hipMemcpyDeviceToHost));
  EXPECT(all(back, sizeof back, 0));
  TRY(hipFree(p));
  return done();
}
