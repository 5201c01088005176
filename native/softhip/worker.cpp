// The thread behind a stream.
#include <pthread.h>
#include <signal.h>

#include <chrono>
#include <new>

#include "softhip/adversary.h"
#include "softhip/queue.h"

namespace softhip {
namespace {

bool empty(const Stream* stream) { return stream->pushed.load(std::memory_order_seq_cst) == stream->popped; }

// False when the stream is destroyed and drained.
bool wait_for_work(Stream* stream) {
  if (spin_until([&] { return !empty(stream); })) return true;
  std::unique_lock<std::mutex> hold(stream->mutex);
  stream->worker_sleeps.store(true, std::memory_order_seq_cst);
  stream->wake_worker.wait(hold, [&] { return !empty(stream) || stream->closing.load(); });
  stream->worker_sleeps.store(false, std::memory_order_seq_cst);
  return !empty(stream);
}

// The queue must not be empty.
QueuedOp& front(Stream* stream) {
  if (stream->chunk != stream->popped / kChunkOps) {
    OpChunk* used = stream->first;
    stream->first = used->next;
    ++stream->chunk;
    delete stream->spare.exchange(used, std::memory_order_acq_rel);
  }
  return stream->first->ops[stream->popped % kChunkOps];
}

// The adversary: as late as the API allows, but a program that polls must get on. Returns the last ticket that may run.
uint64_t hold_back(Stream* stream) {
  const uint64_t ticket = front(stream).ticket;
  std::unique_lock<std::mutex> hold(stream->mutex);
  const bool urged = stream->wake_worker.wait_for(hold, std::chrono::milliseconds(kLateMilliseconds),
                                                  [&] { return stream->urged.load() >= ticket; });
  return urged ? stream->urged.load() : stream->submitted.load();
}

void run_up_to(Stream* stream, uint64_t last) {
  while (!empty(stream)) {
    QueuedOp& queued = front(stream);
    const uint64_t ticket = queued.ticket;
    if (ticket > last) return;
    wait_for({stream, ticket - 1});  // work that runs on the threads of its callers
    queued.op();
    queued.op = Op();
    ++stream->popped;
    complete(stream, ticket);
  }
}

void* work(void* pointer) {
  Stream* stream = static_cast<Stream*>(pointer);
  while (wait_for_work(stream)) run_up_to(stream, adversary.late ? hold_back(stream) : UINT64_MAX);
  wait_for({stream, stream->submitted.load()});
  forget_stream(stream);
  return nullptr;
}

}  // namespace

void ensure_worker(Stream* stream) {
  std::lock_guard<std::mutex> hold(stream->mutex);
  if (stream->has_worker.load(std::memory_order_relaxed)) return;
  // The program's signals are for the program's threads.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  const int error = pthread_create(&thread, &attributes, work, stream);
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (error != 0) throw std::bad_alloc();
  stream->has_worker.store(true, std::memory_order_release);
}

}  // namespace softhip
