// Address space at addresses that the caller chooses.
//
// The driver deals in chunks of 32 MiB: it follows a hint exactly only for whole chunks. So a hint is served by
// reserving the chunks around it, and pieces of chunks that are held already are handed out without asking the driver.
// Memory can be mapped across the border of two reservations only if they are made one, so neighbours that share a
// chunk are, as long as nothing is mapped into them yet.
#pragma once

#include "bridge/core.h"

namespace bridge {

constexpr uintptr_t kChunk = uintptr_t{32} << 20;

// hipMemAddressReserve. As in HIP, a hint that cannot be followed is not an error: the address is then another one.
hipError_t reserve(void** ptr, size_t size, size_t alignment, void* hint, unsigned long long flags);

// hipMemAddressFree of exactly what reserve gave.
hipError_t unreserve(void* ptr, size_t size);

// hipMemMap and hipMemUnmap.
hipError_t map(void* ptr, size_t size, size_t offset, CUmemGenericAllocationHandle handle, unsigned long long flags);
hipError_t unmap(void* ptr, size_t size);

}  // namespace bridge
