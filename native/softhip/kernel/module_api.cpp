// Modules.
#include "softhip/api.h"
#include "softhip/kernel/module.h"

using namespace softhip;

namespace {

hipError_t load_data(hipModule_t* module, const void* image, const char* what) {
  if (module == nullptr || image == nullptr) return hipErrorInvalidValue;
  if (device_count() == 0) return hipErrorNoDevice;
  Module* loaded = nullptr;
  SOFTHIP_TRY(load_module(image, SIZE_MAX, thread_state.device, what, &loaded));
  *module = handle_of(loaded);
  return hipSuccess;
}

}  // namespace

SOFTHIP_API hipError_t hipModuleLoad(hipModule_t* module, const char* fname) {
  return call(__func__, [&] {
    if (module == nullptr || fname == nullptr) return hipErrorInvalidValue;
    if (device_count() == 0) return hipErrorNoDevice;
    Module* loaded = nullptr;
    SOFTHIP_TRY(load_module_file(fname, thread_state.device, &loaded));
    *module = handle_of(loaded);
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipModuleLoadData(hipModule_t* module, const void* image) {
  return call(__func__, [&] { return load_data(module, image, "hipModuleLoadData"); });
}

// There is no just-in-time compiler whose options could matter.
SOFTHIP_API hipError_t hipModuleLoadDataEx(hipModule_t* module, const void* image, unsigned int, hipJitOption*,
                                           void**) {
  return call(__func__, [&] { return load_data(module, image, "hipModuleLoadDataEx"); });
}

SOFTHIP_API hipError_t hipModuleLoadFatBinary(hipModule_t* module, const void* fatbin) {
  return call(__func__, [&] { return load_data(module, fatbin, "hipModuleLoadFatBinary"); });
}

SOFTHIP_API hipError_t hipModuleUnload(hipModule_t module) {
  return call(__func__, [&] {
    Module* const found = find_module(module);
    return found == nullptr ? hipErrorInvalidHandle : unload_module(found);
  });
}

SOFTHIP_API hipError_t hipModuleGetFunction(hipFunction_t* function, hipModule_t module, const char* kname) {
  return call(__func__, [&] {
    if (function == nullptr || kname == nullptr || *kname == '\0') return hipErrorInvalidValue;
    const Module* const found = find_module(module);
    if (found == nullptr) return hipErrorInvalidHandle;
    Function* const named = find_function(found, kname);
    if (named == nullptr) return hipErrorNotFound;
    *function = handle_of(named);
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipModuleGetGlobal(hipDeviceptr_t* dptr, size_t* bytes, hipModule_t hmod, const char* name) {
  return call(__func__, [&] {
    if (name == nullptr || (dptr == nullptr && bytes == nullptr)) return hipErrorInvalidValue;
    const Module* const found = find_module(hmod);
    if (found == nullptr) return hipErrorInvalidHandle;
    const Variable* const variable = find_variable(found, name);
    if (variable == nullptr) return hipErrorNotFound;
    if (dptr != nullptr) *dptr = variable->address;
    if (bytes != nullptr) *bytes = variable->info.size;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipModuleGetFunctionCount(unsigned int* count, hipModule_t module) {
  return call(__func__, [&] {
    if (count == nullptr) return hipErrorInvalidValue;
    const Module* const found = find_module(module);
    if (found == nullptr) return hipErrorInvalidHandle;
    *count = static_cast<unsigned>(found->functions.size());
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipModuleEnumerateFunctions(hipFunction_t* functions, unsigned int numFunctions,
                                                   hipModule_t module) {
  return call(__func__, [&] {
    if (functions == nullptr || numFunctions == 0) return hipErrorInvalidValue;
    const Module* const found = find_module(module);
    if (found == nullptr) return hipErrorInvalidHandle;
    for (unsigned i = 0; i < numFunctions && i < found->functions.size(); ++i) {
      functions[i] = handle_of(found->functions[i]);
    }
    return hipSuccess;
  });
}
