// Versions, names of calls, and how to get at the calls themselves.
#include <dlfcn.h>

#include <string>

#include "bridge/core.h"

namespace {

constexpr const char* kNames[] = {
#define HIP_NAME(id, name) #name,
#include <hip_names.inc>
#undef HIP_NAME
};

// This library, whatever name it was loaded by.
void* self() {
  static void* handle = [] {
    Dl_info info;
    if (dladdr(reinterpret_cast<void*>(&self), &info) == 0) return static_cast<void*>(nullptr);
    return dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  }();
  return handle;
}

// `flags` may ask for the forms whose stream 0 is the thread's own.
void* find(std::string name, uint64_t flags, bool per_thread) {
  if (name == "hipGetDeviceProperties") name = "hipGetDevicePropertiesR0600";  // what programs of today mean
  per_thread = per_thread || flags == hipEnablePerThreadDefaultStream;
  void* library = self();
  if (library == nullptr) return nullptr;
  void* found = per_thread ? dlsym(library, (name + "_spt").c_str()) : nullptr;
  return found != nullptr ? found : dlsym(library, name.c_str());
}

template <typename Status>
hipError_t look_up(const char* symbol, void** found, uint64_t flags, Status* status, Status good, Status bad,
                   bool per_thread) {
  if (symbol == nullptr || found == nullptr) return bridge::note(hipErrorInvalidValue);
  *found = find(symbol, flags, per_thread);
  if (status != nullptr) *status = *found != nullptr ? good : bad;
  return bridge::note(*found != nullptr ? hipSuccess : hipErrorInvalidValue);
}

hipError_t proc_address(const char* symbol, void** found, uint64_t flags, hipDriverProcAddressQueryResult* status,
                        bool per_thread) {
  return look_up(symbol, found, flags, status, HIP_GET_PROC_ADDRESS_SUCCESS, HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND,
                 per_thread);
}

hipError_t entry_point(const char* symbol, void** found, uint64_t flags, hipDriverEntryPointQueryResult* status,
                       bool per_thread) {
  return look_up(symbol, found, flags, status, hipDriverEntryPointSuccess, hipDriverEntryPointSymbolNotFound,
                 per_thread);
}

}  // namespace

BRIDGE_API const char* hipApiName(uint32_t id) {
  return id < sizeof(kNames) / sizeof(kNames[0]) ? kNames[id] : "unknown";
}

BRIDGE_API hipError_t hipRuntimeGetVersion(int* version) {
  if (version == nullptr) return bridge::note(hipErrorInvalidValue);
  *version = HIP_VERSION;
  return bridge::note(hipSuccess);
}

// The driver tells its version even where it finds no device.
BRIDGE_API hipError_t hipDriverGetVersion(int* version) {
  return bridge::guarded([&]() -> hipError_t {
    if (version == nullptr) return hipErrorInvalidValue;
    if (!bridge::open_driver()) return hipErrorInsufficientDriver;
    return bridge::from(bridge::cuda.cuDriverGetVersion(version));
  });
}

BRIDGE_API hipError_t hipGetProcAddress(const char* symbol, void** found, int, uint64_t flags,
                                        hipDriverProcAddressQueryResult* status) {
  return proc_address(symbol, found, flags, status, false);
}

BRIDGE_API hipError_t hipGetProcAddress_spt(const char* symbol, void** found, int, uint64_t flags,
                                            hipDriverProcAddressQueryResult* status) {
  return proc_address(symbol, found, flags, status, true);
}

BRIDGE_API hipError_t hipGetDriverEntryPoint(const char* symbol, void** found, unsigned long long flags,
                                             hipDriverEntryPointQueryResult* status) {
  return entry_point(symbol, found, flags, status, false);
}

BRIDGE_API hipError_t hipGetDriverEntryPoint_spt(const char* symbol, void** found, unsigned long long flags,
                                                 hipDriverEntryPointQueryResult* status) {
  return entry_point(symbol, found, flags, status, true);
}
