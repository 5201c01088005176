// graphs.cpp KERNELS.ptx - a captured graph launched three times with changing pinned input, and one made by hand.
#include "image.h"

static const uint32_t kCount = 4096;

static void captured(const Kernels& kernels) {
  float *input, *output, *device;
  hipStream_t stream;
  hipGraph_t graph;
  hipGraphExec_t exec;
  TRY(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  TRY(hipHostMalloc((void**)&input, kCount * 4, 0));
  TRY(hipHostMalloc((void**)&output, kCount * 4, 0));
  TRY(hipMalloc((void**)&device, 2 * kCount * 4));
  struct {
    void *out, *in;
    float factor;
    uint32_t count;
  } parms = {device + kCount, device, 3, kCount};
  void* params[] = {&parms};
  TRY(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
  hipStreamCaptureStatus status;
  TRY(hipStreamIsCapturing(stream, &status));
  EXPECT(status == hipStreamCaptureStatusActive);
  TRY(hipMemcpyAsync(device, input, kCount * 4, hipMemcpyHostToDevice, stream));
  TRY(hipModuleLaunchKernel(kernels.scale, kCount / 256, 1, 1, 256, 1, 1, 0, stream, params, NULL));
  TRY(hipMemcpyAsync(output, device + kCount, kCount * 4, hipMemcpyDeviceToHost, stream));
  TRY(hipStreamEndCapture(stream, &graph));
  size_t nodes = 0;
  TRY(hipGraphGetNodes(graph, NULL, &nodes));
  EXPECT(nodes == 3);
  TRY(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
  for (int round = 0; round < 3; ++round) {
    for (uint32_t i = 0; i < kCount; ++i) input[i] = (float)(i + round);
    TRY(hipGraphLaunch(exec, stream));
    TRY(hipStreamSynchronize(stream));
    for (uint32_t i = 0; i < kCount; ++i) EXPECT(output[i] == 3.0f * (float)(i + round));
  }
  TRY(hipGraphExecDestroy(exec));
  TRY(hipGraphDestroy(graph));
  TRY(hipHostFree(input));
  TRY(hipHostFree(output));
  TRY(hipFree(device));
  TRY(hipStreamDestroy(stream));
}

static void by_hand(const Kernels& kernels) {
  void* device = NULL;
  static unsigned char host[256 * 4], back[256 * 4];
  hipGraph_t graph;
  hipGraphNode_t fill_node, kernel_node, copy_node;
  hipGraphExec_t exec;
  TRY(hipMalloc(&device, sizeof host));
  TRY(hipGraphCreate(&graph, 0));
  hipMemsetParams clear = {device, 1, 1, 0, 0xAB, sizeof host};
  TRY(hipGraphAddMemsetNode(&fill_node, graph, NULL, 0, &clear));
  uint32_t count = 128, first = 40;
  void* params[] = {&device, &count, &first};
  hipKernelNodeParams kernel = {};
  kernel.func = (void*)kernels.fill;
  kernel.gridDim = dim3(1);
  kernel.blockDim = dim3(128);
  kernel.kernelParams = params;
  TRY(hipGraphAddKernelNode(&kernel_node, graph, &fill_node, 1, &kernel));
  TRY(hipGraphAddMemcpyNode1D(&copy_node, graph, &kernel_node, 1, back, device, sizeof back, hipMemcpyDeviceToHost));
  hipGraphNodeType type;
  TRY(hipGraphNodeGetType(copy_node, &type));
  EXPECT(type == hipGraphNodeTypeMemcpy);
  TRY(hipGraphInstantiateWithFlags(&exec, graph, 0));
  TRY(hipGraphLaunch(exec, NULL));
  TRY(hipDeviceSynchronize());
  for (uint32_t i = 0; i < 128; ++i) EXPECT(((uint32_t*)back)[i] == 40 + i);
  EXPECT(all(back + 512, 512, 0xAB));
  first = 90;
  TRY(hipGraphExecKernelNodeSetParams(exec, kernel_node, &kernel));
  TRY(hipGraphLaunch(exec, NULL));
  TRY(hipDeviceSynchronize());
  EXPECT(((uint32_t*)back)[5] == 95);
  TRY(hipGraphExecDestroy(exec));
  TRY(hipGraphDestroy(graph));
  TRY(hipFree(device));
}

int main(int count, char** arguments) {
  const Kernels kernels = load_kernels(count, arguments);
  captured(kernels);
  by_hand(kernels);
  return done();
}
