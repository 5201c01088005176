// Streams: queues of work, each with a thread of its own that starts with the first asynchronous work.
//
// Every piece of work takes a *ticket*, a number counted from 1 for each stream. Tickets complete in order, so "done up
// to here" is one number, and a dependency between streams is a pair (stream, ticket). A dependency can only name a
// ticket that was given out before, so there are no cycles.
//
// Work for which the caller waits anyway is not queued: it takes a ticket and runs on the calling thread when its turn
// has come (run_blocking).
#pragma once

#include <hip/hip_runtime_api.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <vector>

#include "softhip/handles.h"
#include "softhip/op.h"
#include "softhip/spinlock.h"

namespace softhip {

struct Capture;
struct OpChunk;

struct Stream {
  // Set when created.
  int device = 0;
  unsigned flags = 0;
  int priority = 0;
  bool null = false;     // legacy default stream
  bool blocking = true;  // ordered with the legacy default stream
  bool per_thread = false;
  uint64_t id = 0;
  std::vector<uint32_t> cu_mask;

  // Monotonic even when the slot is reused, so that an old ticket reads as completed.
  std::atomic<uint64_t> submitted{0};
  std::atomic<uint64_t> completed{0};

  // The queue: chunks of ops, filled under `submit`, emptied by the worker.
  SpinLock submit;
  std::atomic<uint64_t> pushed{0};
  uint64_t popped = 0;
  uint64_t chunk = 0;  // number of the chunk that `first` is
  OpChunk* first = nullptr;
  OpChunk* last = nullptr;
  std::atomic<OpChunk*> spare{nullptr};

  std::atomic<Capture*> capture{nullptr};  // where its work goes instead, see capture.h

  std::atomic<bool> has_worker{false};
  std::atomic<bool> closing{false};  // destroyed: the worker recycles the slot when it has drained
  std::atomic<bool> worker_sleeps{false};
  std::atomic<int> waiters{0};     // threads that sleep until `completed` moves
  std::atomic<uint64_t> urged{0};  // somebody waits for this ticket: the adversary must not hold it back
  std::mutex mutex;
  std::condition_variable wake_worker;
  std::condition_variable wake_waiters;
};

// Completed when stream->completed has reached ticket.
struct Point {
  Stream* stream = nullptr;
  uint64_t ticket = 0;
};

// What a handle means: 0 the legacy default stream (the calling thread's own one in the _spt calls), 1 the legacy
// default stream, 2 the calling thread's own, anything else a created stream. hipErrorContextIsDestroyed when it is
// none.
hipError_t resolve_stream(hipStream_t handle, Stream** stream, bool spt = false);

// A stream of `device`.
hipError_t create_stream(int device, unsigned flags, int priority, Stream** stream);
hipError_t destroy_stream(Stream* stream);
Stream* null_stream(int device);
Stream* per_thread_stream(int device);

// Appends work behind everything that the stream must wait for, the legacy default stream's rules included.
Point enqueue(Stream* stream, Op op);

// The same, but the caller waits: `op` runs on the calling thread when its turn has come.
void run_blocking(Stream* stream, Op op);

// Makes later work of `stream` wait for `point`.
void enqueue_wait(Stream* stream, Point point);

// What the stream's last work is, its dependencies on other streams included (null stream: all blocking streams).
Point mark(Stream* stream);

bool done(Point point);
void wait_for(Point point);

// Everything of the stream; for the legacy default stream also everything of the blocking streams.
bool stream_done(Stream* stream);
void synchronize(Stream* stream);

// Runs `fn` at once, in its place in the stream, when nothing is in the way; false when something is.
bool run_if_idle(Stream* stream, void (*fn)(void*), void* context, Point* point);

// Around fork. In the child no worker exists any more, and nothing is pending.
void lock_streams_for_fork();
void unlock_streams_after_fork();
void reset_streams_after_fork();

extern HandlePool<Stream> streams;

}  // namespace softhip
