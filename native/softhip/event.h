// Events: a mark in a stream, with the time at which the stream came by.
#pragma once

#include <hip/hip_runtime_api.h>

#include <atomic>
#include <cstdint>

#include "softhip/handles.h"
#include "softhip/spinlock.h"
#include "softhip/stream.h"

namespace softhip {

struct Event {
  unsigned flags = 0;
  int device = 0;
  std::atomic<Capture*> capture{nullptr};  // that the last record went into

  SpinLock lock;  // for the members below
  bool recorded = false;
  Point point;          // of the last record
  uint64_t serial = 0;  // of the last record; counts on when the slot is reused
  int64_t time_ns = 0;  // when the last record completed
};

// nullptr when the handle is not a live event.
Event* find_event(hipEvent_t handle);

// hipEventRecord: the mark comes behind everything that the stream holds now.
void record_event(Event* event, Stream* stream);

// The same, but the time is taken by the caller's own op. For work that brackets itself (hipExtLaunchKernel):
// begin_record before enqueueing, the returned serial to finish_record from inside the op, set_point once enqueued.
uint64_t begin_record(Event* event);
void finish_record(Event* event, uint64_t serial);
void set_point(Event* event, uint64_t serial, Point point);

extern HandlePool<Event> events;

}  // namespace softhip
