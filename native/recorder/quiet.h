// Work of ours that a signal handler must not jump out of: it holds a lock, or the C library's allocator does.
//
// Only the parts of a call that cost a lock or a file anyway are guarded; a record of fixed size is written without a
// system call (jumps.h says what becomes of one that is left half done).
#pragma once

#include <mutex>

namespace hrr {

// From here on no handler of the program's runs in this thread, other than for a fault of its own. They nest.
void hold_signals();
void let_signals();

class NoSignals {
 public:
  NoSignals() { hold_signals(); }
  ~NoSignals() { let_signals(); }
  NoSignals(const NoSignals&) = delete;
  NoSignals& operator=(const NoSignals&) = delete;
};

class Mutex {
 public:
  void lock() {
    hold_signals();
    mutex_.lock();
  }
  bool try_lock() {
    hold_signals();
    if (mutex_.try_lock()) return true;
    let_signals();
    return false;
  }
  void unlock() {
    mutex_.unlock();
    let_signals();
  }

 private:
  std::mutex mutex_;
};

}  // namespace hrr
