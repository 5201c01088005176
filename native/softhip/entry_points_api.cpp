// Finding calls by name, and names of calls.
#include <dlfcn.h>

#include <cstring>
#include <iterator>
#include <string>

#include "softhip/api.h"

using namespace softhip;

namespace {

constexpr const char* kNames[] = {
#define HIP_NAME(id, name) #name,
#include "hip_names.inc"
#undef HIP_NAME
};

// This library, whatever else the process has loaded.
void* self() {
  static void* handle = [] {
    Dl_info info{};
    dladdr(reinterpret_cast<void*>(&self), &info);
    return dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  }();
  return handle;
}

// The versions of one name that programs compiled with today's header mean.
std::string resolve_name(const char* symbol) {
  const std::string name = symbol;
  if (name == "hipGetDeviceProperties") return "hipGetDevicePropertiesR0600";
  return name;
}

void* look_up(const char* symbol, bool spt) {
  const std::string name = resolve_name(symbol);
  void* found = nullptr;
  if (spt) found = dlsym(self(), (name + "_spt").c_str());
  return found != nullptr ? found : dlsym(self(), name.c_str());
}

hipError_t get_proc(const char* symbol, void** pfn, int version, uint64_t flags,
                    hipDriverProcAddressQueryResult* status, bool spt) {
  if (symbol == nullptr || symbol[0] == '\0' || pfn == nullptr || version < 0) return hipErrorInvalidValue;
  if (flags > hipEnablePerThreadDefaultStream) return hipErrorInvalidValue;
  *pfn = look_up(symbol, spt || flags == hipEnablePerThreadDefaultStream);
  if (status != nullptr) {
    *status = *pfn != nullptr ? HIP_GET_PROC_ADDRESS_SUCCESS : HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  }
  return *pfn != nullptr ? hipSuccess : hipErrorInvalidValue;
}

hipError_t get_entry(const char* symbol, void** function, unsigned long long flags,
                     hipDriverEntryPointQueryResult* status, bool spt) {
  if (symbol == nullptr || symbol[0] == '\0' || function == nullptr) return hipErrorInvalidValue;
  if (flags > hipEnablePerThreadDefaultStream) return hipErrorInvalidValue;
  *function = look_up(symbol, spt || flags == hipEnablePerThreadDefaultStream);
  if (status != nullptr) {
    *status = *function != nullptr ? hipDriverEntryPointSuccess : hipDriverEntryPointSymbolNotFound;
  }
  return *function != nullptr ? hipSuccess : hipErrorInvalidValue;
}

}  // namespace

SOFTHIP_API hipError_t hipGetProcAddress(const char* symbol, void** pfn, int hipVersion, uint64_t flags,
                                         hipDriverProcAddressQueryResult* symbolStatus) {
  return call(__func__, [&] { return get_proc(symbol, pfn, hipVersion, flags, symbolStatus, false); });
}

SOFTHIP_API hipError_t hipGetProcAddress_spt(const char* symbol, void** pfn, int hipVersion, uint64_t flags,
                                             hipDriverProcAddressQueryResult* symbolStatus) {
  return call(__func__, [&] { return get_proc(symbol, pfn, hipVersion, flags, symbolStatus, true); });
}

SOFTHIP_API hipError_t hipGetDriverEntryPoint(const char* symbol, void** funcPtr, unsigned long long flags,
                                              hipDriverEntryPointQueryResult* status) {
  return call(__func__, [&] { return get_entry(symbol, funcPtr, flags, status, false); });
}

SOFTHIP_API hipError_t hipGetDriverEntryPoint_spt(const char* symbol, void** funcPtr, unsigned long long flags,
                                                  hipDriverEntryPointQueryResult* status) {
  return call(__func__, [&] { return get_entry(symbol, funcPtr, flags, status, true); });
}

SOFTHIP_API const char* hipApiName(uint32_t id) { return id < std::size(kNames) ? kNames[id] : "unknown"; }
