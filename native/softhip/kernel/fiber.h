// Fibers: stacks of their own for threads of a kernel that must wait in the middle of their work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "softhip/kernel/include/softhip/abi.h"

namespace softhip {

struct Fiber {
  void* stack_pointer = nullptr;
  void* bottom = nullptr;  // of its stack, where it starts
  bool finished = false;
  abi::Request request{};  // what it waits for
  uint64_t answer = 0;     // and what came
  uint32_t begin = 0;      // its threads
  uint32_t end = 0;
};

// The fibers of one thread of the processor; it keeps them for later.
class FiberPool {
 public:
  using Entry = void (*)(Fiber* fiber, void* context);

  FiberPool(Entry entry, void* context) : entry_(entry), context_(context) {}
  ~FiberPool();
  FiberPool(const FiberPool&) = delete;
  FiberPool& operator=(const FiberPool&) = delete;

  // A fiber that will begin with entry(fiber, context) when it is resumed.
  Fiber* take();
  void give_back(Fiber* fiber) { free_.push_back(fiber); }

  // Runs the fiber until it suspends itself or its entry returns (finished).
  void resume(Fiber* fiber);
  // Called on the fiber.
  void suspend(Fiber* fiber);

  // Called by the fiber's first instructions.
  void main(Fiber* fiber);

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
