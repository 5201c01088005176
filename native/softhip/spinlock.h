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

// Asks for some tens of microseconds before the caller goes to sleep; whether it came true. Yields the processor while
// it does: what is waited for may need it.
template <typename Condition>
bool spin_until(Condition condition) {
  for (int i = 0; i < 200; ++i) {
    if (condition()) return true;
    cpu_pause();
  }
  for (int i = 0; i < 50; ++i) {
    if (condition()) return true;
    sched_yield();
  }
  return condition();
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
