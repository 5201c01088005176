"""``hrr info``: what is in an archive, and what it lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hrr.cli import output
from hrr.cli.output import amount, archive_argument, json_option

if TYPE_CHECKING:
    from hrr.archive import Info, RootInfo


@click.command("info")
@archive_argument
@json_option
def command(archive: str, as_json: bool) -> None:
    """Show what is in ARCHIVE and what it lacks. Needs no GPU."""
    from hrr.archive import RootInfo, open_archive
    from hrr.archive.errors import printable

    info = open_archive(archive).info()
    if as_json:
        output.print_json(info)
        return
    _show(info)
    if isinstance(info, RootInfo):
        click.echo("processes")
        output.columns([_process(item) for item in info.processes], indent="  ")
    else:
        _count("kernels", info.kernels)
    _count("calls", info.calls)
    for problem in info.problems:
        click.echo(output.styled("problem    ", fg="yellow") + printable(problem.message))


def _show(info: Info | RootInfo) -> None:
    click.echo(f"archive    {info.path}")
    click.echo(f"format     version {info.version}, flags {info.flags:#x}, platform {info.platform}")
    click.echo(f"events     {info.events:,}, {_state(info)}")
    code_objects = getattr(info, "code_objects", 0)
    stored = [amount(info.blobs, "blob"), *([amount(code_objects, "code object")] if code_objects else [])]
    click.echo(f"content    {', '.join(stored)}, {output.size(info.bytes)} in all")


def _state(info: Info | RootInfo) -> str:
    if info.complete:
        return "complete"
    return "the last record is cut off" if info.truncated else "not complete"


def _process(info: Info) -> tuple[str, ...]:
    return str(info.pid), amount(info.events, "event"), amount(info.checks, "check"), _state(info), info.path


def _count(title: str, counts: dict[str, int]) -> None:
    from hrr.archive.errors import printable

    if counts:
        click.echo(title)
        ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        width = max(len(f"{count:,}") for count in counts.values())
        output.columns([(f"{count:,}".rjust(width), printable(name)) for name, count in ordered], indent="  ")
