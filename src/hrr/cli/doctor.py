"""``hrr doctor``: which platforms work here, which library, and why not the others."""

from __future__ import annotations

import click

from hrr.cli import output
from hrr.cli.output import json_option


@click.command("doctor")
@json_option
def command(as_json: bool) -> int:
    """Show which platforms work here, with which library, and why the others do not."""
    from hrr.runtime import examine

    doctor = examine()
    if as_json:
        output.print_json(doctor)
        return 0 if doctor.works else 1
    click.echo(f"hrr {doctor.version}, Python {doctor.python}")
    for item in doctor.platforms:
        state = output.styled("works", fg="green") if item.works else output.styled("not here", fg="yellow")
        click.echo(f"{item.platform:<10} {state}{': ' + ', '.join(item.devices) if item.devices else ''}")
        if item.library:
            click.echo(f"{'':10} {item.library} ({item.version})")
        if item.why:
            click.echo(f"{'':10} {item.why}")
    for tool in doctor.tools:
        where = f"{tool.path} ({tool.version})" if tool.path else output.styled("not found", fg="yellow")
        click.echo(f"{tool.name:<10} {where}: {tool.purpose}")
    return 0 if doctor.works else 1
