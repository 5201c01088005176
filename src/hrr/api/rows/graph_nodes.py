"""Graph nodes: adding and changing them."""

from __future__ import annotations

from hrr.api.dsl import ASKS, call, hash_pair
from hrr.api.row import Inline, Row, unreplayable

ROWS: tuple[Row, ...] = (
    call(
        71,
        "hipDrvGraphAddMemcpyNode",
        "hipGraphNode_t* phGraphNode, hipGraph_t hGraph, const hipGraphNode_t* dependencies, size_t "
        "numDependencies, const HIP_MEMCPY3D* copyParams, hipCtx_t ctx",
        inline=(
            Inline("dependencies", 128, array=True, since=6),
            Inline("copyParams", 184, since=6),
        ),
        creates="phGraphNode",
        node="hip_5.6",
    ),
    call(
        118,
        "hipGraphAddChildGraphNode",
        "hipGraphNode_t* pGraphNode, hipGraph_t graph, const hipGraphNode_t* pDependencies, size_t "
        "numDependencies, hipGraph_t childGraph",
        inline=(Inline("pDependencies", 128, array=True, since=6),),
        creates="pGraphNode",
        node="hip_4.5",
    ),
    call(
        120,
        "hipGraphAddEmptyNode",
        "hipGraphNode_t* pGraphNode, hipGraph_t graph, const hipGraphNode_t* pDependencies, size_t numDependencies",
        inline=(Inline("pDependencies", 128, array=True, since=6),),
        creates="pGraphNode",
        node="hip_4.4",
    ),
    call(
        121,
        "hipGraphAddEventRecordNode",
        "hipGraphNode_t* pGraphNode, hipGraph_t graph, const hipGraphNode_t* pDependencies, size_t "
        "numDependencies, hipEvent_t event",
        inline=(Inline("pDependencies", 128, array=True, since=6),),
        creates="pGraphNode",
        node="hip_4.5",
    ),
    call(
        122,
        "hipGraphAddEventWaitNode",
        "hipGraphNode_t* pGraphNode, hipGraph_t graph, const hipGraphNode_t* pDependencies, size_t "
        "numDependencies, hipEvent_t event",
        inline=(Inline("pDependencies", 128, array=True, since=6),),
        creates="pGraphNode",
        node="hip_4.5",
    ),
    call(
        123,
        "hipGraphAddHostNode",
        "hipGraphNode_t* pGraphNode, hipGraph_t graph, const hipGraphNode_t* pDependencies, size_t "
        "numDependencies, const hipHostNodeParams* pNodeParams",
        replay=unreplayable("the callback is code of the recorded process"),
        creates="pGraphNode",
        node="hip_4.5",
    ),
    call(
        124,
        "hipGraphAddKernelNode",
        "hipGraphNode_t* pGraphNode, hipGraph_t graph, const hipGraphNode_t* pDependencies, size_t "
        "numDependencies, const hipKernelNodeParams* pNodeParams",
        inline=(
            Inline("pDependencies", 128, array=True, since=6),
            Inline("pNodeParams", 64, since=6),
        ),
        creates="pGraphNode",
        node="hip_4.3",
    ),
    call(
        125,
        "hipGraphAddMemAllocNode",
        "hipGraphNode_t* pGraphNode, hipGraph_t graph, const hipGraphNode_t* pDependencies, size_t "
        "numDependencies, hipMemAllocNodeParams* pNodeParams",
        inline=(
            Inline("pDependencies", 128, array=True, since=6),
            Inline("pNodeParams", 120, since=6),
        ),
        creates="pGraphNode",
        node="hip_5.5",
    ),
    call(
        126,
        "hipGraphAddMemFreeNode",
        "hipGraphNode_t* pGraphNode, hipGraph_t graph, const hipGraphNode_t* pDependencies, size_t "
        "numDependencies, void* dev_ptr",
        inline=(Inline("pDependencies", 128, array=True, since=6),),
        creates="pGraphNode",
        node="hip_5.5",
    ),
    call(
        127,
        "hipGraphAddMemcpyNode",
        "hipGraphNode_t* pGraphNode, hipGraph_t graph, const hipGraphNode_t* pDependencies, size_t "
        "numDependencies, const hipMemcpy3DParms* pCopyParams",
        inline=(
            Inline("pDependencies", 128, array=True, since=6),
            Inline("pCopyParams", 160, since=6),
        ),
        creates="pGraphNode",
        node="hip_4.3",
    ),
    call(
        128,
        "hipGraphAddMemcpyNode1D",
        "hipGraphNode_t* pGraphNode, hipGraph_t graph, const hipGraphNode_t* pDependencies, size_t "
        "numDependencies, void* dst, const void* src, size_t count, hipMemcpyKind kind",
        inline=(Inline("pDependencies", 128, array=True, since=6),),
        creates="pGraphNode",
        node="hip_4.3",
    ),
    call(
        129,
        "hipGraphAddMemcpyNodeFromSymbol",
        "hipGraphNode_t* pGraphNode, hipGraph_t graph, const hipGraphNode_t* pDependencies, size_t "
        "numDependencies, void* dst, const void* symbol, size_t count, size_t offset, hipMemcpyKind kind",
        inline=(Inline("pDependencies", 128, array=True, since=6),),
        extra=(*hash_pair("blob_hash", since=6),),
        creates="pGraphNode",
        node="hip_4.5",
    ),
    call(
        130,
        "hipGraphAddMemcpyNodeToSymbol",
        "hipGraphNode_t* pGraphNode, hipGraph_t graph, const hipGraphNode_t* pDependencies, size_t "
        "numDependencies, const void* symbol, const void* src, size_t count, size_t offset, hipMemcpyKind "
        "kind",
        inline=(Inline("pDependencies", 128, array=True, since=6),),
        extra=(*hash_pair("blob_hash", since=6),),
        creates="pGraphNode",
        node="hip_4.5",
    ),
    call(
        131,
        "hipGraphAddMemsetNode",
        "hipGraphNode_t* pGraphNode, hipGraph_t graph, const hipGraphNode_t* pDependencies, size_t "
        "numDependencies, const hipMemsetParams* pMemsetParams",
        inline=(
            Inline("pDependencies", 128, array=True, since=6),
            Inline("pMemsetParams", 48, since=6),
        ),
        creates="pGraphNode",
        node="hip_4.3",
    ),
    call(
        132,
        "hipGraphChildGraphNodeGetGraph",
        "hipGraphNode_t node, hipGraph_t* pGraph",
        creates="pGraph",
        node="hip_4.5",
    ),
    call(
        137,
        "hipGraphDestroyNode",
        "hipGraphNode_t node",
        destroys="node",
        record_first=True,
        node="hip_4.5",
    ),
    call(
        138,
        "hipGraphEventRecordNodeGetEvent",
        "hipGraphNode_t node, hipEvent_t* event_out",
        replay=ASKS,
        node="hip_4.5",
    ),
    call(
        139,
        "hipGraphEventRecordNodeSetEvent",
        "hipGraphNode_t node, hipEvent_t event",
        node="hip_4.5",
    ),
    call(
        140,
        "hipGraphEventWaitNodeGetEvent",
        "hipGraphNode_t node, hipEvent_t* event_out",
        replay=ASKS,
        node="hip_4.5",
    ),
    call(
        141,
        "hipGraphEventWaitNodeSetEvent",
        "hipGraphNode_t node, hipEvent_t event",
        node="hip_4.5",
    ),
    call(
        155,
        "hipGraphGetNodes",
        "hipGraph_t graph, hipGraphNode_t* nodes, size_t* numNodes",
        replay=ASKS,
        arrays=("nodes",),
        node="hip_4.4",
    ),
    call(
        156,
        "hipGraphGetRootNodes",
        "hipGraph_t graph, hipGraphNode_t* pRootNodes, size_t* pNumRootNodes",
        replay=ASKS,
        arrays=("pRootNodes",),
        node="hip_4.4",
    ),
    call(
        157,
        "hipGraphHostNodeGetParams",
        "hipGraphNode_t node, hipHostNodeParams* pNodeParams",
        replay=ASKS,
        node="hip_4.5",
    ),
    call(
        158,
        "hipGraphHostNodeSetParams",
        "hipGraphNode_t node, const hipHostNodeParams* pNodeParams",
        replay=unreplayable("the callback is code of the recorded process"),
        node="hip_4.5",
    ),
    call(
        161,
        "hipGraphKernelNodeCopyAttributes",
        "hipGraphNode_t hSrc, hipGraphNode_t hDst",
        node="hip_5.3",
    ),
    call(
        162,
        "hipGraphKernelNodeGetAttribute",
        "hipGraphNode_t hNode, hipKernelNodeAttrID attr, hipKernelNodeAttrValue* value",
        replay=ASKS,
        node="hip_5.0",
    ),
    call(
        163,
        "hipGraphKernelNodeGetParams",
        "hipGraphNode_t node, hipKernelNodeParams* pNodeParams",
        replay=ASKS,
        node="hip_4.4",
    ),
    call(
        164,
        "hipGraphKernelNodeSetAttribute",
        "hipGraphNode_t hNode, hipKernelNodeAttrID attr, const hipKernelNodeAttrValue* value",
        inline=(Inline("value", 64, since=6),),
        node="hip_5.0",
    ),
    call(
        165,
        "hipGraphKernelNodeSetParams",
        "hipGraphNode_t node, const hipKernelNodeParams* pNodeParams",
        inline=(Inline("pNodeParams", 64, since=6),),
        node="hip_4.4",
    ),
    call(
        167,
        "hipGraphMemAllocNodeGetParams",
        "hipGraphNode_t node, hipMemAllocNodeParams* pNodeParams",
        replay=ASKS,
        node="hip_5.5",
    ),
    call(
        168,
        "hipGraphMemFreeNodeGetParams",
        "hipGraphNode_t node, void* dev_ptr",
        replay=ASKS,
        node="hip_5.5",
    ),
    call(
        169,
        "hipGraphMemcpyNodeGetParams",
        "hipGraphNode_t node, hipMemcpy3DParms* pNodeParams",
        replay=ASKS,
        node="hip_4.4",
    ),
    call(
        170,
        "hipGraphMemcpyNodeSetParams",
        "hipGraphNode_t node, const hipMemcpy3DParms* pNodeParams",
        inline=(Inline("pNodeParams", 160, since=6),),
        node="hip_4.4",
    ),
    call(
        171,
        "hipGraphMemcpyNodeSetParams1D",
        "hipGraphNode_t node, void* dst, const void* src, size_t count, hipMemcpyKind kind",
        node="hip_4.5",
    ),
    call(
        172,
        "hipGraphMemcpyNodeSetParamsFromSymbol",
        "hipGraphNode_t node, void* dst, const void* symbol, size_t count, size_t offset, hipMemcpyKind kind",
        node="hip_4.5",
    ),
    call(
        173,
        "hipGraphMemcpyNodeSetParamsToSymbol",
        "hipGraphNode_t node, const void* symbol, const void* src, size_t count, size_t offset, hipMemcpyKind kind",
        extra=(*hash_pair("blob_hash", since=6),),
        node="hip_4.5",
    ),
    call(
        174,
        "hipGraphMemsetNodeGetParams",
        "hipGraphNode_t node, hipMemsetParams* pNodeParams",
        replay=ASKS,
        node="hip_4.4",
    ),
    call(
        175,
        "hipGraphMemsetNodeSetParams",
        "hipGraphNode_t node, const hipMemsetParams* pNodeParams",
        inline=(Inline("pNodeParams", 48, since=6),),
        node="hip_4.4",
    ),
    call(
        176,
        "hipGraphNodeFindInClone",
        "hipGraphNode_t* pNode, hipGraphNode_t originalNode, hipGraph_t clonedGraph",
        creates="pNode",
        node="hip_4.5",
    ),
    call(
        177,
        "hipGraphNodeGetDependencies",
        "hipGraphNode_t node, hipGraphNode_t* pDependencies, size_t* pNumDependencies",
        replay=ASKS,
        arrays=("pDependencies",),
        node="hip_4.5",
    ),
    call(
        178,
        "hipGraphNodeGetDependentNodes",
        "hipGraphNode_t node, hipGraphNode_t* pDependentNodes, size_t* pNumDependentNodes",
        replay=ASKS,
        arrays=("pDependentNodes",),
        node="hip_4.5",
    ),
    call(
        179,
        "hipGraphNodeGetEnabled",
        "hipGraphExec_t hGraphExec, hipGraphNode_t hNode, unsigned int* isEnabled",
        replay=ASKS,
        node="hip_5.3",
    ),
    call(
        180,
        "hipGraphNodeGetType",
        "hipGraphNode_t node, hipGraphNodeType* pType",
        replay=ASKS,
        node="hip_4.5",
    ),
    call(
        181,
        "hipGraphNodeSetEnabled",
        "hipGraphExec_t hGraphExec, hipGraphNode_t hNode, unsigned int isEnabled",
        node="hip_5.3",
    ),
    call(
        428,
        "hipDrvGraphAddMemsetNode",
        "hipGraphNode_t* phGraphNode, hipGraph_t hGraph, const hipGraphNode_t* dependencies, size_t "
        "numDependencies, const hipMemsetParams* memsetParams, hipCtx_t ctx",
        inline=(
            Inline("dependencies", 128, array=True, since=6),
            Inline("memsetParams", 48, since=6),
        ),
        creates="phGraphNode",
        node="hip_5.6",
    ),
    call(
        429,
        "hipGraphAddExternalSemaphoresWaitNode",
        "hipGraphNode_t* pGraphNode, hipGraph_t graph, const hipGraphNode_t* pDependencies, size_t "
        "numDependencies, const hipExternalSemaphoreWaitNodeParams* nodeParams",
        creates="pGraphNode",
        node="hip_5.3",
    ),
    call(
        430,
        "hipGraphAddExternalSemaphoresSignalNode",
        "hipGraphNode_t* pGraphNode, hipGraph_t graph, const hipGraphNode_t* pDependencies, size_t "
        "numDependencies, const hipExternalSemaphoreSignalNodeParams* nodeParams",
        creates="pGraphNode",
        node="hip_5.3",
    ),
    call(
        431,
        "hipGraphExternalSemaphoresSignalNodeSetParams",
        "hipGraphNode_t hNode, const hipExternalSemaphoreSignalNodeParams* nodeParams",
        node="hip_5.3",
    ),
    call(
        432,
        "hipGraphExternalSemaphoresWaitNodeSetParams",
        "hipGraphNode_t hNode, const hipExternalSemaphoreWaitNodeParams* nodeParams",
        node="hip_5.3",
    ),
    call(
        433,
        "hipGraphExternalSemaphoresSignalNodeGetParams",
        "hipGraphNode_t hNode, hipExternalSemaphoreSignalNodeParams* params_out",
        replay=ASKS,
        node="hip_5.3",
    ),
    call(
        434,
        "hipGraphExternalSemaphoresWaitNodeGetParams",
        "hipGraphNode_t hNode, hipExternalSemaphoreWaitNodeParams* params_out",
        replay=ASKS,
        node="hip_5.3",
    ),
    call(
        437,
        "hipGraphAddNode",
        "hipGraphNode_t* pGraphNode, hipGraph_t graph, const hipGraphNode_t* pDependencies, size_t "
        "numDependencies, hipGraphNodeParams* nodeParams",
        creates="pGraphNode",
        node="hip_5.5",
    ),
    call(
        452,
        "hipDrvGraphAddMemFreeNode",
        "hipGraphNode_t* phGraphNode, hipGraph_t hGraph, const hipGraphNode_t* dependencies, size_t "
        "numDependencies, hipDeviceptr_t dptr",
        inline=(Inline("dependencies", 128, array=True, since=6),),
        creates="phGraphNode",
        node="hip_6.2",
    ),
    call(
        456,
        "hipGraphNodeSetParams",
        "hipGraphNode_t node, hipGraphNodeParams* nodeParams",
        node="hip_6.2",
    ),
    call(
        459,
        "hipDrvGraphMemcpyNodeGetParams",
        "hipGraphNode_t hNode, HIP_MEMCPY3D* nodeParams",
        replay=ASKS,
        node="hip_6.0",
    ),
    call(
        460,
        "hipDrvGraphMemcpyNodeSetParams",
        "hipGraphNode_t hNode, const HIP_MEMCPY3D* nodeParams",
        inline=(Inline("nodeParams", 184, since=6),),
        node="hip_6.0",
    ),
    call(
        464,
        "hipGraphAddBatchMemOpNode",
        "hipGraphNode_t* phGraphNode, hipGraph_t hGraph, const hipGraphNode_t* dependencies, size_t "
        "numDependencies, const hipBatchMemOpNodeParams* nodeParams",
        inline=(
            Inline("dependencies", 128, array=True, since=6),
            Inline("nodeParams", 32, since=6),
        ),
        creates="phGraphNode",
        node="hip_6.4",
    ),
    call(
        465,
        "hipGraphBatchMemOpNodeGetParams",
        "hipGraphNode_t hNode, hipBatchMemOpNodeParams* nodeParams_out",
        replay=ASKS,
        node="hip_6.4",
    ),
    call(
        466,
        "hipGraphBatchMemOpNodeSetParams",
        "hipGraphNode_t hNode, hipBatchMemOpNodeParams* nodeParams",
        inline=(Inline("nodeParams", 32, since=6),),
        node="hip_6.4",
    ),
)
