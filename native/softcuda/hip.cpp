// softhip, found beside this library: lib/softcuda/libcuda.so.1 and lib/softhip/libamdhip64.so.7.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string>

#include "bridge/tables.h"
#include "cuda/library.h"
#include "softcuda/core.h"

namespace softcuda {
namespace {

std::string library_path() {
  Dl_info info;
  if (dladdr(reinterpret_cast<void*>(&library_path), &info) == 0) return "";
  char* real = realpath(info.dli_fname, nullptr);
  std::string path = real == nullptr ? info.dli_fname : real;
  std::free(real);
  for (int i = 0; i < 2; ++i) path.resize(path.rfind('/') == std::string::npos ? 0 : path.rfind('/'));
  return path + "/softhip/libamdhip64.so.7";
}

bool load() {
  // By absolute path and for ourselves only: the program may well use another library of that name, the bridge.
  void* library = dlopen(library_path().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    std::fprintf(stderr, "softcuda: no softhip beside it: %s\n", dlerror());
    return false;
  }
#define HIP_CALL(name, params)                                                          \
  hip.name = reinterpret_cast<decltype(hip.name)>(::cuda::find_symbol(library, #name)); \
  if (hip.name == nullptr) return false;
#include <softcuda_hip.inc>
#undef HIP_CALL
  return true;
}

}  // namespace

#define HIP_CALL(name, params) nullptr,
Hip hip = {
#include <softcuda_hip.inc>
};
#undef HIP_CALL

CUresult open_hip() {
  static const bool loaded = load();
  return loaded ? CUDA_SUCCESS : CUDA_ERROR_NO_DEVICE;
}

CUresult from(hipError_t error) {
  if (__builtin_expect(error == hipSuccess, 1)) return CUDA_SUCCESS;
  return static_cast<CUresult>(look_up(kDriverErrors, error, error));
}

CUresult missing(const char* name) {
  static auto* mutex = new std::mutex();
  static auto* named = new std::set<std::string>();
  std::lock_guard<std::mutex> hold(*mutex);
  if (named->insert(name).second) std::fprintf(stderr, "softcuda: %s is not supported\n", name);
  return CUDA_ERROR_NOT_SUPPORTED;
}

}  // namespace softcuda
