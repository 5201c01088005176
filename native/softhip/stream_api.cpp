// Streams.
#include <algorithm>
#include <cstring>
#include <vector>

#include "softhip/api.h"
#include "softhip/capture.h"
#include "softhip/event.h"
#include "softhip/stream.h"

using namespace softhip;

namespace {

constexpr bool kSpt = true;
constexpr int kLeastPriority = 1;
constexpr int kGreatestPriority = -1;

hipError_t create(hipStream_t* handle, unsigned flags, int priority, std::vector<uint32_t> cu_mask = {}) {
  if (handle == nullptr) return hipErrorInvalidValue;
  if (device_count() == 0) return hipErrorNoDevice;
  if (flags != hipStreamDefault && flags != hipStreamNonBlocking) return hipErrorInvalidValue;
  Stream* stream = nullptr;
  priority = std::min(std::max(priority, kGreatestPriority), kLeastPriority);
  SOFTHIP_TRY(create_stream(thread_state.device, flags, priority, &stream));
  stream->cu_mask = std::move(cu_mask);
  *handle = reinterpret_cast<hipStream_t>(stream);
  return hipSuccess;
}

hipError_t destroy(hipStream_t handle) {
  if (handle == nullptr || handle == hipStreamLegacy || handle == hipStreamPerThread) return hipErrorInvalidHandle;
  Stream* stream = streams.find(handle);
  return stream == nullptr ? hipErrorContextIsDestroyed : destroy_stream(stream);
}

hipError_t wait(hipStream_t handle, bool spt) {
  Stream* stream = nullptr;
  SOFTHIP_TRY(resolve_stream(handle, &stream, spt));
  synchronize(stream);
  return hipSuccess;
}

hipError_t query(hipStream_t handle, bool spt) {
  Stream* stream = nullptr;
  SOFTHIP_TRY(resolve_stream(handle, &stream, spt));
  return stream_done(stream) ? hipSuccess : hipErrorNotReady;
}

hipError_t wait_event(hipStream_t handle, hipEvent_t event_handle, unsigned flags, bool spt) {
  Stream* stream = nullptr;
  if (event_handle == nullptr) return hipErrorInvalidHandle;
  if (flags != hipEventWaitDefault && flags != hipEventWaitExternal) return hipErrorInvalidValue;
  SOFTHIP_TRY(resolve_stream(handle, &stream, spt));
  Event* event = find_event(event_handle);
  if (event == nullptr) return hipErrorInvalidHandle;
  Capture* const capturing = capture_of(stream);
  if (Capture* captured = event->capture.load()) {
    if (!captured->open.load()) return hipErrorCapturedEvent;
    if (capturing == nullptr && !stream->null) join(captured, stream);
    return capturing == captured || capturing == nullptr ? hipSuccess : hipErrorStreamCaptureMerge;
  }
  Point point;
  {
    std::lock_guard<SpinLock> hold(event->lock);
    if (!event->recorded) return hipSuccess;
    point = event->point;
  }
  if (capturing != nullptr) return done(point) ? hipSuccess : hipErrorStreamCaptureIsolation;
  enqueue_wait(stream, point);
  return hipSuccess;
}

hipError_t add_callback(hipStream_t handle, hipStreamCallback_t callback, void* data, unsigned flags, bool spt) {
  Stream* stream = nullptr;
  if (callback == nullptr || flags != 0) return hipErrorInvalidValue;
  SOFTHIP_TRY(resolve_stream(handle, &stream, spt));
  enqueue(stream, [=] { callback(handle, hipSuccess, data); });
  return hipSuccess;
}

hipError_t launch_host(hipStream_t handle, hipHostFn_t fn, void* data, bool spt) {
  Stream* stream = nullptr;
  if (fn == nullptr) return hipErrorInvalidValue;
  SOFTHIP_TRY(resolve_stream(handle, &stream, spt));
  enqueue(stream, [=] { fn(data); });
  return hipSuccess;
}

template <typename T, typename Get>
hipError_t get(hipStream_t handle, T* out, bool spt, Get read) {
  Stream* stream = nullptr;
  if (out == nullptr) return hipErrorInvalidValue;
  SOFTHIP_TRY(resolve_stream(handle, &stream, spt));
  *out = read(*stream);
  return hipSuccess;
}

hipError_t get_flags(hipStream_t handle, unsigned* flags, bool spt) {
  return get(handle, flags, spt, [](const Stream& stream) { return stream.flags; });
}

hipError_t get_priority(hipStream_t handle, int* priority, bool spt) {
  return get(handle, priority, spt, [](const Stream& stream) { return stream.priority; });
}

hipError_t get_device(hipStream_t handle, hipDevice_t* ordinal) {
  return get(handle, ordinal, false, [](const Stream& stream) { return stream.device; });
}

}  // namespace

SOFTHIP_API hipError_t hipStreamCreate(hipStream_t* stream) {
  return call(__func__, [&] { return create(stream, hipStreamDefault, 0); });
}

SOFTHIP_API hipError_t hipStreamCreateWithFlags(hipStream_t* stream, unsigned int flags) {
  return call(__func__, [&] { return create(stream, flags, 0); });
}

SOFTHIP_API hipError_t hipStreamCreateWithPriority(hipStream_t* stream, unsigned int flags, int priority) {
  return call(__func__, [&] { return create(stream, flags, priority); });
}

SOFTHIP_API hipError_t hipExtStreamCreateWithCUMask(hipStream_t* stream, uint32_t cuMaskSize, const uint32_t* cuMask) {
  return call(__func__, [&] {
    if (cuMaskSize == 0 || cuMask == nullptr) return hipErrorInvalidValue;
    return create(stream, hipStreamDefault, 0, std::vector<uint32_t>(cuMask, cuMask + cuMaskSize));
  });
}

SOFTHIP_API hipError_t hipExtStreamGetCUMask(hipStream_t stream, uint32_t cuMaskSize, uint32_t* cuMask) {
  return call(__func__, [&]() -> hipError_t {
    Stream* found = nullptr;
    if (cuMask == nullptr || cuMaskSize == 0) return hipErrorInvalidValue;
    SOFTHIP_TRY(resolve_stream(stream, &found));
    const std::vector<uint32_t> all(1, UINT32_MAX);
    const std::vector<uint32_t>& mask = found->cu_mask.empty() ? all : found->cu_mask;
    if (cuMaskSize < mask.size()) return hipErrorInvalidValue;
    std::fill(std::copy(mask.begin(), mask.end(), cuMask), cuMask + cuMaskSize, 0);
    return hipSuccess;
  });
}

// Work that is still in the stream runs to its end.
SOFTHIP_API hipError_t hipStreamDestroy(hipStream_t stream) {
  return call(__func__, [&] { return destroy(stream); });
}

SOFTHIP_API hipError_t hipStreamSynchronize(hipStream_t stream) {
  return call(__func__, [&] { return wait(stream, false); });
}

SOFTHIP_API hipError_t hipStreamSynchronize_spt(hipStream_t stream) {
  return call(__func__, [&] { return wait(stream, kSpt); });
}

SOFTHIP_API hipError_t hipStreamQuery(hipStream_t stream) {
  return call(__func__, [&] { return query(stream, false); });
}

SOFTHIP_API hipError_t hipStreamQuery_spt(hipStream_t stream) {
  return call(__func__, [&] { return query(stream, kSpt); });
}

SOFTHIP_API hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned int flags) {
  return call(__func__, [&] { return wait_event(stream, event, flags, false); });
}

SOFTHIP_API hipError_t hipStreamWaitEvent_spt(hipStream_t stream, hipEvent_t event, unsigned int flags) {
  return call(__func__, [&] { return wait_event(stream, event, flags, kSpt); });
}

SOFTHIP_API hipError_t hipStreamAddCallback(hipStream_t stream, hipStreamCallback_t callback, void* userData,
                                            unsigned int flags) {
  return call(__func__, [&] { return add_callback(stream, callback, userData, flags, false); });
}

SOFTHIP_API hipError_t hipStreamAddCallback_spt(hipStream_t stream, hipStreamCallback_t callback, void* userData,
                                                unsigned int flags) {
  return call(__func__, [&] { return add_callback(stream, callback, userData, flags, kSpt); });
}

SOFTHIP_API hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t fn, void* userData) {
  return call(__func__, [&] { return launch_host(stream, fn, userData, false); });
}

SOFTHIP_API hipError_t hipLaunchHostFunc_spt(hipStream_t stream, hipHostFn_t fn, void* userData) {
  return call(__func__, [&] { return launch_host(stream, fn, userData, kSpt); });
}

SOFTHIP_API hipError_t hipStreamGetFlags(hipStream_t stream, unsigned int* flags) {
  return call(__func__, [&] { return get_flags(stream, flags, false); });
}

SOFTHIP_API hipError_t hipStreamGetFlags_spt(hipStream_t stream, unsigned int* flags) {
  return call(__func__, [&] { return get_flags(stream, flags, kSpt); });
}

SOFTHIP_API hipError_t hipStreamGetPriority(hipStream_t stream, int* priority) {
  return call(__func__, [&] { return get_priority(stream, priority, false); });
}

SOFTHIP_API hipError_t hipStreamGetPriority_spt(hipStream_t stream, int* priority) {
  return call(__func__, [&] { return get_priority(stream, priority, kSpt); });
}

SOFTHIP_API hipError_t hipStreamGetDevice(hipStream_t stream, hipDevice_t* device) {
  return call(__func__, [&] { return get_device(stream, device); });
}

SOFTHIP_API int hipGetStreamDeviceId(hipStream_t stream) {
  int ordinal = -1;
  get_device(stream, &ordinal);
  return ordinal;
}

SOFTHIP_API hipError_t hipStreamGetId(hipStream_t stream, unsigned long long* streamId) {
  return call(__func__, [&] { return get(stream, streamId, false, [](const Stream& found) { return found.id; }); });
}

SOFTHIP_API hipError_t hipDeviceGetStreamPriorityRange(int* leastPriority, int* greatestPriority) {
  return call(__func__, [&] {
    if (leastPriority != nullptr) *leastPriority = kLeastPriority;
    if (greatestPriority != nullptr) *greatestPriority = kGreatestPriority;
    return hipSuccess;
  });
}
