"""Run a program under the recorder.

``record([...])`` runs it and returns a ``Recording``; ``environment`` gives the variables that record a program started
in some other way.
"""

from __future__ import annotations

from hrr.record.environment import Options, environment
from hrr.record.preflight import RecordProblem
from hrr.record.run import Recording, record
from hrr.record.summary import Process

__all__ = ["Options", "Process", "RecordProblem", "Recording", "environment", "record"]
