// libcuda.so.1, opened when it is first needed.
#pragma once

#include <cuda_driver.h>

namespace bridge {

// The driver's entry points. One that the installed driver lacks returns CUDA_ERROR_NOT_SUPPORTED.
struct Driver {
#define CUDA_ENTRY(name, params) CUresult(*name) params;
#include <cuda_entries.inc>
#undef CUDA_ENTRY
};
extern Driver cuda;

// Opens the library; false when there is none (said once on standard error).
bool open_driver();

// Opens the library and initialises the driver. hipErrorInsufficientDriver without a library, hipErrorDeinitialized
// while the process exits.
hipError_t ready();

// Whether the driver has `entry`, e.g. has(cuda.cuStreamGetDevice).
bool has(const void* entry);
template <typename Entry>
bool has(Entry* entry) {
  return has(reinterpret_cast<const void*>(entry));
}

}  // namespace bridge
