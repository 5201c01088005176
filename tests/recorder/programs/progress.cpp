// progress FILE BYTES: copies ever new bytes to the device and back, and counts finished rounds in FILE, for ever.
#include <fcntl.h>
#include <sys/mman.h>

#include <thread>
#include <vector>

#include "check.h"

int main(int, char** argv) {
  const int file = open(argv[1], O_RDWR);
  EXPECT(file >= 0);
  auto* done = static_cast<volatile long*>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
  const size_t size = atol(argv[2]);
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t) {
    threads.emplace_back([=] {
      std::vector<char> bytes(size), back(size);
      void* device = device_memory(size);
      hipStream_t stream;
      TRY(hipStreamCreate(&stream));
      for (long round = 0;; ++round) {
        const long mark[2] = {t, round};
        memcpy(bytes.data(), mark, sizeof mark);
        TRY(hipMemcpy(device, bytes.data(), size, hipMemcpyHostToDevice));
        bytes[size - 1] = static_cast<char>(round + 1);
        TRY(hipMemcpyAsync(device, bytes.data(), size, hipMemcpyHostToDevice, stream));
        TRY(hipMemcpyAsync(back.data(), device, size, hipMemcpyDeviceToHost, stream));
        TRY(hipStreamSynchronize(stream));
        done[t * 8] = round + 1;
      }
    });
  }
  threads[0].join();
  return 0;
}
