// XXH3-128 of long inputs on processors with AVX2, twice as fast as a generic build of libxxhash; optionally the bytes
// are copied on the way, so that they are read once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "recorder/hash.h"

namespace hrr {

constexpr size_t kXxh3Long = 241;  // shorter inputs are hashed in other ways

bool has_fast_xxh3();

// The key of `size` bytes, at least kXxh3Long.
Key fast_xxh3(const void* data, size_t size);

// The same, with a copy at `to`, which is aligned to 32 bytes. The key is that of the copy, whatever another thread
// does to the source meanwhile.
Key fast_xxh3_copy(void* to, const void* from, size_t size);

}  // namespace hrr
