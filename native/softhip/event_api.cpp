// Events.
#include "softhip/api.h"
#include "softhip/event.h"

using namespace softhip;

namespace {

constexpr unsigned kEventFlags = hipEventBlockingSync | hipEventDisableTiming | hipEventInterprocess |
                                 hipEventDisableSystemFence | hipEventReleaseToDevice | hipEventReleaseToSystem;

hipError_t create(hipEvent_t* handle, unsigned flags) {
  if (handle == nullptr || (flags & ~kEventFlags) != 0) return hipErrorInvalidValue;
  if ((flags & hipEventReleaseToDevice) != 0 && (flags & hipEventReleaseToSystem) != 0) return hipErrorInvalidValue;
  if ((flags & hipEventInterprocess) != 0 && (flags & hipEventDisableTiming) == 0) return hipErrorInvalidValue;
  if (device_count() == 0) return hipErrorNoDevice;
  Event* event = events.create();
  if (event == nullptr) return hipErrorOutOfMemory;
  {
    std::lock_guard<SpinLock> hold(event->lock);
    event->flags = flags;
    event->device = thread_state.device;
    event->recorded = false;
    event->point = {};
    event->capture.store(nullptr);
    event->time_ns = 0;
    ++event->serial;  // what an earlier life of the slot left behind must not reach this one
  }
  *handle = reinterpret_cast<hipEvent_t>(event);
  return hipSuccess;
}

hipError_t record(hipEvent_t handle, hipStream_t stream_handle, bool spt) {
  Stream* stream = nullptr;
  Event* event = find_event(handle);
  if (event == nullptr) return hipErrorInvalidHandle;
  SOFTHIP_TRY(resolve_stream(stream_handle, &stream, spt));
  if (event->device != stream->device) return hipErrorInvalidHandle;
  record_event(event, stream);
  return hipSuccess;
}

// The last record's place; a null one, which is always done, when there is none.
Point point_of(Event* event) {
  std::lock_guard<SpinLock> hold(event->lock);
  return event->recorded ? event->point : Point();
}

hipError_t elapsed(float* ms, hipEvent_t start_handle, hipEvent_t stop_handle) {
  if (ms == nullptr) return hipErrorInvalidValue;
  Event* start = find_event(start_handle);
  Event* stop = find_event(stop_handle);
  if (start == nullptr || stop == nullptr) return hipErrorInvalidHandle;
  if (((start->flags | stop->flags) & hipEventDisableTiming) != 0) return hipErrorInvalidHandle;
  int64_t times[2] = {};
  int i = 0;
  for (Event* event : {start, stop}) {
    std::lock_guard<SpinLock> hold(event->lock);
    if (event->capture.load() != nullptr) return hipErrorCapturedEvent;
    if (!event->recorded) return hipErrorInvalidHandle;
    if (!done(event->point)) return hipErrorNotReady;
    times[i++] = event->time_ns;
  }
  *ms = static_cast<float>(static_cast<double>(times[1] - times[0]) / 1e6);
  return hipSuccess;
}

}  // namespace

SOFTHIP_API hipError_t hipEventCreate(hipEvent_t* event) {
  return call(__func__, [&] { return create(event, hipEventDefault); });
}

SOFTHIP_API hipError_t hipEventCreateWithFlags(hipEvent_t* event, unsigned flags) {
  return call(__func__, [&] { return create(event, flags); });
}

SOFTHIP_API hipError_t hipEventDestroy(hipEvent_t event) {
  return call(__func__, [&] {
    Event* found = find_event(event);
    if (found == nullptr || !events.retire(found)) return hipErrorInvalidHandle;
    events.recycle(found);
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream) {
  return call(__func__, [&] { return record(event, stream, false); });
}

SOFTHIP_API hipError_t hipEventRecord_spt(hipEvent_t event, hipStream_t stream) {
  return call(__func__, [&] { return record(event, stream, true); });
}

SOFTHIP_API hipError_t hipEventRecordWithFlags(hipEvent_t event, hipStream_t stream, unsigned int flags) {
  return call(__func__, [&] {
    if (flags != hipEventRecordDefault && flags != hipEventRecordExternal) return hipErrorInvalidValue;
    return record(event, stream, false);
  });
}

SOFTHIP_API hipError_t hipEventSynchronize(hipEvent_t event) {
  return call(__func__, [&] {
    Event* found = find_event(event);
    if (found == nullptr) return hipErrorInvalidHandle;
    if (found->capture.load() != nullptr) return hipErrorCapturedEvent;
    wait_for(point_of(found));
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipEventQuery(hipEvent_t event) {
  return call(__func__, [&] {
    Event* found = find_event(event);
    if (found == nullptr) return hipErrorInvalidHandle;
    if (found->capture.load() != nullptr) return hipErrorCapturedEvent;
    return done(point_of(found)) ? hipSuccess : hipErrorNotReady;
  });
}

SOFTHIP_API hipError_t hipEventElapsedTime(float* ms, hipEvent_t start, hipEvent_t stop) {
  return call(__func__, [&] { return elapsed(ms, start, stop); });
}
