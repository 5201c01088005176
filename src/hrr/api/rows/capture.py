"""Stream capture."""

from __future__ import annotations

from hrr.api.dsl import ASKS, call
from hrr.api.row import EXACT, Inline, Row, skip

ROWS: tuple[Row, ...] = (
    call(
        333,
        "hipStreamBeginCapture",
        "hipStream_t stream, hipStreamCaptureMode mode",
        replay=EXACT,
        begins_capture=True,
        driver=("cuStreamBeginCapture_v2",),
        node="hip_4.3",
    ),
    call(
        338,
        "hipStreamEndCapture",
        "hipStream_t stream, hipGraph_t* pGraph",
        ends_capture=True,
        creates="pGraph",
        replay=EXACT,
        driver=("cuStreamEndCapture",),
        node="hip_4.3",
    ),
    call(
        339,
        "hipStreamGetCaptureInfo",
        "hipStream_t stream, hipStreamCaptureStatus* pCaptureStatus, unsigned long long* pId",
        replay=ASKS,
        driver=("cuStreamGetCaptureInfo",),
        node="hip_4.5",
    ),
    call(
        340,
        "hipStreamGetCaptureInfo_v2",
        "hipStream_t stream, hipStreamCaptureStatus* captureStatus_out, unsigned long long* id_out = 0, "
        "hipGraph_t* graph_out = 0, const hipGraphNode_t** dependencies_out = 0, size_t* "
        "numDependencies_out = 0",
        replay=ASKS,
        driver=("cuStreamGetCaptureInfo_v2",),
        node="hip_4.5",
    ),
    call(
        347,
        "hipStreamUpdateCaptureDependencies",
        "hipStream_t stream, hipGraphNode_t* dependencies, size_t numDependencies, unsigned int flags = 0",
        arrays=("dependencies",),
        driver=("cuStreamUpdateCaptureDependencies",),
        node="hip_4.5",
    ),
    call(
        381,
        "hipThreadExchangeStreamCaptureMode",
        "hipStreamCaptureMode* mode",
        replay=skip("a replay may do what it needs while it captures"),
        driver=("cuThreadExchangeStreamCaptureMode",),
        node="hip_5.0",
    ),
    call(
        421,
        "hipStreamBeginCapture_spt",
        "hipStream_t stream, hipStreamCaptureMode mode",
        replay=EXACT,
        begins_capture=True,
        node="hip_5.3",
    ),
    call(
        422,
        "hipStreamEndCapture_spt",
        "hipStream_t stream, hipGraph_t* pGraph",
        ends_capture=True,
        creates="pGraph",
        replay=EXACT,
        node="hip_5.3",
    ),
    call(
        424,
        "hipStreamGetCaptureInfo_spt",
        "hipStream_t stream, hipStreamCaptureStatus* pCaptureStatus, unsigned long long* pId",
        replay=ASKS,
        node="hip_5.3",
    ),
    call(
        425,
        "hipStreamGetCaptureInfo_v2_spt",
        "hipStream_t stream, hipStreamCaptureStatus* captureStatus_out, unsigned long long* id_out, "
        "hipGraph_t* graph_out, const hipGraphNode_t** dependencies_out, size_t* numDependencies_out",
        replay=ASKS,
        node="hip_5.3",
    ),
    call(
        443,
        "hipStreamBeginCaptureToGraph",
        "hipStream_t stream, hipGraph_t graph, const hipGraphNode_t* dependencies, const hipGraphEdgeData* "
        "dependencyData, size_t numDependencies, hipStreamCaptureMode mode",
        inline=(
            Inline("dependencies", 128, array=True, since=6),
            Inline("dependencyData", 128, array=True, since=6),
        ),
        driver=("cuStreamBeginCaptureToGraph",),
        node="hip_6.1",
    ),
)
