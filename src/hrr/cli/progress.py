"""What is shown while something long goes on, on standard error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click
import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

Report = Callable[[int, int], None]  # (done, total)


@contextmanager
def bar(title: str) -> Iterator[Report]:
    """A progress bar that is gone when the work is done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


@contextmanager
def events_as_they_come(path: str) -> Iterator[Report]:
    """Prints the events of an archive as far as they are done."""
    from hrr.archive.describe import describe
    from hrr.replay.recording import open_recording

    events = open_recording(path).events
    printed = 0

    def advance(done: int, total: int) -> None:
        nonlocal printed
        for event in describe(events, np.arange(printed, max(printed, done))):
            click.echo(f"{event.seq:>6}  {event.thread}  {event}", err=True)
        printed = max(printed, done)

    yield advance
