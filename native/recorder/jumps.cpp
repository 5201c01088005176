#include "recorder/jumps.h"

#include <setjmp.h>
#include <signal.h>

#include "recorder/process.h"
#include "recorder/roads.h"
#include "recorder/session.h"

namespace hrr {
namespace {

// Whether the call's frame is gone when the stack pointer is there. The two may lie on different stacks: a handler may
// have one of its own.
bool leaves(uint64_t call, uint64_t stack) {
  stack_t other;
  bool call_there = false, stack_there = false;
  if (::sigaltstack(nullptr, &other) == 0 && (other.ss_flags & SS_DISABLE) == 0) {
    const auto base = reinterpret_cast<uint64_t>(other.ss_sp);
    call_there = call - base < other.ss_size;
    stack_there = stack - base < other.ss_size;
  }
  return call_there == stack_there ? stack > call : call_there;
}

}  // namespace

void jumping(uint64_t stack) {
  Thread& thread = this_thread;
  if (thread.call == 0 || !leaves(thread.call, stack)) return;
  Session* session = thread.session;
  if (session && session == process().session.load(std::memory_order_acquire)) session->left(&thread);
  thread.held = 0;
  thread.call = 0;
}

}  // namespace hrr

// Called by the entry points below: which one's place in the C library to go on to.
extern "C" __attribute__((visibility("hidden"))) void* hrr_jump_hook(const uint64_t* buffer, unsigned which) {
  static const char* const names[] = {"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"};
  static std::atomic<void*> next[4];
  constexpr size_t kStack = 6;  // glibc's place of the stack pointer, which it hides behind a secret of the process
  uint64_t stack = buffer[kStack];
  asm("rorq $0x11, %0\n\txorq %%fs:0x30, %0" : "+r"(stack));
  hrr::jumping(stack);
  void* function = next[which].load(std::memory_order_acquire);
  if (!function) next[which].store(function = hrr::roads::find(names[which]), std::memory_order_release);
  return function;
}

// The exported functions. They go on by a jump with all that they were given.
#define HRR_JUMP(function, which, node)             \
  asm(".text\n"                                     \
      ".globl hrr_" #function                       \
      "\n"                                          \
      ".type hrr_" #function                        \
      ", @function\n"                               \
      "hrr_" #function                              \
      ":\n"                                         \
      "  .cfi_startproc\n"                          \
      "  pushq %rdi\n"                              \
      "  .cfi_adjust_cfa_offset 8\n"                \
      "  pushq %rsi\n"                              \
      "  .cfi_adjust_cfa_offset 8\n"                \
      "  subq $8, %rsp\n"                           \
      "  .cfi_adjust_cfa_offset 8\n"                \
      "  movl $" #which                             \
      ", %esi\n"                                    \
      "  call hrr_jump_hook\n"                      \
      "  addq $8, %rsp\n"                           \
      "  .cfi_adjust_cfa_offset -8\n"               \
      "  popq %rsi\n"                               \
      "  .cfi_adjust_cfa_offset -8\n"               \
      "  popq %rdi\n"                               \
      "  .cfi_adjust_cfa_offset -8\n"               \
      "  jmp *%rax\n"                               \
      "  .cfi_endproc\n"                            \
      ".size hrr_" #function ", . - hrr_" #function \
      "\n"                                          \
      ".symver hrr_" #function ", " #function "@@" node "\n")

HRR_JUMP(longjmp, 0, "GLIBC_2.2.5");
HRR_JUMP(_longjmp, 1, "GLIBC_2.2.5");
HRR_JUMP(siglongjmp, 2, "GLIBC_2.2.5");
HRR_JUMP(__longjmp_chk, 3, "GLIBC_2.11");
