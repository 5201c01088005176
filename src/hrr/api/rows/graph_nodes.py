"""Graph nodes: adding and changing them."""

from __future__ import annotations

from hrr.api.dsl import call, hash_pair
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
        driver=("cuGraphAddMemcpyNode",),
        node="hip_5.6",
    ),
    call(
        118,
        "hipGraphAddChildGraphNode",
        "hipGraphNode_t* pGraphNode, hipGraph_t graph, const hipGraphNode_t* pDependencies, size_t "
        "numDependencies, hipGraph_t childGraph",
        inline=(Inline("pDependencies", 128, array=True, since=6),),
        creates="pGraphNode",
        driver=("cuGraphAddChildGraphNode",),
        node="hip_4.5",
    ),
    call(
        120,
        "hipGraphAddEmptyNode",
        "hipGraphNode_t* pGraphNode, hipGraph_t graph, const hipGraphNode_t* pDependencies, size_t numDependencies",
        inline=(Inline("pDependencies", 128, array=True, since=6),),
        creates="pGraphNode",
        driver=("cuGraphAddEmptyNode",),
        node="hip_4.4",
    ),
    call(
        121,
        "hipGraphAddEventRecordNode",
        "hipGraphNode_t* pGraphNode, hipGraph_t graph, const hipGraphNode_t* pDependencies, size_t "
        "numDependencies, hipEvent_t event",
        inline=(Inline("pDependencies", 128, array=True, since=6),),
        creates="pGraphNode",
        driver=("cuGraphAddEventRecordNode",),
        node="hip_4.5",
    ),
    call(
        122,
        "hipGraphAddEventWaitNode",
        "hipGraphNode_t* pGraphNode, hipGraph_t graph, const hipGraphNode_t* pDependencies, size_t "
        "numDependencies, hipEvent_t event",
        inline=(Inline("pDependencies", 128, array=True, since=6),),
        creates="pGraphNode",
        driver=("cuGraphAddEventWaitNode",),
        node="hip_4.5",
    ),
    call(
        123,
        "hipGraphAddHostNode",
        "hipGraphNode_t* pGraphNode, hipGraph_t graph, const hipGraphNode_t* pDependencies, size_t "
        "numDependencies, const hipHostNodeParams* pNodeParams",
        replay=unreplayable("the callback is code of the recorded process"),
        creates="pGraphNode",
        driver=("cuGraphAddHostNode",),
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
        driver=("cuGraphAddKernelNode_v2",),
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
        driver=("cuGraphAddMemAllocNode",),
        node="hip_5.5",
    ),
    call(
        126,
        "hipGraphAddMemFreeNode",
        "hipGraphNode_t* pGraphNode, hipGraph_t graph, const hipGraphNode_t* pDependencies, size_t "
        "numDependencies, void* dev_ptr",
        inline=(Inline("pDependencies", 128, array=True, since=6),),
        creates="pGraphNode",
        driver=("cuGraphAddMemFreeNode",),
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
        428,
        "hipDrvGraphAddMemsetNode",
        "hipGraphNode_t* phGraphNode, hipGraph_t hGraph, const hipGraphNode_t* dependencies, size_t "
        "numDependencies, const hipMemsetParams* memsetParams, hipCtx_t ctx",
        inline=(
            Inline("dependencies", 128, array=True, since=6),
            Inline("memsetParams", 48, since=6),
        ),
        creates="phGraphNode",
        driver=("cuGraphAddMemsetNode",),
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
        464,
        "hipGraphAddBatchMemOpNode",
        "hipGraphNode_t* phGraphNode, hipGraph_t hGraph, const hipGraphNode_t* dependencies, size_t "
        "numDependencies, const hipBatchMemOpNodeParams* nodeParams",
        inline=(
            Inline("dependencies", 128, array=True, since=6),
            Inline("nodeParams", 32, since=6),
        ),
        creates="phGraphNode",
        driver=("cuGraphAddBatchMemOpNode",),
        node="hip_6.4",
    ),
)
