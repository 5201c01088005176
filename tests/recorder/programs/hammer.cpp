// hammer THREADS CALLS: threads that allocate, copy distinct bytes and free, all at once.
#include <thread>
#include <vector>

#include "check.h"

int main(int, char** argv) {
  const int threads = atoi(argv[1]), calls = atoi(argv[2]);
  std::vector<std::thread> running;
  for (int t = 0; t < threads; ++t) {
    running.emplace_back([=] {
      for (int i = 0; i < calls; ++i) {
        int bytes[16] = {t, i};
        void* device = device_memory(sizeof bytes);
        TRY(hipMemcpy(device, bytes, sizeof bytes, hipMemcpyHostToDevice));
        TRY(hipSetDevice(0));
        TRY(hipFree(device));
      }
    });
  }
  for (auto& thread : running) thread.join();
  return 0;
}
