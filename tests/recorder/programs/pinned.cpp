// pinned HOW IMAGE: launches kernel "k" of an image with pointers into pinned memory.
#include <sys/mman.h>

#include <string>

#include "check.h"

struct Pair {
  int number;
  void* pointer;
};

static char own[8192];
static char image[1 << 16];

extern "C" {
void** __hipRegisterFatBinary(const void* data);
void __hipRegisterFunction(void** modules, const void* host, char* device, const char* name, unsigned limit, uint3* tid,
                           uint3* bid, dim3* block, dim3* grid, int* size);
}

static void kernel_stub() {}

int main(int, char** argv) {
  const std::string how = argv[1];
  FILE* file = fopen(argv[2], "rb");
  EXPECT(file && fread(image, 1, sizeof image, file) > 0);
  fclose(file);
  char* device = static_cast<char*>(device_memory(256));
  char* host = nullptr;
  TRY(hipHostMalloc(reinterpret_cast<void**>(&host), 4096, 0));
  strcpy(host, "stored");
  TRY(hipHostRegister(own, sizeof own, 0));
  strcpy(own, "registered");
  char* alias = nullptr;
  TRY(hipHostGetDevicePointer(reinterpret_cast<void**>(&alias), own + 8, 0));
  hipStream_t stream;
  TRY(hipStreamCreate(&stream));
  hipModule_t module;
  hipFunction_t function;
  TRY(hipModuleLoadData(&module, image));
  TRY(hipModuleGetFunction(&function, module, "k"));
  char* pointer = how == "alias" ? alias : how == "device" ? device : host + 100;
  int number = 7;
  Pair pair = {9, how == "pair" ? host : device};
  void* params[] = {&pointer, &number, &pair};
  const auto launch = [&](unsigned threads = 1) {
    return hipModuleLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, stream, params, nullptr);
  };
  if (how == "by pointer") {
    struct {
      unsigned magic, version;
      void *binary, *unused;
    } wrapper = {0x48495046, 1, image, nullptr};
    void** modules = __hipRegisterFatBinary(&wrapper);
    __hipRegisterFunction(modules, reinterpret_cast<void*>(&kernel_stub), nullptr, "k", ~0u, nullptr, nullptr, nullptr,
                          nullptr, nullptr);
    TRY(hipConfigureCall(dim3(1), dim3(1), 0, stream));
    TRY(hipSetupArgument(&pointer, sizeof pointer, 0));
    TRY(hipLaunchByPtr(reinterpret_cast<void*>(&kernel_stub)));
  } else if (how == "extra") {
    char block[32] = {};
    memcpy(block, &pointer, 8);
    size_t size = sizeof block;
    void* extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, block, HIP_LAUNCH_PARAM_BUFFER_SIZE, &size, HIP_LAUNCH_PARAM_END};
    TRY(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, nullptr, extra));
  } else if (how == "captured") {
    hipGraph_t graph;
    TRY(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    TRY(launch());
    TRY(launch());
    TRY(hipStreamEndCapture(stream, &graph));
    TRY(launch());
  } else if (how == "used again") {
    // As when memory goes with its context: no call gives it back, and another allocation lies at its address.
    pointer = own;
    TRY(launch());
    TRY(hipHostRegister(own, sizeof own, 0));
    TRY(hipMemsetAsync(device, 0, 1, stream));
    TRY(launch());
  } else if (how == "unreadable") {
    // What the program does to registered memory is its own affair. Its address is not given to anybody else here.
    void* gone = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    TRY(hipHostRegister(gone, 4096, 0));
    mprotect(gone, 4096, PROT_NONE);
    pointer = static_cast<char*>(gone);
    TRY(launch());
  } else if (how == "refused") {
    // The arguments of such a launch are never looked at.
    void* nowhere = mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const auto refused = [&](unsigned grid, unsigned block) {
      (void)hipModuleLaunchKernel(function, grid, 1, 1, block, 1, 1, 0, stream, static_cast<void**>(nowhere), nullptr);
    };
    setenv("FAKE_FAIL", "hipModuleLaunchKernel", 1);
    refused(0, 1);
    refused(1, 2048);
    (void)hipLaunchKernelExC(nullptr, reinterpret_cast<void*>(&kernel_stub), nullptr);
  } else if (how == "reset") {
    TRY(hipDeviceReset());
    TRY(launch());
  } else {
    TRY(launch());
  }
  return 0;
}
