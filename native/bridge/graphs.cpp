// Graphs, where HIP's descriptions of nodes are not the driver's.
#include "bridge/copy.h"
#include "bridge/launch.h"
#include "bridge/registry.h"

using bridge::Copy;
using bridge::cuda;
using bridge::Side;

namespace {

CUcontext here() {
  CUcontext context = nullptr;
  cuda.cuCtxGetCurrent(&context);
  return context;
}

// A node's kernel is given by host function or by handle.
hipError_t kernel_of(void* named, CUfunction* function) {
  if (bridge::function_of(named, function) == hipSuccess) return hipSuccess;
  *function = static_cast<CUfunction>(named);
  return named == nullptr ? hipErrorInvalidValue : hipSuccess;
}

// The driver's description of a kernel node; it points into `extra`.
hipError_t describe_kernel(const hipKernelNodeParams* parms, bridge::Extra* extra, CUDA_KERNEL_NODE_PARAMS* node) {
  *node = {};
  BRIDGE_TRY(kernel_of(parms->func, &node->func));
  node->gridDimX = parms->gridDim.x;
  node->gridDimY = parms->gridDim.y;
  node->gridDimZ = parms->gridDim.z;
  node->blockDimX = parms->blockDim.x;
  node->blockDimY = parms->blockDim.y;
  node->blockDimZ = parms->blockDim.z;
  node->sharedMemBytes = parms->sharedMemBytes;
  node->kernelParams = parms->kernelParams;
  node->extra = extra->get();
  return hipSuccess;
}

template <typename Use>
hipError_t with_kernel(const hipKernelNodeParams* parms, Use&& use) {
  return bridge::in_context([&]() -> hipError_t {
    if (parms == nullptr) return hipErrorInvalidValue;
    bridge::Extra extra(parms->extra);
    CUDA_KERNEL_NODE_PARAMS node;
    BRIDGE_TRY(describe_kernel(parms, &extra, &node));
    return bridge::from(use(node));
  });
}

template <typename Parms, typename Use>
hipError_t with_copy(const Parms* parms, Use&& use) {
  return bridge::in_context([&]() -> hipError_t {
    Copy copy;
    if (parms == nullptr) return hipErrorInvalidValue;
    BRIDGE_TRY(bridge::make_copy(*parms, &copy));
    const CUDA_MEMCPY3D node = bridge::describe(copy);
    return bridge::from(use(node));
  });
}

template <typename Use>
hipError_t with_flat_copy(void* dst, const void* src, size_t size, hipMemcpyKind kind, Use&& use) {
  return bridge::in_context([&]() -> hipError_t {
    Copy copy;
    copy.dst = Side::at(dst);
    copy.src = Side::at(src);
    copy.width = size;
    BRIDGE_TRY(bridge::set_kind(&copy, kind));
    const CUDA_MEMCPY3D node = bridge::describe(copy);
    return bridge::from(use(node));
  });
}

CUDA_MEMSET_NODE_PARAMS describe_fill(const hipMemsetParams& parms) {
  return {parms.dst, parms.pitch, parms.value, parms.elementSize, parms.width, parms.height};
}

template <typename Use>
hipError_t with_fill(const hipMemsetParams* parms, Use&& use) {
  return bridge::in_context([&]() -> hipError_t {
    if (parms == nullptr) return hipErrorInvalidValue;
    const CUDA_MEMSET_NODE_PARAMS node = describe_fill(*parms);
    return bridge::from(use(node));
  });
}

hipMemoryType memory_type(CUmemorytype type) {
  switch (type) {
    case CU_MEMORYTYPE_HOST:
      return hipMemoryTypeHost;
    case CU_MEMORYTYPE_DEVICE:
      return hipMemoryTypeDevice;
    case CU_MEMORYTYPE_ARRAY:
      return hipMemoryTypeArray;
    default:
      return hipMemoryTypeUnified;
  }
}

HIP_MEMCPY3D hip_words(const CUDA_MEMCPY3D& node) {
  HIP_MEMCPY3D parms = {};
#define HRR_SIDE(side)                                         \
  parms.side##XInBytes = node.side##XInBytes;                  \
  parms.side##Y = node.side##Y;                                \
  parms.side##Z = node.side##Z;                                \
  parms.side##LOD = node.side##LOD;                            \
  parms.side##MemoryType = memory_type(node.side##MemoryType); \
  parms.side##Host = node.side##Host;                          \
  parms.side##Device = node.side##Device;                      \
  parms.side##Array = node.side##Array;                        \
  parms.side##Pitch = node.side##Pitch;                        \
  parms.side##Height = node.side##Height
  HRR_SIDE(src);
  HRR_SIDE(dst);
#undef HRR_SIDE
  parms.WidthInBytes = node.WidthInBytes;
  parms.Height = node.Height;
  parms.Depth = node.Depth;
  return parms;
}

hipPitchedPtr pitched(CUmemorytype type, const void* host, void* device, size_t pitch, size_t height) {
  void* base = type == CU_MEMORYTYPE_HOST ? const_cast<void*>(host) : device;
  return {base, pitch, pitch, height};
}

hipMemcpyKind kind_of(CUmemorytype to, CUmemorytype from) {
  if (to == CU_MEMORYTYPE_UNIFIED || from == CU_MEMORYTYPE_UNIFIED) return hipMemcpyDefault;
  if (to == CU_MEMORYTYPE_HOST) return from == CU_MEMORYTYPE_HOST ? hipMemcpyHostToHost : hipMemcpyDeviceToHost;
  return from == CU_MEMORYTYPE_HOST ? hipMemcpyHostToDevice : hipMemcpyDeviceToDevice;
}

hipMemcpy3DParms runtime_words(const CUDA_MEMCPY3D& node) {
  hipMemcpy3DParms parms = {};
  size_t element = 1;
#define HRR_SIDE(side)                                                                                            \
  const size_t side##Element = node.side##Array == nullptr ? 1 : bridge::element_size(node.side##Array);          \
  if (side##Element > 1) element = side##Element;                                                                 \
  parms.side##Array = node.side##Array;                                                                           \
  parms.side##Pos = {node.side##XInBytes / (side##Element == 0 ? 1 : side##Element), node.side##Y, node.side##Z}; \
  if (node.side##Array == nullptr) {                                                                              \
    parms.side##Ptr =                                                                                             \
        pitched(node.side##MemoryType, node.side##Host, node.side##Device, node.side##Pitch, node.side##Height);  \
  }
  HRR_SIDE(src);
  HRR_SIDE(dst);
#undef HRR_SIDE
  parms.extent = {node.WidthInBytes / element, node.Height, node.Depth};
  parms.kind = kind_of(node.dstMemoryType, node.srcMemoryType);
  return parms;
}

}  // namespace

BRIDGE_API hipError_t hipGraphAddKernelNode(hipGraphNode_t* node, hipGraph_t graph, const hipGraphNode_t* after,
                                            size_t count, const hipKernelNodeParams* parms) {
  return with_kernel(parms, [&](const CUDA_KERNEL_NODE_PARAMS& kernel) {
    return cuda.cuGraphAddKernelNode_v2(node, graph, after, count, &kernel);
  });
}

BRIDGE_API hipError_t hipGraphKernelNodeSetParams(hipGraphNode_t node, const hipKernelNodeParams* parms) {
  return with_kernel(
      parms, [&](const CUDA_KERNEL_NODE_PARAMS& kernel) { return cuda.cuGraphKernelNodeSetParams_v2(node, &kernel); });
}

BRIDGE_API hipError_t hipGraphExecKernelNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                                      const hipKernelNodeParams* parms) {
  return with_kernel(parms, [&](const CUDA_KERNEL_NODE_PARAMS& kernel) {
    return cuda.cuGraphExecKernelNodeSetParams_v2(exec, node, &kernel);
  });
}

BRIDGE_API hipError_t hipGraphKernelNodeGetParams(hipGraphNode_t node, hipKernelNodeParams* parms) {
  return bridge::in_context([&]() -> hipError_t {
    if (parms == nullptr) return hipErrorInvalidValue;
    CUDA_KERNEL_NODE_PARAMS kernel = {};
    BRIDGE_TRY(cuda.cuGraphKernelNodeGetParams_v2(node, &kernel));
    void* function = kernel.func != nullptr ? static_cast<void*>(kernel.func) : static_cast<void*>(kernel.kern);
    const void* host = bridge::host_of(kernel.func);
    parms->func = host == nullptr ? function : const_cast<void*>(host);
    parms->gridDim = {kernel.gridDimX, kernel.gridDimY, kernel.gridDimZ};
    parms->blockDim = {kernel.blockDimX, kernel.blockDimY, kernel.blockDimZ};
    parms->sharedMemBytes = kernel.sharedMemBytes;
    parms->kernelParams = kernel.kernelParams;
    parms->extra = kernel.extra;
    return hipSuccess;
  });
}

BRIDGE_API hipError_t hipDrvGraphAddMemcpyNode(hipGraphNode_t* node, hipGraph_t graph, const hipGraphNode_t* after,
                                               size_t count, const HIP_MEMCPY3D* parms, hipCtx_t context) {
  return with_copy(parms, [&](const CUDA_MEMCPY3D& copy) {
    return cuda.cuGraphAddMemcpyNode(node, graph, after, count, &copy, context == nullptr ? here() : context);
  });
}

BRIDGE_API hipError_t hipGraphAddMemcpyNode(hipGraphNode_t* node, hipGraph_t graph, const hipGraphNode_t* after,
                                            size_t count, const hipMemcpy3DParms* parms) {
  return with_copy(parms, [&](const CUDA_MEMCPY3D& copy) {
    return cuda.cuGraphAddMemcpyNode(node, graph, after, count, &copy, here());
  });
}

BRIDGE_API hipError_t hipGraphAddMemcpyNode1D(hipGraphNode_t* node, hipGraph_t graph, const hipGraphNode_t* after,
                                              size_t count, void* dst, const void* src, size_t size,
                                              hipMemcpyKind kind) {
  return with_flat_copy(dst, src, size, kind, [&](const CUDA_MEMCPY3D& copy) {
    return cuda.cuGraphAddMemcpyNode(node, graph, after, count, &copy, here());
  });
}

BRIDGE_API hipError_t hipGraphMemcpyNodeSetParams(hipGraphNode_t node, const hipMemcpy3DParms* parms) {
  return with_copy(parms, [&](const CUDA_MEMCPY3D& copy) { return cuda.cuGraphMemcpyNodeSetParams(node, &copy); });
}

BRIDGE_API hipError_t hipDrvGraphMemcpyNodeSetParams(hipGraphNode_t node, const HIP_MEMCPY3D* parms) {
  return with_copy(parms, [&](const CUDA_MEMCPY3D& copy) { return cuda.cuGraphMemcpyNodeSetParams(node, &copy); });
}

BRIDGE_API hipError_t hipGraphMemcpyNodeSetParams1D(hipGraphNode_t node, void* dst, const void* src, size_t size,
                                                    hipMemcpyKind kind) {
  return with_flat_copy(dst, src, size, kind,
                        [&](const CUDA_MEMCPY3D& copy) { return cuda.cuGraphMemcpyNodeSetParams(node, &copy); });
}

BRIDGE_API hipError_t hipGraphExecMemcpyNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                                      hipMemcpy3DParms* parms) {
  return with_copy(
      parms, [&](const CUDA_MEMCPY3D& copy) { return cuda.cuGraphExecMemcpyNodeSetParams(exec, node, &copy, here()); });
}

BRIDGE_API hipError_t hipGraphExecMemcpyNodeSetParams1D(hipGraphExec_t exec, hipGraphNode_t node, void* dst,
                                                        const void* src, size_t size, hipMemcpyKind kind) {
  return with_flat_copy(dst, src, size, kind, [&](const CUDA_MEMCPY3D& copy) {
    return cuda.cuGraphExecMemcpyNodeSetParams(exec, node, &copy, here());
  });
}

BRIDGE_API hipError_t hipDrvGraphExecMemcpyNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                                         const HIP_MEMCPY3D* parms, hipCtx_t context) {
  return with_copy(parms, [&](const CUDA_MEMCPY3D& copy) {
    return cuda.cuGraphExecMemcpyNodeSetParams(exec, node, &copy, context == nullptr ? here() : context);
  });
}

BRIDGE_API hipError_t hipGraphMemcpyNodeGetParams(hipGraphNode_t node, hipMemcpy3DParms* parms) {
  return bridge::in_context([&]() -> hipError_t {
    CUDA_MEMCPY3D copy = {};
    if (parms == nullptr) return hipErrorInvalidValue;
    BRIDGE_TRY(cuda.cuGraphMemcpyNodeGetParams(node, &copy));
    *parms = runtime_words(copy);
    return hipSuccess;
  });
}

BRIDGE_API hipError_t hipDrvGraphMemcpyNodeGetParams(hipGraphNode_t node, HIP_MEMCPY3D* parms) {
  return bridge::in_context([&]() -> hipError_t {
    CUDA_MEMCPY3D copy = {};
    if (parms == nullptr) return hipErrorInvalidValue;
    BRIDGE_TRY(cuda.cuGraphMemcpyNodeGetParams(node, &copy));
    *parms = hip_words(copy);
    return hipSuccess;
  });
}

BRIDGE_API hipError_t hipGraphAddMemsetNode(hipGraphNode_t* node, hipGraph_t graph, const hipGraphNode_t* after,
                                            size_t count, const hipMemsetParams* parms) {
  return with_fill(parms, [&](const CUDA_MEMSET_NODE_PARAMS& fill) {
    return cuda.cuGraphAddMemsetNode(node, graph, after, count, &fill, here());
  });
}

BRIDGE_API hipError_t hipDrvGraphAddMemsetNode(hipGraphNode_t* node, hipGraph_t graph, const hipGraphNode_t* after,
                                               size_t count, const hipMemsetParams* parms, hipCtx_t context) {
  return with_fill(parms, [&](const CUDA_MEMSET_NODE_PARAMS& fill) {
    return cuda.cuGraphAddMemsetNode(node, graph, after, count, &fill, context == nullptr ? here() : context);
  });
}

BRIDGE_API hipError_t hipGraphMemsetNodeSetParams(hipGraphNode_t node, const hipMemsetParams* parms) {
  return with_fill(parms,
                   [&](const CUDA_MEMSET_NODE_PARAMS& fill) { return cuda.cuGraphMemsetNodeSetParams(node, &fill); });
}

BRIDGE_API hipError_t hipGraphExecMemsetNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                                      const hipMemsetParams* parms) {
  return with_fill(parms, [&](const CUDA_MEMSET_NODE_PARAMS& fill) {
    return cuda.cuGraphExecMemsetNodeSetParams(exec, node, &fill, here());
  });
}

BRIDGE_API hipError_t hipDrvGraphExecMemsetNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                                         const hipMemsetParams* parms, hipCtx_t context) {
  return with_fill(parms, [&](const CUDA_MEMSET_NODE_PARAMS& fill) {
    return cuda.cuGraphExecMemsetNodeSetParams(exec, node, &fill, context == nullptr ? here() : context);
  });
}

BRIDGE_API hipError_t hipGraphMemsetNodeGetParams(hipGraphNode_t node, hipMemsetParams* parms) {
  return bridge::in_context([&]() -> hipError_t {
    CUDA_MEMSET_NODE_PARAMS fill = {};
    if (parms == nullptr) return hipErrorInvalidValue;
    BRIDGE_TRY(cuda.cuGraphMemsetNodeGetParams(node, &fill));
    *parms = {fill.dst, fill.elementSize, fill.height, fill.pitch, fill.value, fill.width};
    return hipSuccess;
  });
}
