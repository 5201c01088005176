#include "softhip/kernel/fiber.h"

#include <sys/mman.h>

#include <new>

#ifndef __x86_64__
#error "the switch of stacks is written for x86-64"
#endif

// Saves what a function must preserve, changes the stack, and goes on where that stack was left. Loading the control
// words takes longer than all the rest, so it is done when they differ.
//   softhip_switch(void** save_stack_pointer_to, void* stack_pointer)
asm(R"(
.text
.local softhip_switch
.type softhip_switch, @function
.balign 16
softhip_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  subq $8, %rsp
  stmxcsr (%rsp)
  fnstcw 4(%rsp)
  movl (%rsp), %eax
  movzwl 4(%rsp), %edx
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  cmpl %eax, (%rsp)
  jne 1f
  cmpw %dx, 4(%rsp)
  jne 1f
2:
  addq $8, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
1:
  ldmxcsr (%rsp)
  fldcw 4(%rsp)
  jmp 2b
.size softhip_switch, .-softhip_switch

.local softhip_fiber_start
.type softhip_fiber_start, @function
.balign 16
softhip_fiber_start:
  .cfi_startproc
  .cfi_undefined rip
  movq %r12, %rdi
  movq %r13, %rsi
  call *%r14
  ud2
  .cfi_endproc
.size softhip_fiber_start, .-softhip_fiber_start
)");
extern "C" void softhip_switch(void** save, void* stack_pointer);
extern "C" void softhip_fiber_start();

namespace softhip {
namespace {

constexpr size_t kPage = 4096;
constexpr size_t kStack = 256 * 1024;  // address space; memory is used as it is touched
constexpr size_t kSlab = 64;           // fibers mapped together
// Stacks would begin at the same lines of the caches; so each begins a little further on.
constexpr size_t kStagger = 320;
constexpr size_t kStaggers = 96;

// What softhip_switch pops, from low addresses to high.
struct Saved {
  uint32_t mxcsr;
  uint32_t fpu_control;
  void* r15;
  void* r14;
  void* r13;
  void* r12;
  void* rbx;
  void* rbp;
  void (*return_to)();
};

}  // namespace

FiberPool::~FiberPool() {
  for (Fiber* fiber : fibers_) delete fiber;
  for (void* slab : slabs_) munmap(slab, kSlab * kStack);
}

void FiberPool::grow() {
  void* slab = mmap(nullptr, kSlab * kStack, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (slab == MAP_FAILED) throw std::bad_alloc();
  slabs_.push_back(slab);
  for (size_t i = kSlab; i-- > 0;) {
    char* low = static_cast<char*>(slab) + i * kStack;
    mprotect(low, kPage, PROT_NONE);  // a kernel that uses too much stack ends here, not in its neighbour
    Fiber* fiber = new Fiber();
    fiber->bottom = low + kStack - fibers_.size() % kStaggers * kStagger;
    fibers_.push_back(fiber);
    free_.push_back(fiber);
  }
}

Fiber* FiberPool::take() {
  if (free_.empty()) grow();
  Fiber* fiber = free_.back();
  free_.pop_back();
  // The stack must be aligned to 16 bytes at the call in softhip_fiber_start.
  Saved* saved = reinterpret_cast<Saved*>(static_cast<char*>(fiber->bottom) - 16 - sizeof(Saved));
  *saved = Saved{};
  asm volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(saved->mxcsr), "=m"(saved->fpu_control));
  saved->r12 = fiber;
  saved->r13 = context_;
  saved->r14 = reinterpret_cast<void*>(entry_);
  saved->return_to = &softhip_fiber_start;
  fiber->stack_pointer = saved;
  return fiber;
}

void FiberPool::run(Fiber* fiber) { softhip_switch(&own_stack_pointer_, fiber->stack_pointer); }

void FiberPool::leave() {
  void* unused = nullptr;
  softhip_switch(&unused, own_stack_pointer_);
  __builtin_unreachable();
}

void FiberPool::switch_to(Fiber* from, Fiber* to) { softhip_switch(&from->stack_pointer, to->stack_pointer); }

}  // namespace softhip
