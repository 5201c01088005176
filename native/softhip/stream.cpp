#include "softhip/stream.h"

#include <algorithm>
#include <new>

#include "softhip/queue.h"
#include "softhip/state.h"

namespace softhip {

HandlePool<Stream> streams(1 << 16);

namespace {

ForkMutex null_mutex;
std::atomic<uint64_t> next_id{1};

const auto kLegacyHandle = hipStreamLegacy;
const auto kPerThreadHandle = hipStreamPerThread;

Stream* make_stream(int device, unsigned flags, int priority) {
  Stream* stream = streams.create();
  if (stream == nullptr) throw std::bad_alloc();
  stream->device = device;
  stream->flags = flags;
  stream->priority = priority;
  stream->null = false;
  stream->blocking = (flags & hipStreamNonBlocking) == 0;
  stream->per_thread = false;
  stream->id = next_id.fetch_add(1);
  stream->cu_mask.clear();
  stream->capture.store(nullptr);
  stream->closing.store(false);
  return stream;
}

void add_to_device(Stream* stream) {
  DeviceStreams& list = device_streams[stream->device];
  std::lock_guard<SpinLock> hold(list.lock);
  list.all.push_back(stream);
  if (stream->blocking && !stream->null) list.blocking.fetch_add(1);
}

}  // namespace

hipError_t create_stream(int device, unsigned flags, int priority, Stream** stream) {
  *stream = make_stream(device, flags, priority);
  add_to_device(*stream);
  return hipSuccess;
}

void forget_stream(Stream* stream) {
  DeviceStreams& list = device_streams[stream->device];
  {
    std::lock_guard<SpinLock> hold(list.lock);
    list.all.erase(std::remove(list.all.begin(), list.all.end(), stream), list.all.end());
    if (stream->blocking && !stream->null) list.blocking.fetch_sub(1);
  }
  stream->has_worker.store(false);
  streams.recycle(stream);
}

hipError_t destroy_stream(Stream* stream) {
  if (!streams.retire(stream)) return hipErrorContextIsDestroyed;
  bool has_worker = false;
  {
    std::lock_guard<std::mutex> hold(stream->mutex);
    stream->closing.store(true);
    has_worker = stream->has_worker.load();
    stream->wake_worker.notify_one();
  }
  if (has_worker) return hipSuccess;  // it drains the queue and ends
  wait_for({stream, stream->submitted.load()});
  forget_stream(stream);
  return hipSuccess;
}

Stream* null_stream(int device) {
  std::atomic<Stream*>& null = device_streams[device].null;
  if (Stream* stream = null.load(std::memory_order_acquire)) return stream;
  std::lock_guard<ForkMutex> hold(null_mutex);
  if (Stream* stream = null.load()) return stream;
  Stream* stream = make_stream(device, hipStreamDefault, 0);
  stream->null = true;
  add_to_device(stream);
  null.store(stream, std::memory_order_release);
  return stream;
}

Stream* per_thread_stream(int device) {
  Stream*& stream = thread_extras().streams[device];
  if (stream == nullptr || streams.find(stream) == nullptr) {
    stream = make_stream(device, hipStreamDefault, 0);
    stream->per_thread = true;
    add_to_device(stream);
  }
  return stream;
}

hipError_t resolve_stream(hipStream_t handle, Stream** stream, bool spt) {
  if (!valid_device(thread_state.device)) return hipErrorNoDevice;
  if (handle == kPerThreadHandle || (handle == nullptr && spt)) {
    *stream = per_thread_stream(thread_state.device);
  } else if (handle == nullptr || handle == kLegacyHandle) {
    *stream = null_stream(thread_state.device);
  } else {
    *stream = streams.find(handle);
    if (*stream == nullptr) return hipErrorContextIsDestroyed;
  }
  return hipSuccess;
}

void lock_streams_for_fork() {
  for (int i = 0; i < kMaxDevices; ++i) device_streams[i].lock.lock();
}

void unlock_streams_after_fork() {
  for (int i = 0; i < kMaxDevices; ++i) device_streams[i].lock.unlock();
}

void reset_streams_after_fork() {
  // Locks may be held by threads that the child does not have, and queues half changed: all of that is made anew, and
  // what it held is left to leak.
  for (int i = 0; i < kMaxDevices; ++i) {
    for (Stream* stream : device_streams[i].all) {
      new (&stream->submit) SpinLock();
      new (&stream->mutex) std::mutex();
      new (&stream->wake_worker) std::condition_variable();
      new (&stream->wake_waiters) std::condition_variable();
      stream->pushed.store(0);
      stream->popped = 0;
      stream->chunk = 0;
      stream->first = stream->last = nullptr;
      stream->spare.store(nullptr);
      stream->completed.store(stream->submitted.load());
      stream->has_worker.store(false);
      stream->worker_sleeps.store(false);
      stream->waiters.store(0);
    }
  }
  // A stream that was being destroyed has lost the worker that would have finished it; its slot stays taken.
}

}  // namespace softhip
