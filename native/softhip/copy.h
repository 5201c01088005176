// Every copy call becomes one Copy: two endpoints and the extent that goes from one to the other.
#pragma once

#include <hip/hip_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "softhip/array.h"
#include "softhip/stream.h"

namespace softhip {

// What the call says about an endpoint: the program's own memory, memory of the device, or whatever the pointer says.
enum class Side : uint8_t { kHost, kDevice, kEither };

struct Endpoint {
  Side side = Side::kEither;
  char* base = nullptr;
  uint64_t pitch = 0;  // bytes from row to row; 0: dense rows
  uint64_t rows = 0;   // rows from slice to slice; 0: dense slices
  uint64_t x = 0;      // bytes
  uint64_t y = 0;
  uint64_t z = 0;
  const Array* array = nullptr;
};

struct Copy {
  Endpoint dst;
  Endpoint src;
  uint64_t width = 0;  // bytes
  uint64_t height = 1;
  uint64_t depth = 1;

  bool empty() const { return width == 0 || height == 0 || depth == 0; }
};

enum class When : uint8_t {
  kBlocking,    // the call returns when the bytes are there
  kAsync,       // it may return before; yet host memory that is neither pinned nor registered is done with by then
  kReadAtOnce,  // asynchronous, but the source is read during the call
};

Endpoint linear(const void* ptr);
Endpoint pitched(const void* ptr, uint64_t pitch, uint64_t rows = 0, uint64_t x = 0, uint64_t y = 0, uint64_t z = 0);
// Byte `offset` of the array's elements in memory order, or the box at (x bytes, y, z).
Endpoint array_bytes(const Array* array, uint64_t offset);
Endpoint array_box(const Array* array, uint64_t x, uint64_t y = 0, uint64_t z = 0);

// Sets the sides by kind: hipErrorInvalidMemcpyDirection when it is none.
hipError_t set_sides(hipMemcpyKind kind, Copy* copy);

// What the calls ask of a pitch: the 2D calls at least the width; the 3D ones that the box ends before the next row
// begins; the driver's at least the width, 0 meaning dense, as it does in 3D.
enum class Pitch : uint8_t { k2D, k3D, kDriver };
hipError_t check_pitch(const Endpoint& endpoint, const Copy& copy, Pitch rule);

// Checks the copy and does it in the stream's order. hipErrorInvalidValue: a null or unknown pointer, a box that leaves
// its allocation or array, sizes that overflow.
hipError_t submit(const Copy& copy, Stream* stream, When when);

// The same with a handle for a stream.
hipError_t submit(const Copy& copy, hipStream_t stream, When when, bool spt = false);

// hipMemcpy and its kin.
hipError_t copy_linear(void* dst, const void* src, size_t size, hipMemcpyKind kind, hipStream_t stream, When when,
                       bool spt = false);

// The structs of the API.
hipError_t read_parms(const hipMemcpy3DParms* parms, Copy* copy);
hipError_t read_parms(const hipMemcpy3DPeerParms* parms, Copy* copy);
hipError_t read_parms(const hip_Memcpy2D* parms, Copy* copy);
hipError_t read_parms(const HIP_MEMCPY3D* parms, Copy* copy);

}  // namespace softhip
