// own_buffers.cpp - threads that allocate, copy and free at the same time, each on its per-thread stream.
#include <thread>
#include <vector>

#include "../check.h"

int main() {
  std::vector<std::thread> threads;
  for (unsigned self = 0; self < 4; ++self) {
    threads.emplace_back([self] {
      std::vector<unsigned char> host(2048), back(2048);
      for (unsigned round = 0; round < 100; ++round) {
        void* device;
        const unsigned salt = self * 1000 + round;
        TRY(hipMalloc(&device, host.size()));
        fill(host.data(), host.size(), salt);
        TRY(hipMemcpyAsync(device, host.data(), host.size(), hipMemcpyHostToDevice, hipStreamPerThread));
        TRY(hipMemcpyAsync(back.data(), device, back.size(), hipMemcpyDeviceToHost, hipStreamPerThread));
        TRY(hipStreamSynchronize(hipStreamPerThread));
        EXPECT(filled(back.data(), back.size(), salt));
        TRY(hipFree(device));
      }
    });
  }
  for (auto& thread : threads) thread.join();
  return done();
}
