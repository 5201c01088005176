// Libraries: modules that belong to no device. Ours are loaded onto the device that is current when they are.
#include "softhip/api.h"
#include "softhip/kernel/module.h"

using namespace softhip;

namespace {

hipLibrary_t library_of(Module* module) { return reinterpret_cast<hipLibrary_t>(module); }
hipKernel_t kernel_of(Function* function) { return reinterpret_cast<hipKernel_t>(function); }
Module* find(hipLibrary_t library) { return modules.find(library); }
Function* find(hipKernel_t kernel) { return functions.find(kernel); }

hipError_t find_global(void** address, size_t* bytes, hipLibrary_t library, const char* name, bool managed) {
  if (name == nullptr || (address == nullptr && bytes == nullptr)) return hipErrorInvalidValue;
  const Module* const module = find(library);
  if (module == nullptr) return hipErrorInvalidHandle;
  const Variable* const variable = find_variable(module, name);
  if (variable == nullptr || (managed && variable->info.kind != "managed")) return hipErrorNotFound;
  if (address != nullptr) *address = variable->address;
  if (bytes != nullptr) *bytes = variable->info.size;
  return hipSuccess;
}

}  // namespace

SOFTHIP_API hipError_t hipLibraryLoadData(hipLibrary_t* library, const void* code, hipJitOption**, void**, unsigned int,
                                          hipLibraryOption**, void**, unsigned int) {
  return call(__func__, [&] {
    if (library == nullptr || code == nullptr) return hipErrorInvalidValue;
    if (device_count() == 0) return hipErrorNoDevice;
    Module* module = nullptr;
    SOFTHIP_TRY(load_module(code, SIZE_MAX, thread_state.device, "hipLibraryLoadData", &module));
    *library = library_of(module);
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipLibraryLoadFromFile(hipLibrary_t* library, const char* fileName, hipJitOption**, void**,
                                              unsigned int, hipLibraryOption**, void**, unsigned int) {
  return call(__func__, [&] {
    if (library == nullptr || fileName == nullptr) return hipErrorInvalidValue;
    if (device_count() == 0) return hipErrorNoDevice;
    Module* module = nullptr;
    SOFTHIP_TRY(load_module_file(fileName, thread_state.device, &module));
    *library = library_of(module);
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipLibraryUnload(hipLibrary_t library) {
  return call(__func__, [&] {
    Module* const module = find(library);
    return module == nullptr ? hipErrorInvalidHandle : unload_module(module);
  });
}

SOFTHIP_API hipError_t hipLibraryGetKernel(hipKernel_t* pKernel, hipLibrary_t library, const char* name) {
  return call(__func__, [&] {
    if (pKernel == nullptr || name == nullptr) return hipErrorInvalidValue;
    const Module* const module = find(library);
    if (module == nullptr) return hipErrorInvalidHandle;
    Function* const function = find_function(module, name);
    if (function == nullptr) return hipErrorNotFound;
    *pKernel = kernel_of(function);
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipLibraryGetKernelCount(unsigned int* count, hipLibrary_t library) {
  return call(__func__, [&] {
    if (count == nullptr) return hipErrorInvalidValue;
    const Module* const module = find(library);
    if (module == nullptr) return hipErrorInvalidHandle;
    *count = static_cast<unsigned>(module->functions.size());
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipLibraryEnumerateKernels(hipKernel_t* kernels, unsigned int numKernels, hipLibrary_t library) {
  return call(__func__, [&] {
    if (kernels == nullptr || numKernels == 0) return hipErrorInvalidValue;
    const Module* const module = find(library);
    if (module == nullptr) return hipErrorInvalidHandle;
    for (unsigned i = 0; i < numKernels && i < module->functions.size(); ++i) {
      kernels[i] = kernel_of(module->functions[i]);
    }
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipLibraryGetGlobal(void** dptr, size_t* bytes, hipLibrary_t library, const char* name) {
  return call(__func__, [&] { return find_global(dptr, bytes, library, name, false); });
}

SOFTHIP_API hipError_t hipLibraryGetManaged(void** dptr, size_t* bytes, hipLibrary_t library, const char* name) {
  return call(__func__, [&] { return find_global(dptr, bytes, library, name, true); });
}

SOFTHIP_API hipError_t hipKernelGetFunction(hipFunction_t* pFunc, hipKernel_t kernel) {
  return call(__func__, [&] {
    if (pFunc == nullptr) return hipErrorInvalidValue;
    Function* const function = find(kernel);
    if (function == nullptr) return hipErrorInvalidHandle;
    *pFunc = handle_of(function);
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipKernelGetLibrary(hipLibrary_t* library, hipKernel_t kernel) {
  return call(__func__, [&] {
    if (library == nullptr) return hipErrorInvalidValue;
    const Function* const function = find(kernel);
    if (function == nullptr) return hipErrorInvalidHandle;
    *library = library_of(function->module);
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipKernelGetName(const char** name, hipKernel_t kernel) {
  return call(__func__, [&] {
    if (name == nullptr) return hipErrorInvalidValue;
    const Function* const function = find(kernel);
    if (function == nullptr) return hipErrorInvalidHandle;
    *name = function->kernel->info().name.c_str();
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipKernelGetParamInfo(hipKernel_t kernel, size_t paramIndex, size_t* paramOffset,
                                             size_t* paramSize) {
  return call(__func__, [&] {
    const Function* const function = find(kernel);
    if (function == nullptr) return hipErrorInvalidHandle;
    const KernelInfo& info = function->kernel->info();
    if (paramOffset == nullptr || paramIndex >= info.arguments.size()) return hipErrorInvalidValue;
    *paramOffset = info.arguments[paramIndex].offset;
    if (paramSize != nullptr) *paramSize = info.arguments[paramIndex].size;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipKernelGetAttribute(int* pi, hipFunction_attribute attrib, hipKernel_t kernel,
                                             hipDevice_t dev) {
  const Function* const function = find(kernel);
  if (function == nullptr || !valid_device(dev)) {
    return call(__func__, [&] { return function == nullptr ? hipErrorInvalidHandle : hipErrorInvalidDevice; });
  }
  return hipFuncGetAttribute(pi, attrib, reinterpret_cast<hipFunction_t>(kernel));
}

SOFTHIP_API hipError_t hipKernelSetAttribute(hipFunction_attribute attrib, int value, hipKernel_t kernel,
                                             hipDevice_t dev) {
  const Function* const function = find(kernel);
  if (function == nullptr || !valid_device(dev)) {
    return call(__func__, [&] { return function == nullptr ? hipErrorInvalidHandle : hipErrorInvalidDevice; });
  }
  return hipFuncSetAttribute(kernel, static_cast<hipFuncAttribute>(attrib), value);
}
