"""The one place that prints: lines for people, rows for people (table) and for programs (json, csv).

Nothing from a file or its name steers the terminal: what is shown is made safe by wording.safe, json escapes what has
no picture. CSV into a file or a pipe keeps the data as they are; into a terminal it is made safe as well.
"""

import csv
import io
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import click

from footydata.cli.table import table
from footydata.wording import safe

_Command = TypeVar("_Command", bound=Callable[..., Any])

_BACK = "\r\033[K"
"""To the start of the line, and clear it."""

_PAGE_WIDTH = 100
"""Columns of the widest page: a longer line is hard to read."""

FORMATS = ("table", "json", "csv")


def format_option(command: _Command) -> _Command:
    """Adds --format table|json|csv to a command; the command takes it as `format`."""
    return click.option(
        "--format",
        "format",
        type=click.Choice(FORMATS, case_sensitive=False),
        default="table",
        show_default=True,
        help="How rows are printed.",
    )(command)


def quiet_option(command: _Command) -> _Command:
    """Adds --quiet to a command."""
    return click.option("--quiet", is_flag=True, help="No progress, no remarks.")(command)


def pair(home: int | None, away: int | None) -> str | None:
    """A figure of both sides for people, None where either is unknown.

    >>> pair(2, 1)
    '2-1'
    """
    return None if home is None or away is None else f"{home}-{away}"


def say(line: str = "", *, err: bool = False, bold: bool = False) -> None:
    """Print a line, on stderr where err."""
    click.echo(click.style(safe(line), bold=True) if bold else safe(line), err=err)


def say_lines(lines: Iterable[str], *, err: bool = False) -> None:
    """Print lines, at once: many are printed in a fraction of the time."""
    click.echo("".join(f"{safe(line)}\n" for line in lines), nl=False, err=err)


def say_over(line: str) -> None:
    """Write a line on stderr over the one that stands there, without an end; an empty one takes it away."""
    click.echo(f"{_BACK}{safe(line)}", nl=False, err=True)


def print_rows(
    columns: Sequence[str], rows: Iterable[Sequence[object]], *, format: str = "table", spare: Sequence[str] = ()
) -> None:
    """Print rows under their column names; None prints as empty (table, csv) or null (json).

    spare: the columns that a table leaves out, one after the other, where the terminal is too narrow.
    """
    # With color, for click takes escape sequences out of what goes into a pipe: CSV keeps the data as they are.
    click.echo(rendered(columns, list(rows), format=format, spare=spare), nl=False, color=True)


def print_json(value: object, *, indent: int | None = 2) -> None:
    """Print a value as JSON."""
    click.echo(_json(value, indent=indent))


def print_page(text: str) -> None:
    """Print a page of our own Markdown: drawn on a terminal, paged where it is longer; as it is into a pipe."""
    if not sys.stdout.isatty():
        click.echo(text, nl=False)
        return
    size = shutil.get_terminal_size()
    is_plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    shown = text if is_plain else _drawn(text, width=min(size.columns, _PAGE_WIDTH))
    if shown.count("\n") < size.lines:
        click.echo(shown, nl=False)
    else:
        click.echo_via_pager(shown)


def _drawn(text: str, *, width: int) -> str:
    """Markdown as a terminal shows it, with escape sequences."""
    # rich takes 60 ms to import, and this command alone needs it.
    from rich.console import Console
    from rich.markdown import Markdown

    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=width)
    console.print(Markdown(text, code_theme="ansi_dark", hyperlinks=False))
    return out.getvalue()


def rendered(
    columns: Sequence[str], rows: Sequence[Sequence[object]], *, format: str = "table", spare: Sequence[str] = ()
) -> str:
    """The text of rows in one of FORMATS; json is an array of objects."""
    is_terminal = sys.stdout.isatty()
    if format == "json":
        return _json([dict(zip(columns, row, strict=True)) for row in rows], indent=2) + "\n"
    if format == "csv":
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([map(_safe_cell, row) for row in rows] if is_terminal else rows)
        return out.getvalue()
    return table(columns, rows, limit=shutil.get_terminal_size().columns if is_terminal else None, spare=spare)


def _safe_cell(value: object) -> object:
    return safe(value) if isinstance(value, str) else value


def _json(value: object, *, indent: int | None) -> str:
    """JSON in its own letters, but for those without a picture: they stand as \\u00XX, which says the same."""
    lines = json.dumps(value, ensure_ascii=False, indent=indent, default=str).split("\n")
    return "\n".join(line if line.isprintable() else "".join(map(_json_character, line)) for line in lines)


def _json_character(character: str) -> str:
    return character if character.isprintable() else json.dumps(character)[1:-1]
