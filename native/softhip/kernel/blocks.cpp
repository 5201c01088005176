#include "softhip/kernel/blocks.h"

#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "softhip/kernel/fiber.h"
#include "softhip/kernel/workers.h"

namespace softhip {
namespace {

constexpr size_t kSharedAlignment = 256;

// A thread can wait for something that never comes. A GPU would hang; we say so and end, as AMD's runtime does when a
// kernel faults.
[[noreturn]] void stuck(const std::string& kernel, const abi::Block& block, const char* why) {
  fprintf(stderr, "softhip: kernel %s, block (%u, %u, %u): %s\n", kernel.c_str(), block.index.x, block.index.y,
          block.index.z, why);
  abort();
}

// Where the blocks of a cooperative launch meet.
class GridBarrier {
 public:
  explicit GridBarrier(uint64_t blocks) : expected_(blocks) {}

  void arrive_and_wait() {
    std::unique_lock<std::mutex> hold(mutex_);
    ++arrived_;
    const uint64_t round = round_;
    if (!open_if_complete()) {
      opened_.wait(hold, [&] { return round_ != round; });
    }
  }

  // A block has ended: it is not waited for any more.
  void leave() {
    std::lock_guard<std::mutex> hold(mutex_);
    --expected_;
    if (arrived_ > 0) open_if_complete();
  }

 private:
  bool open_if_complete() {
    if (arrived_ < expected_) return false;
    arrived_ = 0;
    ++round_;
    opened_.notify_all();
    return true;
  }

  std::mutex mutex_;
  std::condition_variable opened_;
  uint64_t expected_;
  uint64_t arrived_ = 0;
  uint64_t round_ = 0;
};

// Runs blocks, one after the other, on one thread of the processor.
class BlockRunner : private abi::Block {
 public:
  BlockRunner() : abi::Block(), fibers_(&BlockRunner::enter, this) { services = &kServices; }

  void run_blocks(const std::string& name, abi::Run run, const LaunchShape& shape, const char* kernel_arguments,
                  uint64_t first, uint64_t last, GridBarrier* barrier) {
    name_ = &name;
    run_ = run;
    barrier_ = barrier;
    size = shape.block;
    grid = shape.grid;
    threads_ = static_cast<uint32_t>(shape.threads());
    arguments = kernel_arguments;
    cooperative = barrier != nullptr;
    provide_shared(shape.shared);
    next_ = first;
    last_ = last;
    while (next_ < last_) {
      split_ = false;
      Fiber* fiber = fibers_.take();
      fiber->begin = 0;
      fiber->end = threads_;
      whole_blocks_ = true;
      go_on(fiber);
      if (!fiber->finished) {
        whole_blocks_ = false;
        finish_block(fiber);
        ++next_;
      } else {
        fibers_.give_back(fiber);
      }
    }
  }

 private:
  static const abi::Services kServices;

  static uint64_t wait(abi::Block* block, const abi::Request* request) {
    BlockRunner* self = static_cast<BlockRunner*>(block);
    Fiber* fiber = self->current_;
    fiber->request = *request;
    self->split_ = true;
    self->fibers_.suspend(fiber);
    return fiber->answer;
  }

  static void enter(Fiber* fiber, void* runner) { static_cast<BlockRunner*>(runner)->run_fiber(fiber); }

  void run_fiber(Fiber* fiber) {
    if (!whole_blocks_) {
      run_(this, fiber->begin, fiber->end);
      return;
    }
    while (next_ < last_) {
      index.x = static_cast<uint32_t>(next_ % grid.x);
      index.y = static_cast<uint32_t>(next_ / grid.x % grid.y);
      index.z = static_cast<uint32_t>(next_ / grid.x / grid.y);
      run_(this, 0, threads_);
      if (split_) return;  // this was only the first thread that waited
      ++next_;
    }
  }

  // Dynamic shared memory of the calling thread's blocks.
  void provide_shared(uint32_t bytes) {
    shared_size = bytes;
    if (bytes > shared_capacity_) {
      shared_memory_.reset(static_cast<char*>(
          aligned_alloc(kSharedAlignment, (bytes + kSharedAlignment - 1) / kSharedAlignment * kSharedAlignment)));
      if (shared_memory_ == nullptr) throw std::bad_alloc();
      shared_capacity_ = bytes;
    }
    shared = shared_memory_.get();
  }

  void go_on(Fiber* fiber) {
    current_ = fiber;
    fibers_.resume(fiber);
  }

  // Goes on with a fiber; if it waits again it is among the waiting.
  void step(Fiber* fiber) {
    go_on(fiber);
    if (fiber->finished) {
      fibers_.give_back(fiber);
    } else {
      waiting_.push_back(fiber);
    }
  }

  // The rest of a block, whose first waiting thread is on `fiber`.
  void finish_block(Fiber* fiber) {
    waiting_.assign(1, fiber);
    for (uint32_t next = fiber->request.thread + 1; next < threads_;) {
      Fiber* rest = fibers_.take();
      rest->begin = next;
      rest->end = threads_;
      go_on(rest);
      if (rest->finished) {
        fibers_.give_back(rest);
        break;
      }
      waiting_.push_back(rest);
      next = rest->request.thread + 1;
    }
    while (!waiting_.empty()) {
      choose_ready();
      for (Fiber* ready : ready_) step(ready);
    }
  }

  // Moves those who may go on from waiting_ to ready_, with their answers.
  void choose_ready() {
    ready_.clear();
    const auto by_thread = [](const Fiber* a, const Fiber* b) { return a->request.thread < b->request.thread; };
    if (!std::is_sorted(waiting_.begin(), waiting_.end(), by_thread)) {
      std::sort(waiting_.begin(), waiting_.end(), by_thread);
    }
    choose_in_waves();
    if (ready_.empty()) choose_in_block();
    waiting_.erase(std::remove(waiting_.begin(), waiting_.end(), nullptr), waiting_.end());
  }

  static bool of_wave(const abi::Request& request) {
    return request.wait == abi::Wait::kBallot || request.wait == abi::Wait::kShuffle;
  }

  // Of each wave, the lanes at the lowest line: those behind it wait until the others have caught up.
  void choose_in_waves() {
    for (size_t first = 0; first < waiting_.size();) {
      const uint32_t wave = waiting_[first]->request.thread / abi::kWaveSize;
      size_t last = first;
      const abi::Request* lowest = nullptr;
      for (; last < waiting_.size() && waiting_[last]->request.thread / abi::kWaveSize == wave; ++last) {
        const abi::Request& request = waiting_[last]->request;
        if (of_wave(request) && (lowest == nullptr || before(request, *lowest))) lowest = &request;
      }
      if (lowest != nullptr) answer_wave(first, last, *lowest);
      first = last;
    }
  }

  static bool before(const abi::Request& a, const abi::Request& b) {
    return a.site != b.site ? a.site < b.site : a.wait < b.wait;
  }

  void answer_wave(size_t first, size_t last, const abi::Request& chosen) {
    uint64_t values[abi::kWaveSize] = {};
    uint64_t mask = 0;
    const abi::Wait wait = chosen.wait;
    const uint32_t site = chosen.site;
    for (size_t i = first; i < last; ++i) {
      const abi::Request& request = waiting_[i]->request;
      if (request.wait != wait || request.site != site) continue;
      const uint32_t lane = request.thread % abi::kWaveSize;
      values[lane] = request.value;
      mask |= uint64_t{request.value != 0} << lane;
    }
    for (size_t i = first; i < last; ++i) {
      Fiber*& fiber = waiting_[i];
      if (fiber->request.wait != wait || fiber->request.site != site) continue;
      fiber->answer = wait == abi::Wait::kBallot ? mask : values[fiber->request.lane % abi::kWaveSize];
      ready_.push_back(fiber);
      fiber = nullptr;
    }
  }

  void choose_in_block() {
    const abi::Wait wait = waiting_.front()->request.wait;
    uint64_t count = 0;
    for (const Fiber* fiber : waiting_) {
      if (fiber->request.wait != wait) stuck(*name_, *this, "some threads wait for their block, others for the grid");
      count += fiber->request.value != 0;
    }
    if (wait == abi::Wait::kGrid) {
      if (barrier_ == nullptr) stuck(*name_, *this, "threads wait for the grid, but the launch is not cooperative");
      barrier_->arrive_and_wait();
    }
    for (Fiber*& fiber : waiting_) {
      fiber->answer = count;
      ready_.push_back(fiber);
      fiber = nullptr;
    }
  }

  struct Free {
    void operator()(void* memory) const { free(memory); }
  };

  FiberPool fibers_;
  const std::string* name_ = nullptr;
  abi::Run run_ = nullptr;
  GridBarrier* barrier_ = nullptr;
  uint32_t threads_ = 0;
  uint64_t next_ = 0;  // the block that runs
  uint64_t last_ = 0;
  bool whole_blocks_ = false;  // fibers start blocks, rather than the rest of one
  bool split_ = false;         // some thread of the block has waited
  Fiber* current_ = nullptr;
  std::vector<Fiber*> waiting_;
  std::vector<Fiber*> ready_;
  std::unique_ptr<char, Free> shared_memory_;
  size_t shared_capacity_ = 0;
};

const abi::Services BlockRunner::kServices = {&BlockRunner::wait};

BlockRunner& own_runner() {
  thread_local BlockRunner runner;
  return runner;
}

void run_cooperatively(const std::string& name, abi::Run run, const LaunchShape& shape, const char* arguments) {
  GridBarrier barrier(shape.blocks());
  auto run_one = [&](uint64_t block) {
    own_runner().run_blocks(name, run, shape, arguments, block, block + 1, &barrier);
    barrier.leave();
  };
  std::vector<std::thread> threads;
  for (uint64_t block = 1; block < shape.blocks(); ++block) threads.emplace_back(run_one, block);
  run_one(0);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace

void run_grid(const std::string& name, abi::Run run, const LaunchShape& shape, const char* arguments) {
  if (shape.cooperative) {
    run_cooperatively(name, run, shape, arguments);
    return;
  }
  run_pieces(shape.blocks(), [&](uint64_t first, uint64_t last) {
    own_runner().run_blocks(name, run, shape, arguments, first, last, nullptr);
  });
}

}  // namespace softhip
