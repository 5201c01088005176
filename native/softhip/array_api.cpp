// Arrays: making, describing and destroying them.
#include <cstring>

#include "softhip/api.h"
#include "softhip/array.h"
#include "softhip/memory.h"

namespace softhip {

HandlePool<Array> arrays(1 << 16);

Array* find_array(hipArray_const_t handle) { return arrays.find(handle); }

namespace {

constexpr unsigned kKnownFlags = hipArrayLayered | hipArraySurfaceLoadStore | hipArrayCubemap | hipArrayTextureGather;

bool format_of(const hipChannelFormatDesc& desc, hipArray_Format* format) {
  const bool is_float = desc.f == hipChannelFormatKindFloat;
  const bool is_signed = desc.f == hipChannelFormatKindSigned;
  if (!is_float && !is_signed && desc.f != hipChannelFormatKindUnsigned) return false;
  switch (desc.x) {
    case 8:
      *format = is_signed ? HIP_AD_FORMAT_SIGNED_INT8 : HIP_AD_FORMAT_UNSIGNED_INT8;
      return !is_float;
    case 16:
      *format = is_float ? HIP_AD_FORMAT_HALF : is_signed ? HIP_AD_FORMAT_SIGNED_INT16 : HIP_AD_FORMAT_UNSIGNED_INT16;
      return true;
    case 32:
      *format = is_float ? HIP_AD_FORMAT_FLOAT : is_signed ? HIP_AD_FORMAT_SIGNED_INT32 : HIP_AD_FORMAT_UNSIGNED_INT32;
      return true;
  }
  return false;
}

// Channels in use come first and are equally wide; there are 1, 2 or 4 of them.
unsigned channels_of(const hipChannelFormatDesc& desc) {
  const int bits[] = {desc.x, desc.y, desc.z, desc.w};
  unsigned count = 0;
  while (count < 4 && bits[count] != 0) ++count;
  for (unsigned i = 0; i < 4; ++i) {
    if (bits[i] != (i < count ? desc.x : 0)) return 0;
  }
  return count == 3 ? 0 : count;
}

bool desc_of(hipArray_Format format, unsigned channels, hipChannelFormatDesc* desc) {
  int bits = 0;
  switch (format) {
    case HIP_AD_FORMAT_UNSIGNED_INT8:
    case HIP_AD_FORMAT_SIGNED_INT8:
      bits = 8;
      break;
    case HIP_AD_FORMAT_UNSIGNED_INT16:
    case HIP_AD_FORMAT_SIGNED_INT16:
    case HIP_AD_FORMAT_HALF:
      bits = 16;
      break;
    case HIP_AD_FORMAT_UNSIGNED_INT32:
    case HIP_AD_FORMAT_SIGNED_INT32:
    case HIP_AD_FORMAT_FLOAT:
      bits = 32;
      break;
    default:
      return false;
  }
  desc->f = format == HIP_AD_FORMAT_HALF || format == HIP_AD_FORMAT_FLOAT ? hipChannelFormatKindFloat
            : format >= HIP_AD_FORMAT_SIGNED_INT8                         ? hipChannelFormatKindSigned
                                                                          : hipChannelFormatKindUnsigned;
  desc->x = bits;
  desc->y = channels >= 2 ? bits : 0;
  desc->z = channels == 4 ? bits : 0;
  desc->w = channels == 4 ? bits : 0;
  return channels == 1 || channels == 2 || channels == 4;
}

hipError_t make_array(hipArray_t* handle, const hipChannelFormatDesc& desc, size_t width, size_t height, size_t depth,
                      unsigned flags) {
  Array made;
  made.channels = channels_of(desc);
  if (made.channels == 0 || !format_of(desc, &made.format)) return hipErrorInvalidValue;
  if (width == 0 || (flags & ~kKnownFlags) != 0) return hipErrorInvalidValue;
  if (height == 0 && depth != 0 && (flags & hipArrayLayered) == 0) return hipErrorInvalidValue;
  if ((flags & hipArrayCubemap) != 0 && (width != height || depth % 6 != 0 || depth == 0)) return hipErrorInvalidValue;
  made.width = width;
  made.height = height;
  made.depth = depth;
  made.element = made.channels * desc.x / 8;
  made.flags = flags;
  made.desc = desc;
  size_t bytes = 0;
  if (__builtin_mul_overflow(width, size_t{made.element}, &bytes) ||
      __builtin_mul_overflow(bytes, made.rows(), &bytes) || __builtin_mul_overflow(bytes, made.slices(), &bytes)) {
    return hipErrorOutOfMemory;
  }
  void* data = nullptr;
  SOFTHIP_TRY(allocate(&data, bytes, Memory::kDevice, thread_state.device, flags));
  made.data = static_cast<char*>(data);
  Array* array = arrays.create();
  if (array == nullptr) {
    release(data);
    return hipErrorOutOfMemory;
  }
  *array = made;
  *handle = reinterpret_cast<hipArray_t>(array);
  return hipSuccess;
}

hipError_t destroy_array(hipArray_t handle) {
  if (handle == nullptr) return hipErrorInvalidValue;
  Array* array = find_array(handle);
  if (array == nullptr) return hipErrorContextIsDestroyed;
  const Allocation* storage = find_base(array->data);
  if (storage != nullptr) synchronize_device(storage->device);
  if (!arrays.retire(array)) return hipErrorContextIsDestroyed;
  release(array->data);
  arrays.recycle(array);
  return hipSuccess;
}

}  // namespace
}  // namespace softhip

using namespace softhip;

SOFTHIP_API hipError_t hipMallocArray(hipArray_t* array, const hipChannelFormatDesc* desc, size_t width, size_t height,
                                      unsigned int flags) {
  return call(__func__, [&] {
    if (array == nullptr || desc == nullptr) return hipErrorInvalidValue;
    return make_array(array, *desc, width, height, 0, flags);
  });
}

SOFTHIP_API hipError_t hipMalloc3DArray(hipArray_t* array, const hipChannelFormatDesc* desc, hipExtent extent,
                                        unsigned int flags) {
  return call(__func__, [&] {
    if (array == nullptr || desc == nullptr) return hipErrorInvalidValue;
    return make_array(array, *desc, extent.width, extent.height, extent.depth, flags);
  });
}

SOFTHIP_API hipError_t hipArrayCreate(hipArray_t* pHandle, const HIP_ARRAY_DESCRIPTOR* pAllocateArray) {
  return call(__func__, [&] {
    hipChannelFormatDesc desc{};
    if (pHandle == nullptr || pAllocateArray == nullptr) return hipErrorInvalidValue;
    if (!desc_of(pAllocateArray->Format, pAllocateArray->NumChannels, &desc)) return hipErrorInvalidValue;
    return make_array(pHandle, desc, pAllocateArray->Width, pAllocateArray->Height, 0, 0);
  });
}

SOFTHIP_API hipError_t hipArray3DCreate(hipArray_t* array, const HIP_ARRAY3D_DESCRIPTOR* pAllocateArray) {
  return call(__func__, [&] {
    hipChannelFormatDesc desc{};
    if (array == nullptr || pAllocateArray == nullptr) return hipErrorInvalidValue;
    const HIP_ARRAY3D_DESCRIPTOR& wanted = *pAllocateArray;
    if (!desc_of(wanted.Format, wanted.NumChannels, &desc)) return hipErrorInvalidValue;
    return make_array(array, desc, wanted.Width, wanted.Height, wanted.Depth, wanted.Flags);
  });
}

SOFTHIP_API hipError_t hipArrayDestroy(hipArray_t array) {
  return call(__func__, [&] { return destroy_array(array); });
}

SOFTHIP_API hipError_t hipFreeArray(hipArray_t array) {
  return call(__func__, [&] { return destroy_array(array); });
}

SOFTHIP_API hipError_t hipArrayGetInfo(hipChannelFormatDesc* desc, hipExtent* extent, unsigned int* flags,
                                       hipArray_t array) {
  return call(__func__, [&] {
    const Array* found = find_array(array);
    if (found == nullptr) return hipErrorInvalidHandle;
    if (desc != nullptr) *desc = found->desc;
    if (extent != nullptr) *extent = {found->width, found->height, found->depth};
    if (flags != nullptr) *flags = found->flags;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipGetChannelDesc(hipChannelFormatDesc* desc, hipArray_const_t array) {
  return call(__func__, [&] {
    const Array* found = find_array(array);
    if (desc == nullptr || array == nullptr) return hipErrorInvalidValue;
    if (found == nullptr) return hipErrorInvalidHandle;
    *desc = found->desc;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipArrayGetDescriptor(HIP_ARRAY_DESCRIPTOR* pArrayDescriptor, hipArray_t array) {
  return call(__func__, [&] {
    if (pArrayDescriptor == nullptr || array == nullptr) return hipErrorInvalidValue;
    const Array* found = find_array(array);
    if (found == nullptr) return hipErrorInvalidHandle;
    *pArrayDescriptor = {found->width, found->height, found->format, found->channels};
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipArray3DGetDescriptor(HIP_ARRAY3D_DESCRIPTOR* pArrayDescriptor, hipArray_t array) {
  return call(__func__, [&] {
    if (pArrayDescriptor == nullptr || array == nullptr) return hipErrorInvalidValue;
    const Array* found = find_array(array);
    if (found == nullptr) return hipErrorInvalidHandle;
    *pArrayDescriptor = {found->width, found->height, found->depth, found->format, found->channels, found->flags};
    return hipSuccess;
  });
}

SOFTHIP_API hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w, hipChannelFormatKind f) {
  return {x, y, z, w, f};
}
