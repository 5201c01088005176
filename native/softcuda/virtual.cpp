// Address space as the driver deals it out: in granules of 2 MiB below 2^47, and at the address asked for only when
// whole chunks of 32 MiB are asked for.
#include <cstdint>

#include "softcuda/core.h"

using softcuda::hip;

namespace {

constexpr size_t kGranule = size_t{2} << 20;
constexpr size_t kChunk = size_t{32} << 20;
constexpr uintptr_t kEnd = uintptr_t{1} << 47;

}  // namespace

SOFTCUDA_API CUresult cuMemAddressReserve(CUdeviceptr* ptr, size_t size, size_t alignment, CUdeviceptr hint,
                                          unsigned long long flags) {
  return softcuda::anywhere([&]() -> hipError_t {
    const uintptr_t address = reinterpret_cast<uintptr_t>(hint);
    if (size % kGranule != 0 || address % kGranule != 0) return hipErrorInvalidValue;
    if (address >= kEnd) return hipErrorOutOfMemory;
    const bool followed = address % kChunk == 0 && size >= kChunk;
    return hip.hipMemAddressReserve(ptr, size, alignment, followed ? hint : nullptr, flags);
  });
}
