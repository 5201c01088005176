#include "softhip/capture.h"

#include <atomic>

#include "softhip/api.h"
#include "softhip/fork_mutex.h"

namespace softhip {
namespace {

ForkMutex mutex;
std::atomic<unsigned long long> next_id{1};

}  // namespace

void Work::run() {
  std::lock_guard<std::mutex> hold(running);
  for (Op& op : ops) op();
}

void refuse(Capture* capture, hipError_t error) {
  capture->broken.store(true);
  throw Refused{error};
}

void add_to(Capture* capture, Op op) {
  std::lock_guard<ForkMutex> hold(mutex);
  capture->work->ops.push_back(std::move(op));
}

void join(Capture* capture, Stream* stream) {
  std::lock_guard<ForkMutex> hold(mutex);
  capture->streams.push_back(stream);
  stream->capture.store(capture, std::memory_order_release);
}

hipError_t begin_capture(Stream* stream) {
  if (stream->null) return hipErrorStreamCaptureUnsupported;
  if (capture_of(stream) != nullptr) return hipErrorIllegalState;
  auto* capture = new Capture();
  capture->id = next_id.fetch_add(1);
  capture->origin = stream;
  capture->work = std::make_shared<Work>();
  join(capture, stream);
  return hipSuccess;
}

hipError_t end_capture(Stream* stream, std::shared_ptr<Work>* work) {
  Capture* capture = capture_of(stream);
  if (capture == nullptr) return hipErrorIllegalState;
  if (capture->origin != stream) {
    capture->broken.store(true);
    return hipErrorStreamCaptureUnmatched;
  }
  std::lock_guard<ForkMutex> hold(mutex);
  for (Stream* member : capture->streams) member->capture.store(nullptr, std::memory_order_release);
  capture->streams.clear();
  capture->open.store(false);
  *work = std::move(capture->work);
  return capture->broken.load() ? hipErrorStreamCaptureInvalidated : hipSuccess;
}

}  // namespace softhip
