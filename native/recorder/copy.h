// Copies: every copy call is one structure, and its host side, if it has one, becomes a blob.
#pragma once

#include <hip/hip_runtime_api.h>

#include <cstdint>

#include "recorder/call.h"
#include "rect/rect.h"

namespace hrr {

struct CopyEnd {
  uint64_t base = 0;
  Place place;
  hipArray_t array = nullptr;  // an array's memory has no address
  bool run = false;            // of an array: x counts the bytes before it in the order of rows
  int type = -1;               // hipMemoryType of a driver form, -1 = the call has none
};

struct CopyCall {
  enum Direction { kKind, kHostToDevice, kDeviceToHost, kDeviceToDevice, kTypes };

  CopyEnd dst, src;
  uint64_t width = 0, height = 1, depth = 1;
  Direction direction = kKind;
  int kind = 0;  // hipMemcpyKind
  hipStream_t stream = nullptr;
  bool blocking = true;
  size_t blob_at = 0;      // where in the record the hash pair of the host source goes, 0 = nowhere
  size_t expected_at = 0;  // and that of the host destination
};

// Where an array takes part, the call has counted its elements: makes them bytes.
void count_bytes(Session& session, CopyCall* copy);

// Issues the program's copy again, its host side replaced by packed rows in the given memory.
struct Reissue {
  Staging::Issue issue;
  void* context;
};

// Writes the record of a copy that succeeded.
void record_copy(Call& call, uint8_t* record, size_t length, const CopyCall& copy, Reissue reissue);

// A copy to or from a symbol: written as the plain copy that it is, in front of the call's own record.
struct SymbolCopy {
  const void* symbol = nullptr;
  uint64_t offset = 0;
  void* memory = nullptr;  // the other side
  bool to_symbol = false;
  uint64_t size = 0;
  hipMemcpyKind kind = hipMemcpyDefault;
  hipStream_t stream = nullptr;
  bool blocking = true;
};
void record_symbol_copy(Call& call, const SymbolCopy& copy);

// The content of host memory that the program registers.
Key registered_content(Call& call, const void* memory, uint64_t size);

}  // namespace hrr
