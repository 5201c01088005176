#include "softhip/kernel/registration.h"

#include <mutex>

#include "softhip/api.h"
#include "softhip/fork_mutex.h"

namespace softhip {
namespace {

struct FatBinary {
  const void* wrapper = nullptr;  // first: recorders read the word behind the handle
  Module* loaded[kMaxDevices] = {};
  hipError_t failed[kMaxDevices] = {};
};

struct Stub {
  FatBinary* binary;
  std::string name;
  Function* functions[kMaxDevices];
};

struct Shadow {
  FatBinary* binary;
  std::string name;
};

// Lives as long as the process: programs unregister while they exit.
struct Registry {
  ForkMutex mutex;
  std::atomic<uint64_t> changes{1};
  std::unordered_map<const void*, Stub> stubs;
  std::unordered_map<const void*, Shadow> shadows;
};

Registry& registry() {
  static Registry* const all = new Registry();
  return *all;
}

// The last stub that the thread launched: most launches are of one kernel after the other, or always the same.
struct LastStub {
  const void* stub;
  Function* function;
  uint64_t changes;
  int device;
};
__thread LastStub last_stub __attribute__((tls_model("initial-exec")));

hipError_t load(FatBinary* binary, int device, Module** module) {
  if (binary->loaded[device] == nullptr && binary->failed[device] == hipSuccess) {
    binary->failed[device] =
        load_module(binary->wrapper, SIZE_MAX, device, "the program's fat binary", &binary->loaded[device]);
  }
  *module = binary->loaded[device];
  return binary->failed[device];
}

template <typename Map>
void forget(Map* map, const FatBinary* binary) {
  for (auto it = map->begin(); it != map->end();) it = it->second.binary == binary ? map->erase(it) : std::next(it);
}

}  // namespace

hipError_t function_of_stub(const void* stub, int device, Function** function) {
  Registry& all = registry();
  const uint64_t changes = all.changes.load(std::memory_order_acquire);
  if (last_stub.stub == stub && last_stub.changes == changes && last_stub.device == device) {
    *function = last_stub.function;
    return hipSuccess;
  }
  std::lock_guard<ForkMutex> hold(all.mutex);
  const auto found = all.stubs.find(stub);
  if (stub == nullptr || found == all.stubs.end()) return hipErrorInvalidDeviceFunction;
  Function*& known = found->second.functions[device];
  if (known == nullptr) {
    Module* module = nullptr;
    SOFTHIP_TRY(load(found->second.binary, device, &module));
    known = find_function(module, found->second.name.c_str());
    if (known == nullptr) return hipErrorInvalidDeviceFunction;
  }
  *function = known;
  last_stub = {stub, known, changes, device};
  return hipSuccess;
}

hipError_t variable_of_shadow(const void* shadow, int device, const Variable** variable) {
  Registry& all = registry();
  std::lock_guard<ForkMutex> hold(all.mutex);
  const auto found = all.shadows.find(shadow);
  if (shadow == nullptr || found == all.shadows.end()) return hipErrorInvalidSymbol;
  Module* module = nullptr;
  SOFTHIP_TRY(load(found->second.binary, device, &module));
  *variable = find_variable(module, found->second.name.c_str());
  return *variable != nullptr ? hipSuccess : hipErrorInvalidSymbol;
}

const char* name_of_stub(const void* stub) {
  Registry& all = registry();
  std::lock_guard<ForkMutex> hold(all.mutex);
  const auto found = all.stubs.find(stub);
  return found != all.stubs.end() ? found->second.name.c_str() : nullptr;
}

}  // namespace softhip

using namespace softhip;

SOFTHIP_API void** __hipRegisterFatBinary(const void* data) {
  FatBinary* binary = new FatBinary();
  binary->wrapper = data;
  return reinterpret_cast<void**>(binary);
}

SOFTHIP_API void __hipRegisterFunction(void** modules, const void* hostFunction, char*, const char* deviceName,
                                       unsigned int, uint3*, uint3*, dim3*, dim3*, int*) {
  if (modules == nullptr || deviceName == nullptr) return;
  Registry& all = registry();
  std::lock_guard<ForkMutex> hold(all.mutex);
  all.stubs[hostFunction] = Stub{reinterpret_cast<FatBinary*>(modules), deviceName, {}};
  ++all.changes;
}

SOFTHIP_API void __hipRegisterVar(void** modules, void* var, char*, char* deviceVar, int, size_t, int, int) {
  if (modules == nullptr || deviceVar == nullptr) return;
  Registry& all = registry();
  std::lock_guard<ForkMutex> hold(all.mutex);
  all.shadows[var] = Shadow{reinterpret_cast<FatBinary*>(modules), deviceVar};
}

// The variable lies in the code object, where host and device both reach it.
SOFTHIP_API void __hipRegisterManagedVar(void* hipModule, void** pointer, void*, const char* name, size_t, unsigned) {
  if (hipModule == nullptr || pointer == nullptr || name == nullptr || device_count() == 0) return;
  Registry& all = registry();
  std::lock_guard<ForkMutex> hold(all.mutex);
  Module* module = nullptr;
  if (load(static_cast<FatBinary*>(hipModule), 0, &module) != hipSuccess) return;
  if (const Variable* variable = find_variable(module, name)) *pointer = variable->address;
  all.shadows[pointer] = Shadow{static_cast<FatBinary*>(hipModule), name};
}

SOFTHIP_API void __hipUnregisterFatBinary(void** modules) {
  if (modules == nullptr) return;
  FatBinary* binary = reinterpret_cast<FatBinary*>(modules);
  Registry& all = registry();
  {
    std::lock_guard<ForkMutex> hold(all.mutex);
    forget(&all.stubs, binary);
    forget(&all.shadows, binary);
    ++all.changes;
  }
  for (Module* module : binary->loaded) {
    if (module != nullptr) unload_module(module);
  }
  delete binary;
}
