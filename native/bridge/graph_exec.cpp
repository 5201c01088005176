// Graphs as wholes: questions about nodes, instances, updates.
#include <vector>

#include "bridge/core.h"

using bridge::cuda;

BRIDGE_API hipError_t hipGraphNodeGetType(hipGraphNode_t node, hipGraphNodeType* type) {
  return bridge::in_context([&]() -> hipError_t {
    CUgraphNodeType found = {};
    if (type == nullptr) return hipErrorInvalidValue;
    BRIDGE_TRY(cuda.cuGraphNodeGetType(node, &found));
    // The same numbers, but for the kinds that came last.
    if (found > CU_GRAPH_NODE_TYPE_BATCH_MEM_OP) return hipErrorNotSupported;
    *type =
        found == CU_GRAPH_NODE_TYPE_BATCH_MEM_OP ? hipGraphNodeTypeBatchMemOp : static_cast<hipGraphNodeType>(found);
    return hipSuccess;
  });
}

BRIDGE_API hipError_t hipGraphMemFreeNodeGetParams(hipGraphNode_t node, void* ptr) {
  return bridge::in_context([&] { return cuda.cuGraphMemFreeNodeGetParams(node, static_cast<void**>(ptr)); });
}

// The error node and the log belong to an older form of the call, which newer drivers may lack.
BRIDGE_API hipError_t hipGraphInstantiate(hipGraphExec_t* exec, hipGraph_t graph, hipGraphNode_t* failed, char* log,
                                          size_t size) {
  return bridge::in_context([&] {
    if (failed != nullptr) *failed = nullptr;
    if (log != nullptr && size != 0) *log = '\0';
    return cuda.cuGraphInstantiateWithFlags(exec, graph, 0);
  });
}

BRIDGE_API hipError_t hipGraphInstantiateWithParams(hipGraphExec_t* exec, hipGraph_t graph,
                                                    hipGraphInstantiateParams* parms) {
  return bridge::in_context([&]() -> hipError_t {
    if (parms == nullptr) return hipErrorInvalidValue;
    CUDA_GRAPH_INSTANTIATE_PARAMS driver = {parms->flags, parms->uploadStream, nullptr, hipGraphInstantiateSuccess};
    const hipError_t error = bridge::from(cuda.cuGraphInstantiateWithParams(exec, graph, &driver));
    parms->errNode_out = driver.hErrNode_out;
    parms->result_out = driver.result_out;
    return error;
  });
}

BRIDGE_API hipError_t hipGraphExecUpdate(hipGraphExec_t exec, hipGraph_t graph, hipGraphNode_t* failed,
                                         hipGraphExecUpdateResult* result) {
  return bridge::in_context([&] {
    CUgraphExecUpdateResultInfo info = {};
    const CUresult error = cuda.cuGraphExecUpdate_v2(exec, graph, &info);
    if (failed != nullptr) *failed = info.errorNode;
    if (result != nullptr) *result = info.result;
    return error;
  });
}

BRIDGE_API hipError_t hipStreamBeginCaptureToGraph(hipStream_t stream, hipGraph_t graph, const hipGraphNode_t* after,
                                                   const hipGraphEdgeData* edges, size_t count,
                                                   hipStreamCaptureMode mode) {
  return bridge::in_context([&] {
    std::vector<CUgraphEdgeData> driver;
    for (size_t i = 0; edges != nullptr && i < count; ++i) {
      driver.push_back({edges[i].from_port, edges[i].to_port, edges[i].type, {}});
    }
    return cuda.cuStreamBeginCaptureToGraph(stream, graph, after, driver.empty() ? nullptr : driver.data(), count,
                                            mode);
  });
}
