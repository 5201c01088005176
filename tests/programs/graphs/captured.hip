// captured: a graph of two streams, captured once and launched three times with new input; what a capture refuses.
#include "check.h"

constexpr int kCount = 256;
constexpr size_t kBytes = kCount * sizeof(int);

__global__ void add(int* data, int value) { data[blockIdx.x * blockDim.x + threadIdx.x] += value; }

__global__ void times(int* data, const int* factor) { data[threadIdx.x] *= *factor; }

static void capture(hipStream_t stream, hipStream_t other, hipStreamCaptureMode mode, int* data, int* factors,
                    int* pinned, hipGraphExec_t* exec) {
  hipEvent_t fork, join;
  hipGraph_t graph;
  hipStreamCaptureStatus status;
  TRY(hipEventCreateWithFlags(&fork, hipEventDisableTiming));
  TRY(hipEventCreateWithFlags(&join, hipEventDisableTiming));
  TRY(hipStreamBeginCapture(stream, mode));
  TRY(hipStreamIsCapturing(stream, &status));
  EXPECT(status == hipStreamCaptureStatusActive);
  TRY(hipMemcpyAsync(data, pinned, kBytes, hipMemcpyHostToDevice, stream));
  TRY(hipEventRecord(fork, stream));
  TRY(hipStreamWaitEvent(other, fork, 0));
  TRY(hipStreamIsCapturing(other, &status));
  EXPECT(status == hipStreamCaptureStatusActive);
  add<<<1, 1, 0, other>>>(factors, 1);
  add<<<4, 64, 0, stream>>>(data, 5);
  TRY(hipEventRecord(join, other));
  TRY(hipStreamWaitEvent(stream, join, 0));
  times<<<1, kCount, 0, stream>>>(data, factors);
  FAILS_WITH(hipErrorCapturedEvent, hipEventQuery(join));
  TRY(hipStreamEndCapture(stream, &graph));
  TRY(hipStreamIsCapturing(other, &status));
  EXPECT(status == hipStreamCaptureStatusNone);
  TRY(hipGraphInstantiate(exec, graph, nullptr, nullptr, 0));
  TRY(hipGraphDestroy(graph));
  TRY(hipEventDestroy(fork));
  TRY(hipEventDestroy(join));
}

static void refusals(hipStream_t stream) {
  hipGraph_t graph = nullptr;
  FAILS_WITH(hipErrorStreamCaptureUnsupported, hipStreamBeginCapture(nullptr, hipStreamCaptureModeGlobal));
  FAILS_WITH(hipErrorIllegalState, hipStreamEndCapture(stream, &graph));
  TRY(hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed));
  FAILS_WITH(hipErrorIllegalState, hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed));
  FAILS_WITH(hipErrorStreamCaptureUnsupported, hipStreamSynchronize(stream));
  FAILS_WITH(hipErrorStreamCaptureInvalidated, hipStreamEndCapture(stream, &graph));
  EXPECT(graph == nullptr);
  TRY(hipStreamSynchronize(stream));
}

int main(void) {
  hipStream_t stream, other;
  hipGraphExec_t exec;
  int *data, *factors, *pinned;
  static int back[kCount];
  TRY(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  TRY(hipStreamCreateWithFlags(&other, hipStreamNonBlocking));
  TRY(hipMalloc((void**)&data, kBytes));
  TRY(hipMalloc((void**)&factors, sizeof(int)));
  TRY(hipMemset(data, 0xFF, kBytes));
  TRY(hipMemset(factors, 0, sizeof(int)));
  TRY(hipHostMalloc((void**)&pinned, kBytes, hipHostMallocDefault));
  for (int i = 0; i < kCount; ++i) pinned[i] = i;
  capture(stream, other, hipStreamCaptureModeGlobal, data, factors, pinned, &exec);
  TRY(hipMemcpy(back, data, kBytes, hipMemcpyDeviceToHost));
  EXPECT(back[7] == -1);  // nothing was done yet
  for (int launch = 1; launch <= 3; ++launch) {
    TRY(hipGraphLaunch(exec, stream));
    TRY(hipMemcpyAsync(back, data, kBytes, hipMemcpyDeviceToHost, stream));
    TRY(hipStreamSynchronize(stream));
    for (int i = 0; i < kCount; ++i) EXPECT(back[i] == (i + 5) * launch);
  }
  TRY(hipGraphExecDestroy(exec));
  EXPECT_REFUSED(hipGraphLaunch(exec, stream));
  refusals(stream);
  TRY(hipHostFree(pinned));
  TRY(hipFree(factors));
  TRY(hipFree(data));
  TRY(hipStreamDestroy(other));
  TRY(hipStreamDestroy(stream));
  return done();
}
