#include "softhip/kernel/workers.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>

namespace softhip {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kAlone = std::chrono::microseconds(20);   // before helpers are woken: waking one costs about as much
constexpr auto kChunk = std::chrono::microseconds(100);  // of work taken at once

struct Job {
  std::atomic<uint64_t> next;
  uint64_t count;
  uint64_t chunk;
  void (*work)(void*, uint64_t, uint64_t);
  void* context;
  unsigned helpers = 0;  // at work on it; under the pool's mutex
  Job* following = nullptr;

  bool empty() const { return next.load(std::memory_order_relaxed) >= count; }

  void take_part() {
    for (;;) {
      const uint64_t first = next.fetch_add(chunk, std::memory_order_relaxed);
      if (first >= count) return;
      work(context, first, std::min(first + chunk, count));
    }
  }
};

class Pool {
 public:
  void run(Job* job) {
    {
      std::lock_guard<std::mutex> hold(mutex_);
      start_helpers();
      job->following = jobs_;
      jobs_ = job;
    }
    work_.notify_all();
    job->take_part();
    std::unique_lock<std::mutex> hold(mutex_);
    for (Job** link = &jobs_; *link != nullptr; link = &(*link)->following) {
      if (*link == job) {
        *link = job->following;
        break;
      }
    }
    idle_.wait(hold, [job] { return job->helpers == 0; });
  }

 private:
  static void* help(void* pool) {
    static_cast<Pool*>(pool)->serve();
    return nullptr;
  }

  void serve() {
    std::unique_lock<std::mutex> hold(mutex_);
    for (;;) {
      Job* job = jobs_;
      while (job != nullptr && job->empty()) job = job->following;
      if (job == nullptr) {
        work_.wait(hold);
        continue;
      }
      ++job->helpers;
      hold.unlock();
      job->take_part();
      hold.lock();
      if (--job->helpers == 0) idle_.notify_all();
    }
  }

  void start_helpers() {
    if (started_) return;
    started_ = true;
    sigset_t all;
    sigset_t before;
    sigfillset(&all);  // the program's signals are for the program's threads
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (unsigned i = 1; i < processors(); ++i) {
      pthread_t thread;
      if (pthread_create(&thread, nullptr, help, this) != 0) break;  // fewer will do
      pthread_detach(thread);
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  std::mutex mutex_;
  std::condition_variable work_;
  std::condition_variable idle_;
  Job* jobs_ = nullptr;
  bool started_ = false;
};

// Never destroyed: helpers may run while the process exits. A forked child has no helpers and begins anew.
alignas(Pool) unsigned char pool_storage[sizeof(Pool)];
Pool& pool() { return *reinterpret_cast<Pool*>(pool_storage); }
void begin_anew() { new (pool_storage) Pool(); }
__attribute__((constructor)) void make_pool() {
  begin_anew();
  pthread_atfork(nullptr, nullptr, begin_anew);
}

unsigned count_processors() {
  if (const char* wanted = getenv("SOFTHIP_THREADS")) {
    const long number = strtol(wanted, nullptr, 10);
    if (number > 0 && number <= 1024) return static_cast<unsigned>(number);
  }
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) != 0) return 1;
  return static_cast<unsigned>(std::max(1, CPU_COUNT(&set)));
}

}  // namespace

unsigned processors() {
  static const unsigned number = count_processors();
  return number;
}

void run_pieces(uint64_t count, void (*work)(void* context, uint64_t first, uint64_t last), void* context) {
  if (count <= 1 || processors() == 1) {
    work(context, 0, count);
    return;
  }
  const Clock::time_point start = Clock::now();
  Clock::duration taken{};
  uint64_t done = 0;
  for (uint64_t pieces = 1; done < count && taken < kAlone; pieces *= 2) {
    const uint64_t last = done + std::min(pieces, count - done);
    work(context, done, last);
    done = last;
    taken = Clock::now() - start;
  }
  if (done == count) return;
  const auto each = std::max<int64_t>(1, taken.count() / static_cast<int64_t>(done));
  const uint64_t by_time = static_cast<uint64_t>(std::chrono::nanoseconds(kChunk).count() / each);
  const uint64_t by_share = (count - done) / (uint64_t{4} * processors());
  Job job{{done}, count, std::max<uint64_t>(1, std::min(by_time, by_share)), work, context};
  pool().run(&job);
}

}  // namespace softhip
