// roads HOW [LIBRARY]: finds the driver's entry points on one road and allocates with them. Prints the loaded libraries
// that are the software driver, before the first call and after it.
#include <dlfcn.h>

#include "driver.h"

using Find = void* (*)(void*, const char*);
using Lookup = CUresult (*)(const char*, void**, int, uint64_t, CUdriverProcAddressQueryResult*);

static void* library;
static Find find = &dlsym;
static Lookup look_up;
static uint64_t flags;

template <typename Entry>
static Entry get(const char* name, const char* exported) {
  void* found = nullptr;
  if (look_up != nullptr) {
    CALL(look_up(name, &found, 12000, flags, nullptr));
  } else {
    found = find(library, exported);
  }
  if (found == nullptr) {
    fprintf(stderr, "%s is not there\n", name);
    exit(1);
  }
  return reinterpret_cast<Entry>(found);
}

static int mapped(void) {
  FILE* maps = fopen("/proc/self/maps", "r");
  char line[4096];
  int count = 0;
  while (fgets(line, sizeof line, maps) != nullptr) count += strstr(line, "/softcuda/") != nullptr;
  fclose(maps);
  return count != 0;
}

int main(int count, char** argv) {
  const char* how = argv[1];
  const char* name = count > 2 ? argv[2] : "libcuda.so.1";
  if (strcmp(how, "next") == 0) {
    library = RTLD_DEFAULT;
  } else {
    library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  }
  if (library == nullptr && strcmp(how, "next") != 0) return 2;
  const int before = mapped();
  if (strcmp(how, "lookup") == 0 || strcmp(how, "per_thread") == 0) {
    look_up = reinterpret_cast<Lookup>(dlsym(library, "cuGetProcAddress_v2"));
    void* again = nullptr;
    CALL(look_up("cuGetProcAddress", &again, 12000, 0, nullptr));  // CUDA's own runtime goes on with what this gives
    look_up = reinterpret_cast<Lookup>(again);
    flags = strcmp(how, "per_thread") == 0 ? 2 : 0;
  }
  CUcontext context = nullptr;
  CUdeviceptr memory = nullptr;
  CALL(get<CUresult (*)(unsigned)>("cuInit", "cuInit")(0));
  if (strcmp(how, "adopt") == 0) {
    // By the C library's own dlsym: the context comes from a call that nobody sees.
    void* libc = dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD);
    const Find unseen = reinterpret_cast<Find>(dlsym(libc, "dlsym"));
    void* driver = dlopen(getenv("HRR_CUDA_LIBRARY"), RTLD_NOW | RTLD_LOCAL);
    CALL(reinterpret_cast<CUresult (*)(CUcontext*, int)>(unseen(driver, "cuDevicePrimaryCtxRetain"))(&context, 0));
  } else {
    CALL(get<CUresult (*)(CUcontext*, int)>("cuDevicePrimaryCtxRetain", "cuDevicePrimaryCtxRetain")(&context, 0));
  }
  CALL(get<CUresult (*)(CUcontext)>("cuCtxSetCurrent", "cuCtxSetCurrent")(context));
  CALL(get<CUresult (*)(CUdeviceptr*, size_t)>("cuMemAlloc", "cuMemAlloc_v2")(&memory, 4096));
  CALL(get<CUresult (*)(CUdeviceptr, unsigned, size_t, CUstream)>("cuMemsetD32Async", "cuMemsetD32Async")(
      memory, 7, 1024, nullptr));
  CALL(get<CUresult (*)(CUstream)>("cuStreamSynchronize", "cuStreamSynchronize")(nullptr));
  unsigned back[1024];
  CALL(get<CUresult (*)(void*, CUdeviceptr, size_t)>("cuMemcpyDtoH", "cuMemcpyDtoH_v2")(back, memory, sizeof back));
  printf("%d %d %u\n", before, mapped(), back[1023]);
  CALL(get<CUresult (*)(CUdeviceptr)>("cuMemFree", "cuMemFree_v2")(memory));
  return 0;
}
