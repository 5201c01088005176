"""What an archive lacks, in the order in which a reader meets it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from hrr import api
from hrr.archive.copies import referenced
from hrr.archive.launches import code_objects, snapshot_blobs
from hrr.archive.model import Problem
from hrr.archive.versions import OLDEST_DECODED

if TYPE_CHECKING:
    from hrr.archive.archive import Archive

# Kinds of problems that mean that the archive may not hold all that its program did.
LOSSES = frozenset(
    (
        "torn",
        "no-trailer",
        "trailer",
        "behind-trailer",
        "in-flight",
        "incomplete",
        "lost",
        "no-expected-bytes",
        "not-seen",
        "sequence",
        "missing-blobs",
        "missing-code-objects",
    )
)
# Kinds that a replay names by itself, call by call.
NAMED_BY_CALL = frozenset(("unreplayable", "unknown-calls", "short-records", "wrong-length"))
_NO_REPLAY = (api.Verdict.UNREPLAYABLE, api.Verdict.UNDECIDED)


def problems(archive: Archive) -> Iterator[Problem]:
    """Everything that is known to be missing, damaged or not repeatable."""
    yield from _log(archive)
    for call in archive.in_flight:
        yield Problem("in-flight", f"thread {call.thread} was in {call.call} when the process ended")
    yield from _manifest(archive)
    if archive.version < OLDEST_DECODED:
        yield Problem("old", f"version {archive.version} is listed only: its ids follow the build that recorded it")
        return
    yield from _events(archive)
    yield from _stored(archive)
    yield from _calls(archive)


def _log(archive: Archive) -> Iterator[Problem]:
    frames = archive.frames
    count = len(frames.start)
    if frames.torn is not None:
        text = f"the record at byte {frames.torn.offset:,} {frames.torn.reason}; {count:,} events before it are kept"
        yield Problem("torn", text, frames.torn.offset)
    elif frames.trailer is None:
        text = "the recording was not closed: the program was killed, or is still running"
        yield Problem("no-trailer", text, frames.end)
    elif frames.trailer != count:
        text = f"the trailer counts {frames.trailer:,} events, {count:,} are there"
        yield Problem("trailer", text, frames.end)
    if frames.behind:
        yield Problem("behind-trailer", f"{frames.behind:,} records behind the trailer are ignored", frames.end)


def _manifest(archive: Archive) -> Iterator[Problem]:
    manifest = archive.manifest
    if not manifest.found:
        yield Problem("no-manifest", "manifest.json is missing or unreadable")
    elif not manifest.complete and archive.frames.complete and not manifest.lost:
        yield Problem("incomplete", "the recorder says that something was lost")
    for item in manifest.lost:
        yield Problem("lost", item)
    if manifest.content == "none":
        yield Problem("no-content", "recorded without host bytes: copies to the device and checks cannot be repeated")
    if manifest.missed:
        text = f"the expected bytes of {manifest.missed:,} asynchronous copies could not be had"
        yield Problem("no-expected-bytes", text)
    for name, reasons in manifest.unreplayable.items():
        replayed = name in api.BY_NAME and api.row(name).replay.verdict not in _NO_REPLAY
        yield Problem("not-seen" if replayed else "unreplayable", f"{name}: {'; '.join(reasons)}")


def _events(archive: Archive) -> Iterator[Problem]:
    events = archive.events
    if not len(events):
        return
    if bool((events.seq[1:] == events.seq[:-1]).any()):
        yield Problem("sequence", "sequence ids are repeated")
    elif int(events.seq[-1]) - int(events.seq[0]) + 1 != len(events):
        yield Problem("sequence", "sequence ids have gaps")
    unknown = np.flatnonzero(events.row < 0)
    if len(unknown):
        where = int(events.offset[unknown[0]])
        yield Problem("unknown-calls", f"{len(unknown):,} records have ids that name no call", where)
    short = np.flatnonzero((events.row >= 0) & ~events.decodable)
    if len(short):
        where = int(events.offset[short[0]])
        yield Problem("short-records", f"{len(short):,} records are shorter than their call's payload", where)


def _stored(archive: Archive) -> Iterator[Problem]:
    if archive.blobs.spool_problem:
        yield Problem("spool", f"spool.bin: {archive.blobs.spool_problem}")
    missing = [key for key in referenced(archive.events) | snapshot_blobs(archive.events) if key not in archive.blobs]
    if missing:
        text = f"{len(missing):,} blobs are named by events and not stored, first {min(missing)}"
        yield Problem("missing-blobs", text)
    known = set(archive.blobs.code_objects)
    missing = [key for key in code_objects(archive.events) if key not in known]
    if missing:
        text = f"{len(missing):,} code objects are named by events and not stored, first {min(missing)}"
        yield Problem("missing-code-objects", text)
    wrong = [check for check in archive.checks if check.nbytes not in (None, check.wanted)]
    if wrong:
        first = wrong[0]
        wanted = f"{first.wanted:,}" if first.wanted >= 0 else "more than 64 bits can count"
        text = (
            f"{len(wrong):,} checks have expected bytes of another length than their copy, first event {first.seq}"
            f" ({first.call}: blob of {first.nbytes:,} bytes, {wanted} wanted)"
        )
        yield Problem("wrong-length", text)


def _calls(archive: Archive) -> Iterator[Problem]:
    events = archive.events
    for row in events.rows:
        if row.replay.verdict in _NO_REPLAY and row.name not in archive.manifest.unreplayable:
            succeeded = int((events.returned[events.of(row)] == 0).sum())
            if succeeded:
                yield Problem("unreplayable", f"{row.name}: {row.replay.reason} ({succeeded:,} calls)")
