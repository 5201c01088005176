// Arrays: HIP's channel descriptions in the driver's formats.
#include "bridge/core.h"

using bridge::cuda;

namespace {

int format_of(const hipChannelFormatDesc& desc) {
  const bool is_signed = desc.f == hipChannelFormatKindSigned;
  const bool is_float = desc.f == hipChannelFormatKindFloat;
  if (!is_signed && !is_float && desc.f != hipChannelFormatKindUnsigned) return 0;
  switch (desc.x) {
    case 8:
      return is_float ? 0 : is_signed ? HIP_AD_FORMAT_SIGNED_INT8 : HIP_AD_FORMAT_UNSIGNED_INT8;
    case 16:
      return is_float ? HIP_AD_FORMAT_HALF : is_signed ? HIP_AD_FORMAT_SIGNED_INT16 : HIP_AD_FORMAT_UNSIGNED_INT16;
    case 32:
      return is_float ? HIP_AD_FORMAT_FLOAT : is_signed ? HIP_AD_FORMAT_SIGNED_INT32 : HIP_AD_FORMAT_UNSIGNED_INT32;
    default:
      return 0;
  }
}

// 0 unless the channels in use come first and are equally wide.
unsigned channels_of(const hipChannelFormatDesc& desc) {
  const int bits[] = {desc.x, desc.y, desc.z, desc.w};
  unsigned count = 0;
  while (count < 4 && bits[count] != 0) ++count;
  for (unsigned i = 0; i < 4; ++i) {
    if (bits[i] != (i < count ? desc.x : 0)) return 0;
  }
  return count;
}

hipError_t describe(const hipChannelFormatDesc* desc, const hipExtent& extent, unsigned flags,
                    HIP_ARRAY3D_DESCRIPTOR* descriptor) {
  if (desc == nullptr) return hipErrorInvalidValue;
  const int format = format_of(*desc);
  const unsigned channels = channels_of(*desc);
  if (format == 0 || channels == 0) return hipErrorInvalidValue;
  *descriptor = {extent.width, extent.height, extent.depth, static_cast<hipArray_Format>(format), channels, flags};
  return hipSuccess;
}

hipChannelFormatDesc channel_of(const HIP_ARRAY3D_DESCRIPTOR& descriptor) {
  hipChannelFormatDesc desc = {0, 0, 0, 0, hipChannelFormatKindUnsigned};
  int bits = 32;
  switch (descriptor.Format) {
    case HIP_AD_FORMAT_SIGNED_INT8:
      desc.f = hipChannelFormatKindSigned;
      [[fallthrough]];
    case HIP_AD_FORMAT_UNSIGNED_INT8:
      bits = 8;
      break;
    case HIP_AD_FORMAT_SIGNED_INT16:
      desc.f = hipChannelFormatKindSigned;
      [[fallthrough]];
    case HIP_AD_FORMAT_UNSIGNED_INT16:
      bits = 16;
      break;
    case HIP_AD_FORMAT_HALF:
      desc.f = hipChannelFormatKindFloat;
      bits = 16;
      break;
    case HIP_AD_FORMAT_FLOAT:
      desc.f = hipChannelFormatKindFloat;
      break;
    case HIP_AD_FORMAT_SIGNED_INT32:
      desc.f = hipChannelFormatKindSigned;
      break;
    default:
      break;
  }
  int* channels[] = {&desc.x, &desc.y, &desc.z, &desc.w};
  for (unsigned i = 0; i < descriptor.NumChannels && i < 4; ++i) *channels[i] = bits;
  return desc;
}

hipError_t create(hipArray_t* array, const hipChannelFormatDesc* desc, const hipExtent& extent, unsigned flags) {
  return bridge::in_context([&]() -> hipError_t {
    HIP_ARRAY3D_DESCRIPTOR descriptor;
    if (array == nullptr) return hipErrorInvalidValue;
    BRIDGE_TRY(describe(desc, extent, flags, &descriptor));
    return bridge::from(cuda.cuArray3DCreate_v2(array, &descriptor));
  });
}

}  // namespace

BRIDGE_API hipError_t hipMallocArray(hipArray_t* array, const hipChannelFormatDesc* desc, size_t width, size_t height,
                                     unsigned flags) {
  return create(array, desc, {width, height, 0}, flags);
}

BRIDGE_API hipError_t hipMalloc3DArray(hipArray_t* array, const hipChannelFormatDesc* desc, hipExtent extent,
                                       unsigned flags) {
  return create(array, desc, extent, flags);
}

BRIDGE_API hipError_t hipFreeArray(hipArray_t array) { return hipArrayDestroy(array); }

BRIDGE_API hipError_t hipMallocMipmappedArray(hipMipmappedArray_t* array, const hipChannelFormatDesc* desc,
                                              hipExtent extent, unsigned levels, unsigned flags) {
  return bridge::in_context([&]() -> hipError_t {
    HIP_ARRAY3D_DESCRIPTOR descriptor;
    if (array == nullptr) return hipErrorInvalidValue;
    BRIDGE_TRY(describe(desc, extent, flags, &descriptor));
    return bridge::from(cuda.cuMipmappedArrayCreate(array, &descriptor, levels));
  });
}

BRIDGE_API hipError_t hipFreeMipmappedArray(hipMipmappedArray_t array) { return hipMipmappedArrayDestroy(array); }

BRIDGE_API hipError_t hipGetMipmappedArrayLevel(hipArray_t* level, hipMipmappedArray_const_t array, unsigned index) {
  return hipMipmappedArrayGetLevel(level, const_cast<hipMipmappedArray_t>(array), index);
}

BRIDGE_API hipError_t hipArrayGetInfo(hipChannelFormatDesc* desc, hipExtent* extent, unsigned* flags,
                                      hipArray_t array) {
  return bridge::in_context([&]() -> hipError_t {
    HIP_ARRAY3D_DESCRIPTOR descriptor;
    BRIDGE_TRY(cuda.cuArray3DGetDescriptor_v2(&descriptor, array));
    if (desc != nullptr) *desc = channel_of(descriptor);
    if (extent != nullptr) *extent = {descriptor.Width, descriptor.Height, descriptor.Depth};
    if (flags != nullptr) *flags = descriptor.Flags;
    return hipSuccess;
  });
}

BRIDGE_API hipError_t hipGetChannelDesc(hipChannelFormatDesc* desc, hipArray_const_t array) {
  if (desc == nullptr) return bridge::note(hipErrorInvalidValue);
  return hipArrayGetInfo(desc, nullptr, nullptr, const_cast<hipArray_t>(array));
}

BRIDGE_API hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w, hipChannelFormatKind kind) {
  return {x, y, z, w, kind};
}
