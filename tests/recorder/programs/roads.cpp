// roads HOW [PATH]: reaches hipMalloc in one of the ways that programs have; it must be the recorder's.
#include <dlfcn.h>

#include <string>

#include "check.h"

using Malloc = hipError_t (*)(void**, size_t);

static Malloc look(void* library) {
  if (!library) fprintf(stderr, "%s\n", dlerror());
  EXPECT(library);
  return reinterpret_cast<Malloc>(dlsym(library, "hipMalloc"));
}

int main(int, char** argv) {
  const std::string how = argv[1];
  Malloc found = nullptr;
  if (how == "default") {
    found = reinterpret_cast<Malloc>(dlsym(RTLD_DEFAULT, "hipMalloc"));
  } else if (how == "program") {
    found = look(dlopen(nullptr, RTLD_NOW));
  } else if (how == "version") {
    void* library = dlopen(argv[2], RTLD_NOW);
    EXPECT(library);
    found = reinterpret_cast<Malloc>(dlvsym(library, "hipMalloc", "hip_4.2"));
  } else if (how == "lookup") {
    void* library = dlopen(argv[2], RTLD_NOW);
    const auto ask = reinterpret_cast<decltype(&hipGetProcAddress)>(dlsym(library, "hipGetProcAddress"));
    void* answer = nullptr;
    TRY(ask("hipMalloc", &answer, 70100000, 0, nullptr));
    found = reinterpret_cast<Malloc>(answer);
  } else if (how == "missing") {
    // The library behind lacks it, and says so as if nobody stood in between.
    void* library = dlopen(argv[2], RTLD_NOW | RTLD_LOCAL);
    EXPECT(library && !dlsym(library, "hipGraphCreate") && dlerror() != nullptr);
    EXPECT(!dlsym(library, "no_such_name") && dlerror() != nullptr);
    found = look(library);
  } else if (how == "next") {
    // RTLD_NEXT depends on who asks: behind this program comes the C library.
    const auto next = reinterpret_cast<void* (*)(size_t)>(dlsym(RTLD_NEXT, "malloc"));
    EXPECT(next && dlsym(RTLD_NEXT, "main") == nullptr);
    free(next(10));
    found = look(dlopen(argv[2], RTLD_NOW));
  } else {
    const int flags = how == "deep" ? RTLD_NOW | RTLD_DEEPBIND : how == "global" ? RTLD_NOW | RTLD_GLOBAL : RTLD_NOW;
    found = look(dlopen(argv[2], flags));
  }
  EXPECT(found);
  void* device = nullptr;
  TRY(found(&device, 64));
  EXPECT(device);
  return 0;
}
