"""``hrr soft``: run a program on softhip, or say where softhip is."""

from __future__ import annotations

import os

import click

from hrr.cli.output import json_option, print_json


@click.command("soft", context_settings={"allow_interspersed_args": False})
@click.option("--lib", "lib", is_flag=True, help="Print the directory to link from (-L) and run with.")
@click.option("--include", is_flag=True, help="Print the directory of the HIP header (-I).")
@json_option
@click.argument("program", nargs=-1, type=click.UNPROCESSED)
def command(lib: bool, include: bool, as_json: bool, program: tuple[str, ...]) -> None:
    """Run PROGRAM on the software device, without recording it."""
    from hrr.runtime import environment, library, link_dir

    ours = library.softhip()
    if program:
        _run(program, environment(ours.path, dict(os.environ)))
    folders = {"lib": str(link_dir(ours.path)), "include": str(library.include_dir())}
    if as_json:
        print_json(folders)
    elif lib or include:
        for name, wanted in (("lib", lib), ("include", include)):
            if wanted:
                click.echo(folders[name])
    else:
        raise click.UsageError("name a program to run, or ask with --lib or --include")


def _run(program: tuple[str, ...], environment: dict[str, str]) -> None:
    from hrr.runtime import start

    try:
        start.become(list(program), environment)
    except OSError as error:
        raise click.ClickException(f"{program[0]}: {error.strerror}") from error
