"""``hrr events``: the recorded calls, one on a line."""

from __future__ import annotations

import json
import sys

import click

from hrr.cli import output
from hrr.cli.output import archive_argument, json_option

_LAST = (1 << 64) - 1


def _range(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, int] | None:
    """``A:B``: sequence ids from A to B, both included; either may be left out. ``A`` alone is one event."""
    if value is None:
        return None
    first, colon, last = value.partition(":")
    try:
        low = int(first) if first or not colon else 0
        high = (int(last) if last else _LAST) if colon else low
    except ValueError:
        low, high = 1, 0
    if not 0 <= low <= high <= _LAST:
        raise click.BadParameter(f"'{value}' is no range of sequence ids such as 100:200", ctx, param)
    return low, high


@click.command("events")
@archive_argument
@click.option("--api", "pattern", metavar="GLOB", help="Only calls whose name matches, as in 'hipMemcpy*'.")
@click.option("--seq", metavar="A:B", callback=_range, help="Only these sequence ids, both included.")
@json_option
def command(archive: str, pattern: str | None, seq: tuple[int, int] | None, as_json: bool) -> None:
    """Print the events of ARCHIVE with their arguments: sequence id, thread, call.

    A root with several processes lists them one after the other. With --json the events are one JSON array.
    """
    from hrr.archive import Root, open_archive
    from hrr.archive.describe import describe, select
    from hrr.archive.errors import printable

    opened = open_archive(archive)
    several = isinstance(opened, Root)
    first = True
    write = sys.stdout.write
    for process in opened.processes if isinstance(opened, Root) else (opened,):
        if several and not as_json:
            write(f"{printable(str(process.path))}:\n")
        for event in describe(process.events, select(process.events, pattern, seq)):
            if as_json:
                fields = {"process": process.manifest.pid, **output.plain(event)}
                write(f"{'[' if first else ','}{json.dumps(fields)}\n")
                first = False
            else:
                write(f"{event.seq:>6}  {event.thread}  {event}\n")
    if as_json:
        write("[]\n" if first else "]\n")
