"""Events."""

from __future__ import annotations

from hrr.api.dsl import ASKS, call
from hrr.api.row import EXACT, Row, Wait

ROWS: tuple[Row, ...] = (
    call(
        76,
        "hipEventCreate",
        "hipEvent_t* event",
        creates="event",
        replay=EXACT,
        node="hip_4.2",
    ),
    call(
        77,
        "hipEventCreateWithFlags",
        "hipEvent_t* event, unsigned flags",
        creates="event",
        replay=EXACT,
        driver=("cuEventCreate",),
        node="hip_4.2",
    ),
    call(
        78,
        "hipEventDestroy",
        "hipEvent_t event",
        destroys="event",
        replay=EXACT,
        record_first=True,
        driver=("cuEventDestroy_v2",),
        node="hip_4.2",
    ),
    call(
        79,
        "hipEventElapsedTime",
        "float* ms, hipEvent_t start, hipEvent_t stop",
        query=True,
        replay=ASKS,
        driver=(
            "cuEventElapsedTime_v2",
            "cuEventElapsedTime",
        ),
        node="hip_4.2",
    ),
    call(
        80,
        "hipEventQuery",
        "hipEvent_t event",
        query=True,
        replay=ASKS,
        driver=("cuEventQuery",),
        node="hip_4.2",
    ),
    call(
        81,
        "hipEventRecord",
        "hipEvent_t event, hipStream_t stream = 0",
        replay=EXACT,
        driver=("cuEventRecord",),
        node="hip_4.2",
    ),
    call(
        82,
        "hipEventSynchronize",
        "hipEvent_t event",
        wait=Wait.EVENT,
        replay=EXACT,
        driver=("cuEventSynchronize",),
        node="hip_4.2",
    ),
    call(
        348,
        "hipStreamWaitEvent",
        "hipStream_t stream, hipEvent_t event, unsigned int flags = 0",
        replay=EXACT,
        driver=("cuStreamWaitEvent",),
        node="hip_4.2",
    ),
    call(
        414,
        "hipStreamWaitEvent_spt",
        "hipStream_t stream, hipEvent_t event, unsigned int flags",
        replay=EXACT,
        node="hip_5.2",
    ),
    call(
        417,
        "hipEventRecord_spt",
        "hipEvent_t event, hipStream_t stream",
        replay=EXACT,
        node="hip_5.2",
    ),
    call(
        473,
        "hipEventRecordWithFlags",
        "hipEvent_t event, hipStream_t stream = 0, unsigned int flags = 0",
        replay=EXACT,
        driver=("cuEventRecordWithFlags",),
        node="hip_6.4",
    ),
)
