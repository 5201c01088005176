// A lock for a few dozen instructions.
#pragma once

#include <sched.h>

#include <atomic>

namespace hrr {

class SpinLock {
 public:
  void lock() {
    for (unsigned tries = 0; held_.exchange(true, std::memory_order_acquire); ++tries) {
      // The holder may be growing a file, or have lost its core.
      while (held_.load(std::memory_order_relaxed)) {
        if (tries++ < kSpins)
          __builtin_ia32_pause();
        else
          ::sched_yield();
      }
    }
  }
  bool try_lock() { return !held_.exchange(true, std::memory_order_acquire); }
  void unlock() { held_.store(false, std::memory_order_release); }

 private:
  static constexpr unsigned kSpins = 64;
  std::atomic<bool> held_{false};
};

}  // namespace hrr
