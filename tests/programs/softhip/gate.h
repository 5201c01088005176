// A gate in a stream: work behind it stands still until it is opened.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

#include "../check.h"

class Gate {
 public:
  explicit Gate(hipStream_t stream) { TRY(hipLaunchHostFunc(stream, wait, this)); }
  void open() { open_ = true; }

 private:
  static void wait(void* self) {
    while (!static_cast<Gate*>(self)->open_) std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
  std::atomic<bool> open_{false};
};

// Waits so long that work which nothing holds back would have run, also on an adversary.
inline void let_things_happen() { std::this_thread::sleep_for(std::chrono::milliseconds(60)); }

inline void nothing(void*) {}
