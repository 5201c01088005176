// A lock for a few dozen instructions. It knows which thread holds it.
#pragma once

#include <sched.h>

#include <atomic>

#include "recorder/process.h"

namespace hrr {

class SpinLock {
 public:
  void lock() {
    for (unsigned tries = 0; !try_lock(); ++tries) {
      // The holder may be growing a file, or have lost its core.
      while (holder_.load(std::memory_order_relaxed) != nullptr) {
        if (tries++ < kSpins)
          __builtin_ia32_pause();
        else
          ::sched_yield();
      }
    }
  }
  bool try_lock() {
    const Thread* nobody = nullptr;
    return holder_.compare_exchange_strong(nobody, &this_thread, std::memory_order_acquire, std::memory_order_relaxed);
  }
  void unlock() { holder_.store(nullptr, std::memory_order_release); }
  bool mine() const { return holder_.load(std::memory_order_relaxed) == &this_thread; }

 private:
  static constexpr unsigned kSpins = 64;
  std::atomic<const Thread*> holder_{nullptr};
};

}  // namespace hrr
