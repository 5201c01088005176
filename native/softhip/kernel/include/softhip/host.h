// The host's side of a kernel launch. On the host a kernel is a stub that hands its arguments to hipLaunchKernel, with
// the configuration that the launch pushed before; that, and the registration, is what clang emits.
#pragma once

#include <hip/hip_runtime_api.h>
#include <stddef.h>
#include <stdlib.h>

#include <type_traits>
#include <utility>

namespace softhip {

inline hipError_t push(dim3 grid, dim3 block, size_t shared = 0, hipStream_t stream = nullptr) {
  return __hipPushCallConfiguration(grid, block, shared, stream);
}

// The body of a stub.
template <class... Pointer>
inline void launch(const void* stub, Pointer... arguments) {
  dim3 grid, block;
  size_t shared = 0;
  hipStream_t stream = nullptr;
  if (__hipPopCallConfiguration(&grid, &block, &shared, &stream) != hipSuccess) return;
  void* table[] = {arguments..., nullptr};
  static_cast<void>(hipLaunchKernel(stub, grid, block, table, shared, stream));
}

// A __managed__ variable lies where the runtime put it; without a runtime that knows it, where its first value lies.
inline void* managed(void** module, void** pointer, void* initial, const char* name, size_t size, unsigned align) {
  __hipRegisterManagedVar(module, pointer, initial, name, size, align);
  return *pointer != nullptr ? *pointer : initial;
}

// The words that the compiler's registration calls want.
struct FatBinary {
  unsigned magic, version;
  const void* bundle;
  void* unused;
};
constexpr unsigned kFatBinaryMagic = 0x48495046;  // "HIPF"

struct HostKernel {
  void (*stub)();
  const char* name;
};
struct HostVariable {
  void* shadow;
  const char* name;
  size_t size;
  int constant;
};

inline void register_all(void** module, const HostKernel* kernels, size_t kernel_count, const HostVariable* variables,
                         size_t variable_count) {
  for (const HostKernel* kernel = kernels; kernel != kernels + kernel_count; ++kernel) {
    if (kernel->stub == nullptr) continue;  // an instantiation that only device code makes
    char* name = const_cast<char*>(kernel->name);
    __hipRegisterFunction(module, reinterpret_cast<const void*>(kernel->stub), name, name, ~0u, nullptr, nullptr,
                          nullptr, nullptr, nullptr);
  }
  for (const HostVariable* variable = variables; variable != variables + variable_count; ++variable) {
    if (variable->shadow == nullptr) continue;
    char* name = const_cast<char*>(variable->name);
    __hipRegisterVar(module, variable->shadow, name, name, 0, variable->size, variable->constant, 0);
  }
}

inline void at_exit(void (*function)()) { static_cast<void>(atexit(function)); }

// The arguments of a call, as the kernel declares them.
template <class... P, class... A, class Launch>
inline hipError_t with_arguments(void (*)(P...), Launch launch, A&&... arguments) {
  static_assert(sizeof...(P) == sizeof...(A), "the kernel has another number of parameters");
  return [&launch](P... converted) {
    void* table[] = {const_cast<void*>(static_cast<const volatile void*>(__builtin_addressof(converted)))..., nullptr};
    return launch(table);
  }(std::forward<A>(arguments)...);
}

}  // namespace softhip

template <class... P, class... A>
inline void hipExtLaunchKernelGGL(void (*kernel)(P...), dim3 grid, dim3 block, unsigned int shared, hipStream_t stream,
                                  hipEvent_t start, hipEvent_t stop, unsigned int flags, A&&... arguments) {
  static_cast<void>(softhip::with_arguments(
      kernel,
      [&](void** table) {
        return hipExtLaunchKernel(reinterpret_cast<const void*>(kernel), grid, block, table, shared, stream, start,
                                  stop, static_cast<int>(flags));
      },
      std::forward<A>(arguments)...));
}

template <class... P, class... A>
inline hipError_t hipLaunchKernelEx(const hipLaunchConfig_t* config, void (*kernel)(P...), A&&... arguments) {
  return softhip::with_arguments(
      kernel, [&](void** table) { return hipLaunchKernelExC(config, reinterpret_cast<const void*>(kernel), table); },
      std::forward<A>(arguments)...);
}
