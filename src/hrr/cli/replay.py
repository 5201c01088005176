"""``hrr replay``: run an archive again without its program, and judge it."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

import click

from hrr.cli import output
from hrr.cli.output import archive_argument, json_option

if TYPE_CHECKING:
    from hrr.replay.client import Progress

_COLOURS = {0: "green", 1: "red", 2: "red", 4: "red"}


def _seconds(ctx: click.Context, param: click.Parameter, value: str) -> float | None:
    if value == "none":
        return None
    try:
        return float(value)
    except ValueError:
        raise click.BadParameter(f"'{value}' is no number of seconds, nor none", ctx, param) from None


@click.command("replay")
@archive_argument
@click.option("--exact", is_flag=True, help="Only equal bytes pass.")
@click.option("--atol", type=float, help="Absolute tolerance of floating-point elements.")
@click.option("--rtol", type=float, help="Relative tolerance of floating-point elements.")
@click.option("--dtype", type=click.Choice(["f16", "bf16", "f32", "f64"]), help="What all copied bytes are.")
@click.option("--divergence-abort", type=float, help="Stop when a larger fraction of the checks differs; 0: never.")
@click.option("--divergence-min-samples", type=int, help="But not before that many checks.")
@click.option("--continue-on-error", is_flag=True, help="Go on behind calls that fail or cannot be replayed.")
@click.option("--sync-after-launch", is_flag=True, help="Wait for every kernel, so that a fault names its launch.")
@click.option("--fill", type=click.IntRange(0, 255), metavar="BYTE", default=0, help="What fresh memory holds.")
@click.option("--skip-kernel", "skip_kernels", multiple=True, metavar="GLOB", help="Leave launches of it out.")
@click.option("--timing", is_flag=True, help="Say how long each kind of call took.")
@click.option(
    "--timeout",
    metavar="SECONDS|none",
    default="600",
    show_default=True,
    callback=_seconds,
    help="Give up when one call takes longer; none: never.",
)
@click.option("-v", "--verbose", is_flag=True, help="Print the events as they are replayed, on standard error.")
@click.option("--device", type=click.Choice(["auto", "soft", "system"]), default="auto", show_default=True)
@json_option
def command(archive: str, device: str, verbose: bool, as_json: bool, **options: Any) -> int:
    """Replay ARCHIVE without its program and check every device-to-host copy.

    A replay runs the recorded kernels; on the software device they are native code: replay only archives that you
    trust.

    Exit status: 0 every check that could be compared passed, or there are none; 1 a check differed, or every one was
    skipped; 2 stopped early because too many differed; 3 bad archive or command line; 4 a call failed that had
    succeeded, or could not be made. The verdict says how many checks were not compared and whether the recording
    itself is incomplete.
    """
    from hrr.replay.process import spare

    with spare():
        return _replay(archive, device, verbose, as_json, options)


def _replay(archive: str, device: str, verbose: bool, as_json: bool, options: dict[str, Any]) -> int:
    from hrr import runtime
    from hrr.archive.errors import printable
    from hrr.check import PolicyError, report_lines
    from hrr.replay import replay

    behind = runtime.choose(device)
    chosen = "soft" if behind.platform == "soft" else "system"
    try:
        with _watch(archive, verbose) as progress:
            report = replay(archive, device=chosen, progress=progress, **options)
    except PolicyError as error:
        raise click.UsageError(str(error)) from error
    if as_json:
        output.print_json(report)
        return report.exit
    if behind.notice:
        output.remark(f"{behind.notice}, replayed on {behind.name}")
    for line in report_lines(report, archive):
        verdict = line.startswith("verdict ")
        line = printable(line)
        click.echo(output.styled(line, fg=_COLOURS.get(report.exit), bold=True) if verdict else line)
    return report.exit


def _watch(archive: str, verbose: bool) -> AbstractContextManager[Progress | None]:
    if verbose:
        from hrr.cli.progress import events_as_they_come

        return events_as_they_come(archive)
    if output.on_terminal():
        from hrr.cli.progress import bar

        return bar("replaying")
    return nullcontext()
