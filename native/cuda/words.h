// Structures and lists that say the same in CUDA's words and in HIP's.
#pragma once

#include <cuda_driver.h>

namespace cuda {

inline bool memory_type(CUmemorytype type, hipMemoryType* found) {
  switch (type) {
    case CU_MEMORYTYPE_HOST:
      *found = hipMemoryTypeHost;
      return true;
    case CU_MEMORYTYPE_DEVICE:
      *found = hipMemoryTypeDevice;
      return true;
    case CU_MEMORYTYPE_ARRAY:
      *found = hipMemoryTypeArray;
      return true;
    case CU_MEMORYTYPE_UNIFIED:
      *found = hipMemoryTypeUnified;
      return true;
  }
  return false;
}

#define CUDA_SIDE_2D(side)                                                        \
  if (!memory_type(box.side##MemoryType, &parms->side##MemoryType)) return false; \
  parms->side##XInBytes = box.side##XInBytes;                                     \
  parms->side##Y = box.side##Y;                                                   \
  parms->side##Host = box.side##Host;                                             \
  parms->side##Device = box.side##Device;                                         \
  parms->side##Array = box.side##Array;                                           \
  parms->side##Pitch = box.side##Pitch

#define CUDA_SIDE_3D(side)          \
  CUDA_SIDE_2D(side);               \
  parms->side##Z = box.side##Z;     \
  parms->side##LOD = box.side##LOD; \
  parms->side##Height = box.side##Height

// False for a memory type that there is not.
inline bool said_in_hip(const CUDA_MEMCPY2D& box, hip_Memcpy2D* parms) {
  *parms = {};
  CUDA_SIDE_2D(src);
  CUDA_SIDE_2D(dst);
  parms->WidthInBytes = box.WidthInBytes;
  parms->Height = box.Height;
  return true;
}

// `Box`: CUDA_MEMCPY3D or CUDA_MEMCPY3D_PEER.
template <typename Box>
bool said_in_hip(const Box& box, HIP_MEMCPY3D* parms) {
  *parms = {};
  CUDA_SIDE_3D(src);
  CUDA_SIDE_3D(dst);
  parms->WidthInBytes = box.WidthInBytes;
  parms->Height = box.Height;
  parms->Depth = box.Depth;
  return true;
}

#undef CUDA_SIDE_3D
#undef CUDA_SIDE_2D

// The list of packed parameters ends with 0 in CUDA and with 3 in HIP; the other words are the same.
class Extra {
 public:
  explicit Extra(void** extra) : given_(extra != nullptr) {
    int i = 0;
    for (; given_ && i < 4 && extra[i] != nullptr; i += 2) {
      list_[i] = extra[i];
      list_[i + 1] = extra[i + 1];
    }
    list_[i] = HIP_LAUNCH_PARAM_END;
  }
  void** get() { return given_ ? list_ : nullptr; }

 private:
  bool given_;
  void* list_[5] = {};
};

}  // namespace cuda
