"""A pitched buffer filled by a 2D copy, changed by a kernel and read back."""

from __future__ import annotations

from conftest import Archived, Replay
from lib import edit


def test_copy_kernel_copy_is_exact(archived: Archived, replay: Replay) -> None:
    archive = archived("copies/pitched_kernel")
    replayed = replay(archive)
    assert replayed.all_exact and replayed.checks["total"] == 1


def test_the_kernel_really_ran(archived: Archived, replay: Replay) -> None:
    """The expected bytes are not the input: a replay that leaves the kernel out cannot pass."""
    archive = archived("copies/pitched_kernel")
    up, down = archive.records("hipMemcpy2D")
    assert archive.source(up).stat().st_size == archive.expected(down).stat().st_size == 100 * 37
    edit.flip(archive.source(up), 3600)
    (entry,) = replay(archive).not_passed
    assert (entry["row"], entry["column"], entry["bytes_differing"]) == (36, 0, 1)
