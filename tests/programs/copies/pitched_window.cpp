// pitched_window d2h|h2d [CALL]: the window of window.h by one pitched call or by all eleven, each with its own salt.
#include "window.h"

int main(int argc, char** argv) {
  const bool to_host = argc > 1 && strcmp(argv[1], "d2h") == 0;
  const char* only = argc > 2 ? argv[2] : nullptr;
  hipStream_t stream;
  TRY(hipStreamCreate(&stream));
  uint8_t salt = 0;
  for (const window::Call& call : window::kCalls) {
    ++salt;
    if (only != nullptr && strcmp(only, call.name) != 0) continue;
    const hipStream_t on = call.per_thread ? hipStreamPerThread : stream;
    to_host ? window::device_to_host(call, salt, on) : window::host_to_device(call, salt, on);
  }
  TRY(hipStreamDestroy(stream));
  return done();
}
