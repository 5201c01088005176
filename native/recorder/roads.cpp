#include "recorder/roads.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string.h>

#include <algorithm>
#include <atomic>

#include "recorder/real.h"
#include "recorder_names.h"

// The driver's names, where the recorder stands in front of the driver too (native/recorder/cuda).
extern "C" {
__attribute__((weak, visibility("hidden"))) void* hrr_driver_shim(const char* name);
__attribute__((weak, visibility("hidden"))) void* hrr_driver_newer(void* handle, const char* name);
}

namespace hrr {
namespace roads {
namespace {

using Dlsym = void* (*)(void*, const char*);
using Dlvsym = void* (*)(void*, const char*, const char*);

// --- the C library's own functions, found in its symbol table
// ---------------------------------------------------------
//
// These run whenever anybody calls dlsym, even before this library or a sanitizer's has been initialised: they call
// nothing.

bool same(const char* a, const char* b) {
  while (*a && *a == *b) ++a, ++b;
  return *a == *b;
}

bool begins(const char* text, const char* start) {
  while (*start && *text == *start) ++text, ++start;
  return *start == 0;
}

uint32_t gnu_hash(const char* name) {
  uint32_t hash = 5381;
  for (; *name; ++name) hash = hash * 33 + static_cast<uint8_t>(*name);
  return hash;
}

void* lookup(const link_map* object, const char* wanted) {
  const ElfW(Sym)* symbols = nullptr;
  const char* strings = nullptr;
  const uint32_t* table = nullptr;
  for (const ElfW(Dyn)* entry = object->l_ld; entry->d_tag != DT_NULL; ++entry) {
    // The loader has made these addresses absolute.
    if (entry->d_tag == DT_SYMTAB) symbols = reinterpret_cast<const ElfW(Sym)*>(entry->d_un.d_ptr);
    if (entry->d_tag == DT_STRTAB) strings = reinterpret_cast<const char*>(entry->d_un.d_ptr);
    if (entry->d_tag == DT_GNU_HASH) table = reinterpret_cast<const uint32_t*>(entry->d_un.d_ptr);
  }
  if (!symbols || !strings || !table) return nullptr;
  const uint32_t buckets = table[0], first = table[1], words = table[2];
  const uint32_t* bucket = table + 4 + words * (sizeof(ElfW(Addr)) / 4);
  const uint32_t* chain = bucket + buckets;
  const uint32_t hash = gnu_hash(wanted);
  uint32_t index = buckets ? bucket[hash % buckets] : 0;
  if (index < first) return nullptr;
  for (;; ++index) {
    const uint32_t entry = chain[index - first];
    if ((entry | 1) == (hash | 1) && symbols[index].st_shndx != SHN_UNDEF &&
        same(strings + symbols[index].st_name, wanted)) {
      return reinterpret_cast<void*>(object->l_addr + symbols[index].st_value);
    }
    if (entry & 1) return nullptr;
  }
}

const char* file_name(const char* path) {
  const char* name = path;
  for (; *path; ++path) {
    if (*path == '/') name = path + 1;
  }
  return name;
}

}  // namespace

void* find(const char* wanted) {
  for (const link_map* object = _r_debug.r_map; object; object = object->l_next) {
    const char* name = file_name(object->l_name);
    // Before glibc 2.34 the functions were in libdl.
    if (!begins(name, "libc.so") && !begins(name, "libdl.so")) continue;
    if (void* found = lookup(object, wanted)) return found;
  }
  return nullptr;
}

namespace {

// --- which names are ours
// ---------------------------------------------------------------------------------------------

void* shim_named(const char* name) {
  if (hrr_driver_shim && begins(name, "cu")) return hrr_driver_shim(name);
  if (!begins(name, "hip") && !begins(name, "__hip")) return nullptr;
  const auto* end = kSortedNames + kNameCount;
  const auto* found = std::lower_bound(
      kSortedNames, end, name, [](const SortedName& entry, const char* key) { return ::strcmp(entry.name, key) < 0; });
  return found != end && same(found->name, name) ? kShims[found->index] : nullptr;
}

bool is_ours(void* address) {
  Dl_info self, other;
  return ::dladdr(reinterpret_cast<void*>(&shim_named), &self) != 0 && ::dladdr(address, &other) != 0 &&
         self.dli_fbase == other.dli_fbase;
}

}  // namespace

extern "C" {
// Read by the entry points below, in assembler.
__attribute__((visibility("hidden"))) std::atomic<void*> hrr_next_dlsym{nullptr};
__attribute__((visibility("hidden"))) std::atomic<void*> hrr_next_dlvsym{nullptr};
}

void* real_dlsym(void* handle, const char* name) {
  void* function = hrr_next_dlsym.load(std::memory_order_acquire);
  if (!function) hrr_next_dlsym.store(function = find("dlsym"), std::memory_order_release);
  return reinterpret_cast<Dlsym>(function)(handle, name);
}

void* instead(void* handle, const char* name, const char* version) {
  // RTLD_DEFAULT and RTLD_NEXT depend on who asks: the C library must see the real caller.
  if (handle == RTLD_DEFAULT || handle == RTLD_NEXT || !name) return nullptr;
  void* shim = shim_named(name);
  if (!shim) return hrr_driver_newer && begins(name, "cu") ? hrr_driver_newer(handle, name) : nullptr;
  void* found =
      version ? reinterpret_cast<Dlvsym>(hrr_next_dlvsym.load())(handle, name, version) : real_dlsym(handle, name);
  return found && !is_ours(found) ? shim : nullptr;
}

extern "C" __attribute__((visibility("hidden"))) void* hrr_dlsym_hook(void* handle, const char* name) {
  if (!hrr_next_dlsym.load(std::memory_order_acquire)) hrr_next_dlsym.store(find("dlsym"), std::memory_order_release);
  return instead(handle, name, nullptr);
}

extern "C" __attribute__((visibility("hidden"))) void* hrr_dlvsym_hook(void* handle, const char* name,
                                                                       const char* version) {
  if (!hrr_next_dlvsym.load(std::memory_order_acquire)) {
    hrr_next_dlvsym.store(find("dlvsym"), std::memory_order_release);
  }
  return instead(handle, name, version);
}

}  // namespace roads
}  // namespace hrr

// The exported functions. What is not ours goes on to the C library by a jump, so that it sees its caller's return
// address: RTLD_NEXT depends on it. The old and the new version node, as programs linked before and after glibc 2.34
// ask for different ones.
#define HRR_ROAD(function, hook, next)              \
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
      "  pushq %rdx\n"                              \
      "  .cfi_adjust_cfa_offset 8\n"                \
      "  call " #hook                               \
      "\n"                                          \
      "  popq %rdx\n"                               \
      "  .cfi_adjust_cfa_offset -8\n"               \
      "  popq %rsi\n"                               \
      "  .cfi_adjust_cfa_offset -8\n"               \
      "  popq %rdi\n"                               \
      "  .cfi_adjust_cfa_offset -8\n"               \
      "  testq %rax, %rax\n"                        \
      "  jne 1f\n"                                  \
      "  jmp *" #next                               \
      "(%rip)\n"                                    \
      "1:\n"                                        \
      "  ret\n"                                     \
      "  .cfi_endproc\n"                            \
      ".size hrr_" #function ", . - hrr_" #function \
      "\n"                                          \
      ".symver hrr_" #function ", " #function       \
      "@GLIBC_2.2.5\n"                              \
      ".symver hrr_" #function ", " #function "@@GLIBC_2.34\n")

HRR_ROAD(dlsym, hrr_dlsym_hook, hrr_next_dlsym);
HRR_ROAD(dlvsym, hrr_dlvsym_hook, hrr_next_dlvsym);
