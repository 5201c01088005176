#include "bridge/copy.h"

#include <initializer_list>

namespace bridge {
namespace {

bool flat(const Copy& copy) {
  return copy.height == 1 && copy.depth == 1 && copy.src.array == nullptr && copy.dst.array == nullptr &&
         copy.src.y == 0 && copy.dst.y == 0 && copy.src.z == 0 && copy.dst.z == 0;
}

bool plane(const Copy& copy) {
  return copy.depth == 1 && copy.src.z == 0 && copy.dst.z == 0 && copy.src.lod == 0 && copy.dst.lod == 0;
}

char* start(const Side& side) { return static_cast<char*>(const_cast<void*>(side.base)) + side.x; }

CUresult run_flat(const Copy& copy) {
  char* dst = start(copy.dst);
  char* src = start(copy.src);
  const CUmemorytype to = copy.dst.type, from = copy.src.type;
  const size_t size = copy.width;
  CUstream stream = copy.stream;
  if (to == CU_MEMORYTYPE_DEVICE && from == CU_MEMORYTYPE_HOST) {
    return copy.blocking ? cuda.cuMemcpyHtoD_v2(dst, src, size) : cuda.cuMemcpyHtoDAsync_v2(dst, src, size, stream);
  }
  if (to == CU_MEMORYTYPE_HOST && from == CU_MEMORYTYPE_DEVICE) {
    return copy.blocking ? cuda.cuMemcpyDtoH_v2(dst, src, size) : cuda.cuMemcpyDtoHAsync_v2(dst, src, size, stream);
  }
  if (to == CU_MEMORYTYPE_DEVICE && from == CU_MEMORYTYPE_DEVICE) {
    return copy.blocking ? cuda.cuMemcpyDtoD_v2(dst, src, size) : cuda.cuMemcpyDtoDAsync_v2(dst, src, size, stream);
  }
  return copy.blocking ? cuda.cuMemcpy(dst, src, size) : cuda.cuMemcpyAsync(dst, src, size, stream);
}

size_t pitch_of(const Side& side, const Copy& copy) { return side.pitch != 0 ? side.pitch : side.x + copy.width; }

CUresult run_plane(const Copy& copy) {
  CUDA_MEMCPY2D box = {};
#define HRR_SIDE(side)                                  \
  box.side##XInBytes = copy.side.x;                     \
  box.side##Y = copy.side.y;                            \
  box.side##MemoryType = copy.side.type;                \
  box.side##Host = const_cast<void*>(copy.side.base);   \
  box.side##Device = const_cast<void*>(copy.side.base); \
  box.side##Array = copy.side.array;                    \
  box.side##Pitch = pitch_of(copy.side, copy)
  HRR_SIDE(src);
  HRR_SIDE(dst);
#undef HRR_SIDE
  box.WidthInBytes = copy.width;
  box.Height = copy.height;
  // The plain blocking call refuses pitches that the driver did not choose itself.
  return copy.blocking ? cuda.cuMemcpy2DUnaligned_v2(&box) : cuda.cuMemcpy2DAsync_v2(&box, copy.stream);
}

template <typename Box>
Box box_of(const Copy& copy) {
  Box box = {};
#define HRR_SIDE(side)                                  \
  box.side##XInBytes = copy.side.x;                     \
  box.side##Y = copy.side.y;                            \
  box.side##Z = copy.side.z;                            \
  box.side##LOD = copy.side.lod;                        \
  box.side##MemoryType = copy.side.type;                \
  box.side##Host = const_cast<void*>(copy.side.base);   \
  box.side##Device = const_cast<void*>(copy.side.base); \
  box.side##Array = copy.side.array;                    \
  box.side##Pitch = pitch_of(copy.side, copy);          \
  box.side##Height = copy.side.height != 0 ? copy.side.height : copy.side.y + copy.height
  HRR_SIDE(src);
  HRR_SIDE(dst);
#undef HRR_SIDE
  box.WidthInBytes = copy.width;
  box.Height = copy.height;
  box.Depth = copy.depth;
  return box;
}

CUresult run_peer(const Copy& copy) {
  CUDA_MEMCPY3D_PEER box = box_of<CUDA_MEMCPY3D_PEER>(copy);
  box.srcContext = copy.src.context;
  box.dstContext = copy.dst.context;
  return copy.blocking ? cuda.cuMemcpy3DPeer(&box) : cuda.cuMemcpy3DPeerAsync(&box, copy.stream);
}

bool is_array(const Side& side) { return side.type == CU_MEMORYTYPE_ARRAY; }

// HIP's memory types are numbered otherwise, and managed memory is device memory to a copy.
hipError_t memory_type(hipMemoryType type, const void* host, hipDeviceptr_t device, hipArray_t array, Side* side) {
  switch (type) {
    case hipMemoryTypeHost:
      side->type = CU_MEMORYTYPE_HOST;
      side->base = host;
      return hipSuccess;
    case hipMemoryTypeDevice:
    case hipMemoryTypeManaged:
      side->type = CU_MEMORYTYPE_DEVICE;
      side->base = device;
      return hipSuccess;
    case hipMemoryTypeUnified:
      side->type = CU_MEMORYTYPE_UNIFIED;
      side->base = device;
      return hipSuccess;
    case hipMemoryTypeArray:
      side->type = CU_MEMORYTYPE_ARRAY;
      side->array = array;
      return hipSuccess;
    default:
      return hipErrorInvalidValue;
  }
}

// A side of hipMemcpy3DParms. Its x counts elements when the side is an array, bytes otherwise.
hipError_t parms_side(hipArray_t array, const hipPos& pos, const hipPitchedPtr& pitched, Side* side) {
  const size_t element = array == nullptr ? 1 : element_size(array);
  if (element == 0 || (array == nullptr) == (pitched.ptr == nullptr)) return hipErrorInvalidValue;
  *side = array == nullptr ? Side::at(pitched.ptr, pitched.pitch) : Side::of(array);
  side->height = array == nullptr ? pitched.ysize : 0;
  side->x = pos.x * element;
  side->y = pos.y;
  side->z = pos.z;
  return hipSuccess;
}

}  // namespace

size_t element_size(CUarray array) {
  HIP_ARRAY3D_DESCRIPTOR descriptor = {};
  if (cuda.cuArray3DGetDescriptor_v2(&descriptor, array) != CUDA_SUCCESS) return 0;
  switch (descriptor.Format) {
    case HIP_AD_FORMAT_UNSIGNED_INT8:
    case HIP_AD_FORMAT_SIGNED_INT8:
      return descriptor.NumChannels;
    case HIP_AD_FORMAT_UNSIGNED_INT16:
    case HIP_AD_FORMAT_SIGNED_INT16:
    case HIP_AD_FORMAT_HALF:
      return 2 * descriptor.NumChannels;
    default:
      return 4 * descriptor.NumChannels;
  }
}

hipError_t set_kind(Copy* copy, hipMemcpyKind kind) {
  CUmemorytype to = CU_MEMORYTYPE_UNIFIED, from = CU_MEMORYTYPE_UNIFIED;
  switch (kind) {
    case hipMemcpyHostToHost:
      to = from = CU_MEMORYTYPE_HOST;
      break;
    case hipMemcpyHostToDevice:
      to = CU_MEMORYTYPE_DEVICE;
      from = CU_MEMORYTYPE_HOST;
      break;
    case hipMemcpyDeviceToHost:
      to = CU_MEMORYTYPE_HOST;
      from = CU_MEMORYTYPE_DEVICE;
      break;
    case hipMemcpyDeviceToDevice:
    case hipMemcpyDeviceToDeviceNoCU:
      to = from = CU_MEMORYTYPE_DEVICE;
      break;
    case hipMemcpyDefault:
      break;
    default:
      return hipErrorInvalidMemcpyDirection;
  }
  if (!is_array(copy->dst)) copy->dst.type = to;
  if (!is_array(copy->src)) copy->src.type = from;
  return hipSuccess;
}

hipError_t check_pitches(const Copy& copy) {
  for (const Side* side : {&copy.dst, &copy.src}) {
    if (is_array(*side)) continue;
    if (side->pitch == 0 || side->pitch < copy.width) return hipErrorInvalidPitchValue;
  }
  return hipSuccess;
}

CUDA_MEMCPY3D describe(const Copy& copy) { return box_of<CUDA_MEMCPY3D>(copy); }

hipError_t run(const Copy& copy) {
  if (copy.width == 0 || copy.height == 0 || copy.depth == 0) return hipSuccess;
  for (const Side* side : {&copy.dst, &copy.src}) {
    if (is_array(*side) && side->array == nullptr) return hipErrorInvalidHandle;
    if (!is_array(*side) && side->base == nullptr) return hipErrorInvalidValue;
  }
  if (copy.src.context != nullptr || copy.dst.context != nullptr) return from(run_peer(copy));
  if (flat(copy)) return from(run_flat(copy));
  if (plane(copy)) return from(run_plane(copy));
  const CUDA_MEMCPY3D box = describe(copy);
  return from(copy.blocking ? cuda.cuMemcpy3D_v2(&box) : cuda.cuMemcpy3DAsync_v2(&box, copy.stream));
}

namespace {

template <typename Parms>
hipError_t make_runtime_copy(const Parms& parms, hipMemcpyKind kind, Copy* copy) {
  BRIDGE_TRY(parms_side(parms.srcArray, parms.srcPos, parms.srcPtr, &copy->src));
  BRIDGE_TRY(parms_side(parms.dstArray, parms.dstPos, parms.dstPtr, &copy->dst));
  // The extent counts elements of the array if there is one.
  hipArray_t array = parms.srcArray != nullptr ? parms.srcArray : parms.dstArray;
  const size_t element = array == nullptr ? 1 : element_size(array);
  if (__builtin_mul_overflow(parms.extent.width, element, &copy->width)) return hipErrorInvalidValue;
  copy->height = parms.extent.height;
  copy->depth = parms.extent.depth;
  BRIDGE_TRY(set_kind(copy, kind));
  const bool empty = copy->width == 0 || copy->height == 0 || copy->depth == 0;
  return empty ? hipSuccess : check_pitches(*copy);
}

}  // namespace

hipError_t make_copy(const hipMemcpy3DParms& parms, Copy* copy) { return make_runtime_copy(parms, parms.kind, copy); }

hipError_t make_copy(const hipMemcpy3DPeerParms& parms, Copy* copy) {
  BRIDGE_TRY(make_runtime_copy(parms, hipMemcpyDefault, copy));
  BRIDGE_TRY(primary_context(parms.srcDevice, &copy->src.context));
  return primary_context(parms.dstDevice, &copy->dst.context);
}

hipError_t make_copy(const hip_Memcpy2D& parms, Copy* copy) {
#define HRR_SIDE(side)                                                                                            \
  BRIDGE_TRY(                                                                                                     \
      memory_type(parms.side##MemoryType, parms.side##Host, parms.side##Device, parms.side##Array, &copy->side)); \
  copy->side.pitch = parms.side##Pitch;                                                                           \
  copy->side.x = parms.side##XInBytes;                                                                            \
  copy->side.y = parms.side##Y
  HRR_SIDE(src);
  HRR_SIDE(dst);
#undef HRR_SIDE
  copy->width = parms.WidthInBytes;
  copy->height = parms.Height;
  return hipSuccess;
}

hipError_t make_copy(const HIP_MEMCPY3D& parms, Copy* copy) {
#define HRR_SIDE(side)                                                                                            \
  BRIDGE_TRY(                                                                                                     \
      memory_type(parms.side##MemoryType, parms.side##Host, parms.side##Device, parms.side##Array, &copy->side)); \
  copy->side.pitch = parms.side##Pitch;                                                                           \
  copy->side.height = parms.side##Height;                                                                         \
  copy->side.x = parms.side##XInBytes;                                                                            \
  copy->side.y = parms.side##Y;                                                                                   \
  copy->side.z = parms.side##Z;                                                                                   \
  copy->side.lod = parms.side##LOD
  HRR_SIDE(src);
  HRR_SIDE(dst);
#undef HRR_SIDE
  copy->width = parms.WidthInBytes;
  copy->height = parms.Height;
  copy->depth = parms.Depth;
  return hipSuccess;
}

}  // namespace bridge
