"""The C++ executor through ctypes (native/executor/executor.h)."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hrr.replay.plan import Plan


class Status(IntEnum):
    """Why a run came back."""

    DONE = 0
    MISMATCH = 1
    ERROR = 2
    STOPPED = 3
    WAIT_FAILED = 4


@dataclass(frozen=True)
class Stop:
    """How a run of ops ended: at which op, what it returned, the checks compared so far, and those that differ now."""

    status: Status
    op: int
    returned: int
    compared: int
    mismatches: tuple[int, ...]


class _Plan(ctypes.Structure):
    _fields_ = (
        ("ops", ctypes.c_void_p),
        ("op_count", ctypes.c_uint64),
        ("words", ctypes.c_void_p),
        ("word_count", ctypes.c_uint64),
        ("slots", ctypes.c_void_p),
        ("slot_count", ctypes.c_uint64),
        ("functions", ctypes.c_void_p),
        ("function_count", ctypes.c_uint64),
        ("checks", ctypes.c_void_p),
        ("check_count", ctypes.c_uint64),
        ("thread_count", ctypes.c_uint64),
        ("query", ctypes.c_void_p),
        ("wait", ctypes.c_void_p),
        ("current", ctypes.c_void_p),
        ("durations", ctypes.c_void_p),
    )


class _Result(ctypes.Structure):
    _fields_ = (
        ("status", ctypes.c_int32),
        ("returned", ctypes.c_int32),
        ("op", ctypes.c_uint64),
        ("compared", ctypes.c_uint64),
        ("mismatches", ctypes.c_uint64),
    )


HOST_FUNCTIONS = ("store", "copy", "fill", "commit", "decommit", "reserve", "release")


class Native:
    """libhrr_executor.so. ``host`` holds the addresses of its host-side helpers."""

    def __init__(self, path: Path) -> None:
        self.library = library = ctypes.CDLL(str(path))
        library.hrr_executor_create.argtypes = (ctypes.POINTER(_Plan), ctypes.POINTER(ctypes.c_void_p))
        library.hrr_executor_run.argtypes = (
            ctypes.c_void_p,
            ctypes.c_uint64,
            ctypes.c_uint64,
            ctypes.c_uint64,
            ctypes.POINTER(_Result),
        )
        library.hrr_executor_mismatches.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint64)
        library.hrr_executor_mismatches.restype = ctypes.c_uint64
        library.hrr_executor_pending.argtypes = (ctypes.c_void_p,)
        library.hrr_executor_pending.restype = ctypes.c_uint64
        library.hrr_executor_destroy.argtypes = (ctypes.c_void_p,)
        library.hrr_executor_destroy.restype = None
        library.hrr_host_reserve.argtypes = (ctypes.c_void_p, ctypes.c_uint64)
        library.hrr_host_reserve.restype = ctypes.c_void_p
        library.hrr_host_release.argtypes = (ctypes.c_void_p, ctypes.c_uint64)

    def address(self, name: str) -> int:
        """Address of one of HOST_FUNCTIONS."""
        return ctypes.cast(getattr(self.library, f"hrr_host_{name}"), ctypes.c_void_p).value or 0

    def reserve(self, address: int, nbytes: int) -> int:
        """Reserve address space exactly there (anywhere when ``address`` is 0). The address, or 0."""
        return self.library.hrr_host_reserve(address, nbytes) or 0

    def release(self, address: int, nbytes: int) -> None:
        """Undo :meth:`reserve`."""
        self.library.hrr_host_release(address, nbytes)


class Executor:
    """A plan under way. Must be closed before the plan's memory goes away.

    ``resolve`` gives the address of a function of the plan, ``query`` and ``wait`` those of the calls that ask and wait
    for an event; ``current`` is one word (it may be shared memory) that always holds 1 + the event under way.
    """

    def __init__(
        self,
        native: Native,
        plan: Plan,
        resolve: Callable[[str], int],
        *,
        query: int,
        wait: int,
        current: NDArray[np.uint64],
        durations: NDArray[np.uint64] | None = None,
    ) -> None:
        self._native = native
        self._handle = ctypes.c_void_p()
        self._functions = np.array([resolve(name) for name in plan.functions], np.uint64)
        self._keep = (plan, current, durations)
        self._plan = _Plan(
            plan.ops.ctypes.data,
            len(plan.ops),
            plan.words.ctypes.data,
            len(plan.words),
            plan.slots.ctypes.data,
            len(plan.slots),
            self._functions.ctypes.data,
            len(self._functions),
            plan.checks.ctypes.data,
            len(plan.checks),
            plan.threads,
            query,
            wait,
            current.ctypes.data,
            durations.ctypes.data if durations is not None else None,
        )
        if native.library.hrr_executor_create(ctypes.byref(self._plan), ctypes.byref(self._handle)):
            raise ValueError("the plan points outside of itself")

    def run(self, start: int, end: int, stop_after: int = 0) -> Stop:
        """Issue ops [start, end). ``stop_after``: come back once that many checks have been compared (0 = never)."""
        result = _Result()
        if self._native.library.hrr_executor_run(self._handle, start, end, stop_after, ctypes.byref(result)):
            raise ValueError(f"ops {start} to {end} are not all in the plan")
        found: NDArray[Any] = np.zeros(result.mismatches, np.uint32)
        self._native.library.hrr_executor_mismatches(self._handle, found.ctypes.data, len(found))
        mismatches = tuple(int(check) for check in found)
        return Stop(Status(result.status), result.op, result.returned, result.compared, mismatches)

    @property
    def pending(self) -> int:
        """Checks whose copy has been issued and not been compared yet."""
        return int(self._native.library.hrr_executor_pending(self._handle))

    def close(self) -> None:
        """Ends the executor's threads."""
        if self._handle:
            self._native.library.hrr_executor_destroy(self._handle)
            self._handle = ctypes.c_void_p()
