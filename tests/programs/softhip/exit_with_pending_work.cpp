// exit_with_pending_work - the process ends while a stream waits for a word that never comes.
#include "gate.h"

int main() {
  hipStream_t stream;
  void* word = nullptr;
  TRY(hipStreamCreate(&stream));
  TRY(hipHostMalloc(&word, 4, 0));
  TRY(hipStreamWaitValue32(stream, word, 1, hipStreamWaitValueEq, ~0u));
  for (int i = 0; i < 100; ++i) TRY(hipLaunchHostFunc(stream, nothing, nullptr));
  TRY(hipLaunchHostFunc(nullptr, nothing, nullptr));
  FAILS_WITH(hipErrorNotReady, hipStreamQuery(stream));
  return done();
}
