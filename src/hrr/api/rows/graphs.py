"""Graphs as a whole, and user objects."""

from __future__ import annotations

from hrr.api.dsl import ASKS, call
from hrr.api.row import EXACT, Inline, Row, unreplayable

ROWS: tuple[Row, ...] = (
    call(
        119,
        "hipGraphAddDependencies",
        "hipGraph_t graph, const hipGraphNode_t* from, const hipGraphNode_t* to, size_t numDependencies",
        inline=(
            Inline("from", 128, array=True, since=6),
            Inline("to", 128, array=True, since=6),
        ),
        driver=("cuGraphAddDependencies",),
        node="hip_4.4",
    ),
    call(
        133,
        "hipGraphClone",
        "hipGraph_t* pGraphClone, hipGraph_t originalGraph",
        creates="pGraphClone",
        driver=("cuGraphClone",),
        node="hip_4.5",
    ),
    call(
        134,
        "hipGraphCreate",
        "hipGraph_t* pGraph, unsigned int flags",
        creates="pGraph",
        driver=("cuGraphCreate",),
        node="hip_4.3",
    ),
    call(
        135,
        "hipGraphDebugDotPrint",
        "hipGraph_t graph, const char* path, unsigned int flags",
        driver=("cuGraphDebugDotPrint",),
        node="hip_5.3",
    ),
    call(
        136,
        "hipGraphDestroy",
        "hipGraph_t graph",
        replay=EXACT,
        destroys="graph",
        record_first=True,
        driver=("cuGraphDestroy",),
        node="hip_4.3",
    ),
    call(
        154,
        "hipGraphGetEdges",
        "hipGraph_t graph, hipGraphNode_t* from, hipGraphNode_t* to, size_t* numEdges",
        replay=ASKS,
        arrays=(
            "from",
            "to",
        ),
        driver=("cuGraphGetEdges",),
        node="hip_4.5",
    ),
    call(
        182,
        "hipGraphReleaseUserObject",
        "hipGraph_t graph, hipUserObject_t object, unsigned int count = 1",
        driver=("cuGraphReleaseUserObject",),
        node="hip_5.3",
    ),
    call(
        183,
        "hipGraphRemoveDependencies",
        "hipGraph_t graph, const hipGraphNode_t* from, const hipGraphNode_t* to, size_t numDependencies",
        driver=("cuGraphRemoveDependencies",),
        node="hip_4.5",
    ),
    call(
        184,
        "hipGraphRetainUserObject",
        "hipGraph_t graph, hipUserObject_t object, unsigned int count = 1, unsigned int flags = 0",
        driver=("cuGraphRetainUserObject",),
        node="hip_5.3",
    ),
    call(
        383,
        "hipUserObjectCreate",
        "hipUserObject_t* object_out, void* ptr, hipHostFn_t destroy, unsigned int initialRefcount, unsigned int flags",
        replay=unreplayable("the callback is code of the recorded process"),
        creates="object_out",
        driver=("cuUserObjectCreate",),
        node="hip_5.3",
    ),
    call(
        384,
        "hipUserObjectRelease",
        "hipUserObject_t object, unsigned int count = 1",
        driver=("cuUserObjectRelease",),
        node="hip_5.3",
    ),
    call(
        385,
        "hipUserObjectRetain",
        "hipUserObject_t object, unsigned int count = 1",
        driver=("cuUserObjectRetain",),
        node="hip_5.3",
    ),
)
