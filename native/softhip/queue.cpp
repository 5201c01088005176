// Submission: tickets, implicit ordering with the legacy default stream, waiting.
#include "softhip/queue.h"

#include <time.h>

#include "softhip/adversary.h"
#include "softhip/capture.h"

namespace softhip {
namespace {

constexpr uint64_t kMaxPending = 32768;

bool pending(const Stream* stream) {
  return stream->completed.load(std::memory_order_acquire) != stream->submitted.load(std::memory_order_acquire);
}

Point end_of(Stream* stream) { return {stream, stream->submitted.load(std::memory_order_acquire)}; }

// What the legacy default stream's rules make the stream's next work wait for.
std::vector<Point> implicit_dependencies(Stream* stream) {
  std::vector<Point> points;
  DeviceStreams& streams = device_streams[stream->device];
  if (stream->null) {
    if (streams.blocking.load(std::memory_order_acquire) == 0) return points;
    std::lock_guard<SpinLock> hold(streams.lock);
    for (Stream* other : streams.all) {
      if (!other->blocking || other->null) continue;
      if (Capture* capture = capture_of(other)) refuse(capture, hipErrorStreamCaptureImplicit);
      if (pending(other)) points.push_back(end_of(other));
    }
  } else if (stream->blocking) {
    Stream* null = streams.null.load(std::memory_order_acquire);
    if (null != nullptr && pending(null)) points.push_back(end_of(null));
  }
  return points;
}

// Under stream->submit.
uint64_t push(Stream* stream, Op op) {
  const uint64_t index = stream->pushed.load(std::memory_order_relaxed);
  if (index % kChunkOps == 0) {
    OpChunk* chunk = stream->spare.exchange(nullptr, std::memory_order_acquire);
    if (chunk == nullptr) chunk = new OpChunk();
    chunk->next = nullptr;
    (stream->last == nullptr ? stream->first : stream->last->next) = chunk;
    stream->last = chunk;
  }
  const uint64_t ticket = stream->submitted.load(std::memory_order_relaxed) + 1;
  QueuedOp& queued = stream->last->ops[index % kChunkOps];
  queued.ticket = ticket;
  queued.op = std::move(op);
  stream->submitted.store(ticket, std::memory_order_release);
  stream->pushed.store(index + 1, std::memory_order_seq_cst);
  return ticket;
}

void wake_worker(Stream* stream) {
  if (stream->worker_sleeps.load(std::memory_order_seq_cst)) {
    std::lock_guard<std::mutex> hold(stream->mutex);
    stream->wake_worker.notify_one();
  }
}

// A producer that is far ahead waits a little, so that memory stays bounded. Not for long without progress: the work
// may wait for something that this very thread is to do.
void hold_back_producer(Stream* stream, uint64_t ticket) {
  uint64_t seen = stream->completed.load(std::memory_order_acquire);
  if (ticket - seen < kMaxPending) return;
  urge({stream, ticket - kMaxPending / 2});
  const timespec nap{0, 200000};
  for (int idle = 0; idle < 100 && ticket - seen > kMaxPending / 2;) {
    nanosleep(&nap, nullptr);
    const uint64_t now = stream->completed.load(std::memory_order_acquire);
    idle = now == seen ? idle + 1 : 0;
    seen = now;
  }
}

}  // namespace

DeviceStreams* const device_streams = new DeviceStreams[kMaxDevices];

bool done(Point point) {
  return point.stream == nullptr || point.stream->completed.load(std::memory_order_acquire) >= point.ticket;
}

void complete(Stream* stream, uint64_t ticket) {
  stream->completed.store(ticket, std::memory_order_seq_cst);
  if (stream->waiters.load(std::memory_order_seq_cst) > 0) {
    std::lock_guard<std::mutex> hold(stream->mutex);
    stream->wake_waiters.notify_all();
  }
}

void urge(Point point) {
  Stream* stream = point.stream;
  uint64_t seen = stream->urged.load(std::memory_order_relaxed);
  while (seen < point.ticket && !stream->urged.compare_exchange_weak(seen, point.ticket)) {
  }
  std::lock_guard<std::mutex> hold(stream->mutex);
  stream->wake_worker.notify_one();
}

void wait_for(Point point) {
  if (done(point)) return;
  if (adversary.late) urge(point);
  if (spin_until([&] { return done(point); })) return;
  Stream* stream = point.stream;
  stream->waiters.fetch_add(1, std::memory_order_seq_cst);
  {
    std::unique_lock<std::mutex> hold(stream->mutex);
    stream->wake_waiters.wait(hold, [&] { return stream->completed.load(std::memory_order_seq_cst) >= point.ticket; });
  }
  stream->waiters.fetch_sub(1, std::memory_order_seq_cst);
}

Point enqueue(Stream* stream, Op op) {
  if (Capture* capture = capture_of(stream); __builtin_expect(capture != nullptr, 0)) {
    add_to(capture, std::move(op));
    return {};
  }
  std::vector<Point> points = implicit_dependencies(stream);
  if (!stream->has_worker.load(std::memory_order_acquire)) ensure_worker(stream);
  uint64_t ticket = 0;
  {
    std::lock_guard<SpinLock> hold(stream->submit);
    if (!points.empty()) {
      push(stream, [points = std::move(points)] {
        for (Point point : points) wait_for(point);
      });
    }
    ticket = push(stream, std::move(op));
  }
  wake_worker(stream);
  hold_back_producer(stream, ticket);
  return {stream, ticket};
}

void run_blocking(Stream* stream, Op op) {
  refuse_if_capturing(stream);
  const std::vector<Point> points = implicit_dependencies(stream);
  uint64_t ticket = 0;
  {
    std::lock_guard<SpinLock> hold(stream->submit);
    ticket = stream->submitted.load(std::memory_order_relaxed) + 1;
    stream->submitted.store(ticket, std::memory_order_release);
  }
  struct Finish {  // also when the op throws, or the stream would stand still for ever
    Stream* stream;
    uint64_t ticket;
    ~Finish() { complete(stream, ticket); }
  } finish{stream, ticket};
  for (Point point : points) wait_for(point);
  wait_for({stream, ticket - 1});
  op();
}

bool run_if_idle(Stream* stream, void (*fn)(void*), void* context, Point* point) {
  if (adversary.late || capture_of(stream) != nullptr || pending(stream) || !implicit_dependencies(stream).empty())
    return false;
  uint64_t ticket = 0;
  {
    std::lock_guard<SpinLock> hold(stream->submit);
    if (pending(stream)) return false;
    ticket = stream->submitted.load(std::memory_order_relaxed) + 1;
    stream->submitted.store(ticket, std::memory_order_release);
  }
  *point = {stream, ticket};
  fn(context);
  complete(stream, ticket);
  return true;
}

void enqueue_wait(Stream* stream, Point point) {
  if (done(point) || point.stream == stream) return;
  enqueue(stream, [point] { wait_for(point); });
}

Point mark(Stream* stream) {
  if (!stream->null || implicit_dependencies(stream).empty()) return end_of(stream);
  return enqueue(stream, [] {});
}

bool stream_done(Stream* stream) {
  refuse_if_capturing(stream);
  return !pending(stream) && (!stream->null || implicit_dependencies(stream).empty());
}

void synchronize(Stream* stream) {
  refuse_if_capturing(stream);
  const std::vector<Point> points = stream->null ? implicit_dependencies(stream) : std::vector<Point>();
  wait_for(end_of(stream));
  for (Point point : points) wait_for(point);
}

void synchronize_device(int ordinal) {
  std::vector<Point> points;
  {
    std::lock_guard<SpinLock> hold(device_streams[ordinal].lock);
    for (Stream* stream : device_streams[ordinal].all) {
      if (pending(stream)) points.push_back(end_of(stream));
    }
  }
  for (Point point : points) wait_for(point);
}

}  // namespace softhip
