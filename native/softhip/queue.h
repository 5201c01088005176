// How a stream's queue works inside: what stream.cpp, queue.cpp and worker.cpp share.
#pragma once

#include <vector>

#include "softhip/state.h"
#include "softhip/stream.h"

namespace softhip {

constexpr uint64_t kChunkOps = 64;

struct QueuedOp {
  uint64_t ticket = 0;
  Op op;
};

struct OpChunk {
  QueuedOp ops[kChunkOps];
  OpChunk* next = nullptr;
};

// The streams of a device that exist, those included that are destroyed but still have work.
struct DeviceStreams {
  SpinLock lock;
  std::vector<Stream*> all;
  std::atomic<int> blocking{0};  // how many of them are ordered with the legacy default stream, itself not counted
  std::atomic<Stream*> null{nullptr};
};
extern DeviceStreams* const device_streams;  // one for each device; workers use it until the very end

// Starts the stream's thread if it has none yet; throws std::bad_alloc when the system has none to give.
void ensure_worker(Stream* stream);

// Marks the ticket as done and wakes who waits for it.
void complete(Stream* stream, uint64_t ticket);

// Says that somebody waits for this ticket.
void urge(Point point);

// Takes the stream out of its device and frees the slot. Nothing may be pending.
void forget_stream(Stream* stream);

}  // namespace softhip
