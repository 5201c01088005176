// Stream capture, and the graphs that it makes.
#include "softhip/api.h"
#include "softhip/capture.h"

using namespace softhip;

namespace {

constexpr bool kSpt = true;

struct Graph {
  std::shared_ptr<Work> work;
};

HandlePool<Graph> graphs(1 << 16);
HandlePool<Graph> execs(1 << 16);  // a graph that can be launched

// Every object of a pool starts without work and ends without.
template <typename Handle>
hipError_t make(HandlePool<Graph>* pool, std::shared_ptr<Work> work, Handle* handle) {
  Graph* graph = pool->create();
  if (graph == nullptr) return hipErrorOutOfMemory;
  graph->work = std::move(work);
  *handle = reinterpret_cast<Handle>(graph);
  return hipSuccess;
}

template <typename Handle>
hipError_t destroy(HandlePool<Graph>* pool, Handle handle) {
  Graph* graph = pool->find(handle);
  if (graph == nullptr || !pool->retire(graph)) return hipErrorInvalidValue;
  graph->work.reset();
  pool->recycle(graph);
  return hipSuccess;
}

hipError_t begin(hipStream_t handle, hipStreamCaptureMode mode, bool spt) {
  Stream* stream = nullptr;
  if (mode < hipStreamCaptureModeGlobal || mode > hipStreamCaptureModeRelaxed) return hipErrorInvalidValue;
  SOFTHIP_TRY(resolve_stream(handle, &stream, spt));
  return begin_capture(stream);
}

hipError_t end(hipStream_t handle, hipGraph_t* graph, bool spt) {
  Stream* stream = nullptr;
  if (graph == nullptr) return hipErrorInvalidValue;
  *graph = nullptr;
  SOFTHIP_TRY(resolve_stream(handle, &stream, spt));
  std::shared_ptr<Work> work;
  SOFTHIP_TRY(end_capture(stream, &work));
  return make(&graphs, std::move(work), graph);
}

hipError_t status_of(hipStream_t handle, hipStreamCaptureStatus* status, unsigned long long* id, bool spt) {
  Stream* stream = nullptr;
  if (status == nullptr) return hipErrorInvalidValue;
  SOFTHIP_TRY(resolve_stream(handle, &stream, spt));
  const Capture* capture = capture_of(stream);
  *status = capture == nullptr       ? hipStreamCaptureStatusNone
            : capture->broken.load() ? hipStreamCaptureStatusInvalidated
                                     : hipStreamCaptureStatusActive;
  if (id != nullptr) *id = capture == nullptr ? 0 : capture->id;
  return hipSuccess;
}

void no_nodes(hipGraph_t* graph, const hipGraphNode_t** dependencies, size_t* count) {
  if (graph != nullptr) *graph = nullptr;
  if (dependencies != nullptr) *dependencies = nullptr;
  if (count != nullptr) *count = 0;
}

hipError_t instantiate(hipGraphExec_t* exec, hipGraph_t handle) {
  if (exec == nullptr) return hipErrorInvalidValue;
  Graph* graph = graphs.find(handle);
  return graph == nullptr ? hipErrorInvalidValue : make(&execs, graph->work, exec);
}

hipError_t launch(hipGraphExec_t handle, hipStream_t stream_handle, bool spt) {
  Stream* stream = nullptr;
  Graph* exec = execs.find(handle);
  if (exec == nullptr) return hipErrorInvalidValue;
  SOFTHIP_TRY(resolve_stream(stream_handle, &stream, spt));
  enqueue(stream, [work = exec->work] { work->run(); });
  return hipSuccess;
}

}  // namespace

SOFTHIP_API hipError_t hipStreamBeginCapture(hipStream_t stream, hipStreamCaptureMode mode) {
  return call(__func__, [&] { return begin(stream, mode, false); });
}

SOFTHIP_API hipError_t hipStreamBeginCapture_spt(hipStream_t stream, hipStreamCaptureMode mode) {
  return call(__func__, [&] { return begin(stream, mode, kSpt); });
}

SOFTHIP_API hipError_t hipStreamEndCapture(hipStream_t stream, hipGraph_t* pGraph) {
  return call(__func__, [&] { return end(stream, pGraph, false); });
}

SOFTHIP_API hipError_t hipStreamEndCapture_spt(hipStream_t stream, hipGraph_t* pGraph) {
  return call(__func__, [&] { return end(stream, pGraph, kSpt); });
}

SOFTHIP_API hipError_t hipStreamIsCapturing(hipStream_t stream, hipStreamCaptureStatus* pCaptureStatus) {
  return call(__func__, [&] { return status_of(stream, pCaptureStatus, nullptr, false); });
}

SOFTHIP_API hipError_t hipStreamIsCapturing_spt(hipStream_t stream, hipStreamCaptureStatus* pCaptureStatus) {
  return call(__func__, [&] { return status_of(stream, pCaptureStatus, nullptr, kSpt); });
}

SOFTHIP_API hipError_t hipStreamGetCaptureInfo(hipStream_t stream, hipStreamCaptureStatus* pCaptureStatus,
                                               unsigned long long* pId) {
  return call(__func__, [&] { return status_of(stream, pCaptureStatus, pId, false); });
}

SOFTHIP_API hipError_t hipStreamGetCaptureInfo_spt(hipStream_t stream, hipStreamCaptureStatus* pCaptureStatus,
                                                   unsigned long long* pId) {
  return call(__func__, [&] { return status_of(stream, pCaptureStatus, pId, kSpt); });
}

SOFTHIP_API hipError_t hipStreamGetCaptureInfo_v2(hipStream_t stream, hipStreamCaptureStatus* captureStatus_out,
                                                  unsigned long long* id_out, hipGraph_t* graph_out,
                                                  const hipGraphNode_t** dependencies_out,
                                                  size_t* numDependencies_out) {
  return call(__func__, [&] {
    no_nodes(graph_out, dependencies_out, numDependencies_out);
    return status_of(stream, captureStatus_out, id_out, false);
  });
}

SOFTHIP_API hipError_t hipStreamGetCaptureInfo_v2_spt(hipStream_t stream, hipStreamCaptureStatus* captureStatus_out,
                                                      unsigned long long* id_out, hipGraph_t* graph_out,
                                                      const hipGraphNode_t** dependencies_out,
                                                      size_t* numDependencies_out) {
  return call(__func__, [&] {
    no_nodes(graph_out, dependencies_out, numDependencies_out);
    return status_of(stream, captureStatus_out, id_out, kSpt);
  });
}

SOFTHIP_API hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode* mode) {
  return call(__func__, [&] {
    if (mode == nullptr || *mode < hipStreamCaptureModeGlobal || *mode > hipStreamCaptureModeRelaxed) {
      return hipErrorInvalidValue;
    }
    const auto before = static_cast<hipStreamCaptureMode>(thread_state.capture_mode);
    thread_state.capture_mode = *mode;
    *mode = before;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipGraphInstantiate(hipGraphExec_t* pGraphExec, hipGraph_t graph, hipGraphNode_t* pErrorNode,
                                           char* pLogBuffer, size_t bufferSize) {
  return call(__func__, [&] {
    if (pErrorNode != nullptr) *pErrorNode = nullptr;
    if (pLogBuffer != nullptr && bufferSize != 0) *pLogBuffer = '\0';
    return instantiate(pGraphExec, graph);
  });
}

SOFTHIP_API hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t* pGraphExec, hipGraph_t graph, unsigned long long) {
  return call(__func__, [&] { return instantiate(pGraphExec, graph); });
}

SOFTHIP_API hipError_t hipGraphLaunch(hipGraphExec_t graphExec, hipStream_t stream) {
  return call(__func__, [&] { return launch(graphExec, stream, false); });
}

SOFTHIP_API hipError_t hipGraphLaunch_spt(hipGraphExec_t graphExec, hipStream_t stream) {
  return call(__func__, [&] { return launch(graphExec, stream, kSpt); });
}

SOFTHIP_API hipError_t hipGraphUpload(hipGraphExec_t graphExec, hipStream_t stream) {
  return call(__func__, [&]() -> hipError_t {
    Stream* found = nullptr;
    SOFTHIP_TRY(resolve_stream(stream, &found));
    return execs.find(graphExec) == nullptr ? hipErrorInvalidValue : hipSuccess;
  });
}

SOFTHIP_API hipError_t hipGraphExecDestroy(hipGraphExec_t graphExec) {
  return call(__func__, [&] { return destroy(&execs, graphExec); });
}

SOFTHIP_API hipError_t hipGraphDestroy(hipGraph_t graph) {
  return call(__func__, [&] { return destroy(&graphs, graph); });
}
