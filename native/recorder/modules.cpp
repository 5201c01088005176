#include "recorder/modules.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "recorder/allocations.h"
#include "recorder/devices.h"
#include "recorder/files.h"
#include "recorder/real.h"
#include "recorder/session.h"

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
  std::mutex mutex;
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

using Hold = std::lock_guard<std::mutex>;

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

void refer(const std::shared_ptr<const Module>& module, const std::string& name, KernelRef* found) {
  const auto kernel = module->kernels.find(name);
  found->owner = module;
  found->kernel = kernel == module->kernels.end() ? nullptr : &kernel->second;
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
  const auto size = static_cast<size_t>(status.st_size);
  void* image = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (image == MAP_FAILED) return {};
  Bytes bytes;
  Key code;
  // The file may have been replaced since the runtime read it.
  if (examine_image(image, &bytes) != Image::kUnknown && bytes.size <= size) {
    code = module_loaded(session, module, image);
  }
  ::munmap(image, size);
  return code;
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
  Hold hold(all.mutex);
  const auto owner = all.modules.find(module);
  auto known = owner == all.modules.end() ? std::make_shared<const Module>() : owner->second;
  all.functions[function] = {std::move(known), module, name ? name : ""};
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
  all.functions[function] = {entry.binary->module, owner, entry.name};
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
  if (binary != all.binaries.end()) all.host_functions[host] = {binary->second, name ? name : ""};
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

bool find_function(Session&, uint64_t function, KernelRef* found) {
  Tables& all = tables();
  Hold hold(all.mutex);
  const auto known = all.functions.find(function);
  if (known == all.functions.end()) return false;
  refer(known->second.module, known->second.name, found);
  return true;
}

bool find_host_function(Session& session, const void* host, KernelRef* found) {
  Tables& all = tables();
  std::shared_ptr<FatBinary> binary;
  {
    Hold hold(all.mutex);
    const auto known = all.host_functions.find(host);
    if (known == all.host_functions.end()) return false;
    binary = known->second.binary;
    if (binary->module && binary->stored_in == &session) {
      refer(binary->module, known->second.name, found);
      return true;
    }
  }
  describe_devices();
  auto module = make_module(session, binary->kind, binary->bundle);
  std::vector<const void*> variables;
  {
    Hold hold(all.mutex);
    binary->module = module;
    binary->stored_in = &session;
    const auto known = all.host_functions.find(host);
    if (known == all.host_functions.end()) return false;
    refer(binary->module, known->second.name, found);
    for (const auto& variable : all.variables) {
      if (variable.second.modules == binary->modules) variables.push_back(variable.first);
    }
  }
  for (const void* variable : variables) (void)variable_address(session, variable);
  return true;
}

}  // namespace hrr
