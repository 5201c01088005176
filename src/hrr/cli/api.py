"""``hrr api``: the API table."""

from __future__ import annotations

from typing import Any

import click

from hrr import api
from hrr.api.row import Row
from hrr.cli import output
from hrr.cli.output import json_option


@click.command("api")
@click.argument("name", required=False)
@json_option
def command(name: str | None, as_json: bool) -> None:
    """Show the API table, or the row of one call: its id, replay policy and test."""
    if name is None:
        if as_json:
            output.print_json([_summary(row) for row in api.ROWS])
        else:
            output.columns((str(row.id), row.name, row.replay.verdict.value, row.test or "-") for row in api.ROWS)
        return
    if name not in api.BY_NAME:
        raise click.UsageError(f"no HIP call is named '{name}'")
    row = api.row(name)
    if as_json:
        output.print_json(_detail(row))
    else:
        _show(row)


def _summary(row: Row) -> dict[str, Any]:
    policy = row.replay
    return {
        "id": row.id,
        "name": row.name,
        "replay": policy.verdict.value,
        "reason": policy.reason,
        "recorded": row.recorded,
        "test": row.test,
    }


def _detail(row: Row) -> dict[str, Any]:
    layout = api.wire.layout(row)
    return {
        **_summary(row),
        "prototype": row.prototype,
        "node": row.node,
        "record_bytes": layout.size,
        "fields": layout.fields,
        "extension": [*layout.ext, *layout.strings],
        "driver": row.driver,
    }


def _show(row: Row) -> None:
    layout = api.wire.layout(row)
    policy = row.replay
    click.echo(f"{row.prototype};")
    lines = [
        ("id", str(row.id)),
        ("symbol", f"{row.name}@{row.node}"),
        ("recorded", "yes" if row.recorded else "no"),
        ("replay", policy.verdict.value + (f": {policy.reason}" if policy.reason else "")),
        ("test", row.test or "-"),
        ("driver", ", ".join(row.driver) or "-"),
        ("record", f"{layout.size} bytes"),
    ]
    output.columns(lines, indent="  ")
    fields = [(str(item.offset), item.wire, item.name) for item in (*layout.fields, *layout.ext)]
    output.columns(fields, indent="    ")
