"""``hrr repair``: close an interrupted archive."""

from __future__ import annotations

import click

from hrr.cli import output
from hrr.cli.output import amount, archive_argument, json_option


@click.command("repair")
@archive_argument
@json_option
def command(archive: str, as_json: bool) -> None:
    """Give an interrupted ARCHIVE its trailer and manifests. What is there keeps its bytes."""
    from hrr.archive import repair

    done = repair(archive)
    if as_json:
        output.print_json(done)
        return
    for item in done:
        if item.changed:
            dropped = f", {amount(item.dropped_bytes, 'byte')} of a torn record dropped" if item.dropped_bytes else ""
            click.echo(f"{item.path}: repaired, {amount(item.events, 'event')} kept{dropped}")
        elif item.problem:
            click.echo(f"{item.path}: not repaired: {item.problem}")
        else:
            click.echo(f"{item.path}: whole already, {amount(item.events, 'event')}")
