// fork: the child has the address space but none of the threads. It starts with idle streams and free locks.
#include <pthread.h>

#include "softhip/event.h"
#include "softhip/fork_mutex.h"
#include "softhip/memory.h"
#include "softhip/stream.h"

namespace softhip {
namespace {

constexpr int kMaxMutexes = 64;
ForkMutex* mutexes[kMaxMutexes];
int mutex_count;

void prepare() {
  ForkMutex::lock_all();
  lock_streams_for_fork();
  lock_memory_for_fork();
}

void parent() {
  unlock_memory_after_fork(false);
  unlock_streams_after_fork();
  ForkMutex::unlock_all();
}

void child() {
  unlock_memory_after_fork(true);
  reset_streams_after_fork();
  unlock_streams_after_fork();
  events.for_each([](Event& event) { new (&event.lock) SpinLock(); });
  ForkMutex::unlock_all();
}

__attribute__((constructor)) void watch_forks() { pthread_atfork(prepare, parent, child); }

}  // namespace

ForkMutex::ForkMutex(Rank rank) : rank(rank) {
  if (mutex_count < kMaxMutexes) mutexes[mutex_count++] = this;
}

void ForkMutex::lock_all() {
  for (int rank = 0; rank < kRanks; ++rank) {
    for (int i = 0; i < mutex_count; ++i) {
      if (mutexes[i]->rank == rank) mutexes[i]->lock();
    }
  }
}

void ForkMutex::unlock_all() {
  for (int i = 0; i < mutex_count; ++i) mutexes[i]->unlock();
}

}  // namespace softhip
