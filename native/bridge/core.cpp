#include "bridge/core.h"

#include <atomic>
#include <cstdio>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace bridge {
namespace {

// Plain data, so that a thread that ends has nothing to run.
struct ThreadState {
  int device;
  unsigned bound;  // the epoch in which a context was made current, 0 = none
  bool moved;      // hipSetDevice chose a device whose context is not current yet
  hipError_t last_error;
  hipError_t last_result;
};
thread_local ThreadState state;

// Counts on when primary contexts are torn down, so that every thread asks again.
std::atomic<unsigned> epoch{1};

std::mutex primaries_mutex;
std::vector<CUcontext>& primaries() {
  static auto* contexts = new std::vector<CUcontext>();
  return *contexts;
}

}  // namespace

hipError_t note(hipError_t error) {
  state.last_result = error;
  if (__builtin_expect(error != hipSuccess, 0) && error != hipErrorNotReady) state.last_error = error;
  return error;
}

hipError_t last_error(bool clear) {
  const hipError_t error = state.last_error;
  if (clear) state.last_error = hipSuccess;
  return error;
}

hipError_t take_last_result() {
  const hipError_t result = state.last_result;
  state.last_result = hipSuccess;
  return result;
}

hipError_t missing(const char* name) {
  static auto* mutex = new std::mutex();
  static auto* named = new std::set<std::string>();
  {
    std::lock_guard<std::mutex> hold(*mutex);
    if (named->insert(name).second)
      std::fprintf(stderr, "hrr bridge: %s has no counterpart in the CUDA driver\n", name);
  }
  return note(hipErrorNotSupported);
}

hipError_t primary_context(int ordinal, CUcontext* context) {
  BRIDGE_TRY(ready());
  std::lock_guard<std::mutex> hold(primaries_mutex);
  std::vector<CUcontext>& known = primaries();
  if (ordinal < 0) return hipErrorInvalidDevice;
  if (static_cast<size_t>(ordinal) >= known.size()) {
    int count = 0;
    BRIDGE_TRY(cuda.cuDeviceGetCount(&count));
    if (ordinal >= count) return hipErrorInvalidDevice;
    known.resize(count, nullptr);
  }
  CUcontext& primary = known[ordinal];
  if (primary == nullptr) {
    CUdevice handle = 0;
    BRIDGE_TRY(cuda.cuDeviceGet(&handle, ordinal));
    BRIDGE_TRY(cuda.cuDevicePrimaryCtxRetain(&primary, handle));
  }
  *context = primary;
  return hipSuccess;
}

hipError_t current() {
  const unsigned now = epoch.load(std::memory_order_acquire);
  if (__builtin_expect(state.bound == now, 1)) return hipSuccess;
  BRIDGE_TRY(ready());
  CUcontext context = nullptr;
  if (!state.moved) BRIDGE_TRY(cuda.cuCtxGetCurrent(&context));
  if (context == nullptr) {
    BRIDGE_TRY(primary_context(state.device, &context));
    BRIDGE_TRY(cuda.cuCtxSetCurrent(context));
  }
  state.moved = false;
  state.bound = now;
  return hipSuccess;
}

int device() { return state.device; }

hipError_t set_device(int ordinal) {
  int count = 0;
  BRIDGE_TRY(ready());
  BRIDGE_TRY(cuda.cuDeviceGetCount(&count));
  if (ordinal < 0 || ordinal >= count) return hipErrorInvalidDevice;
  state.device = ordinal;
  state.moved = true;
  state.bound = 0;
  return hipSuccess;
}

void context_changed() {
  state.bound = 0;
  state.moved = false;
  CUdevice ordinal = 0;
  CUcontext context = nullptr;
  if (cuda.cuCtxGetCurrent(&context) == CUDA_SUCCESS && context != nullptr &&
      cuda.cuCtxGetDevice(&ordinal) == CUDA_SUCCESS) {
    state.device = ordinal;
  }
}

void forget_contexts() {
  std::lock_guard<std::mutex> hold(primaries_mutex);
  primaries().clear();
  state.moved = true;
  invalidate_threads();
}

void invalidate_threads() { epoch.fetch_add(1, std::memory_order_release); }

}  // namespace bridge
