#include "softhip/kernel/module.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "softhip/memory.h"

namespace softhip {

HandlePool<Module> modules{uint64_t{1} << 16};
HandlePool<Function> functions{uint64_t{1} << 20};

namespace {

hipError_t complain(hipError_t error, const char* what, const std::string& why) {
  fprintf(stderr, "softhip: %s: %s\n", what, why.c_str());
  return error;
}

hipError_t open_code(const void* image, size_t size, const char* what, std::unique_ptr<LoadedCode>* code) {
  Image found;
  if (!find_image(image, size, &found)) {
    return complain(hipErrorInvalidImage, what,
                    "neither a code object nor a bundle of them (compressed ones are not read)");
  }
  CodeObject object;
  std::string why;
  if (!read_code_object(found, &object, &why)) {
    if (object.machine != kMachineAmdGpu) return complain(hipErrorInvalidImage, what, why);
    object.target = found.targets;
  }
  const KernelExecutor* executor = executor_for(object);
  if (executor == nullptr) {
    const std::string& target = !object.target.empty() ? object.target : found.targets;
    return complain(hipErrorNoBinaryForGpu, what,
                    "built for " + (target.empty() ? std::string("another machine") : target) +
                        ", which this software device cannot run; compile with softhipcc");
  }
  *code = executor->load(object, &why);
  return *code != nullptr ? hipSuccess : complain(hipErrorSharedObjectInitFailed, what, why);
}

bool by_name(const Function* a, const Function* b) { return a->kernel->info().name < b->kernel->info().name; }

void track_variables(const Module& module, bool known) {
  for (const Variable& variable : module.code->variables) {
    Allocation allocation;
    allocation.base = reinterpret_cast<uintptr_t>(variable.address);
    allocation.size = variable.info.size;
    allocation.memory = variable.info.kind == "managed" ? Memory::kManaged : Memory::kDevice;
    allocation.device = module.device;
    if (known) {
      track(allocation);
    } else {
      untrack(variable.address);
    }
  }
}

}  // namespace

hipError_t load_module(const void* image, size_t size, int device, const char* what, Module** result) {
  std::unique_ptr<LoadedCode> code;
  if (const hipError_t error = open_code(image, size, what, &code)) return error;
  Module* module = modules.create();
  if (module == nullptr) return hipErrorOutOfMemory;
  module->device = device;
  module->code = std::move(code);
  module->functions.clear();
  for (const auto& kernel : module->code->kernels) {
    Function* function = functions.create();
    if (function == nullptr) {
      unload_module(module);
      return hipErrorOutOfMemory;
    }
    function->kernel = kernel.get();
    function->module = module;
    function->max_dynamic_shared =
        static_cast<int>(kSharedMemoryPerBlock - std::min<size_t>(kSharedMemoryPerBlock, kernel->info().shared));
    function->carveout = -1;
    module->functions.push_back(function);
  }
  std::sort(module->functions.begin(), module->functions.end(), by_name);
  track_variables(*module, true);
  *result = module;
  return hipSuccess;
}

hipError_t load_module_file(const char* path, int device, Module** module) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return hipErrorFileNotFound;
  struct stat status{};
  void* mapped = MAP_FAILED;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
    mapped = mmap(nullptr, static_cast<size_t>(status.st_size), PROT_READ, MAP_PRIVATE, file, 0);
  }
  close(file);
  if (mapped == MAP_FAILED) return hipErrorInvalidImage;
  const hipError_t error = load_module(mapped, static_cast<size_t>(status.st_size), device, path, module);
  munmap(mapped, static_cast<size_t>(status.st_size));
  return error;
}

hipError_t unload_module(Module* module) {
  if (!modules.retire(module)) return hipErrorInvalidHandle;
  synchronize_device(module->device);
  track_variables(*module, false);
  for (Function* function : module->functions) {
    if (functions.retire(function)) functions.recycle(function);
  }
  module->functions.clear();
  module->code.reset();
  modules.recycle(module);
  return hipSuccess;
}

Function* find_function(const Module* module, const char* name) {
  const auto at = std::lower_bound(
      module->functions.begin(), module->functions.end(), name,
      [](const Function* function, const char* wanted) { return function->kernel->info().name < wanted; });
  return at != module->functions.end() && (*at)->kernel->info().name == name ? *at : nullptr;
}

const Variable* find_variable(const Module* module, const char* name) {
  for (const Variable& variable : module->code->variables) {
    if (variable.info.name == name) return &variable;
  }
  return nullptr;
}

Module* find_module(hipModule_t handle) { return modules.find(handle); }
Function* find_function(hipFunction_t handle) { return functions.find(handle); }

}  // namespace softhip
