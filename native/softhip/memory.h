// Which addresses are whose: the map of everything that the device can reach.
#pragma once

#include <hip/hip_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "softhip/state.h"

namespace softhip {

enum class Memory : uint8_t {
  kDevice,      // hipMalloc and its kin, globals of code objects
  kManaged,     // hipMallocManaged
  kPinned,      // hipHostMalloc and its kin
  kRegistered,  // hipHostRegister: the program's own memory
  kVirtual,     // hipMemMap: reached by the device when hipMemSetAccess said so
};

// Where bytes came from: a mapping of their own, or (mapping == nullptr) a block of an arena.
struct Bytes {
  char* ptr = nullptr;
  char* mapping = nullptr;
  size_t mapped = 0;  // bytes mapped; of an arena's block: its size
  bool host = false;
};

struct Allocation {
  uintptr_t base = 0;
  size_t size = 0;
  Memory memory = Memory::kDevice;
  int device = 0;
  unsigned flags = 0;     // as given by the program; of virtual memory: hipMemAccessFlags
  uint64_t id = 0;        // never used twice
  Pool* pool = nullptr;   // of hipMallocAsync
  bool owned = false;     // we got the bytes and give them back; false: globals, registered memory, mapped memory
  void* owner = nullptr;  // what the part that tracks it wants to know again
  Bytes bytes;            // of owned memory

  bool host() const { return memory == Memory::kPinned || memory == Memory::kRegistered; }
};

// The allocation that holds the byte at `ptr`, or nullptr. The result stays readable after a free that races with it.
const Allocation* find_allocation(const void* ptr);

// The allocation that begins at `ptr`, or nullptr.
const Allocation* find_base(const void* ptr);

// Whether [ptr, ptr + size) lies in one allocation, or in mapped pieces of address space that follow one another.
bool covered(const void* ptr, size_t size);

// Adds a range to the map / takes it out; false when it overlaps one that is there / begins none.
bool track(const Allocation& allocation);
bool untrack(const void* base, Allocation* was = nullptr);
void set_flags(const void* base, unsigned flags);

// Calls fn(const Allocation&) for all, in order of address, with the map locked.
template <typename Fn>
void for_each_allocation(Fn fn);
void visit_allocations(void (*fn)(const Allocation&, void*), void* context);
template <typename Fn>
void for_each_allocation(Fn fn) {
  visit_allocations([](const Allocation& a, void* context) { (*static_cast<Fn*>(context))(a); }, &fn);
}

// Memory of the device `ordinal`: gets the bytes, fills them, tracks them. hipSuccess with *ptr = nullptr for size 0.
hipError_t allocate(void** ptr, size_t size, Memory memory, int ordinal, unsigned flags, Pool* pool = nullptr);

// Gives back what allocate() gave, at once.
hipError_t release(const void* base);

// Bytes of device memory that there are, and that no allocation of the device has.
size_t total_memory();
size_t free_memory(int ordinal);

// Address space near where such memory lies (`hint` nullptr) or at `hint` exactly; inaccessible. nullptr when taken.
char* reserve_addresses(size_t size, size_t alignment, const void* hint);

void lock_memory_for_fork();
void unlock_memory_after_fork(bool child);

}  // namespace softhip
