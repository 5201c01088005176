// address_reuse.c - freed addresses come back with another size; each life of an address is checked.
#include "../check.h"

int main(void) {
  static unsigned char host[4096], back[4096];
  void* live[16] = {0};
  for (unsigned round = 0; round < 200; ++round) {
    const unsigned slot = round * 7 % 16;
    const size_t size = 64 + round * 13 % 4000;
    if (live[slot]) TRY(hipFree(live[slot]));
    TRY(hipMalloc(&live[slot], size));
    fill(host, size, round);
    TRY(hipMemcpy(live[slot], host, size, hipMemcpyHostToDevice));
    TRY(hipMemcpy(back, live[slot], size, hipMemcpyDeviceToHost));
    EXPECT(filled(back, size, round));
  }
  for (unsigned slot = 0; slot < 16; ++slot) TRY(hipFree(live[slot]));
  return done();
}
