// cuGetProcAddress: a name and a CUDA version to an exported function. cuGetExportTable: there are no private tables.
#include <cstring>

#include "softcuda/core.h"

// The per-thread spellings are exported too; only their addresses are wanted here.
#define CUDA_NAME(base, since, plain, per_thread) SOFTCUDA_API void per_thread##_address() __asm__(#per_thread);
#include <softcuda_names.inc>
#undef CUDA_NAME

namespace {

struct Name {
  const char* base;
  int since;
  const void* plain;
  const void* per_thread;
};

const Name kNames[] = {
#define CUDA_NAME(base, since, plain, per_thread) \
  {#base, since, reinterpret_cast<const void*>(&plain), reinterpret_cast<const void*>(&per_thread##_address)},
#include <softcuda_names.inc>
#undef CUDA_NAME
};

constexpr uint64_t kPerThreadStream = 2;  // CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM

// The newest form that `version` of CUDA had.
CUdriverProcAddressQueryResult find(const char* name, int version, uint64_t flags, void** found) {
  const Name* best = nullptr;
  bool newer = false;
  for (const Name& known : kNames) {
    if (std::strcmp(known.base, name) != 0) continue;
    newer = newer || known.since > version;
    if (known.since <= version && (best == nullptr || best->since < known.since)) best = &known;
  }
  *found = nullptr;
  if (best == nullptr)
    return newer ? HIP_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT : HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  *found = const_cast<void*>((flags & kPerThreadStream) != 0 ? best->per_thread : best->plain);
  return HIP_GET_PROC_ADDRESS_SUCCESS;
}

}  // namespace

SOFTCUDA_API CUresult cuGetProcAddress_v2(const char* name, void** found, int version, uint64_t flags,
                                          CUdriverProcAddressQueryResult* status) {
  if (name == nullptr || found == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const CUdriverProcAddressQueryResult result = find(name, version, flags, found);
  if (status != nullptr) *status = result;
  // CUDA's own runtime asks for the empty name first and expects no error.
  const bool empty = *name == '\0';
  return *found != nullptr || status != nullptr || empty ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

SOFTCUDA_API CUresult cuGetProcAddress(const char* name, void** found, int version, uint64_t flags) {
  return cuGetProcAddress_v2(name, found, version, flags, nullptr);
}

SOFTCUDA_API CUresult cuGetExportTable(const void** table, const CUuuid*) {
  if (table != nullptr) *table = nullptr;
  return CUDA_ERROR_NOT_FOUND;
}
