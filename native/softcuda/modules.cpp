// Modules and what the driver tells of their kernels: names, and places of parameters, from the code objects' notes.
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "softcuda/core.h"
#include "softhip/kernel/code_object.h"

using softcuda::hip;

namespace {

struct Kernel {
  CUmodule module;
  softhip::KernelInfo info;
};

std::mutex mutex;

std::map<CUmodule, std::vector<softhip::KernelInfo>>& modules() {
  static auto* known = new std::map<CUmodule, std::vector<softhip::KernelInfo>>();
  return *known;
}

std::map<CUfunction, Kernel>& functions() {
  static auto* known = new std::map<CUfunction, Kernel>();
  return *known;
}

// A code object that cannot be read here has no kernels to tell of.
void remember(CUmodule module, const void* data, size_t size) {
  softhip::Image image;
  softhip::CodeObject object;
  std::string why;
  std::lock_guard<std::mutex> hold(mutex);
  modules()[module].clear();
  if (softhip::find_image(data, size, &image) && softhip::read_code_object(image, &object, &why)) {
    modules()[module] = object.kernels;
  }
}

CUresult load(CUmodule* module, const void* image) {
  return softcuda::in_context([&]() -> CUresult {
    SOFTCUDA_TRY(hip.hipModuleLoadData(module, image));
    remember(*module, image, SIZE_MAX);
    return CUDA_SUCCESS;
  });
}

bool read_file(const char* path, std::vector<char>* bytes) {
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path, "rb"), &std::fclose);
  if (!file) return false;
  char chunk[65536];
  size_t got = 0;
  while ((got = std::fread(chunk, 1, sizeof(chunk), file.get())) != 0) bytes->insert(bytes->end(), chunk, chunk + got);
  return true;
}

template <typename Tell>
CUresult about(CUfunction function, Tell&& tell) {
  return softcuda::in_context([&]() -> CUresult {
    std::lock_guard<std::mutex> hold(mutex);
    const auto found = functions().find(function);
    return found == functions().end() ? CUDA_ERROR_INVALID_HANDLE : tell(found->second);
  });
}

}  // namespace

SOFTCUDA_API CUresult cuModuleLoadData(CUmodule* module, const void* image) { return load(module, image); }

SOFTCUDA_API CUresult cuModuleLoadFatBinary(CUmodule* module, const void* image) { return load(module, image); }

// Nothing is compiled, so there is nothing to choose.
SOFTCUDA_API CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned, CUjit_option*, void**) {
  return load(module, image);
}

SOFTCUDA_API CUresult cuModuleLoad(CUmodule* module, const char* path) {
  return softcuda::in_context([&]() -> CUresult {
    SOFTCUDA_TRY(hip.hipModuleLoad(module, path));
    std::vector<char> bytes;
    if (read_file(path, &bytes)) remember(*module, bytes.data(), bytes.size());
    return CUDA_SUCCESS;
  });
}

SOFTCUDA_API CUresult cuModuleUnload(CUmodule module) {
  return softcuda::in_context([&]() -> CUresult {
    SOFTCUDA_TRY(hip.hipModuleUnload(module));
    std::lock_guard<std::mutex> hold(mutex);
    modules().erase(module);
    for (auto it = functions().begin(); it != functions().end();) {
      it = it->second.module == module ? functions().erase(it) : ++it;
    }
    return CUDA_SUCCESS;
  });
}

SOFTCUDA_API CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  return softcuda::in_context([&]() -> CUresult {
    SOFTCUDA_TRY(hip.hipModuleGetFunction(function, module, name));
    std::lock_guard<std::mutex> hold(mutex);
    for (const softhip::KernelInfo& info : modules()[module]) {
      if (info.name == name) functions()[*function] = {module, info};
    }
    return CUDA_SUCCESS;
  });
}

SOFTCUDA_API CUresult cuFuncGetModule(CUmodule* module, CUfunction function) {
  return about(function, [&](const Kernel& kernel) {
    if (module == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *module = kernel.module;
    return CUDA_SUCCESS;
  });
}

SOFTCUDA_API CUresult cuFuncGetName(const char** name, CUfunction function) {
  return about(function, [&](const Kernel& kernel) {
    if (name == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *name = kernel.info.name.c_str();
    return CUDA_SUCCESS;
  });
}

// CUDA_ERROR_INVALID_VALUE ends the list.
SOFTCUDA_API CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t* offset, size_t* size) {
  return about(function, [&](const Kernel& kernel) {
    if (offset == nullptr || index >= kernel.info.arguments.size()) return CUDA_ERROR_INVALID_VALUE;
    *offset = kernel.info.arguments[index].offset;
    if (size != nullptr) *size = kernel.info.arguments[index].size;
    return CUDA_SUCCESS;
  });
}
