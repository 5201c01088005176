#include "recorder/real.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <string>

#include "recorder/config.h"
#include "recorder/quiet.h"
#include "recorder/roads.h"
#include "recorder_names.h"

namespace hrr {
namespace real {
namespace {

struct Opened {
  void* handle = nullptr;
  std::string path;
};

bool same_file(const char* one, const char* other) {
  struct stat a, b;
  return ::stat(one, &a) == 0 && ::stat(other, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

bool is_ourselves(const std::string& path) {
  Dl_info self;
  return ::dladdr(reinterpret_cast<void*>(&say_missing), &self) != 0 && same_file(path.c_str(), self.dli_fname);
}

// HIP 5 has other structures and other numbers for memory types.
bool has_old_abi(const std::string& path) {
  char* resolved = ::realpath(path.c_str(), nullptr);
  const bool old = resolved && ::strstr(resolved, "libamdhip64.so.5") != nullptr;
  ::free(resolved);
  return old;
}

Opened open_library() {
  std::string candidates[8];
  size_t count = 0;
  const char* named = ::getenv("HRR_REAL_LIBRARY");
  if (named && *named) {
    candidates[count++] = named;
  } else {
    const char* rocm = ::getenv("ROCM_PATH");
    for (const std::string& root : {std::string(rocm ? rocm : ""), std::string("/opt/rocm")}) {
      if (root.empty()) continue;
      candidates[count++] = root + "/lib/libamdhip64.so.7";
      candidates[count++] = root + "/lib/libamdhip64.so.6";
    }
  }
  std::string why = "no libamdhip64.so.7 or .so.6 in ROCM_PATH or /opt/rocm; HRR_REAL_LIBRARY can name one";
  for (size_t i = 0; i < count; ++i) {
    struct stat status;
    if (::stat(candidates[i].c_str(), &status) != 0) {
      if (named && *named) why = candidates[i] + ": " + ::strerror(errno);
      continue;
    }
    if (has_old_abi(candidates[i])) {
      why = candidates[i] + " has the HIP 5 ABI; HIP 6 or 7 is needed";
      continue;
    }
    if (is_ourselves(candidates[i])) {
      if (named && *named) why = candidates[i] + " is the recorder itself";
      continue;
    }
    if (void* handle = ::dlopen(candidates[i].c_str(), RTLD_NOW | RTLD_LOCAL)) return {handle, candidates[i]};
    const char* reason = ::dlerror();
    why = reason ? reason : candidates[i] + " cannot be opened";
  }
  message("there is no HIP library behind the recorder: " + why);
  return {};
}

const Opened& opened() {
  // No static initialiser: its lock, held while the loader runs constructors that call us back, could lock up.
  static std::atomic<const Opened*> known{nullptr};
  const Opened* found = known.load(std::memory_order_acquire);
  if (found) return *found;
  auto* fresh = new Opened(open_library());
  if (known.compare_exchange_strong(found, fresh)) return *fresh;
  delete fresh;
  return *found;
}

}  // namespace

std::atomic<void*> table[kApiCount];

QuietErrors::QuietErrors() : before_(HRR_REAL(hipPeekAtLastError)()) {}

QuietErrors::~QuietErrors() {
  if (before_ == hipSuccess && HRR_REAL(hipPeekAtLastError)() != hipSuccess) (void)HRR_REAL(hipGetLastError)();
}

RelaxedCapture::RelaxedCapture() { ok_ = HRR_REAL(hipThreadExchangeStreamCaptureMode)(&mode_) == hipSuccess; }

RelaxedCapture::~RelaxedCapture() {
  if (ok_) (void)HRR_REAL(hipThreadExchangeStreamCaptureMode)(&mode_);
}

const char* path() { return opened().path.c_str(); }

void* look_up(unsigned api, void* missing) {
  const NoSignals quiet;
  const int saved = errno;
  void* handle = opened().handle;
  void* function = handle ? roads::real_dlsym(handle, kNames[api]) : nullptr;
  errno = saved;
  return function ? function : missing;
}

void* resolve(unsigned api, void* missing) {
  void* function = look_up(api, missing);
  table[api].store(function, std::memory_order_release);
  return function;
}

void say_missing(unsigned api) {
  static std::atomic<bool> said[kApiCount];
  if (!said[api].exchange(true)) {
    const char* library = path();
    message(std::string(kNames[api]) + " is not in " + (*library ? library : "any HIP library"));
  }
}

void* shim_for(const char* name, void* found) {
  const Opened& library = opened();
  for (size_t i = 0; i < kNameCount; ++i) {
    const bool same = library.handle && roads::real_dlsym(library.handle, kNames[i]) == found;
    if (same || (!library.handle && ::strcmp(kNames[i], name) == 0)) return kShims[i];
  }
  return nullptr;
}

}  // namespace real
}  // namespace hrr
