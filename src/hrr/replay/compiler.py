"""Archive to plan: every recorded call goes to the part that knows its kind, as its API row says."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hrr import api
from hrr.api import types
from hrr.api.row import Row, Verdict
from hrr.archive.blobs import Blobs as Store
from hrr.archive.events import Events
from hrr.replay.blobs import Blobs, cut
from hrr.replay.calls import Lowering
from hrr.replay.capture import emit_abandoned, emit_relaxed
from hrr.replay.checks import Checks
from hrr.replay.columns import Indices
from hrr.replay.context import PER_THREAD_STREAM, Checked, Context, mask, words
from hrr.replay.copies import CopyCompiler
from hrr.replay.function_settings import emit_settings
from hrr.replay.handles import find_handles
from hrr.replay.launches import LaunchCompiler
from hrr.replay.mapping import emit_memory
from hrr.replay.memory import REPLAYED, Allocations, Problem
from hrr.replay.modules import Modules
from hrr.replay.placement import Placement
from hrr.replay.plan import DRAIN, LAST, POLL, Builder, Plan
from hrr.replay.pointers import Pointers

# The call that waits for what a query asked about, by the class of the handle.
_MANAGED = "managed"
_WAITS = {"hipStream_t": "hipStreamSynchronize", "hipEvent_t": "hipEventSynchronize"}


@dataclass(frozen=True)
class Compiled:
    """A plan and what its compilation found. ``checks`` holds one entry for every device-to-host copy, in order of
    events; ``compared[i]`` is the event of the plan's check i. ``problems`` are events at which a replay stops unless
    told to go on, ``left_out`` calls that it goes on without, both ascending. ``failed`` counts recorded calls that had
    failed, ``skipped`` launches that are left out as asked, by kernel."""

    plan: Plan
    blobs: Blobs
    checks: Checked
    compared: Indices
    problems: tuple[Problem, ...]
    left_out: tuple[Problem, ...]
    failed: Counter[str]
    skipped: Counter[str]


def compile_plan(
    source: Events,
    packed: bool,
    store: Store,
    allocations: Allocations,
    placement: Placement,
    *,
    sync_after_launch: bool = False,
    fresh_is_zero: bool = False,
    fill: int = 0,
    skip_kernels: tuple[str, ...] = (),
) -> Compiled:
    """Compile all events. ``packed``: host rects are packed (the file header's flag). ``fresh_is_zero``: memory that
    the library maps needs no clearing. ``fill``: what fresh memory holds. ``skip_kernels``: patterns of names, as for
    files, whose launches are left out."""
    builder = Builder(_thread_numbers(source))
    handles = find_handles(source, builder)
    context = Context(source, packed, allocations, placement, handles, builder, Blobs(store), fresh_is_zero, fill)
    modules = Modules(context)
    pointers = Pointers(context, modules)
    lowering = Lowering(context, pointers)
    checks = Checks(context)
    copies = CopyCompiler(context, lowering, checks)
    launches = LaunchCompiler(context, modules, pointers, sync_after_launch, skip_kernels)
    failed: Counter[str] = Counter()
    modules.load()
    emit_memory(context)
    emit_relaxed(context)
    emit_abandoned(context)
    for row in source.rows:
        events = source.of(row)
        succeeded = source.returned[events] == 0
        failures = int((~succeeded).sum())
        if failures and not row.query and row.replay.verdict in REPLAYED:  # "not ready" is no failure
            failed[row.name] += failures
        _emit_row(context, row, events[succeeded], lowering, copies, launches, modules)
    _name_unreadable(context)
    modules.finish()
    checks.finish()
    cuts = cut(*builder.blob_events())
    # A device copy may still read a blob, and a pending check compares with one.
    before = np.array(cuts, np.int64) - 1
    builder.emit("hipDeviceSynchronize", before, words(len(before)), order=LAST, flags=DRAIN)
    plan = builder.finish(cuts)
    return Compiled(
        plan,
        context.blobs,
        Checked.join(context.checks),
        checks.events,
        tuple(sorted(context.problems, key=lambda problem: problem.event)),
        tuple(sorted(context.left_out, key=lambda problem: problem.event)),
        failed,
        launches.skipped,
    )


def _thread_numbers(source: Events) -> NDArray[np.uint16]:
    """A small number for each recorded thread. Beyond 65,536 threads, some share one."""
    if not len(source) or bool((source.thread == source.thread[0]).all()):
        return np.zeros(len(source), np.uint16)
    return np.unique(source.thread, return_inverse=True)[1].reshape(-1).astype(np.uint16)


def _emit_row(
    context: Context,
    row: Row,
    events: Indices,
    lowering: Lowering,
    copies: CopyCompiler,
    launches: LaunchCompiler,
    modules: Modules,
) -> None:
    if not len(events):
        return
    if row.replay.verdict not in REPLAYED:
        if row.replay.verdict is not Verdict.SKIP:
            context.problem(events, row.replay.reason)
        elif row.query:
            _emit_query(context, row, events)
    elif row.launch is not None:
        if row.id in api.LAUNCH_FORM:
            launches.emit(row, events)
        else:
            context.problem(events, "its kernel arguments were not recorded")
    elif row.copy is not None:
        copies.emit(row)
    elif row.module is not None and row.module.role == "function_setting":
        emit_settings(context, modules, row, events)
    elif row.family == _MANAGED and row.addresses:
        return  # advice about pages that migrate; where they lie now is mapped device memory
    elif row.alloc is None and row.free is None and row.module is None:
        lowering.emit(row, events, flags=POLL if row.wait is not None else 0)


def _emit_query(context: Context, row: Row, events: Indices) -> None:
    """A query that had answered "done": the program went on relying on that, so the replay waits for it."""
    for param in row.params:
        call = _WAITS.get(types.handle_class(param.ctype)) if types.is_handle(param.ctype) else None
        values = context.source.value(row, param.name, events) if call else None
        if call is None or values is None:
            continue
        found = context.handles.resolve(types.handle_class(param.ctype), values, events)
        table = found.words.copy()
        if row.per_thread:
            table[~found.slot & (table == 0)] = PER_THREAD_STREAM
        known = np.flatnonzero(found.known)
        context.builder.emit(
            call,
            events[known],
            words(len(known), table[known]),
            slots=mask((0, found.slot[known])),
            flags=POLL,
        )


def _name_unreadable(context: Context) -> None:
    source = context.source
    short = np.flatnonzero((source.row >= 0) & ~source.decodable)
    context.leave_out(short, "the record is too short for its call")
    for event in np.flatnonzero(source.row < 0):
        context.problem(np.array([event]), "no call of that number is known")
