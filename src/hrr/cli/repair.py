"""``hrr repair``: close an interrupted archive."""

from __future__ import annotations

import click

from hrr.cli import output
from hrr.cli.output import amount, archive_argument, json_option


@click.command("repair")
@archive_argument
@json_option
def command(archive: str, as_json: bool) -> int:
    """Give an interrupted ARCHIVE its trailer and manifests. What is there keeps its bytes.

    The exit status is 3 when a process could not be repaired.
    """
    from hrr.archive import repair
    from hrr.cli.main import BAD_INPUT

    done = repair(archive)
    if as_json:
        output.print_json(done)
    for item in () if as_json else done:
        if item.changed:
            dropped = f", {amount(item.dropped_bytes, 'byte')} of a torn record dropped" if item.dropped_bytes else ""
            click.echo(f"{item.path}: repaired, {amount(item.events, 'event')} kept{dropped}")
        elif item.problem:
            click.echo(f"{item.path}: not repaired: {item.problem}")
        else:
            click.echo(f"{item.path}: whole already, {amount(item.events, 'event')}")
    return BAD_INPUT if any(item.problem for item in done) else 0
