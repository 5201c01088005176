#include "recorder/modules.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "recorder/allocations.h"
#include "recorder/devices.h"
#include "recorder/files.h"
#include "recorder/quiet.h"
#include "recorder/real.h"
#include "recorder/session.h"

// Where the recorder stands in front of the driver (native/recorder/cuda): a function's module or library, 0 if
// unknown.
extern "C" __attribute__((weak, visibility("hidden"))) uint64_t hrr_driver_module_of(uint64_t function,
                                                                                     const char** name);

namespace hrr {
namespace {

struct Module {
  Key code;
  std::unordered_map<std::string, Kernel> kernels;
};

struct Function {
  std::shared_ptr<const Module> module;
  uint64_t owner = 0;  // handle of the module
  std::string name;
  std::shared_ptr<const Kernel> told;  // by the runtime, where the code object says nothing
};

struct FatBinary {
  void** modules = nullptr;
  Image kind = Image::kUnknown;
  Bytes bundle;
  Key blob;
  // Filled in at the first launch, when the runtime and with it the device is known.
  std::shared_ptr<const Module> module;
  const Session* stored_in = nullptr;  // the archive that holds the code object
};

struct HostFunction {
  std::shared_ptr<FatBinary> binary;
  std::string name;
  std::shared_ptr<const Kernel> told;
  bool asked = false;
};

struct Variable {
  void** modules = nullptr;
  uint64_t size = 0;
  uint64_t address = 0;
};

struct Registration {
  void** modules = nullptr;
  uint16_t api = 0;
  std::vector<uint8_t> record;
  size_t hash_at = 0;
  const void* variable = nullptr;
  size_t address_at = 0;
  uint64_t logged_at = 0;
};

struct Tables {
  Mutex mutex;
  std::unordered_map<uint64_t, std::shared_ptr<const Module>> modules;
  std::unordered_map<uint64_t, Function> functions;
  std::unordered_multimap<uint64_t, uint64_t> globals;  // addresses of a module's variables
  std::unordered_map<void**, std::shared_ptr<FatBinary>> binaries;
  std::unordered_map<const void*, HostFunction> host_functions;
  std::unordered_map<const void*, Variable> variables;
  std::vector<Registration> registrations;
};

Tables& tables() {
  static Tables& all = *new Tables();
  return all;
}

using Hold = std::lock_guard<Mutex>;

constexpr size_t kMostParameters = 4096;

// NVIDIA's driver says where a kernel's parameters lie; its images do not in a documented way. Null: not known.
std::shared_ptr<const Kernel> ask_parameters(uint64_t function) {
  if (function == 0 || device_platform() != "nvidia") return nullptr;
  real::QuietErrors quiet;
  auto kernel = std::make_shared<Kernel>();
  for (size_t i = 0; i < kMostParameters; ++i) {
    size_t offset = 0, size = 0;
    const hipError_t error =
        HRR_REAL(hipKernelGetParamInfo)(reinterpret_cast<hipKernel_t>(function), i, &offset, &size);
    if (error == hipErrorInvalidValue) return kernel;  // the end of the list
    if (error != hipSuccess) return nullptr;
    kernel->arguments.push_back({static_cast<uint32_t>(offset), static_cast<uint32_t>(size), false});
  }
  return nullptr;
}

std::shared_ptr<const Kernel> ask_host_parameters(const void* host) {
  if (device_platform() != "nvidia") return nullptr;
  hipFunction_t function = nullptr;
  {
    real::QuietErrors quiet;
    if (HRR_REAL(hipGetFuncBySymbol)(&function, host) != hipSuccess) return nullptr;
  }
  return ask_parameters(reinterpret_cast<uint64_t>(function));
}

std::shared_ptr<const Module> make_module(Session& session, Image kind, Bytes image) {
  auto module = std::make_shared<Module>();
  if (kind == Image::kUnknown) return module;
  const Bytes elf = pick_code_object(kind, image, kind == Image::kBundle ? current_arch() : std::string());
  // What cannot be taken apart is kept whole.
  const Bytes stored = elf ? elf : image;
  module->code = session.blobs.put_code(stored.data, stored.size);
  module->kernels = read_kernels(elf);
  return module;
}

void refer(const std::shared_ptr<const Module>& module, const std::string& name,
           const std::shared_ptr<const Kernel>& told, KernelRef* found) {
  const auto kernel = module->kernels.find(name);
  const bool in_module = kernel != module->kernels.end();
  found->owner = in_module ? std::shared_ptr<const void>(module) : told;
  found->kernel = in_module ? &kernel->second : told.get();
  found->code = module->code;
  found->name = name;
}

}  // namespace

void modules_lock() { tables().mutex.lock(); }
void modules_unlock() { tables().mutex.unlock(); }

Key module_loaded(Session& session, uint64_t module, const void* image) {
  describe_devices();
  Bytes bytes;
  const Image kind = examine_image(image, &bytes);
  auto loaded = make_module(session, kind, bytes);
  const Key code = loaded->code;
  Hold hold(tables().mutex);
  tables().modules[module] = std::move(loaded);
  return code;
}

Key module_loaded_file(Session& session, uint64_t module, const char* path) {
  File file(path ? ::open(path, O_RDONLY | O_CLOEXEC) : -1);
  struct stat status;
  if (!file || ::fstat(file.get(), &status) != 0 || status.st_size < 64) return {};
  // A zero byte ends what is text.
  std::vector<uint8_t> image(static_cast<size_t>(status.st_size) + 1);
  for (size_t at = 0; at + 1 < image.size();) {
    const ssize_t got = ::pread(file.get(), image.data() + at, image.size() - 1 - at, static_cast<off_t>(at));
    if (got <= 0) return {};
    at += static_cast<size_t>(got);
  }
  Bytes bytes;
  // The file may have been replaced since the runtime read it.
  if (examine_image(image.data(), &bytes) == Image::kUnknown || bytes.size > image.size()) return {};
  return module_loaded(session, module, image.data());
}

void module_unloaded(uint64_t module) {
  Tables& all = tables();
  Hold hold(all.mutex);
  all.modules.erase(module);
  for (auto entry = all.functions.begin(); entry != all.functions.end();) {
    entry = entry->second.owner == module ? all.functions.erase(entry) : std::next(entry);
  }
  const auto globals = all.globals.equal_range(module);
  for (auto entry = globals.first; entry != globals.second; ++entry) (void)allocations().take(entry->second);
  all.globals.erase(globals.first, globals.second);
}

void global_found(uint64_t module, uint64_t address, uint64_t size) {
  describe_devices();
  Hold hold(tables().mutex);
  tables().globals.emplace(module, address);
  allocations().add(address, size, Memory::kDevice);
}

void function_found(uint64_t function, uint64_t module, const char* name) {
  Tables& all = tables();
  Function found{nullptr, module, name ? name : "", nullptr};
  {
    Hold hold(all.mutex);
    const auto owner = all.modules.find(module);
    found.module = owner == all.modules.end() ? std::make_shared<const Module>() : owner->second;
  }
  if (found.module->kernels.count(found.name) == 0) found.told = ask_parameters(function);
  Hold hold(all.mutex);
  all.functions[function] = std::move(found);
}

void function_is(uint64_t function, uint64_t kernel) {
  Tables& all = tables();
  Hold hold(all.mutex);
  const auto known = all.functions.find(kernel);
  if (known == all.functions.end()) return;
  const Function copy = known->second;
  all.functions[function] = copy;
}

void function_of_host(uint64_t function, const void* host) {
  Session* session = Session::current();
  KernelRef found;
  if (!session || !find_host_function(*session, host, &found)) return;
  Tables& all = tables();
  Hold hold(all.mutex);
  const HostFunction& entry = all.host_functions[host];
  if (!entry.binary) return;
  const auto owner = reinterpret_cast<uint64_t>(entry.binary->modules);
  all.functions[function] = {entry.binary->module, owner, entry.name, entry.told};
}

std::pair<Key, uint64_t> fat_binary_registered(Session& session, void** modules, const void* data) {
  auto binary = std::make_shared<FatBinary>();
  binary->modules = modules;
  binary->kind = examine_image(data, &binary->bundle);
  if (binary->kind != Image::kUnknown) binary->blob = session.blobs.put(binary->bundle.data, binary->bundle.size);
  const std::pair<Key, uint64_t> stored(binary->blob, binary->kind == Image::kUnknown ? 0 : binary->bundle.size);
  Hold hold(tables().mutex);
  tables().binaries[modules] = std::move(binary);
  return stored;
}

void host_function_registered(void** modules, const void* host, const char* name) {
  Tables& all = tables();
  Hold hold(all.mutex);
  const auto binary = all.binaries.find(modules);
  if (binary != all.binaries.end()) all.host_functions[host] = {binary->second, name ? name : "", nullptr, false};
}

void variable_registered(void** modules, const void* variable, uint64_t size) {
  Hold hold(tables().mutex);
  tables().variables[variable] = {modules, size, 0};
}

void fat_binary_dropped(void** modules) {
  Tables& all = tables();
  const auto owner = reinterpret_cast<uint64_t>(modules);
  std::vector<uint64_t> addresses;
  {
    Hold hold(all.mutex);
    for (auto entry = all.functions.begin(); entry != all.functions.end();) {
      entry = entry->second.owner == owner ? all.functions.erase(entry) : std::next(entry);
    }
    for (auto entry = all.host_functions.begin(); entry != all.host_functions.end();) {
      entry = entry->second.binary->modules == modules ? all.host_functions.erase(entry) : std::next(entry);
    }
    for (auto entry = all.variables.begin(); entry != all.variables.end();) {
      if (entry->second.modules == modules) {
        if (entry->second.address) addresses.push_back(entry->second.address);
        entry = all.variables.erase(entry);
      } else {
        ++entry;
      }
    }
    auto& kept = all.registrations;
    kept.erase(std::remove_if(kept.begin(), kept.end(), [&](const auto& r) { return r.modules == modules; }),
               kept.end());
    all.binaries.erase(modules);
  }
  for (const uint64_t address : addresses) (void)allocations().take(address);
}

void keep_registration(void** modules, uint16_t api, const uint8_t* record, size_t length, uint64_t logged_at,
                       size_t hash_at, const void* variable, size_t address_at) {
  Hold hold(tables().mutex);
  tables().registrations.push_back(
      {modules, api, std::vector<uint8_t>(record, record + length), hash_at, variable, address_at, logged_at});
}

void write_registrations(Session& session, uint64_t time_ns, uint64_t thread) {
  Tables& all = tables();
  Hold hold(all.mutex);
  for (Registration& kept : all.registrations) {
    const auto binary = all.binaries.find(kept.modules);
    if (kept.hash_at != 0 && binary != all.binaries.end() && binary->second->bundle) {
      (void)session.blobs.put(binary->second->bundle.data, binary->second->bundle.size);
    }
    kept.logged_at = session.log.append(kept.record.data(), kept.record.size(), kept.api, time_ns, thread);
  }
  for (auto& variable : all.variables) variable.second.address = 0;
}

uint64_t variable_address(Session& session, const void* variable) {
  Tables& all = tables();
  {
    Hold hold(all.mutex);
    const auto known = all.variables.find(variable);
    if (known != all.variables.end() && known->second.address) return known->second.address;
  }
  void* address = nullptr;
  {
    real::QuietErrors quiet;
    if (HRR_REAL(hipGetSymbolAddress)(&address, variable) != hipSuccess) return 0;
  }
  const auto found = reinterpret_cast<uint64_t>(address);
  Hold hold(all.mutex);
  const auto known = all.variables.find(variable);
  if (known == all.variables.end()) return found;
  known->second.address = found;
  allocations().add(found, known->second.size, Memory::kDevice);
  for (const Registration& kept : all.registrations) {
    if (kept.variable == variable && kept.address_at != 0 && kept.logged_at != 0) {
      session.log.patch(kept.logged_at + kept.address_at, &found, sizeof found);
    }
  }
  return found;
}

void module_is(uint64_t module, uint64_t library) {
  Tables& all = tables();
  Hold hold(all.mutex);
  const auto known = all.modules.find(library);
  if (known == all.modules.end()) return;
  const auto shared = known->second;
  all.modules[module] = shared;
}

bool trace_function(uint64_t function) {
  const char* name = nullptr;
  if (!hrr_driver_module_of) return false;
  const uint64_t module = hrr_driver_module_of(function, &name);
  if (module == 0 || name == nullptr) return false;
  function_found(function, module, name);
  return true;
}

bool find_function(Session&, uint64_t function, KernelRef* found) {
  Tables& all = tables();
  {
    Hold hold(all.mutex);
    const auto known = all.functions.find(function);
    if (known == all.functions.end()) return false;
    refer(known->second.module, known->second.name, known->second.told, found);
  }
  if (found->kernel) return true;
  // The driver tells nothing of a kernel to a thread without a context; one that launches has one.
  auto told = ask_parameters(function);
  if (!told) return true;
  Hold hold(all.mutex);
  const auto known = all.functions.find(function);
  if (known == all.functions.end()) return false;
  known->second.told = std::move(told);
  refer(known->second.module, known->second.name, known->second.told, found);
  return true;
}

bool find_host_function(Session& session, const void* host, KernelRef* found) {
  Tables& all = tables();
  std::shared_ptr<FatBinary> binary;
  {
    Hold hold(all.mutex);
    const auto known = all.host_functions.find(host);
    if (known == all.host_functions.end()) return false;
    const HostFunction& entry = known->second;
    binary = entry.binary;
    if (binary->module && binary->stored_in == &session && entry.asked) {
      refer(binary->module, entry.name, entry.told, found);
      return true;
    }
  }
  describe_devices();
  const bool stored = binary->module && binary->stored_in == &session;
  auto module = stored ? binary->module : make_module(session, binary->kind, binary->bundle);
  auto told = ask_host_parameters(host);
  std::vector<const void*> variables;
  {
    Hold hold(all.mutex);
    binary->module = module;
    binary->stored_in = &session;
    const auto known = all.host_functions.find(host);
    if (known == all.host_functions.end()) return false;
    known->second.told = std::move(told);
    known->second.asked = true;
    refer(binary->module, known->second.name, known->second.told, found);
    if (stored) return true;
    for (const auto& variable : all.variables) {
      if (variable.second.modules == binary->modules) variables.push_back(variable.first);
    }
  }
  for (const void* variable : variables) (void)variable_address(session, variable);
  return true;
}

}  // namespace hrr
