#include "recorder/cuda/exports.h"

#include <dlfcn.h>
#include <string.h>

#include <algorithm>
#include <atomic>
#include <unordered_map>

#include "recorder/cuda/door.h"
#include "recorder/roads.h"

extern "C" {
extern const char hrr_cuda_door;
void* hrr_driver_shim(const char* name);
void* hrr_driver_newer(void* handle, const char* name);
}

// An entry point that is handed through: a jump to the driver's own, found at the first call. No prototype is needed,
// and nothing but a scratch register is touched.
#define DOOR_EXPORT(index, name, lost)     \
  asm(".text\n"                            \
      ".globl " #name                      \
      "\n"                                 \
      ".type " #name ", @function\n" #name \
      ":\n"                                \
      "  .cfi_startproc\n"                 \
      "  movq 8*" #index                   \
      "+hrr_door_targets(%rip), %r11\n"    \
      "  testq %r11, %r11\n"               \
      "  je 1f\n"                          \
      "  jmp *%r11\n"                      \
      "1:\n"                               \
      "  movl $" #index                    \
      ", %r11d\n"                          \
      "  jmp hrr_door_find\n"              \
      "  .cfi_endproc\n"                   \
      ".size " #name ", . - " #name "\n");
#include <door_exports.inc>
#undef DOOR_EXPORT

// Every register that can hold an argument is kept.
asm(R"(
.text
.type hrr_door_find, @function
hrr_door_find:
  .cfi_startproc
  pushq %rdi
  .cfi_adjust_cfa_offset 8
  pushq %rsi
  .cfi_adjust_cfa_offset 8
  pushq %rdx
  .cfi_adjust_cfa_offset 8
  pushq %rcx
  .cfi_adjust_cfa_offset 8
  pushq %r8
  .cfi_adjust_cfa_offset 8
  pushq %r9
  .cfi_adjust_cfa_offset 8
  pushq %rax
  .cfi_adjust_cfa_offset 8
  subq $64, %rsp
  .cfi_adjust_cfa_offset 64
  movups %xmm0, (%rsp)
  movups %xmm1, 16(%rsp)
  movups %xmm2, 32(%rsp)
  movups %xmm3, 48(%rsp)
  movl %r11d, %edi
  call hrr_door_found
  movq %rax, %r11
  movups (%rsp), %xmm0
  movups 16(%rsp), %xmm1
  movups 32(%rsp), %xmm2
  movups 48(%rsp), %xmm3
  addq $64, %rsp
  .cfi_adjust_cfa_offset -64
  popq %rax
  .cfi_adjust_cfa_offset -8
  popq %r9
  .cfi_adjust_cfa_offset -8
  popq %r8
  .cfi_adjust_cfa_offset -8
  popq %rcx
  .cfi_adjust_cfa_offset -8
  popq %rdx
  .cfi_adjust_cfa_offset -8
  popq %rsi
  .cfi_adjust_cfa_offset -8
  popq %rdi
  .cfi_adjust_cfa_offset -8
  jmp *%r11
  .cfi_endproc
.size hrr_door_find, . - hrr_door_find
)");

namespace hrr {
namespace door {
namespace {

struct Export {
  const char* name;
  bool lost;  // an archive lacks something without it
};
constexpr Export kExports[] = {
#define DOOR_EXPORT(index, name, lost) {#name, lost},
#include <door_exports.inc>
#undef DOOR_EXPORT
};

CUresult not_there() { return CUDA_ERROR_NOT_SUPPORTED; }

}  // namespace

extern "C" {
__attribute__((visibility("hidden"))) std::atomic<void*> hrr_door_targets[std::size(kExports)];

// Read by the entry points, in assembler.
__attribute__((visibility("hidden"))) void* hrr_door_found(unsigned index) {
  const Export& wanted = kExports[index];
  void* found = entry_point(wanted.name);
  if (wanted.lost) not_recorded(wanted.name);
  if (found == nullptr) found = reinterpret_cast<void*>(&not_there);
  hrr_door_targets[index].store(found, std::memory_order_release);
  return found;
}

// Their addresses are all that is wanted here.
#define DOOR_NAME(name) void hrr_address_of_##name() __asm__(#name);
#include <door_names.inc>
#undef DOOR_NAME
}

namespace {

struct Named {
  const char* name;
  void (*function)();
};
constexpr Named kNames[] = {
#define DOOR_NAME(name) {#name, &hrr_address_of_##name},
#include <door_names.inc>
#undef DOOR_NAME
};

}  // namespace

void* ours_for(void* function) {
  // Every pointer that the driver gives out is the address of a function that it exports.
  static const auto& known = *[] {
    auto* table = new std::unordered_map<void*, void*>();
    for (const Named& one : kNames) {
      if (void* real = entry_point(one.name)) table->emplace(real, reinterpret_cast<void*>(one.function));
    }
    return table;
  }();
  const auto found = known.find(function);
  return found == known.end() ? nullptr : found->second;
}

}  // namespace door
}  // namespace hrr

using hrr::door::kNames;
using hrr::door::Named;

// For roads.cpp: our function of that name, null when it is no name that the driver had when this was written.
extern "C" void* hrr_driver_shim(const char* name) {
  const Named* found = std::lower_bound(std::begin(kNames), std::end(kNames), name,
                                        [](const Named& one, const char* key) { return ::strcmp(one.name, key) < 0; });
  return found != std::end(kNames) && ::strcmp(found->name, name) == 0 ? reinterpret_cast<void*>(found->function)
                                                                       : nullptr;
}

// A newer driver's name, asked of us: its own function.
extern "C" void* hrr_driver_newer(void* handle, const char* name) {
  Dl_info info;
  void* self = nullptr;
  const bool known = ::dladdr1(&hrr_cuda_door, &info, &self, RTLD_DL_LINKMAP) != 0;
  return known && handle == self ? hrr::door::entry_point(name) : nullptr;
}
