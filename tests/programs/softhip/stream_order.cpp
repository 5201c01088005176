// stream_order - what waits for what: the legacy default stream, blocking and non-blocking streams, per-thread default
// streams, events between streams; work in one stream stays in order.
#include <vector>

#include "gate.h"

static std::atomic<int> clock_now{0};

// When the work ran, as a number that grows; 0 before.
struct Mark {
  std::atomic<int> at{0};
  explicit Mark(hipStream_t stream) { TRY(hipLaunchHostFunc(stream, set, this)); }
  static void set(void* self) { static_cast<Mark*>(self)->at = ++clock_now; }
};

static void legacy_default_stream() {
  hipStream_t blocking, other, free_running;
  TRY(hipStreamCreate(&blocking));
  TRY(hipStreamCreate(&other));
  TRY(hipStreamCreateWithFlags(&free_running, hipStreamNonBlocking));
  {  // work of the default stream waits for the blocking streams, and later work of theirs waits for it
    Gate gate(blocking);
    Mark in_default(nullptr), after(other), independent(free_running);
    TRY(hipStreamSynchronize(free_running));
    EXPECT(independent.at != 0);
    let_things_happen();
    EXPECT(in_default.at == 0 && after.at == 0);
    FAILS_WITH(hipErrorNotReady, hipStreamQuery(nullptr));
    FAILS_WITH(hipErrorNotReady, hipStreamQuery(other));
    TRY(hipStreamQuery(free_running));
    gate.open();
    TRY(hipStreamSynchronize(other));
    EXPECT(in_default.at != 0 && in_default.at < after.at);
  }
  {  // blocking streams do not wait for each other
    Gate gate(blocking);
    Mark elsewhere(other);
    TRY(hipStreamSynchronize(other));
    EXPECT(elsewhere.at != 0);
    gate.open();
  }
  {  // a copy that the call waits for is in the default stream as well
    unsigned char* device = device_filled(64, 1);
    unsigned char back[64];
    void* pinned = nullptr;
    TRY(hipHostMalloc(&pinned, 64, 0));
    fill(pinned, 64, 2);
    Gate gate(blocking);
    TRY(hipMemcpyAsync(device, pinned, 64, hipMemcpyHostToDevice, blocking));
    std::thread opener([&] {
      let_things_happen();
      gate.open();
    });
    TRY(hipMemcpy(back, device, 64, hipMemcpyDeviceToHost));
    EXPECT(filled(back, 64, 2));
    opener.join();
    TRY(hipHostFree(pinned));
    TRY(hipFree(device));
  }
  {  // hipStreamLegacy is the same stream; synchronising it takes the blocking streams along
    Gate gate(blocking);
    Mark mark(hipStreamLegacy), behind(blocking);
    gate.open();
    TRY(hipStreamSynchronize(hipStreamLegacy));
    EXPECT(mark.at != 0 && behind.at != 0 && mark.at < behind.at);
  }
  TRY(hipStreamDestroy(blocking));
  TRY(hipStreamDestroy(other));
  TRY(hipStreamDestroy(free_running));
}

static void default_streams_of_threads() {
  hipStream_t blocking;
  TRY(hipStreamCreate(&blocking));
  Gate gate(hipStreamPerThread);
  FAILS_WITH(hipErrorNotReady, hipStreamQuery(hipStreamPerThread));
  FAILS_WITH(hipErrorNotReady, hipStreamQuery_spt(nullptr));
  TRY(hipStreamQuery(blocking));
  std::thread([] {  // another thread has another one
    TRY(hipStreamQuery(hipStreamPerThread));
    Mark mark(hipStreamPerThread);
    TRY(hipStreamSynchronize_spt(nullptr));
    EXPECT(mark.at != 0);
  })
      .join();
  Mark in_default(nullptr);  // the legacy default stream waits for it
  let_things_happen();
  EXPECT(in_default.at == 0);
  gate.open();
  TRY(hipStreamSynchronize(nullptr));
  EXPECT(in_default.at != 0);
  TRY(hipStreamDestroy(blocking));
}

static void events_between_streams() {
  hipStream_t first, second;
  hipEvent_t event;
  TRY(hipStreamCreateWithFlags(&first, hipStreamNonBlocking));
  TRY(hipStreamCreateWithFlags(&second, hipStreamNonBlocking));
  TRY(hipEventCreate(&event));
  TRY(hipStreamWaitEvent(second, event, 0));  // never recorded: nothing to wait for
  TRY(hipStreamSynchronize(second));
  Gate gate(first);
  TRY(hipEventRecord(event, first));
  Mark later(first);
  TRY(hipStreamWaitEvent(second, event, 0));
  Mark behind(second);
  TRY(hipEventRecord(event, second));  // the wait keeps the record that it saw
  let_things_happen();
  EXPECT(behind.at == 0);
  gate.open();
  TRY(hipStreamSynchronize(second));
  EXPECT(behind.at != 0);
  TRY(hipStreamSynchronize(first));
  TRY(hipEventDestroy(event));
  FAILS_WITH(hipErrorInvalidHandle, hipStreamWaitEvent(second, event, 0));
  FAILS_WITH(hipErrorInvalidHandle, hipStreamWaitEvent(second, nullptr, 0));
  TRY(hipStreamDestroy(first));
  TRY(hipStreamDestroy(second));
}

static void in_order() {
  hipStream_t stream;
  std::vector<int> seen;
  struct Number {
    std::vector<int>* seen;
    int value;
  };
  std::vector<Number> numbers;
  for (int i = 0; i < 5000; ++i) numbers.push_back({&seen, i});
  TRY(hipStreamCreate(&stream));
  for (Number& number : numbers) {
    const auto append = [](void* at) { static_cast<Number*>(at)->seen->push_back(static_cast<Number*>(at)->value); };
    TRY(hipLaunchHostFunc(stream, append, &number));
  }
  TRY(hipStreamDestroy(stream));  // its work still runs
  TRY(hipDeviceSynchronize());
  EXPECT(seen.size() == 5000);
  for (size_t i = 0; i < seen.size(); ++i) EXPECT(seen[i] == static_cast<int>(i));
}

static void callbacks() {
  hipStream_t stream;
  TRY(hipStreamCreate(&stream));
  struct Seen {
    hipStream_t stream;
    hipError_t status;
    bool called;
  } seen = {nullptr, hipErrorUnknown, false};
  const auto note = [](hipStream_t stream, hipError_t status, void* data) {
    *static_cast<Seen*>(data) = {stream, status, true};
  };
  TRY(hipStreamAddCallback(stream, note, &seen, 0));
  TRY(hipStreamSynchronize(stream));
  EXPECT(seen.called && seen.stream == stream && seen.status == hipSuccess);
  FAILS_WITH(hipErrorInvalidValue, hipStreamAddCallback(stream, nullptr, nullptr, 0));
  FAILS_WITH(hipErrorInvalidValue, hipLaunchHostFunc(stream, nullptr, nullptr));
  TRY(hipStreamDestroy(stream));
}

int main() {
  legacy_default_stream();
  default_streams_of_threads();
  events_between_streams();
  in_order();
  callbacks();
  return done();
}
