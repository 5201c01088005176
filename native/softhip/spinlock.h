// A lock for a few instructions: no system call when it is free.
#pragma once

#include <sched.h>

#include <atomic>

namespace softhip {

inline void cpu_pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

class SpinLock {
 public:
  void lock() {
    for (int spins = 0; locked_.exchange(true, std::memory_order_acquire);) {
      while (locked_.load(std::memory_order_relaxed)) {
        if (++spins < 200) {
          cpu_pause();
        } else {
          sched_yield();  // the holder may need this very processor
        }
      }
    }
  }
  void unlock() { locked_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> locked_{false};
};

}  // namespace softhip
