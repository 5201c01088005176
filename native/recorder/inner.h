// Records of calls that the program did not make itself, but that say what its call did. Defined in generated code, as
// their payloads follow from the API table.
#pragma once

#include <hip/hip_runtime_api.h>

#include "recorder/call.h"

namespace hrr {

// A hipEventRecord.
void inner_event_record(Call& call, hipEvent_t event, hipStream_t stream);

// A hipMemcpy (blocking) or hipMemcpyAsync with a blob. Returns the offset in the log of its hash pair, 0 = not
// written.
uint64_t inner_copy(Call& call, bool blocking, uint64_t dst, uint64_t src, uint64_t size, hipMemcpyKind kind,
                    hipStream_t stream, Key blob);

}  // namespace hrr
