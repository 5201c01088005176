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
      unstarted_ = threads_;
      current_ = fibers_.take();
      current_->begin = 0;
      current_->end = threads_;
      fibers_.run(current_);
      if (split_) ++next_;
    }
  }

 private:
  static const abi::Services kServices;

  static uint64_t wait(abi::Block* block, const abi::Request* request) {
    return static_cast<BlockRunner*>(block)->wait(*request);
  }

  // On the fiber of the thread that waits.
  uint64_t wait(const abi::Request& request) {
    Fiber* const self = current_;
    self->request = request;
    split_ = true;
    if (self->end > request.thread + 1) unstarted_ = request.thread + 1;
    self->end = request.thread + 1;
    add_waiting(self);
    current_ = choose_next();
    if (current_ != self) FiberPool::switch_to(self, current_);
    return request.wait == abi::Wait::kBlock ? block_answer_ : self->answer;
  }

  SOFTHIP_LEFT_BEHIND static void enter(Fiber* fiber, void* runner) {
    static_cast<BlockRunner*>(runner)->run_fiber(fiber);
  }

  [[noreturn]] SOFTHIP_LEFT_BEHIND void run_fiber(Fiber* fiber) {
    if (fiber->begin != 0) {
      run_(this, fiber->begin, fiber->end);
    } else {
      run_whole_blocks();
    }
    fibers_.give_back(fiber);
    current_ = choose_next();
    if (current_ == nullptr) fibers_.leave();
    FiberPool::switch_to(fiber, current_);
    __builtin_unreachable();
  }

  // Until one is split; then this fiber has run the block's first thread that waited, and those before it.
  void run_whole_blocks() {
    while (next_ < last_) {
      index.x = static_cast<uint32_t>(next_ % grid.x);
      index.y = static_cast<uint32_t>(next_ / grid.x % grid.y);
      index.z = static_cast<uint32_t>(next_ / grid.x / grid.y);
      run_(this, 0, threads_);
      if (split_) return;
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

  void add_waiting(Fiber* fiber) {
    waiting_.push_back(fiber);
    const abi::Request& request = fiber->request;
    waiting_in_waves_ += of_wave(request);
    waiting_for_grid_ += request.wait == abi::Wait::kGrid;
    if (request.wait == abi::Wait::kBlock) arrived_true_ += request.value != 0;
  }

  // The fiber to go on with: first all threads start, then those go on who may. nullptr: the block is done.
  Fiber* choose_next() {
    if (unstarted_ < threads_) {
      Fiber* const rest = fibers_.take();
      rest->begin = unstarted_;
      rest->end = threads_;
      unstarted_ = threads_;
      return rest;
    }
    if (resumed_ == ready_.size()) {
      if (waiting_.empty()) return nullptr;
      choose_ready();
    }
    return ready_[resumed_++];
  }

  // Everyone waits. Moves those who may go on from waiting_ to ready_.
  void choose_ready() {
    ready_.clear();
    resumed_ = 0;
    if (waiting_in_waves_ > 0) {
      choose_in_waves();
      waiting_in_waves_ -= ready_.size();
    } else {
      choose_in_block();
    }
  }

  static bool of_wave(const abi::Request& request) {
    return request.wait == abi::Wait::kBallot || request.wait == abi::Wait::kShuffle;
  }

  // Of each wave, the lanes at the lowest line: those behind it wait until the others have caught up.
  void choose_in_waves() {
    const auto by_thread = [](const Fiber* a, const Fiber* b) { return a->request.thread < b->request.thread; };
    if (!std::is_sorted(waiting_.begin(), waiting_.end(), by_thread)) {
      std::sort(waiting_.begin(), waiting_.end(), by_thread);
    }
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
    waiting_.erase(std::remove(waiting_.begin(), waiting_.end(), nullptr), waiting_.end());
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
    if (waiting_for_grid_ > 0) {
      if (barrier_ == nullptr) stuck(*name_, *this, "threads wait for the grid, but the launch is not cooperative");
      if (waiting_for_grid_ != waiting_.size()) {
        stuck(*name_, *this, "some threads wait for their block, others for the grid");
      }
      waiting_for_grid_ = 0;
      barrier_->arrive_and_wait();
    }
    block_answer_ = arrived_true_;
    arrived_true_ = 0;
    ready_.swap(waiting_);
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
  bool split_ = false;      // some thread of the block has waited
  uint32_t unstarted_ = 0;  // the first thread that has not started
  Fiber* current_ = nullptr;
  uint64_t block_answer_ = 0;  // of the block's last barrier
  uint64_t arrived_true_ = 0;  // threads that came to the next one with a value
  size_t waiting_in_waves_ = 0;
  size_t waiting_for_grid_ = 0;
  std::vector<Fiber*> waiting_;
  std::vector<Fiber*> ready_;
  size_t resumed_ = 0;  // of ready_
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
