// Pointee bytes in fixed payloads. After a failed call a pointer may point anywhere, so what lies behind it is then
// read by way of the kernel, which answers a bad address with an error.
#pragma once

#include <hip/hip_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "recorder/call.h"

namespace hrr {

// Whether the bytes could be read. `trusted`: the runtime has read them, so they are readable.
bool read_memory(void* to, const void* from, size_t size, bool trusted);

// Each fills in at most `capacity` bytes at `to`, and leaves the rest zero.
bool inline_bytes(uint8_t* to, size_t capacity, const void* from, size_t size, bool trusted);
bool inline_string(uint8_t* to, size_t capacity, const char* from, bool trusted);
// Returns the number of elements.
uint32_t inline_array(uint8_t* to, size_t capacity, const void* from, size_t element, size_t count, bool trusted);
void inline_attribute(uint8_t* to, hipMemPoolAttr attribute, const void* value, bool trusted);

// The tail of a batch-memory-operation node's record: u32 count, u32 stride, entries.
void add_batch_node(Session& session, LongRecord* record, const hipBatchMemOpNodeParams* node);

}  // namespace hrr
