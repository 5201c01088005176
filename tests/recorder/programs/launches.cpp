// launches HOW IMAGE: launches kernel "k" of an image, its arguments given in one way or another.
#include <fcntl.h>
#include <sys/mman.h>

#include <string>
#include <vector>

#include "check.h"

static std::vector<char> read_file(const char* path) {
  FILE* file = fopen(path, "rb");
  EXPECT(file);
  std::vector<char> bytes(1 << 20);
  bytes.resize(fread(bytes.data(), 1, bytes.size(), file));
  fclose(file);
  return bytes;
}

// The image ends at a page that must not be read.
static char* at_a_guard_page(const std::vector<char>& bytes) {
  const size_t size = (bytes.size() + 4095) / 4096 * 4096;
  char* pages =
      static_cast<char*>(mmap(nullptr, size + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  EXPECT(mprotect(pages + size, 4096, PROT_NONE) == 0);
  char* image = pages + size - bytes.size();
  memcpy(image, bytes.data(), bytes.size());
  return image;
}

struct Pair {
  int number;
  void* pointer;
};

extern "C" {
void** __hipRegisterFatBinary(const void* data);
void __hipRegisterFunction(void** modules, const void* host, char* device, const char* name, unsigned limit, uint3* tid,
                           uint3* bid, dim3* block, dim3* grid, int* size);
void __hipUnregisterFatBinary(void** modules);
}

static void kernel_stub() {}

int main(int, char** argv) {
  const std::string how = argv[1];
  char* image = at_a_guard_page(read_file(argv[2]));
  void* device = device_memory(256);
  printf("%p\n", device);
  int number = 7;
  Pair pair = {9, static_cast<char*>(device) + 16};
  void* params[] = {&device, &number, &pair};
  if (how == "host" || how == "fork" || how == "by pointer") {
    struct {
      unsigned magic, version;
      void *binary, *unused;
    } wrapper = {0x48495046, 1, image, nullptr};
    void** modules = __hipRegisterFatBinary(&wrapper);
    __hipRegisterFunction(modules, reinterpret_cast<void*>(&kernel_stub), nullptr, "k", ~0u, nullptr, nullptr, nullptr,
                          nullptr, nullptr);
    if (how == "fork" && fork() != 0) _exit(0);
    if (how == "by pointer") {
      TRY(hipConfigureCall(dim3(2, 3, 4), dim3(5, 6, 7), 11, nullptr));
      TRY(hipSetupArgument(&device, sizeof device, 0));
      TRY(hipSetupArgument(&number, sizeof number, 8));
      TRY(hipSetupArgument(&pair, sizeof pair, 16));
      TRY(hipLaunchByPtr(reinterpret_cast<void*>(&kernel_stub)));
      return 0;
    }
    TRY(hipLaunchKernel(reinterpret_cast<void*>(&kernel_stub), dim3(2, 3, 4), dim3(5, 6, 7), params, 11, nullptr));
    __hipUnregisterFatBinary(modules);
    return 0;
  }
  hipModule_t module;
  hipFunction_t function;
  TRY(hipModuleLoadData(&module, image));
  TRY(hipModuleGetFunction(&function, module, "k"));
  if (how == "extra") {
    char block[32] = {};
    memcpy(block, &device, 8);
    memcpy(block + 8, &number, 4);
    memcpy(block + 16, &pair, 16);
    size_t size = sizeof block;
    void* extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, block, HIP_LAUNCH_PARAM_BUFFER_SIZE, &size, HIP_LAUNCH_PARAM_END};
    TRY(hipModuleLaunchKernel(function, 2, 3, 4, 5, 6, 7, 11, nullptr, nullptr, extra));
  } else {
    TRY(hipModuleLaunchKernel(function, 2, 3, 4, 5, 6, 7, 11, nullptr, params, nullptr));
  }
  if (how == "freed") {
    // What was an address when it lived is a number now.
    TRY(hipFree(device));
    TRY(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, params, nullptr));
  }
  TRY(hipModuleUnload(module));
  return 0;
}
