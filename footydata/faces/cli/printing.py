"""The only module that prints: lines, and rows for people (table) or for programs (json, csv); and the exit codes.

No text of a file can send escape sequences to the terminal: wording.safe escapes them, and JSON escapes what is not
printable. CSV to a file or a pipe has the data unchanged; to a terminal it is made safe as well.
"""

import csv
import io
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from typing import Any, TypeVar

import click

from footydata.faces.cli.table import PrintedColumn, cell_width, table
from footydata.football.errors import NotFound
from footydata.football.wording import formula_as_text, safe
from footydata.views.view import Shown, View, Views, known

T = TypeVar("T")

DONE = 0
NOT_AS_ASKED = 1
WRONG_USAGE = 2
REMOTE_REFUSED = 3
INTERRUPTED = 130
"""The exit codes of every command."""

_SAFE_CSV = "footydata.faces.cli.safe_csv"
"""Where click's context remembers the option."""

_PAGE_WIDTH = 100
"""The most columns of a page of the guide: a longer line is hard to read."""

FORMATS = ("table", "json", "csv")


def format_option(command: Callable[..., T]) -> Callable[..., T]:
    """Adds --format table|json|csv, which the command takes as `format`, and --safe-csv, which it need not know.

    Raises UsageError for --safe-csv where no CSV is written: neither rows nor the report of a load.
    """

    @wraps(command)
    def with_format(*, safe_csv: bool, **options: Any) -> T:
        if safe_csv and options["format"] != "csv" and not options.get("report_file"):
            report = " or --report FILE" if "report_file" in options else ""
            raise click.UsageError(f"--safe-csv is for --format csv{report}")
        click.get_current_context().meta[_SAFE_CSV] = safe_csv
        return command(**options)

    format_option = click.option(
        "--format",
        "format",
        type=click.Choice(FORMATS, case_sensitive=False),
        default="table",
        show_default=True,
        help="The format of printed rows.",
    )
    return format_option(click.option("--safe-csv", is_flag=True, help=SAFE_CSV)(with_format))


SAFE_CSV = "In CSV, an apostrophe before each text that a spreadsheet would take for a formula."
"""What --safe-csv does."""


def csv_rows(rows: Iterable[Sequence[object]]) -> Iterable[Sequence[object]]:
    """Rows as a CSV file has them: as they are, or with --safe-csv without formulas."""
    context = click.get_current_context(silent=True)
    is_safe = context is not None and context.meta.get(_SAFE_CSV, False)
    return (list(map(_no_formula, row)) for row in rows) if is_safe else rows


def _no_formula(value: object) -> object:
    return formula_as_text(value) if isinstance(value, str) else value


def quiet_option(command: Callable[..., T]) -> Callable[..., T]:
    """Adds --quiet to a command."""
    return click.option("--quiet", is_flag=True, help="No progress, no remarks.")(command)


def _echo(text: str, *, nl: bool = True, err: bool = False, color: bool | None = None) -> None:
    """Write a text. Raises OSError with the name of the stream, as the disk that it is redirected to may be full."""
    try:
        click.echo(text, nl=nl, err=err, color=color)
    except OSError as error:
        error.filename = "stderr" if err else "stdout"
        raise


def say(line: str = "", *, err: bool = False, bold: bool = False) -> None:
    """Print a line; err: on stderr."""
    _echo(click.style(safe(line), bold=True) if bold else safe(line), err=err)


def say_lines(lines: Iterable[str], *, err: bool = False) -> None:
    """Print lines in one write, which is much faster for many lines."""
    _echo("".join(f"{safe(line)}\n" for line in lines), nl=False, err=err)


def print_rows(
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    format: str = "table",
    spare: Sequence[str] = (),
) -> None:
    """Print rows under their column names; None prints as empty (table, csv) or null (json).

    spare: the columns that a narrow table leaves out, one after the other.
    """
    cells = list(rows)
    if format == "json":
        _echo(_json([dict(zip(columns, row, strict=True)) for row in cells], indent=2))
    elif format == "csv":
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(columns)
        csv_text = csv_rows(cells)
        is_terminal = sys.stdout.isatty()
        writer.writerows([map(_safe_cell, row) for row in csv_text] if is_terminal else csv_text)
        # Without color=True, click would remove escape sequences from CSV data in a pipe.
        _echo(out.getvalue(), nl=False, color=True)
    else:
        ranks = {name: len(spare) - place for place, name in enumerate(spare)}
        _print_table(
            [
                PrintedColumn(name, [row[place] for row in cells], spare=ranks.get(name, 0))
                for place, name in enumerate(columns)
            ]
        )


def print_view(view: View, *, format: str, quiet: bool) -> None:
    """Print a view: for programs the whole rows by the names of its columns, for people its columns that have values.

    Doubts, what is left out, and the footer are on stderr. Raises NotFound for a view without rows, where that is an
    error.
    """
    if view.reason and not view.rows:
        if not view.is_empty_fine:
            raise NotFound(view.reason)
        if not quiet:
            # A command at the end is to be copied.
            end = "" if "footydata " in view.reason or view.reason.endswith(".") else "."
            say(f"{view.reason[0].upper()}{view.reason[1:]}{end}", err=True)
    if format != "table":
        print_rows(view.names, view.values(), format=format)
    if view.rows:
        say_lines(_remarks(view), err=True)
    if format == "table" and view.rows:
        _print_blocks(view, quiet=quiet)
    if view.footer and not quiet:
        say(view.footer, err=True)


def print_views(views: Views, *, format: str, quiet: bool) -> None:
    """Print the parts of a thing: as one object, a row a value, or each under its heading."""
    if format == "json":
        parts = {name: view.objects() for name, view in views.parts.items()}
        (fixture,) = parts.pop("fixture")
        print_json({**views.about, "fixture": fixture, **parts, "reasons": views.reasons})
    elif format == "csv":
        cells = [
            (part, number, name, value)
            for part, view in views.parts.items()
            for number, row in enumerate(view.objects(), start=1)
            for name, value in row.items()
        ]
        print_rows(("part", "row", "name", "value"), cells, format=format)
    say_lines((f"Doubtful: {doubt}" for doubt in views.doubts), err=True)
    if format == "table":
        say(views.title, bold=True)
        for name, view in views.parts.items():
            if view.blocks or view.reason:
                _print_part(name, view)
    if views.footer and not quiet:
        say(views.footer, err=True)


def _print_part(name: str, view: View) -> None:
    say()
    say(name.replace("_", " ").capitalize(), bold=True)
    for block in view.blocks:
        _print_block(block.rows, known(view.shown, block.rows), ())
    if view.reason:
        say(view.reason if view.rows else f"none: {view.reason}")


def _remarks(view: View) -> Iterator[str]:
    for doubt in view.all_doubts:
        yield f"Doubtful: {doubt}"
    for stage, reason in view.left_out.items():
        yield f"{stage}: no table: {reason}"


def _print_blocks(view: View, *, quiet: bool) -> None:
    """The title, then each block under its own, all with the same columns; then the notes."""
    if view.title and not quiet:
        say(view.title)
    rows = [row for block in view.blocks for row in block.rows]
    shown = known(view.shown, rows)
    for block in view.blocks:
        if block.title and (len(view.blocks) > 1 or block.title not in view.title):
            say()
            say(block.title)
        _print_block(block.rows, block.shown or shown, rows if len(view.blocks) > 1 else ())
        if not quiet:
            say_lines([*block.footnotes, *(f"* {each}" for each in block.decisions), *block.notes])
    if view.notes and not quiet:
        if len(view.blocks) > 1:
            say()
        say_lines(view.notes)


def _print_block(rows: Sequence[Any], shown: Sequence[Shown], among: Sequence[Any]) -> None:
    """A table of rows; its names are as wide as those of the rows among which they stand."""
    heads = [
        each.head.ljust(max((cell_width(each.text(row)) for row in among), default=0))
        if each.kind == "text" and each.is_needed
        else each.head
        for each in shown
    ]
    _print_table(
        [
            PrintedColumn(
                head,
                [each.cell(row) for row in rows],
                spare=each.from_width,
                is_needed=each.kind == "sentence",
                is_right=not each.kind,
            )
            for head, each in zip(heads, shown, strict=True)
        ]
    )


def _print_table(columns: Sequence[PrintedColumn]) -> None:
    limit = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    _echo(table(columns, limit=limit), nl=False)


def print_json(value: object, *, indent: int | None = 2) -> None:
    """Print a value as JSON."""
    _echo(_json(value, indent=indent))


def print_page(text: str) -> None:
    """Print a page of the guide: rendered on a terminal, and paged if it is long; as Markdown into a pipe."""
    if not sys.stdout.isatty():
        _echo(text, nl=False)
        return
    size = shutil.get_terminal_size()
    is_plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    page_text = text if is_plain else _drawn(text, width=min(size.columns, _PAGE_WIDTH))
    if page_text.count("\n") < size.lines:
        _echo(page_text, nl=False)
    else:
        click.echo_via_pager(page_text)


def _drawn(text: str, *, width: int) -> str:
    """Markdown rendered for a terminal, with escape sequences."""
    # rich takes 60 ms to import, and only this command needs it.
    from rich.console import Console
    from rich.markdown import Markdown

    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=width)
    console.print(Markdown(text, code_theme="ansi_dark", hyperlinks=False))
    return out.getvalue()


def _safe_cell(value: object) -> object:
    return safe(value) if isinstance(value, str) else value


def _json(value: object, *, indent: int | None) -> str:
    """JSON with characters that are not printable escaped as \\u00XX; other letters too if stdout is not in UTF-8."""
    # Escaped by the stream, as \\xe9, a letter would not be JSON.
    is_narrow = not (sys.stdout.encoding or "utf-8").lower().startswith("utf")
    lines = json.dumps(value, ensure_ascii=is_narrow, indent=indent, default=str).split("\n")
    return "\n".join(
        line if line.isprintable() else "".join(map(_json_character, line)) for line in lines
    )


def _json_character(character: str) -> str:
    return character if character.isprintable() else json.dumps(character)[1:-1]
