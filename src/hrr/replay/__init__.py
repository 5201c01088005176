"""Archive to plan to run: replays a recording with no Python in the loop, through whatever HIP library is here.

``replay(path)`` runs the whole recording in a fresh process and returns a ``Report``; ``Session(path)`` replays step by
step in this one. docs/architecture.md shows how the parts fit together.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hrr.replay.client import ReplayError, replay
    from hrr.replay.session import Session

__all__ = ["ReplayError", "Session", "replay"]

# Loaded when asked for: the process that replays should hold little memory where recorded addresses want to be.
_HOMES = {"ReplayError": "client", "Session": "session", "replay": "client"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'hrr.replay' has no attribute '{name}'")
    value = getattr(importlib.import_module(f"hrr.replay.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
