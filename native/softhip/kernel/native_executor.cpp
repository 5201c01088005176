// Code objects that are shared objects for this very processor.
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>

#include "softhip/kernel/blocks.h"
#include "softhip/kernel/executor.h"

namespace softhip {
namespace {

class NativeKernel : public Kernel {
 public:
  NativeKernel(KernelInfo info, abi::Run run) : Kernel(std::move(info)), run_(run) {}
  void run(const LaunchShape& shape, const char* arguments) const override {
    run_grid(info().name, run_, shape, arguments);
  }

 private:
  const abi::Run run_;
};

struct NativeCode : LoadedCode {
  ~NativeCode() override {
    kernels.clear();
    if (handle != nullptr) dlclose(handle);
  }
  void* handle = nullptr;
};

bool write_all(int file, const char* data, size_t size) {
  while (size > 0) {
    const ssize_t written = write(file, data, size);
    if (written < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    data += written;
    size -= static_cast<size_t>(written);
  }
  return true;
}

// A file that has no name, or that loses it as soon as it is loaded.
int open_memory(std::string* path) {
  const int memory = memfd_create("softhip", MFD_CLOEXEC);
  if (memory >= 0) {
    path->clear();
    return memory;
  }
  const char* folder = getenv("TMPDIR");
  *path = std::string(folder != nullptr && *folder != '\0' ? folder : "/tmp") + "/softhip-XXXXXX";
  return mkostemp(path->data(), O_CLOEXEC);
}

// The loader takes two files with one name for the same, and numbers of files are used again: so the name counts.
std::string unique_name(int file) {
  static std::atomic<uint64_t> loaded{0};
  std::string name = "/proc/self/fd/";
  for (uint64_t number = ++loaded; number != 0; number >>= 1) name += (number & 1) != 0 ? "../fd/" : "./";
  return name + std::to_string(file);
}

void* load_image(const CodeObject& object, std::string* why) {
  std::string path;
  const int file = open_memory(&path);
  if (file < 0 || !write_all(file, object.image, object.size)) {
    *why = std::string("it cannot be stored: ") + strerror(errno);
    if (file >= 0) close(file);
    return nullptr;
  }
  void* handle = dlopen((path.empty() ? unique_name(file) : path).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) *why = dlerror();
  if (!path.empty()) unlink(path.c_str());
  close(file);
  return handle;
}

class NativeExecutor : public KernelExecutor {
 public:
  bool accepts(const CodeObject& object) const override {
    return object.machine == kMachineX86 && object.target == "softhip";
  }

  std::unique_ptr<LoadedCode> load(const CodeObject& object, std::string* why) const override {
    if (object.abi != abi::kVersion) {
      *why = "it was built for another version of softhip; build it again";
      return nullptr;
    }
    auto code = std::make_unique<NativeCode>();
    code->handle = load_image(object, why);
    if (code->handle == nullptr) return nullptr;
    link_map* map = nullptr;
    if (dlinfo(code->handle, RTLD_DI_LINKMAP, &map) != 0) {
      *why = dlerror();
      return nullptr;
    }
    for (const KernelInfo& info : object.kernels) {
      const auto* record = reinterpret_cast<const abi::Kernel*>(map->l_addr + info.record);
      code->kernels.push_back(std::make_unique<NativeKernel>(info, record->run));
    }
    for (const VariableInfo& info : object.variables) {
      code->variables.push_back({info, reinterpret_cast<char*>(map->l_addr + info.address)});
    }
    return code;
  }
};

}  // namespace

const KernelExecutor& native_executor() {
  static const NativeExecutor executor;
  return executor;
}

const KernelExecutor* executor_for(const CodeObject& object) {
  for (const KernelExecutor* executor : {&native_executor()}) {
    if (executor->accepts(object)) return executor;
  }
  return nullptr;
}

}  // namespace softhip
