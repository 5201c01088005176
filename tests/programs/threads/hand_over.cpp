// hand_over.cpp - four threads take turns under a mutex; each sees what the one before it left on the device.
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "../check.h"

namespace {
constexpr int kThreads = 4, kRounds = 25;
constexpr size_t kSize = 4096;
std::mutex mutex;
std::condition_variable turn_changed;
int turn = 0;
void* device;

void worker(int self) {
  hipStream_t stream;
  TRY(hipSetDevice(0));
  TRY(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  std::vector<unsigned char> host(kSize), back(kSize);
  for (int round = 0; round < kRounds; ++round) {
    std::unique_lock<std::mutex> lock(mutex);
    turn_changed.wait(lock, [&] { return turn % kThreads == self; });
    TRY(hipMemcpyAsync(back.data(), device, kSize, hipMemcpyDeviceToHost, stream));
    TRY(hipStreamSynchronize(stream));
    EXPECT(filled(back.data(), kSize, static_cast<unsigned>(turn)));
    ++turn;
    fill(host.data(), kSize, static_cast<unsigned>(turn));
    TRY(hipMemcpyAsync(device, host.data(), kSize, hipMemcpyHostToDevice, stream));
    TRY(hipStreamSynchronize(stream));
    turn_changed.notify_all();
  }
  TRY(hipStreamDestroy(stream));
}
}  // namespace

int main() {
  std::vector<unsigned char> host(kSize);
  fill(host.data(), kSize, 0);
  TRY(hipMalloc(&device, kSize));
  TRY(hipMemcpy(device, host.data(), kSize, hipMemcpyHostToDevice));
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(worker, i);
  for (auto& thread : threads) thread.join();
  TRY(hipFree(device));
  return done();
}
