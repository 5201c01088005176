#include "recorder/payload.h"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace hrr {

bool read_memory(void* to, const void* from, size_t size, bool trusted) {
  if (!from) return false;
  if (trusted) {
    std::memcpy(to, from, size);
    return true;
  }
  const iovec mine{to, size};
  const iovec theirs{const_cast<void*>(from), size};
  return ::process_vm_readv(::getpid(), &mine, 1, &theirs, 1, 0) == static_cast<ssize_t>(size);
}

bool inline_bytes(uint8_t* to, size_t capacity, const void* from, size_t size, bool trusted) {
  return read_memory(to, from, std::min(size, capacity), trusted);
}

bool inline_string(uint8_t* to, size_t capacity, const char* from, bool trusted) {
  if (!from) return false;
  for (size_t i = 0; i + 1 < capacity; ++i) {
    char c = 0;
    if (!read_memory(&c, from + i, 1, trusted)) return i > 0;
    if (c == 0) break;
    to[i] = static_cast<uint8_t>(c);
  }
  return true;
}

uint32_t inline_array(uint8_t* to, size_t capacity, const void* from, size_t element, size_t count, bool trusted) {
  const size_t fitting = std::min(count, capacity / element);
  if (fitting == 0 || !read_memory(to, from, fitting * element, trusted)) return 0;
  return static_cast<uint32_t>(fitting);
}

void inline_attribute(uint8_t* to, hipMemPoolAttr attribute, const void* value, bool trusted) {
  const bool narrow = attribute == hipMemPoolReuseFollowEventDependencies ||
                      attribute == hipMemPoolReuseAllowOpportunistic ||
                      attribute == hipMemPoolReuseAllowInternalDependencies;
  (void)read_memory(to, value, narrow ? 4 : 8, trusted);
}

void add_batch_node(Session&, LongRecord* record, const hipBatchMemOpNodeParams* node) {
  const uint32_t count = node && node->paramArray ? node->count : 0;
  record->add(count);
  record->add(static_cast<uint32_t>(count ? sizeof(hipStreamBatchMemOpParams) : 0));
  if (count) record->add_bytes(node->paramArray, count * sizeof(hipStreamBatchMemOpParams));
}

}  // namespace hrr
