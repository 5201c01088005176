"""Executable graphs: instantiate, update, launch."""

from __future__ import annotations

from hrr.api.dsl import ASKS, call, hash_pair
from hrr.api.row import Inline, Row, unreplayable

ROWS: tuple[Row, ...] = (
    call(
        142,
        "hipGraphExecChildGraphNodeSetParams",
        "hipGraphExec_t hGraphExec, hipGraphNode_t node, hipGraph_t childGraph",
        node="hip_4.5",
    ),
    call(
        143,
        "hipGraphExecDestroy",
        "hipGraphExec_t graphExec",
        destroys="graphExec",
        record_first=True,
        driver=("cuGraphExecDestroy",),
        node="hip_4.3",
    ),
    call(
        144,
        "hipGraphExecEventRecordNodeSetEvent",
        "hipGraphExec_t hGraphExec, hipGraphNode_t hNode, hipEvent_t event",
        node="hip_4.5",
    ),
    call(
        145,
        "hipGraphExecEventWaitNodeSetEvent",
        "hipGraphExec_t hGraphExec, hipGraphNode_t hNode, hipEvent_t event",
        node="hip_4.5",
    ),
    call(
        146,
        "hipGraphExecHostNodeSetParams",
        "hipGraphExec_t hGraphExec, hipGraphNode_t node, const hipHostNodeParams* pNodeParams",
        replay=unreplayable("the callback is code of the recorded process"),
        node="hip_4.5",
    ),
    call(
        147,
        "hipGraphExecKernelNodeSetParams",
        "hipGraphExec_t hGraphExec, hipGraphNode_t node, const hipKernelNodeParams* pNodeParams",
        inline=(Inline("pNodeParams", 64, since=6),),
        driver=("cuGraphExecKernelNodeSetParams_v2",),
        node="hip_4.4",
    ),
    call(
        148,
        "hipGraphExecMemcpyNodeSetParams",
        "hipGraphExec_t hGraphExec, hipGraphNode_t node, hipMemcpy3DParms* pNodeParams",
        inline=(Inline("pNodeParams", 160, since=6),),
        node="hip_4.5",
    ),
    call(
        149,
        "hipGraphExecMemcpyNodeSetParams1D",
        "hipGraphExec_t hGraphExec, hipGraphNode_t node, void* dst, const void* src, size_t count, hipMemcpyKind kind",
        node="hip_4.5",
    ),
    call(
        150,
        "hipGraphExecMemcpyNodeSetParamsFromSymbol",
        "hipGraphExec_t hGraphExec, hipGraphNode_t node, void* dst, const void* symbol, size_t count, "
        "size_t offset, hipMemcpyKind kind",
        node="hip_4.5",
    ),
    call(
        151,
        "hipGraphExecMemcpyNodeSetParamsToSymbol",
        "hipGraphExec_t hGraphExec, hipGraphNode_t node, const void* symbol, const void* src, size_t count, "
        "size_t offset, hipMemcpyKind kind",
        extra=(*hash_pair("blob_hash", since=6),),
        node="hip_4.5",
    ),
    call(
        152,
        "hipGraphExecMemsetNodeSetParams",
        "hipGraphExec_t hGraphExec, hipGraphNode_t node, const hipMemsetParams* pNodeParams",
        inline=(Inline("pNodeParams", 48, since=6),),
        node="hip_4.5",
    ),
    call(
        153,
        "hipGraphExecUpdate",
        "hipGraphExec_t hGraphExec, hipGraph_t hGraph, hipGraphNode_t* hErrorNode_out, "
        "hipGraphExecUpdateResult* updateResult_out",
        driver=("cuGraphExecUpdate_v2",),
        node="hip_4.5",
    ),
    call(
        159,
        "hipGraphInstantiate",
        "hipGraphExec_t* pGraphExec, hipGraph_t graph, hipGraphNode_t* pErrorNode, char* pLogBuffer, size_t bufferSize",
        creates="pGraphExec",
        node="hip_4.3",
    ),
    call(
        160,
        "hipGraphInstantiateWithFlags",
        "hipGraphExec_t* pGraphExec, hipGraph_t graph, unsigned long long flags",
        creates="pGraphExec",
        driver=("cuGraphInstantiateWithFlags",),
        node="hip_4.5",
    ),
    call(
        166,
        "hipGraphLaunch",
        "hipGraphExec_t graphExec, hipStream_t stream",
        driver=("cuGraphLaunch",),
        node="hip_4.3",
    ),
    call(
        185,
        "hipGraphUpload",
        "hipGraphExec_t graphExec, hipStream_t stream",
        driver=("cuGraphUpload",),
        node="hip_5.3",
    ),
    call(
        420,
        "hipGraphLaunch_spt",
        "hipGraphExec_t graphExec, hipStream_t stream",
        node="hip_5.3",
    ),
    call(
        435,
        "hipGraphExecExternalSemaphoresSignalNodeSetParams",
        "hipGraphExec_t hGraphExec, hipGraphNode_t hNode, const hipExternalSemaphoreSignalNodeParams* nodeParams",
        node="hip_5.3",
    ),
    call(
        436,
        "hipGraphExecExternalSemaphoresWaitNodeSetParams",
        "hipGraphExec_t hGraphExec, hipGraphNode_t hNode, const hipExternalSemaphoreWaitNodeParams* nodeParams",
        node="hip_5.3",
    ),
    call(
        438,
        "hipGraphInstantiateWithParams",
        "hipGraphExec_t* pGraphExec, hipGraph_t graph, hipGraphInstantiateParams* instantiateParams",
        creates="pGraphExec",
        driver=("cuGraphInstantiateWithParams",),
        node="hip_6.1",
    ),
    call(
        453,
        "hipDrvGraphExecMemcpyNodeSetParams",
        "hipGraphExec_t hGraphExec, hipGraphNode_t hNode, const HIP_MEMCPY3D* copyParams, hipCtx_t ctx",
        inline=(Inline("copyParams", 184, since=6),),
        node="hip_6.2",
    ),
    call(
        454,
        "hipDrvGraphExecMemsetNodeSetParams",
        "hipGraphExec_t hGraphExec, hipGraphNode_t hNode, const hipMemsetParams* memsetParams, hipCtx_t ctx",
        inline=(Inline("memsetParams", 48, since=6),),
        node="hip_6.2",
    ),
    call(
        455,
        "hipGraphExecGetFlags",
        "hipGraphExec_t graphExec, unsigned long long* flags",
        replay=ASKS,
        node="hip_6.2",
    ),
    call(
        457,
        "hipGraphExecNodeSetParams",
        "hipGraphExec_t graphExec, hipGraphNode_t node, hipGraphNodeParams* nodeParams",
        node="hip_6.2",
    ),
    call(
        467,
        "hipGraphExecBatchMemOpNodeSetParams",
        "hipGraphExec_t hGraphExec, hipGraphNode_t hNode, const hipBatchMemOpNodeParams* nodeParams",
        inline=(Inline("nodeParams", 32, since=6),),
        node="hip_6.4",
    ),
)
