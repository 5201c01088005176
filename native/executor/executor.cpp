#include "executor/executor.h"

#include <semaphore.h>
#include <time.h>

#include <cstring>
#include <deque>
#include <memory>
#include <thread>
#include <vector>

#include "executor/invoke.h"

namespace hrr {
namespace {

uint64_t now_ns() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<uint64_t>(t.tv_sec) * 1000000000u + static_cast<uint64_t>(t.tv_nsec);
}

class Baton {
 public:
  Baton() { sem_init(&semaphore_, 0, 0); }
  ~Baton() { sem_destroy(&semaphore_); }
  Baton(const Baton&) = delete;
  Baton& operator=(const Baton&) = delete;
  void give() { sem_post(&semaphore_); }
  void take() {
    while (sem_wait(&semaphore_) != 0) {
    }
  }

 private:
  sem_t semaphore_;
};

bool well_formed(const Plan& plan) {
  for (uint64_t i = 0; i < plan.op_count; ++i) {
    const Op& op = plan.ops[i];
    const uint64_t words = op.count > kRegisterWords ? op.count : kRegisterWords;
    if (op.function >= plan.function_count || !plan.functions[op.function]) return false;
    if (op.count > kMaxWords || op.words + words > plan.word_count) return false;
    if (op.thread >= plan.thread_count || op.check > plan.check_count) return false;
    if ((op.flags & (kCheckNow | kCheckLater)) && !op.check) return false;
    for (uint32_t mask = op.slots; mask; mask &= mask - 1) {
      const uint32_t i = static_cast<uint32_t>(__builtin_ctz(mask));
      if (i >= op.count || plan.words[op.words + i] >= plan.slot_count) return false;
    }
    if ((op.flags & kCheckLater) && plan.checks[op.check - 1].slot >= plan.slot_count) return false;
  }
  return plan.query && plan.wait && plan.current;
}

// One OS thread for each recorded thread, made when it makes its first call. Whoever holds the baton owns all state; it
// changes hands only where the recorded thread changes, so a run of calls by one thread costs nothing extra.
class Executor {
 public:
  explicit Executor(const Plan& plan) : plan_(plan), workers_(plan.thread_count) {}

  ~Executor() {
    quit_ = true;
    for (auto& worker : workers_) {
      if (worker) worker->baton.give();
    }
    for (auto& worker : workers_) {
      if (worker) worker->thread.join();
    }
  }

  void run(uint64_t from, uint64_t to, uint64_t stop_after, Result* result) {
    mismatches_.clear();
    result_ = Result{};
    position_ = from;
    end_ = to;
    stop_after_ = stop_after;
    if (from < to) {
      pass_to(plan_.ops[from].thread);
      finished_.take();
    }
    if (result_.status == kDone) result_.op = to;
    result_.compared = compared_;
    result_.mismatches = mismatches_.size();
    *result = result_;
  }

  const std::vector<uint32_t>& mismatches() const { return mismatches_; }
  uint64_t pending() const { return pending_.size(); }
  uint64_t op_count() const { return plan_.op_count; }

 private:
  struct Worker {
    Baton baton;
    std::thread thread;
  };
  void pass_to(uint16_t thread) {
    auto& worker = workers_[thread];
    if (!worker) {
      worker = std::make_unique<Worker>();
      worker->thread = std::thread([this, thread] { serve(thread); });
    }
    worker->baton.give();
  }

  void serve(uint16_t thread) {
    Baton& baton = workers_[thread]->baton;
    for (;;) {
      baton.take();
      if (quit_) return;
      const bool last = walk(thread);
      if (last) return;
    }
  }

  // Issues ops while they belong to this thread. Returns whether the thread has made its last call.
  bool walk(uint16_t thread) {
    bool last = false;
    uint64_t position = position_;
    const uint64_t end = end_;
    while (position < end) {
      const Op& op = plan_.ops[position];
      if (__builtin_expect(op.thread != thread, 0)) {
        position_ = position;
        pass_to(op.thread);
        return last;
      }
      if (__builtin_expect(!issue(op, position), 0)) {
        result_.op = position;
        finished_.give();
        return false;  // kept: the caller may resume, or issue the same thread's ops again
      }
      last = (op.flags & kLastOfThread) != 0;
      ++position;
    }
    finished_.give();
    return last;
  }

  bool issue(const Op& op, uint64_t position) {
    const uint64_t* words = plan_.words + op.words;
    uint64_t resolved[kMaxWords];
    if (op.slots) {
      const size_t count = op.count > kRegisterWords ? op.count : kRegisterWords;
      memcpy(resolved, words, count * sizeof *words);
      for (uint32_t mask = op.slots; mask; mask &= mask - 1) {
        const uint32_t i = static_cast<uint32_t>(__builtin_ctz(mask));
        resolved[i] = plan_.slots[resolved[i]];
      }
      words = resolved;
    }
    __atomic_store_n(plan_.current, op.event + uint64_t{1}, __ATOMIC_RELAXED);
    const uint64_t start = plan_.durations ? now_ns() : 0;
    const int returned = static_cast<int>(invoke(plan_.functions[op.function], words, op.count));
    if (plan_.durations) plan_.durations[position] = now_ns() - start;
    if (__builtin_expect(op.flags == 0 && returned == op.expected, 1)) return true;
    return settle(op, returned);
  }

  bool settle(const Op& op, int returned) {
    if (returned != op.expected && !(op.flags & kIgnoreReturn)) {
      result_.status = kError;
      result_.returned = returned;
      return false;
    }
    if (op.flags & kCheckNow) compare(op.check - 1);
    if (op.flags & kCheckLater) pending_.push_back(op.check - 1);
    if (op.flags & kPoll) poll();
    if ((op.flags & kDrain) && !drain()) return false;
    if (!mismatches_.empty()) {
      result_.status = kMismatch;
    } else if (stop_after_ && compared_ >= stop_after_) {
      result_.status = kStopped;
    }
    return result_.status == kDone;
  }

  void compare(uint32_t check) {
    const Check& c = plan_.checks[check];
    ++compared_;
    if (memcmp(c.actual, c.expected, c.nbytes) != 0) mismatches_.push_back(check);
  }

  // Compares, oldest first, the checks whose event is done; stops at the first that is not.
  void poll() {
    while (!pending_.empty()) {
      const uint32_t check = pending_.front();
      if (plan_.query(plan_.slots[plan_.checks[check].slot]) != 0) return;
      pending_.pop_front();
      compare(check);
    }
  }

  bool drain() {
    while (!pending_.empty()) {
      const uint32_t check = pending_.front();
      const int returned = plan_.wait(plan_.slots[plan_.checks[check].slot]);
      if (returned != 0) {
        result_.status = kWaitFailed;
        result_.returned = returned;
        pending_.clear();
        return false;
      }
      pending_.pop_front();
      compare(check);
    }
    return true;
  }

  const Plan plan_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::deque<uint32_t> pending_;
  std::vector<uint32_t> mismatches_;
  Result result_{};
  Baton finished_;
  uint64_t position_ = 0;
  uint64_t end_ = 0;
  uint64_t stop_after_ = 0;
  uint64_t compared_ = 0;
  bool quit_ = false;
};

}  // namespace
}  // namespace hrr

int hrr_executor_create(const hrr::Plan* plan, void** executor) {
  if (!hrr::well_formed(*plan)) return -1;
  *executor = new hrr::Executor(*plan);
  return 0;
}

int hrr_executor_run(void* executor, uint64_t from, uint64_t to, uint64_t stop_after, hrr::Result* result) {
  auto* self = static_cast<hrr::Executor*>(executor);
  if (from > to || to > self->op_count()) return -1;
  self->run(from, to, stop_after, result);
  return 0;
}

uint64_t hrr_executor_mismatches(void* executor, uint32_t* indices, uint64_t capacity) {
  const auto& found = static_cast<hrr::Executor*>(executor)->mismatches();
  for (uint64_t i = 0; i < found.size() && i < capacity; ++i) indices[i] = found[i];
  return found.size();
}

uint64_t hrr_executor_pending(void* executor) { return static_cast<hrr::Executor*>(executor)->pending(); }

void hrr_executor_destroy(void* executor) { delete static_cast<hrr::Executor*>(executor); }
