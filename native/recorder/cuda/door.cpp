#include "recorder/cuda/door.h"

#include <dlfcn.h>
#include <sched.h>
#include <string.h>

#include "bridge/tables.h"
#include "cuda/library.h"
#include "recorder/config.h"
#include "recorder/cuda/exports.h"
#include "recorder/quiet.h"
#include "recorder/roads.h"
#include "recorder/session.h"

namespace hrr {
namespace door {
namespace {

CUresult no_driver() { return CUDA_ERROR_NO_DEVICE; }

void* library = nullptr;
std::atomic<bool> opening{false};

template <typename Entry>
void fill(Entry*& entry, const char* name) {
  void* found = library ? roads::real_dlsym(library, name) : nullptr;
  entry = reinterpret_cast<Entry*>(found ? found : reinterpret_cast<void*>(&no_driver));
}

template <unsigned Api, typename R, typename... A>
void put_before(R (*)(A...)) {
  real::table[Api].store(reinterpret_cast<void*>(&real_call<Api, R, A...>), std::memory_order_release);
}

// Before any shim runs.
__attribute__((constructor)) void put_all_before() {
#define DOOR_THUNK(name) put_before<api_##name>(static_cast<name##_fn>(nullptr));
#include <door_thunks.inc>
#undef DOOR_THUNK
}

}  // namespace

__thread Pending* pending __attribute__((tls_model("initial-exec"))) = nullptr;
std::atomic<bool> opened{false};
Driver driver;

void open() {
  const int saved = errno;
  const NoSignals quiet;  // a handler that calls the driver would wait for this thread for ever
  // No lock of the C library's: its constructors may call us back while they are held.
  while (opening.exchange(true, std::memory_order_acquire)) ::sched_yield();
  if (!opened.load(std::memory_order_relaxed)) {
    library = ::cuda::open_library();
    if (!library) {
      const char* reason = ::dlerror();
      message(std::string("there is no CUDA driver behind the recorder: ") + (reason ? reason : "no libcuda.so.1"));
    }
#define DOOR_ENTRY(name, params) fill(driver.name, #name);
#include <door_entries.inc>
#undef DOOR_ENTRY
    opened.store(true, std::memory_order_release);
  }
  opening.store(false, std::memory_order_release);
  errno = saved;
}

void not_recorded(const char* name) {
  if (this_thread.call != 0) return;
  if (Session* session = Session::current()) session->cannot_replay(name, "no HIP call means the same");
}

hipError_t hip_error(CUresult result) {
  if (__builtin_expect(result == CUDA_SUCCESS, 1)) return hipSuccess;
  return static_cast<hipError_t>(look_up(kHipErrors, result, result));
}

void* entry_point(const char* name) {
  ready();
  return library ? roads::real_dlsym(library, name) : nullptr;
}

}  // namespace door
}  // namespace hrr

// By this name another part of ours knows a library that is no driver.
HRR_DOOR const char hrr_cuda_door = 1;
