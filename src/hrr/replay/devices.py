"""Which device was current, by thread and time."""

from __future__ import annotations

import numpy as np

from hrr.archive.events import Events
from hrr.replay.columns import Indices


def current_device(events: Events) -> Indices:
    """The current device of the calling thread at every event: 0 until it sets another one."""
    chosen = np.zeros(len(events), np.int64)
    setting = np.zeros(len(events), np.int64)
    is_set = np.zeros(len(events), bool)
    for row in events.rows:
        at = events.of(row) if row.sets_device else np.zeros(0, np.int64)
        at = at[events.returned[at] == 0]
        value = events.value(row, row.sets_device, at) if len(at) else None
        if value is not None:
            setting[at], is_set[at] = value.astype(np.int64), True
    if not setting.any():
        return chosen
    # In order of threads and time, every event takes what was set last in front of it.
    order = np.lexsort((np.arange(len(events)), events.thread))
    threads = events.thread[order]
    first = np.concatenate([[True], threads[1:] != threads[:-1]])
    source = np.maximum.accumulate(np.where(is_set[order] | first, np.arange(len(order)), 0))
    chosen[order] = np.where(is_set[order][source], setting[order][source], 0)
    return chosen
