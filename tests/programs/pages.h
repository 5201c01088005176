// Host memory laid out page by page.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

// Three pages in a row; the middle one can be neither read nor written.
struct GuardedPages {
  size_t page;
  uint8_t* first;
  uint8_t* middle;
  uint8_t* third;
};

inline GuardedPages middle_page_unreadable() {
  const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  void* memory = mmap(nullptr, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) std::exit(1);
  auto* bytes = static_cast<uint8_t*>(memory);
  if (mprotect(bytes + page, page, PROT_NONE) != 0) std::exit(1);
  return {page, bytes, bytes + page, bytes + 2 * page};
}
