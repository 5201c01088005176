// Host-side helpers that a plan calls like any other function: words in, 0 for success.
#include <sys/mman.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "executor/executor.h"

// *target = base + offset, for a word that depends on a result slot.
HRR_EXPORT int hrr_host_store(uint64_t* target, uint64_t base, uint64_t offset) {
  const uint64_t value = base + offset;
  memcpy(target, &value, sizeof value);  // an argument's word may be unaligned
  return 0;
}

HRR_EXPORT int hrr_host_copy(void* dst, const void* src, uint64_t nbytes) {
  memcpy(dst, src, nbytes);
  return 0;
}

HRR_EXPORT int hrr_host_fill(void* dst, int value, uint64_t nbytes) {
  memset(dst, value, nbytes);
  return 0;
}

// Makes pages of a reservation usable, with fresh zero bytes.
HRR_EXPORT int hrr_host_commit(void* address, uint64_t nbytes) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE;
  return mmap(address, nbytes, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED ? errno : 0;
}

// Gives the pages back and keeps the address range reserved.
HRR_EXPORT int hrr_host_decommit(void* address, uint64_t nbytes) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE;
  return mmap(address, nbytes, PROT_NONE, flags, -1, 0) == MAP_FAILED ? errno : 0;
}

// Reserves address space exactly at `address`, or anywhere when it is null. Returns the address, or null.
HRR_EXPORT void* hrr_host_reserve(void* address, uint64_t nbytes) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (address ? MAP_FIXED_NOREPLACE : 0);
  void* got = mmap(address, nbytes, PROT_NONE, flags, -1, 0);
  if (got == MAP_FAILED) return nullptr;
  if (address && got != address) {  // a kernel that does not know MAP_FIXED_NOREPLACE takes it as a hint
    munmap(got, nbytes);
    return nullptr;
  }
  return got;
}

HRR_EXPORT int hrr_host_release(void* address, uint64_t nbytes) { return munmap(address, nbytes) ? errno : 0; }
