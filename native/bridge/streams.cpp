// Streams and events, where HIP's call is not the driver's word for word.
#include "bridge/core.h"

using bridge::cuda;

namespace {

// The driver knows when a stream belongs to which device since CUDA 12.8; before, through the stream's context.
hipError_t device_of(hipStream_t stream, CUdevice* device) {
  if (bridge::has(cuda.cuStreamGetDevice)) return bridge::from(cuda.cuStreamGetDevice(stream, device));
  CUcontext context = nullptr;
  BRIDGE_TRY(cuda.cuStreamGetCtx(stream, &context));
  BRIDGE_TRY(cuda.cuCtxPushCurrent_v2(context));
  const hipError_t error = bridge::from(cuda.cuCtxGetDevice(device));
  BRIDGE_TRY(cuda.cuCtxPopCurrent_v2(&context));
  return error;
}

// HIP has more bits for caches, which the driver does not know.
constexpr unsigned kEventFlags = CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS;
constexpr unsigned kHipEventFlags =
    kEventFlags | hipEventDisableSystemFence | hipEventReleaseToDevice | hipEventReleaseToSystem;

}  // namespace

BRIDGE_API hipError_t hipStreamCreate(hipStream_t* stream) {
  return bridge::in_context([&] { return cuda.cuStreamCreate(stream, hipStreamDefault); });
}

BRIDGE_API hipError_t hipStreamGetDevice(hipStream_t stream, hipDevice_t* device) {
  return bridge::in_context(
      [&]() -> hipError_t { return device == nullptr ? hipErrorInvalidValue : device_of(stream, device); });
}

BRIDGE_API int hipGetStreamDeviceId(hipStream_t stream) {
  CUdevice device = -1;
  return hipStreamGetDevice(stream, &device) == hipSuccess ? device : -1;
}

// The driver compares the whole word: no mask.
BRIDGE_API hipError_t hipStreamWaitValue32(hipStream_t stream, void* ptr, uint32_t value, unsigned flags,
                                           uint32_t mask) {
  if (mask != UINT32_MAX) return bridge::note(hipErrorNotSupported);
  return bridge::in_context([&] { return cuda.cuStreamWaitValue32_v2(stream, ptr, value, flags); });
}

BRIDGE_API hipError_t hipStreamWaitValue64(hipStream_t stream, void* ptr, uint64_t value, unsigned flags,
                                           uint64_t mask) {
  if (mask != UINT64_MAX) return bridge::note(hipErrorNotSupported);
  return bridge::in_context([&] { return cuda.cuStreamWaitValue64_v2(stream, ptr, value, flags); });
}

BRIDGE_API hipError_t hipEventCreate(hipEvent_t* event) {
  return bridge::in_context([&] { return cuda.cuEventCreate(event, hipEventDefault); });
}

BRIDGE_API hipError_t hipEventCreateWithFlags(hipEvent_t* event, unsigned flags) {
  return bridge::in_context([&]() -> hipError_t {
    if ((flags & ~kHipEventFlags) != 0) return hipErrorInvalidValue;
    return bridge::from(cuda.cuEventCreate(event, flags & kEventFlags));
  });
}

BRIDGE_API hipError_t hipEventElapsedTime(float* ms, hipEvent_t start, hipEvent_t stop) {
  return bridge::in_context([&] {
    return bridge::has(cuda.cuEventElapsedTime_v2) ? cuda.cuEventElapsedTime_v2(ms, start, stop)
                                                   : cuda.cuEventElapsedTime(ms, start, stop);
  });
}
