// forked - a child made by fork while streams are busy: the runtime works in it, from an idle start, and goes on in the
// parent.
#include <sys/wait.h>
#include <unistd.h>

#include "gate.h"

static void use_everything() {
  hipStream_t stream;
  hipEvent_t event;
  unsigned char back[128];
  TRY(hipStreamCreate(&stream));
  TRY(hipEventCreate(&event));
  unsigned char* device = device_filled(128, 7);
  TRY(hipMemsetAsync(device, 0x11, 64, stream));
  TRY(hipEventRecord(event, stream));
  TRY(hipStreamWaitEvent(nullptr, event, 0));
  TRY(hipEventSynchronize(event));
  TRY(hipMemcpy(back, device, 128, hipMemcpyDeviceToHost));
  EXPECT(all(back, 64, 0x11) && filled_from(64, back + 64, 64, 7));
  TRY(hipStreamDestroy(stream));
  TRY(hipEventDestroy(event));
  TRY(hipFree(device));
  TRY(hipDeviceSynchronize());
}

int main() {
  hipStream_t busy;
  TRY(hipStreamCreate(&busy));
  use_everything();
  Gate gate(busy);
  TRY(hipLaunchHostFunc(busy, nothing, nullptr));
  std::atomic<bool> stop{false};
  std::thread other([&] {  // in the middle of calls when the process forks
    while (!stop) {
      void* p = nullptr;
      TRY(hipMalloc(&p, 100));
      TRY(hipMemsetAsync(p, 1, 100, hipStreamPerThread));
      TRY(hipStreamSynchronize(hipStreamPerThread));
      TRY(hipFreeAsync(p, hipStreamPerThread));
    }
  });
  for (int i = 0; i < 20; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(30);
      TRY(hipStreamQuery(busy));  // what the parent waits for is nothing to the child
      use_everything();
      TRY(hipLaunchHostFunc(busy, nothing, nullptr));
      TRY(hipStreamSynchronize(busy));
      _exit(check_failures != 0);
    }
    int status = 0;
    EXPECT(waitpid(child, &status, 0) == child);
    EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  stop = true;
  other.join();
  FAILS_WITH(hipErrorNotReady, hipStreamQuery(busy));
  gate.open();
  TRY(hipStreamSynchronize(busy));
  use_everything();
  return done();
}
