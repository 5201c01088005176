"""Stream capture: what a replay does beside the recorded calls must not end a capture under way."""

from __future__ import annotations

import numpy as np

from hrr.replay.context import Context, mask, words
from hrr.replay.memory import REPLAYED
from hrr.replay.plan import IGNORE_RETURN, PREPARE

_RELAXED = 2  # hipStreamCaptureModeRelaxed
_EXCHANGE = "hipThreadExchangeStreamCaptureMode"


def emit_relaxed(context: Context) -> None:
    """Before a capture begins, let its thread map memory and load code all the same, as the program's runtime does."""
    source = context.source
    for row in source.rows:
        if not row.begins_capture or row.replay.verdict not in REPLAYED:
            continue
        events = source.of(row)
        events = events[source.returned[events] == 0]
        # The call puts the mode of before into the cell: each has its own.
        cells = context.builder.arena.structs(len(events), 8)
        cells.write(0, np.full(len(events), _RELAXED, np.uint64))
        context.builder.emit(_EXCHANGE, events, words(len(events), cells.addresses), order=PREPARE)


def emit_abandoned(context: Context) -> None:
    """The ends of captures that came to nothing: the calls that spoiled them are not made again, but they end."""
    source = context.source
    for row in source.rows:
        if not row.ends_capture or row.replay.verdict not in REPLAYED:
            continue
        events = source.of(row)
        events = events[source.returned[events] != 0]
        if not len(events):
            continue
        stream, slot = context.stream(row, row.params[0].name, events, False)
        graph = int(context.builder.arena.block(8).ctypes.data)
        table = words(len(events), stream, graph)
        context.builder.emit(row.name, events, table, slots=mask((0, slot)), flags=IGNORE_RETURN)
