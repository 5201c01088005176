#include "softhip/event.h"

#include <time.h>

#include <mutex>

#include "softhip/capture.h"

namespace softhip {

HandlePool<Event> events(1 << 20);

namespace {

int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * int64_t{1000000000} + now.tv_nsec;
}

struct Stamp {
  Event* event;
  uint64_t serial;
};

}  // namespace

Event* find_event(hipEvent_t handle) { return events.find(handle); }

uint64_t begin_record(Event* event) {
  std::lock_guard<SpinLock> hold(event->lock);
  return ++event->serial;
}

void finish_record(Event* event, uint64_t serial) {
  const int64_t now = now_ns();
  std::lock_guard<SpinLock> hold(event->lock);
  if (event->serial == serial) event->time_ns = now;
}

void set_point(Event* event, uint64_t serial, Point point) {
  std::lock_guard<SpinLock> hold(event->lock);
  if (event->serial != serial) return;
  event->recorded = true;
  event->point = point;
}

void record_event(Event* event, Stream* stream) {
  Stamp stamp{event, begin_record(event)};
  event->capture.store(capture_of(stream));
  if (capture_of(stream) != nullptr) {
    enqueue(stream, [stamp] { finish_record(stamp.event, stamp.serial); });
    return;
  }
  const auto run = [](void* context) {
    auto* stamp = static_cast<Stamp*>(context);
    finish_record(stamp->event, stamp->serial);
  };
  Point point;
  if (!run_if_idle(stream, run, &stamp, &point)) {
    point = enqueue(stream, [stamp] { finish_record(stamp.event, stamp.serial); });
  }
  set_point(event, stamp.serial, point);
}

}  // namespace softhip
