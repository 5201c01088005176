"""Archive to plan to run: replays a recording with no Python in the loop, through whatever HIP library is here.

``replay(path)`` runs the whole recording in a fresh process and returns a ``Report``; ``Session(path)`` replays step by
step in this one. docs/architecture.md, "Replay", shows how the parts fit together.
"""

from __future__ import annotations

from hrr.replay.client import replay
from hrr.replay.session import Session

__all__ = ["Session", "replay"]
