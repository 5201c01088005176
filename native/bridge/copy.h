// Every copy is one thing: a box of bytes from one side to the other, on a stream.
#pragma once

#include "bridge/core.h"

namespace bridge {

// One side. x is in bytes, y and z in rows and slices; pitch 0 = dense rows, height 0 = slices one behind the other.
struct Side {
  CUmemorytype type = CU_MEMORYTYPE_UNIFIED;
  const void* base = nullptr;
  size_t pitch = 0;
  size_t height = 0;
  size_t x = 0, y = 0, z = 0;
  CUarray array = nullptr;
  size_t lod = 0;
  CUcontext context = nullptr;  // peer copies

  static Side at(const void* base, size_t pitch = 0) {
    Side side;
    side.base = base;
    side.pitch = pitch;
    return side;
  }
  static Side of(CUarray array, size_t x = 0, size_t y = 0, size_t z = 0) {
    Side side;
    side.type = CU_MEMORYTYPE_ARRAY;
    side.array = array;
    side.x = x;
    side.y = y;
    side.z = z;
    return side;
  }
};

struct Copy {
  Side dst;
  Side src;
  size_t width = 0;  // bytes
  size_t height = 1;
  size_t depth = 1;
  CUstream stream = nullptr;
  bool blocking = true;
};

// Sets the types of both sides (arrays keep theirs) from a hipMemcpyKind.
hipError_t set_kind(Copy* copy, hipMemcpyKind kind);

// The runtime's rule for pitches, which is stricter than the driver's: no rows that overlap, no pitch of 0.
hipError_t check_pitches(const Copy& copy);

// Issues it with the narrowest of the driver's calls.
hipError_t run(const Copy& copy);

// The driver's description of it, for graph nodes.
CUDA_MEMCPY3D describe(const Copy& copy);

// HIP's descriptions of a copy.
hipError_t make_copy(const hipMemcpy3DParms& parms, Copy* copy);
hipError_t make_copy(const hipMemcpy3DPeerParms& parms, Copy* copy);
hipError_t make_copy(const hip_Memcpy2D& parms, Copy* copy);
hipError_t make_copy(const HIP_MEMCPY3D& parms, Copy* copy);

// Bytes of an array's element; 0 when the driver does not know the array.
size_t element_size(CUarray array);

}  // namespace bridge
