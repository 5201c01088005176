// The structs that describe copies, read into a Copy.
#include "softhip/api.h"
#include "softhip/copy.h"

namespace softhip {
namespace {

// One side of hipMemcpy3D: an array or a pitched pointer, exactly one of them. Positions of arrays count elements.
hipError_t read_side(hipArray_t handle, const hipPos& pos, const hipPitchedPtr& ptr, Endpoint* at) {
  if ((handle != nullptr) == (ptr.ptr != nullptr)) return hipErrorInvalidValue;
  if (handle == nullptr) {
    *at = pitched(ptr.ptr, ptr.pitch, ptr.ysize, pos.x, pos.y, pos.z);
    return ptr.pitch < ptr.xsize ? hipErrorInvalidPitchValue : hipSuccess;
  }
  const Array* array = find_array(handle);
  if (array == nullptr) return hipErrorInvalidHandle;
  if (pos.x > array->width) return hipErrorInvalidValue;
  *at = array_box(array, pos.x * array->element, pos.y, pos.z);
  return hipSuccess;
}

// The extent counts elements when an array takes part, bytes otherwise.
hipError_t set_extent(const hipExtent& extent, Copy* copy) {
  uint64_t element = 1;
  if (copy->src.array != nullptr) element = copy->src.array->element;
  if (copy->dst.array != nullptr) {
    if (copy->src.array != nullptr && copy->dst.array->element != element) return hipErrorInvalidValue;
    element = copy->dst.array->element;
  }
  if (__builtin_mul_overflow(extent.width, element, &copy->width)) return hipErrorInvalidValue;
  copy->height = extent.height;
  copy->depth = extent.depth;
  return hipSuccess;
}

hipError_t check_pitches(const Copy& copy, Pitch rule) {
  if (copy.empty()) return hipSuccess;
  SOFTHIP_TRY(check_pitch(copy.dst, copy, rule));
  return check_pitch(copy.src, copy, rule);
}

// One side of the driver's structs.
hipError_t read_side(hipMemoryType type, const void* host, const void* device, hipArray_t handle, Endpoint place,
                     Endpoint* at) {
  *at = place;
  switch (type) {
    case hipMemoryTypeArray: {
      const Array* array = find_array(handle);
      if (array == nullptr) return handle == nullptr ? hipErrorInvalidValue : hipErrorInvalidHandle;
      *at = array_box(array, place.x, place.y, place.z);
      return hipSuccess;
    }
    case hipMemoryTypeUnregistered:
    case hipMemoryTypeHost:
      at->side = Side::kHost;
      at->base = linear(host).base;
      break;
    case hipMemoryTypeDevice:
    case hipMemoryTypeManaged:
      at->side = Side::kDevice;
      at->base = linear(device).base;
      break;
    case hipMemoryTypeUnified:
      at->side = Side::kEither;
      at->base = linear(device).base;
      break;
    default:
      return hipErrorInvalidValue;
  }
  return at->base != nullptr ? hipSuccess : hipErrorInvalidValue;
}

}  // namespace

hipError_t read_parms(const hipMemcpy3DParms* p, Copy* copy) {
  if (p == nullptr) return hipErrorInvalidValue;
  SOFTHIP_TRY(read_side(p->srcArray, p->srcPos, p->srcPtr, &copy->src));
  SOFTHIP_TRY(read_side(p->dstArray, p->dstPos, p->dstPtr, &copy->dst));
  SOFTHIP_TRY(set_extent(p->extent, copy));
  SOFTHIP_TRY(set_sides(p->kind, copy));
  return check_pitches(*copy, Pitch::k3D);
}

hipError_t read_parms(const hipMemcpy3DPeerParms* p, Copy* copy) {
  if (p == nullptr) return hipErrorInvalidValue;
  if (!valid_device(p->srcDevice) || !valid_device(p->dstDevice)) return hipErrorInvalidDevice;
  SOFTHIP_TRY(read_side(p->srcArray, p->srcPos, p->srcPtr, &copy->src));
  SOFTHIP_TRY(read_side(p->dstArray, p->dstPos, p->dstPtr, &copy->dst));
  SOFTHIP_TRY(set_sides(hipMemcpyDefault, copy));
  SOFTHIP_TRY(set_extent(p->extent, copy));
  return check_pitches(*copy, Pitch::k3D);
}

hipError_t read_parms(const hip_Memcpy2D* p, Copy* copy) {
  if (p == nullptr) return hipErrorInvalidValue;
  const Endpoint src = pitched(nullptr, p->srcPitch, 0, p->srcXInBytes, p->srcY);
  const Endpoint dst = pitched(nullptr, p->dstPitch, 0, p->dstXInBytes, p->dstY);
  SOFTHIP_TRY(read_side(p->srcMemoryType, p->srcHost, p->srcDevice, p->srcArray, src, &copy->src));
  SOFTHIP_TRY(read_side(p->dstMemoryType, p->dstHost, p->dstDevice, p->dstArray, dst, &copy->dst));
  copy->width = p->WidthInBytes;
  copy->height = p->Height;
  copy->depth = 1;
  return check_pitches(*copy, Pitch::kDriver);
}

hipError_t read_parms(const HIP_MEMCPY3D* p, Copy* copy) {
  if (p == nullptr) return hipErrorInvalidValue;
  const Endpoint src = pitched(nullptr, p->srcPitch, p->srcHeight, p->srcXInBytes, p->srcY, p->srcZ);
  const Endpoint dst = pitched(nullptr, p->dstPitch, p->dstHeight, p->dstXInBytes, p->dstY, p->dstZ);
  SOFTHIP_TRY(read_side(p->srcMemoryType, p->srcHost, p->srcDevice, p->srcArray, src, &copy->src));
  SOFTHIP_TRY(read_side(p->dstMemoryType, p->dstHost, p->dstDevice, p->dstArray, dst, &copy->dst));
  copy->width = p->WidthInBytes;
  copy->height = p->Height;
  copy->depth = p->Depth;
  return check_pitches(*copy, Pitch::kDriver);
}

}  // namespace softhip
