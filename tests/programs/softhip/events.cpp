// events - records, waits and times; events that were never recorded, recorded again, or are gone.
#include "gate.h"

int main() {
  hipStream_t stream;
  hipEvent_t first, second, silent;
  float ms = -1;
  TRY(hipStreamCreate(&stream));
  TRY(hipEventCreate(&first));
  TRY(hipEventCreate(&second));
  TRY(hipEventCreateWithFlags(&silent, hipEventDisableTiming));
  FAILS_WITH(hipErrorInvalidValue, hipEventCreate(nullptr));
  FAILS_WITH(hipErrorInvalidValue, hipEventCreateWithFlags(&first, 0x100));

  // Never recorded: complete, but without a time.
  TRY(hipEventQuery(first));
  TRY(hipEventSynchronize(first));
  FAILS_WITH(hipErrorInvalidHandle, hipEventElapsedTime(&ms, first, second));

  TRY(hipEventRecord(first, stream));
  Gate gate(stream);
  TRY(hipEventRecord(second, stream));
  TRY(hipEventSynchronize(first));
  FAILS_WITH(hipErrorNotReady, hipEventQuery(second));
  FAILS_WITH(hipErrorNotReady, hipEventElapsedTime(&ms, first, second));
  let_things_happen();
  gate.open();
  TRY(hipEventSynchronize(second));
  TRY(hipEventQuery(second));
  TRY(hipEventElapsedTime(&ms, first, second));
  EXPECT(ms >= 40);  // the time for which the gate was shut, at least
  TRY(hipEventElapsedTime(&ms, second, first));
  EXPECT(ms <= -40);
  FAILS_WITH(hipErrorInvalidValue, hipEventElapsedTime(nullptr, first, second));

  TRY(hipEventRecordWithFlags(silent, stream, hipEventRecordDefault));
  TRY(hipEventSynchronize(silent));
  FAILS_WITH(hipErrorInvalidHandle, hipEventElapsedTime(&ms, first, silent));
  FAILS_WITH(hipErrorInvalidValue, hipEventRecordWithFlags(silent, stream, 7));

  // The last record counts.
  TRY(hipEventRecord(first, stream));
  Gate again(stream);
  TRY(hipEventRecord(first, stream));
  let_things_happen();
  FAILS_WITH(hipErrorNotReady, hipEventQuery(first));
  TRY(hipEventDestroy(first));  // while its record is pending
  again.open();
  TRY(hipStreamSynchronize(stream));
  FAILS_WITH(hipErrorInvalidHandle, hipEventQuery(first));
  FAILS_WITH(hipErrorInvalidHandle, hipEventRecord(first, stream));
  FAILS_WITH(hipErrorInvalidHandle, hipEventDestroy(first));
  FAILS_WITH(hipErrorInvalidHandle, hipEventDestroy(nullptr));

  // An event outlives the stream that it was recorded in.
  TRY(hipEventRecord(second, stream));
  TRY(hipStreamDestroy(stream));
  TRY(hipEventSynchronize(second));
  TRY(hipEventQuery(second));
  TRY(hipEventDestroy(second));
  TRY(hipEventDestroy(silent));
  return done();
}
