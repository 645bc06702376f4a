"""Prints rows for people (table) and for programs (json, csv)."""

import csv
import io
import json
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import click

from footydata.cli.table import table

_Command = TypeVar("_Command", bound=Callable[..., Any])

FORMATS = ("table", "json", "csv")


def format_option(command: _Command) -> _Command:
    """Adds --format table|json|csv to a command; the command takes it as `format`."""
    return click.option(
        "--format",
        "format",
        type=click.Choice(FORMATS),
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


def print_rows(
    columns: Sequence[str], rows: Iterable[Sequence[object]], *, format: str = "table", spare: Sequence[str] = ()
) -> None:
    """Print rows under their column names; None prints as empty (table, csv) or null (json).

    spare: the columns that a table leaves out, one after the other, where the terminal is too narrow.
    """
    click.echo(rendered(columns, list(rows), format=format, spare=spare), nl=False)


def rendered(
    columns: Sequence[str], rows: Sequence[Sequence[object]], *, format: str = "table", spare: Sequence[str] = ()
) -> str:
    """The text of rows in one of FORMATS; json is an array of objects."""
    if format == "json":
        objects = [dict(zip(columns, row, strict=True)) for row in rows]
        return json.dumps(objects, ensure_ascii=False, indent=2, default=str) + "\n"
    if format == "csv":
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)
        return out.getvalue()
    limit = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    return table(columns, rows, limit=limit, spare=spare)
