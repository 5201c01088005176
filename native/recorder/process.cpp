#include "recorder/process.h"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "recorder/inflight.h"
#include "recorder/quiet.h"
#include "recorder/session.h"

namespace hrr {
namespace {

std::atomic<Process*> page{nullptr};
pthread_key_t key;
pthread_once_t key_once = PTHREAD_ONCE_INIT;

void thread_ended(void*) {
  Thread& thread = this_thread;
  // In a forked child the slot is the parent's, and not mapped.
  if (thread.session && thread.session == process().session.load(std::memory_order_acquire) && thread.slot) {
    Inflight::give_back(thread.slot);
  }
  thread.session = nullptr;
  thread.slot = nullptr;
}

}  // namespace

__thread Thread this_thread __attribute__((tls_model("initial-exec")));

Process& process() {
  Process* known = page.load(std::memory_order_acquire);
  if (known) return *known;
  void* fresh = ::mmap(nullptr, sizeof(Process), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  static Process shared_with_children;
  if (fresh == MAP_FAILED) fresh = &shared_with_children;
  ::madvise(fresh, sizeof(Process), MADV_WIPEONFORK);
  if (!page.compare_exchange_strong(known, static_cast<Process*>(fresh))) {
    ::munmap(fresh, sizeof(Process));
    return *known;
  }
  return *static_cast<Process*>(fresh);
}

void bind_thread(Session* session) {
  const NoSignals quiet;
  ::pthread_once(&key_once, [] { ::pthread_key_create(&key, thread_ended); });
  Thread& thread = this_thread;
  thread.session = session;
  thread.id = static_cast<uint64_t>(::syscall(SYS_gettid));
  thread.slot = session->inflight.take(thread.id);
  ::pthread_setspecific(key, &thread);
}

}  // namespace hrr
