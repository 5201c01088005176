"""Printing: JSON of the API's dataclasses, aligned columns, colours where someone sees them."""

from __future__ import annotations

import dataclasses
import enum
import io
import json
import math
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TextIO, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def prepare_streams() -> None:
    """Give every standard stream a place, and let it take any text.

    A descriptor that was closed becomes /dev/null, so that no file of ours gets its number. A program that is started
    from here does not inherit it: what was closed is closed there too.
    """
    while (opened := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(opened)
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, mode, closefd=False))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def silence(stream: TextIO) -> None:
    """Drop what a stream holds and gets from now on: the interpreter writes once more at its end."""
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, stream.fileno())
    os.close(sink)


def remark(line: str) -> None:
    """A line of ours on standard error beside what a command is for; lost if standard error takes nothing."""
    try:
        click.echo(f"hrr: {line}", err=True)
    except OSError:
        silence(sys.stderr)


def json_option(function: F) -> F:
    """The ``--json`` option, passed as ``as_json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON: the fields of the Python API.")(function)


def archive_argument(function: F) -> F:
    """The ARCHIVE argument."""
    return click.argument("archive", type=click.Path())(function)


def plain(value: Any) -> Any:
    """``value`` as JSON knows it: dataclasses become objects, keys and order as declared."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value) if field.repr}
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item) for item in value]
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, bytes):
        return value.hex()
    if hasattr(value, "tolist"):  # NumPy scalars and arrays
        return plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)  # JSON has no name for them
    return value


def print_json(value: Any) -> None:
    """One JSON document on standard output."""
    click.echo(json.dumps(plain(value), indent=2))


def on_terminal() -> bool:
    """Whether standard error is a terminal: progress bars go there."""
    return sys.stderr.isatty()


def styled(text: str, **style: Any) -> str:
    """``text`` in colour, unless NO_COLOR says no; ``click.echo`` takes colours out where no terminal is."""
    return text if os.environ.get("NO_COLOR") else click.style(text, **style)


def columns(rows: Iterable[Sequence[str]], indent: str = "") -> None:
    """Print rows with aligned columns; the last column is not padded, nothing is cut or wrapped."""
    table = [tuple(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*(row[:-1] for row in table), strict=True)]
    for row in table:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        click.echo(indent + "  ".join([*cells, row[-1]]).rstrip())


def amount(count: int, noun: str) -> str:
    """``count`` with its noun: "1 call", "1,204 calls"."""
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def size(nbytes: int) -> str:
    """Bytes for people: "812 bytes", "6.2 MB"."""
    if nbytes < 1000:
        return amount(nbytes, "byte")
    value = float(nbytes)
    for unit in ("kB", "MB", "GB"):
        value /= 1000
        if value < 1000:
            return f"{value:.1f} {unit}"
    return f"{value / 1000:.1f} TB"
