#include "cuda/library.h"

#include <dlfcn.h>
#include <link.h>

#include <cstdlib>
#include <string>

namespace cuda {
namespace {

// The folder of a library that the driver's package installs beside libcuda.so.1. Opening libcuda.so.1 by its bare name
// would find a preloaded recorder of that name, so it is opened by an absolute path, and this is how to find one.
std::string folder_of(const char* sibling) {
  void* library = dlopen(sibling, RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) return "";
  std::string folder;
  link_map* map = nullptr;
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 && map->l_name != nullptr) {
    folder = map->l_name;
    folder.resize(folder.rfind('/') == std::string::npos ? 0 : folder.rfind('/'));
  }
  dlclose(library);
  return folder;
}

using Dlsym = void* (*)(void*, const char*);

Dlsym system_dlsym() {
  for (const char* name : {"libc.so.6", "libdl.so.2"}) {  // the latter before glibc 2.34
    void* library = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
    void* found = library == nullptr ? nullptr : dlsym(library, "dlsym");
    if (found != nullptr) return reinterpret_cast<Dlsym>(found);
  }
  return &dlsym;
}

}  // namespace

void* open_library() {
  if (const char* named = std::getenv("HRR_CUDA_LIBRARY"); named != nullptr && *named != '\0') {
    return dlopen(named, RTLD_NOW | RTLD_LOCAL);
  }
  std::string folders[] = {folder_of("libnvidia-ptxjitcompiler.so.1"),
                           folder_of("libnvidia-ml.so.1"),
                           "/usr/lib/x86_64-linux-gnu",
                           "/usr/lib64",
                           "/usr/local/nvidia/lib64",
                           "/usr/lib/wsl/lib"};
  for (const std::string& folder : folders) {
    if (folder.empty()) continue;
    if (void* library = dlopen((folder + "/libcuda.so.1").c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
  }
  // Wherever else the loader finds one, if that is no recorder.
  void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  return library != nullptr && find_symbol(library, "hrr_cuda_door") == nullptr ? library : nullptr;
}

void* find_symbol(void* library, const char* name) {
  static const Dlsym find = system_dlsym();
  return find(library, name);
}

}  // namespace cuda
