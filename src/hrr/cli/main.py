"""The command group, and what becomes of errors."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

import click

import hrr
from hrr.cli import output

# Order of the help page. Each is a module of this package with a click command named ``command``.
VERBS = ("record", "replay", "info", "events", "repair", "doctor", "api", "soft", "bridge")

BAD_INPUT = 3
_INTERRUPTED = 130  # what a shell reports for SIGINT
_BROKEN_PIPE = 141  # and for SIGPIPE


class _Verbs(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in VERBS:
            return None
        command = importlib.import_module(f"hrr.cli.{name}").command
        assert isinstance(command, click.Command)
        return command


@click.group(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(hrr.__version__, prog_name="hrr")
def hrr_command() -> None:
    """Record what a program asks of a GPU through HIP, replay it without the program, judge the result."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit status; errors are one line on stderr."""
    return guarded(hrr_command, sys.argv[1:] if argv is None else list(argv), "hrr")


def guarded(command: click.Command, argv: list[str], name: str) -> int:
    """Run ``command`` with every foreseeable failure turned into one line (or, with --json, an error object)."""
    output.prepare_streams()
    try:
        status = _invoke(command, argv, name)
        sys.stdout.flush()
        return status
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return BAD_INPUT
    except click.UsageError as error:
        return _fail(argv, "usage", error.format_message(), hint=_usage(error))
    except click.ClickException as error:
        return _fail(argv, "usage", error.format_message())
    except (KeyboardInterrupt, click.Abort):
        return _INTERRUPTED
    except BrokenPipeError:
        # The reader has seen enough. Nothing more may be written, not even by the interpreter at its end.
        output.silence(sys.stdout)
        return _BROKEN_PIPE
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _fail(argv, "os", f"{where}{error.strerror or error}")
    except MemoryError:
        return _fail(argv, "memory", "not enough memory")
    except Exception as error:
        kind = getattr(error, "kind", None)
        if not isinstance(kind, str):
            raise  # a defect of ours
        return _fail(argv, kind, str(error), getattr(error, "offset", None))


def _invoke(command: click.Command, argv: list[str], name: str) -> int:
    try:
        with command.make_context(name, argv) as context:
            status = command.invoke(context)
    except click.exceptions.Exit as error:  # a help page
        return error.exit_code
    return status if isinstance(status, int) else 0


def _usage(error: click.UsageError) -> str:
    return f"try {error.ctx.command_path} --help" if error.ctx is not None else ""


def _fail(argv: list[str], kind: str, message: str, offset: int | None = None, hint: str = "") -> int:
    from hrr.archive.errors import printable

    options = argv[: argv.index("--")] if "--" in argv else argv
    line = printable(message) + (f" ({hint})" if hint else "")
    try:
        if "--json" in options:
            output.print_json({"error": {"kind": kind, "message": message, "offset": offset}})
        else:
            output.remark(line)
        sys.stdout.flush()
    except OSError:
        # Standard output takes nothing (a full disk), and would not at the interpreter's end either.
        output.silence(sys.stdout)
        if "--json" in options:
            output.remark(line)
    return BAD_INPUT
