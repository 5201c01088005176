"""``hrr record``: run a program under the recorder."""

from __future__ import annotations

import os
import shlex

import click

from hrr.cli.output import remark


@click.command("record", context_settings={"allow_interspersed_args": False})
@click.option("-o", "--output", type=click.Path(), help="Directory to record into.  [default: PROGRAM.hrr]")
@click.option("--device", type=click.Choice(["auto", "soft", "system"]), default="auto", show_default=True)
@click.option("--format", "version", type=click.Choice(["8", "7"]), default="8", show_default=True, help="Version.")
@click.option("--content", type=click.Choice(["full", "none"]), default="full", show_default=True, help="Host bytes.")
@click.option("--snapshots/--no-snapshots", default=True, help="Pinned memory that kernels read.  [default: on]")
@click.option("--blob-hash", type=click.Choice(["xxh3", "reference"]), default="xxh3", show_default=True)
@click.option("--print-env", is_flag=True, help="Print the variables that record, instead of running a program.")
@click.argument("program", nargs=-1, type=click.UNPROCESSED)
def command(
    output: str | None,
    device: str,
    version: str,
    content: str,
    snapshots: bool,
    blob_hash: str,
    print_env: bool,
    program: tuple[str, ...],
) -> int:
    """Run PROGRAM and record what it asks of HIP. Its output and exit status are its own.

    The last line, on standard error, says what was recorded and where, or that nothing was and why; then the exit
    status is 65 if the program itself succeeded.
    """
    from hrr import runtime
    from hrr.archive.errors import printable
    from hrr.record import Options, environment, record

    if print_env:
        options = Options(int(version), content, blob_hash, snapshots)
        changed = environment("recording.hrr" if output is None else output, device=device, options=options)
        values = {name: value for name, value in changed.items() if os.environ.get(name) != value}
        for name, value in values.items():
            click.echo(f"export {name}={shlex.quote(value)}")
        return 0
    if not program:
        raise click.UsageError("name a program to record")
    behind = runtime.choose(device)
    if behind.notice:
        remark(f"{behind.notice}, recording on {behind.name}")
    result = record(
        program,
        output,
        device=behind,
        format=int(version),
        content=content,
        blob_hash=blob_hash,
        snapshots=snapshots,
    )
    remark(printable(result.line))
    return result.status
