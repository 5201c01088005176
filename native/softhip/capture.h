// Stream capture: work that goes into a graph instead of being done.
//
// A graph made so is a sequence: the captured work of all streams that took part, in the order in which it was issued,
// which keeps every order that the streams and events asked for.
#pragma once

#include <hip/hip_runtime_api.h>

#include <memory>
#include <mutex>
#include <vector>

#include "softhip/op.h"
#include "softhip/stream.h"

namespace softhip {

// What a graph does. The graph and all that was made of it share it.
struct Work {
  std::mutex running;  // an executable graph runs one launch at a time
  std::vector<Op> ops;
  void run();
};

// Never freed, so that a stale one is found out.
struct Capture {
  unsigned long long id = 0;
  Stream* origin = nullptr;
  std::vector<Stream*> streams;
  std::shared_ptr<Work> work;
  std::atomic<bool> open{true};
  std::atomic<bool> broken{false};
};

inline Capture* capture_of(const Stream* stream) { return stream->capture.load(std::memory_order_acquire); }

// Fails the call that the stream cannot take while it captures; the capture is lost with it.
[[noreturn]] void refuse(Capture* capture, hipError_t error = hipErrorStreamCaptureUnsupported);
inline void refuse_if_capturing(const Stream* stream) {
  if (Capture* capture = capture_of(stream)) refuse(capture);
}

void add_to(Capture* capture, Op op);
void join(Capture* capture, Stream* stream);

hipError_t begin_capture(Stream* stream);
hipError_t end_capture(Stream* stream, std::shared_ptr<Work>* work);

}  // namespace softhip
