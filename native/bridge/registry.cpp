#include "bridge/registry.h"

#include <map>
#include <mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "bridge/image.h"

namespace bridge {
namespace {

struct FatBinary {
  const void* image;
  std::map<CUcontext, CUmodule> modules;
};

struct Named {
  FatBinary* binary;
  std::string name;
  std::map<CUcontext, CUfunction> functions;
};

struct Registry {
  std::mutex mutex;
  std::unordered_map<const void*, Named> functions;
  std::unordered_map<const void*, Named> variables;
  std::unordered_map<CUfunction, const void*> hosts;
  std::unordered_set<const void*> looked_up;
};

// Never destroyed: programs unregister while they exit.
Registry& registry() {
  static auto* all = new Registry();
  return *all;
}

hipError_t module_of(FatBinary* binary, CUcontext context, CUmodule* module) {
  auto loaded = binary->modules.find(context);
  if (loaded != binary->modules.end()) {
    *module = loaded->second;
    return hipSuccess;
  }
  BRIDGE_TRY(load_module(module, binary->image));
  binary->modules[context] = *module;
  return hipSuccess;
}

void erase_of(FatBinary* binary, std::unordered_map<const void*, Named>* named) {
  for (auto it = named->begin(); it != named->end();) it = it->second.binary == binary ? named->erase(it) : ++it;
}

FatBinary* binary_of(void* handle) { return static_cast<FatBinary*>(handle); }

}  // namespace

hipError_t function_of(const void* host, CUfunction* function) {
  Registry& all = registry();
  std::lock_guard<std::mutex> hold(all.mutex);
  auto found = all.functions.find(host);
  if (found == all.functions.end()) {
    if (all.looked_up.count(host) == 0) return hipErrorInvalidDeviceFunction;
    *function = static_cast<CUfunction>(const_cast<void*>(host));
    return hipSuccess;
  }
  Named& named = found->second;
  CUcontext context = nullptr;
  BRIDGE_TRY(cuda.cuCtxGetCurrent(&context));
  auto known = named.functions.find(context);
  if (known == named.functions.end()) {
    CUmodule module = nullptr;
    BRIDGE_TRY(module_of(named.binary, context, &module));
    BRIDGE_TRY(cuda.cuModuleGetFunction(function, module, named.name.c_str()));
    named.functions[context] = *function;
    all.hosts[*function] = host;
    return hipSuccess;
  }
  *function = known->second;
  return hipSuccess;
}

const void* host_of(CUfunction function) {
  Registry& all = registry();
  std::lock_guard<std::mutex> hold(all.mutex);
  auto found = all.hosts.find(function);
  return found == all.hosts.end() ? nullptr : found->second;
}

const char* name_of_host(const void* host) {
  Registry& all = registry();
  std::lock_guard<std::mutex> hold(all.mutex);
  auto found = all.functions.find(host);
  return found == all.functions.end() ? nullptr : found->second.name.c_str();
}

hipError_t symbol_of(const void* host, void** address, size_t* size) {
  Registry& all = registry();
  std::lock_guard<std::mutex> hold(all.mutex);
  auto found = all.variables.find(host);
  if (found == all.variables.end()) return hipErrorInvalidSymbol;
  CUcontext context = nullptr;
  CUmodule module = nullptr;
  BRIDGE_TRY(cuda.cuCtxGetCurrent(&context));
  BRIDGE_TRY(module_of(found->second.binary, context, &module));
  return from(cuda.cuModuleGetGlobal_v2(address, size, module, found->second.name.c_str()));
}

void forget_modules() {
  Registry& all = registry();
  std::lock_guard<std::mutex> hold(all.mutex);
  all.hosts.clear();
  for (auto* table : {&all.functions, &all.variables}) {
    for (auto& [host, named] : *table) {
      named.functions.clear();
      named.binary->modules.clear();
    }
  }
}

}  // namespace bridge

using bridge::registry;

BRIDGE_API void** __hipRegisterFatBinary(const void* data) {
  return reinterpret_cast<void**>(new bridge::FatBinary{data, {}});
}

BRIDGE_API void __hipRegisterFunction(void** modules, const void* host, char*, const char* name, unsigned, uint3*,
                                      uint3*, dim3*, dim3*, int*) {
  std::lock_guard<std::mutex> hold(registry().mutex);
  registry().functions[host] = {bridge::binary_of(modules), name, {}};
}

BRIDGE_API void __hipRegisterVar(void** modules, void* host, char*, char* name, int, size_t, int, int) {
  std::lock_guard<std::mutex> hold(registry().mutex);
  registry().variables[host] = {bridge::binary_of(modules), name, {}};
}

// A managed variable lies where host and device both reach it; `pointer` is the program's way to it, good from now on.
BRIDGE_API void __hipRegisterManagedVar(void* modules, void** pointer, void*, const char* name, size_t, unsigned) {
  {
    std::lock_guard<std::mutex> hold(registry().mutex);
    registry().variables[pointer] = {bridge::binary_of(modules), name, {}};
  }
  bridge::in_context([&] {
    size_t size = 0;
    return bridge::symbol_of(pointer, pointer, &size);
  });
}

BRIDGE_API void __hipUnregisterFatBinary(void** modules) {
  bridge::FatBinary* binary = bridge::binary_of(modules);
  bridge::Registry& all = registry();
  std::lock_guard<std::mutex> hold(all.mutex);
  bridge::erase_of(binary, &all.functions);
  bridge::erase_of(binary, &all.variables);
  if (!binary->modules.empty() && bridge::ready() == hipSuccess) {  // else the driver has ended already
    for (const auto& [context, module] : binary->modules) bridge::cuda.cuModuleUnload(module);
  }
  delete binary;
}

BRIDGE_API hipError_t hipModuleGetFunction(hipFunction_t* function, hipModule_t module, const char* name) {
  return bridge::in_context([&]() -> hipError_t {
    BRIDGE_TRY(bridge::cuda.cuModuleGetFunction(function, module, name));
    bridge::Registry& all = bridge::registry();
    std::lock_guard<std::mutex> hold(all.mutex);
    all.looked_up.insert(*function);
    return hipSuccess;
  });
}
