"""Compare what a replay brought back with what was recorded: policies, verdicts, the report."""

from hrr.check.compare import compare
from hrr.check.policy import DTYPES, Divergence, Policy, PolicyError
from hrr.check.report import (
    Checks,
    Exit,
    FailedCall,
    NotPassed,
    Report,
    Tally,
    Unplaced,
    Unreplayed,
)
from hrr.check.text import failed_check, next_command, report_lines
from hrr.check.verdict import Check, Differs, Exact, Outcome, Shape, Skipped, Tolerance

__all__ = [
    "DTYPES",
    "Check",
    "Checks",
    "Differs",
    "Divergence",
    "Exact",
    "Exit",
    "FailedCall",
    "NotPassed",
    "Outcome",
    "Policy",
    "PolicyError",
    "Report",
    "Shape",
    "Skipped",
    "Tally",
    "Tolerance",
    "Unplaced",
    "Unreplayed",
    "compare",
    "failed_check",
    "next_command",
    "report_lines",
]
