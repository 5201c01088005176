// flat_lengths [LENGTH…]: one-dimensional device-to-host copies of the given lengths, each from memory of its own. With
// length 0 goes a two-dimensional copy of no rows.
#include "check.h"

int main(int argc, char** argv) {
  uint8_t host[4096];
  for (int index = 1; index < argc; ++index) {
    const size_t length = strtoul(argv[index], nullptr, 10);
    const auto salt = static_cast<uint8_t>(0xB0 + index);
    uint8_t* device = device_filled(sizeof host, salt);
    memset(host, 0xEE, sizeof host);
    TRY(hipMemcpy(host, device, length, hipMemcpyDeviceToHost));
    if (length == 0) TRY(hipMemcpy2D(host, 128, device, 256, 48, 0, hipMemcpyDeviceToHost));
    EXPECT(filled_from(0, host, length, salt));
    EXPECT(all(host + length, sizeof host - length, 0xEE));
    TRY(hipFree(device));
  }
  return done();
}
