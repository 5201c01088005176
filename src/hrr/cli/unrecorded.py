"""Verbs that run a program on one of hrr's own HIP libraries, not recorded, or say where that library is."""

from __future__ import annotations

import os
from collections.abc import Callable

import click

from hrr.cli.output import json_option, print_json


def verb(name: str, about: str, library_name: str) -> click.Command:
    """The verb ``name`` with the help ``about``; ``library_name`` is the library's function in hrr.runtime.library."""

    @click.command(name, help=about, context_settings={"allow_interspersed_args": False})
    @click.option("--lib", "lib", is_flag=True, help="Print the directory to link from (-L) and run with.")
    @click.option("--include", is_flag=True, help="Print the directory of the HIP header (-I).")
    @json_option
    @click.argument("program", nargs=-1, type=click.UNPROCESSED)
    def command(lib: bool, include: bool, as_json: bool, program: tuple[str, ...]) -> None:
        from hrr.runtime import environment, library, link_dir

        find: Callable[[], library.Library] = getattr(library, library_name)
        ours = find()
        if program:
            _run(program, environment(ours.path, dict(os.environ)))
        folders = {"lib": str(link_dir(ours.path)), "include": str(library.include_dir())}
        if as_json:
            print_json(folders)
        elif lib or include:
            for what, wanted in (("lib", lib), ("include", include)):
                if wanted:
                    click.echo(folders[what])
        else:
            raise click.UsageError("name a program to run, or ask with --lib or --include")

    return command


def _run(program: tuple[str, ...], environment: dict[str, str]) -> None:
    from hrr.runtime import start

    try:
        start.become(list(program), environment)
    except OSError as error:
        raise click.ClickException(f"{program[0]}: {error.strerror}") from error
