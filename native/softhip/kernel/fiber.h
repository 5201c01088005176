// Fibers: stacks of their own for threads of a kernel that must wait in the middle of their work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "softhip/kernel/include/softhip/abi.h"

// For what stays on a fiber's stack for good: AddressSanitizer would take its traces for those of whoever comes next.
#define SOFTHIP_LEFT_BEHIND __attribute__((no_sanitize("address")))

namespace softhip {

struct Fiber {
  void* stack_pointer = nullptr;
  void* bottom = nullptr;  // of its stack, where it starts
  uint32_t begin = 0;      // its threads
  uint32_t end = 0;
  abi::Request request{};  // what it waits for
  uint64_t answer = 0;     // and what came
};

// The fibers of one thread of the processor; it keeps them for later.
class FiberPool {
 public:
  // What a fiber does. Must end with leave() or switch_to(), not return.
  using Entry = void (*)(Fiber* fiber, void* context);

  FiberPool(Entry entry, void* context) : entry_(entry), context_(context) {}
  ~FiberPool();
  FiberPool(const FiberPool&) = delete;
  FiberPool& operator=(const FiberPool&) = delete;

  // A fiber that begins with entry(fiber, context) when it first runs.
  Fiber* take();
  // Also of the running fiber, if it takes none before it leaves.
  void give_back(Fiber* fiber) { free_.push_back(fiber); }

  // From the thread's own stack; returns when some fiber leaves.
  void run(Fiber* fiber);
  // From a fiber to the thread's own stack, for good.
  [[noreturn]] SOFTHIP_LEFT_BEHIND void leave();
  // From fiber to fiber; returns when somebody switches back.
  static void switch_to(Fiber* from, Fiber* to);

 private:
  void grow();

  const Entry entry_;
  void* const context_;
  void* own_stack_pointer_ = nullptr;
  std::vector<Fiber*> free_;
  std::vector<void*> slabs_;
  std::vector<Fiber*> fibers_;
};

}  // namespace softhip
