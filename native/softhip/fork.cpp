// fork: the child has the address space but none of the threads. It starts with idle streams and free locks.
#include <pthread.h>

#include "softhip/event.h"
#include "softhip/memory.h"
#include "softhip/stream.h"

namespace softhip {
namespace {

void prepare() {
  events.mutex().lock();
  lock_streams_for_fork();
  lock_memory_for_fork();
}

void parent() {
  unlock_memory_after_fork();
  unlock_streams_after_fork();
  events.mutex().unlock();
}

void child() {
  unlock_memory_after_fork();
  reset_streams_after_fork();
  unlock_streams_after_fork();
  events.for_each([](Event& event) { new (&event.lock) SpinLock(); });
  events.mutex().unlock();
}

__attribute__((constructor)) void watch_forks() { pthread_atfork(prepare, parent, child); }

}  // namespace
}  // namespace softhip
