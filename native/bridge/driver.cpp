#include "bridge/driver.h"

#include <dlfcn.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "bridge/core.h"
#include "cuda/library.h"

namespace bridge {
namespace {

CUresult absent() { return CUDA_ERROR_NOT_SUPPORTED; }

void* const kAbsent = reinterpret_cast<void*>(&absent);

template <typename Entry>
void fill(Entry*& entry, void* library, const char* name) {
  void* found = library == nullptr ? nullptr : ::cuda::find_symbol(library, name);
  entry = reinterpret_cast<Entry*>(found == nullptr ? kAbsent : found);
}

void fill_all(void* library) {
#define CUDA_ENTRY(name, params) fill(cuda.name, library, #name);
#include <cuda_entries.inc>
#undef CUDA_ENTRY
}

std::once_flag opened;
bool has_library = false;

std::mutex init_mutex;
std::atomic<bool> initialised{false};
std::atomic<bool> ended{false};

// Runs right before the driver's own end at exit, as it is registered right after the driver was opened. Programs still
// call then: they unregister their kernels, and objects that are older than the driver free their memory.
void end() {
  ended.store(true, std::memory_order_release);
  initialised.store(false, std::memory_order_release);
  invalidate_threads();
}

}  // namespace

#define CUDA_ENTRY(name, params) nullptr,
Driver cuda = {
#include <cuda_entries.inc>
};
#undef CUDA_ENTRY

bool open_driver() {
  std::call_once(opened, [] {
    void* library = ::cuda::open_library();
    has_library = library != nullptr;
    if (!has_library) {
      const char* reason = dlerror();
      std::fprintf(stderr, "hrr bridge: no CUDA driver here: %s\n", reason == nullptr ? "not found" : reason);
    }
    fill_all(library);
    std::atexit(&end);
  });
  return has_library;
}

bool has(const void* entry) { return entry != kAbsent; }

hipError_t ready() {
  if (__builtin_expect(initialised.load(std::memory_order_acquire), 1)) return hipSuccess;
  if (ended.load(std::memory_order_acquire)) return hipErrorDeinitialized;
  if (!open_driver()) return hipErrorInsufficientDriver;
  std::lock_guard<std::mutex> hold(init_mutex);
  if (initialised.load(std::memory_order_relaxed)) return hipSuccess;
  const CUresult result = cuda.cuInit(0);
  if (result == CUDA_SUCCESS) initialised.store(true, std::memory_order_release);
  return from(result);
}

}  // namespace bridge
