"""A report as plain lines of text. Colour, and where the lines go, is the command line's business."""

from __future__ import annotations

import shlex

from hrr.check.report import Exit, NotPassed, Report, Unplaced

CONTEXT = 8  # events shown before the first failure by the suggested command
NEXT_COLUMN = 51


def failed_check(entry: NotPassed) -> list[str]:
    """The lines about one check that did not pass: which copy, then where and what."""
    head = f"  seq {entry.seq:<4} "
    lines = [f"{head}{entry.call}  device to host, {entry.shape}"]
    if entry.slice is None:
        return [*lines, f"{'':{len(head)}}skipped: {entry.reason}"]
    where = f"row {entry.row:,}, column {entry.column:,}"
    if entry.shape.count(" x ") == 2:
        where = f"slice {entry.slice:,}, {where}"
    if entry.dtype:
        where += f" ({entry.dtype} element {entry.element:,})"
        values = f"expected {entry.expected_value}, got {entry.actual_value}"
    else:
        values = f"expected 0x{entry.expected:02x}, got 0x{entry.actual:02x}"
    return [*lines, f"{'':{len(head)}}differs at {where}: {values} ({entry.reason})"]


def report_lines(report: Report, archive: str = "") -> list[str]:
    """The whole report, failed checks first, verdict last. ``archive`` is the path for the suggested next command."""
    lines = [line for entry in report.not_passed for line in failed_check(entry)]
    lines += [f"  seq {call.seq:<4} {call.call}  not replayed: {call.reason}" for call in report.unreplayed]
    lines += [
        f"  seq {call.seq:<4} {call.call}  returned {call.live}, {call.recorded} when recorded: {call.reason}"
        for call in report.failed
    ]
    lines += [_unplaced(entry) for entry in report.unplaced]
    lines += [f"note       {note}" for note in report.notes]
    checks = report.checks
    counts = [f"{checks.exact:,} exact"]
    counts += [f"{checks.tolerance:,} within tolerance"] if checks.tolerance else []
    counts += [f"{checks.differs:,} differs", f"{checks.skipped:,} skipped"]
    counts += [f"{report.unreached:,} not reached"] if report.unreached else []
    moved = sum(1 for entry in report.unplaced if entry.translated)
    lost = len(report.unplaced) - moved
    lines.append("checks     " + (", ".join(counts) if checks.total + report.unreached else "none in this archive"))
    lines.append(f"addresses  {report.placed:,} placed, {moved:,} moved" + (f", {lost:,} lost" if lost else ""))
    verdict = f"verdict    {report.verdict}"
    step = next_command(report, archive)
    lines.append(f"{verdict:<{NEXT_COLUMN}} next: {step}" if step else verdict)
    return lines


def next_command(report: Report, archive: str) -> str:
    """The command that shows the events around the first failure, "" when there is none."""
    seqs = [call.seq for call in report.failed] or [e.seq for e in report.not_passed if e.verdict == "differs"]
    seqs = seqs or [call.seq for call in report.unreplayed] or [entry.seq for entry in report.not_passed]
    if report.exit == Exit.PASSED or not seqs or not archive:
        return ""
    return f"hrr events {shlex.quote(archive)} --seq {max(0, seqs[0] - CONTEXT)}:{seqs[0]}"


def _unplaced(entry: Unplaced) -> str:
    fate = f"lives at {entry.translated:#x}" if entry.translated else "has no memory"
    return f"  seq {entry.seq:<4} {entry.call}  {entry.address:#x} ({entry.size:,} bytes) {fate}: {entry.reason}"
