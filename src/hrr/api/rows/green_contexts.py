"""Execution contexts on part of a device."""

from __future__ import annotations

from hrr.api.dsl import ASKS, call
from hrr.api.row import Row

ROWS: tuple[Row, ...] = (
    call(
        520,
        "hipGreenCtxCreate",
        "hipExecutionCtx_t* ctx, hipDevResourceDesc_t desc, int device, unsigned int flags",
        creates="ctx",
        node="hip_7.2",
    ),
    call(
        521,
        "hipExecutionCtxDestroy",
        "hipExecutionCtx_t ctx",
        destroys="ctx",
        record_first=True,
        node="hip_7.2",
    ),
    call(
        522,
        "hipExecutionCtxStreamCreate",
        "hipStream_t* stream, hipExecutionCtx_t greenctx, unsigned int flags, int priority",
        creates="stream",
        node="hip_7.2",
    ),
    call(
        523,
        "hipDeviceGetDevResource",
        "hipDevice_t device, hipDevResource* resource, hipDevResourceType type",
        replay=ASKS,
        node="hip_7.2",
    ),
    call(
        524,
        "hipDevSmResourceSplitByCount",
        "hipDevResource* result, unsigned int* nbGroups, const hipDevResource* input, hipDevResource* "
        "remainder, unsigned int flags, unsigned int minCount",
        node="hip_7.2",
    ),
    call(
        525,
        "hipDevSmResourceSplit",
        "hipDevResource* result, unsigned int nbGroups, const hipDevResource* input, hipDevResource* "
        "remainder, unsigned int flags, hipDevSmResourceGroupParams* groupParams",
        node="hip_7.2",
    ),
    call(
        526,
        "hipDevResourceGenerateDesc",
        "hipDevResourceDesc_t* phDesc, hipDevResource* resources, unsigned int nbResources",
        node="hip_7.2",
    ),
    call(
        527,
        "hipDeviceGetExecutionCtx",
        "hipExecutionCtx_t* ctx, int device",
        creates="ctx",
        node="hip_7.2",
    ),
    call(
        528,
        "hipExecutionCtxGetDevResource",
        "hipExecutionCtx_t ctx, hipDevResource* resource, hipDevResourceType type",
        replay=ASKS,
        node="hip_7.2",
    ),
    call(
        529,
        "hipExecutionCtxGetDevice",
        "hipDevice_t* device, hipExecutionCtx_t ctx",
        replay=ASKS,
        node="hip_7.2",
    ),
    call(
        530,
        "hipExecutionCtxGetId",
        "hipExecutionCtx_t ctx, unsigned long long* ctxId",
        replay=ASKS,
        node="hip_7.2",
    ),
    call(
        531,
        "hipStreamGetDevResource",
        "hipStream_t hStream, hipDevResource* resource, hipDevResourceType type",
        replay=ASKS,
        node="hip_7.2",
    ),
    call(
        532,
        "hipExecutionCtxRecordEvent",
        "hipExecutionCtx_t ctx, hipEvent_t event",
        node="hip_7.2",
    ),
    call(
        533,
        "hipExecutionCtxSynchronize",
        "hipExecutionCtx_t ctx",
        node="hip_7.2",
    ),
    call(
        534,
        "hipExecutionCtxWaitEvent",
        "hipExecutionCtx_t ctx, hipEvent_t event",
        node="hip_7.2",
    ),
)
