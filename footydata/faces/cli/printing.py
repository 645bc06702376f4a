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
from typing import Any, NamedTuple

import click

from footydata.football.errors import NotFound
from footydata.football.wording import formula_as_text, safe
from footydata.frames.progress import Progress
from footydata.views.columns import undeclared
from footydata.views.view import Shown, View, Views, known, listed

DONE = 0
NOT_AS_ASKED = 1
WRONG_USAGE = 2
REMOTE_REFUSED = 3
INTERRUPTED = 130
"""The exit codes of every command."""

_PAGE_WIDTH = 100
"""The most columns of a page of the guide: a longer line is hard to read."""

SHOWN = 20
"""The most lines of a kind that are shown."""

FORMATS = ("table", "json", "csv")

SAFE_CSV = "In CSV, an apostrophe before each text that a spreadsheet would take for a formula."
"""What --safe-csv does."""


def _with_texts(rows: Iterable[Sequence[object]], made: Callable[[str], str]) -> list[list[object]]:
    """The rows with what is made of their texts."""
    return [[made(each) if isinstance(each, str) else each for each in row] for row in rows]


def is_terminal() -> bool:
    """Whether a person can be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


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


def first(lines: Sequence[str], where: str = "") -> Iterator[str]:
    """The first SHOWN lines, and how many more there are. where: all are, or which command lists them."""
    yield from lines[:SHOWN]
    if len(lines) > SHOWN:
        yield f"and {len(lines) - SHOWN:,} more" + (f"; {where}" if where else "")


class Output(NamedTuple):
    """How a command prints its rows and remarks, as --format, --safe-csv and --quiet have it."""

    format: str = FORMATS[0]
    is_quiet: bool = False
    is_safe_csv: bool = False

    @property
    def is_table(self) -> bool:
        """Whether rows are for people."""
        return self.format == FORMATS[0]

    def progress(self) -> Progress:
        """A line of progress."""
        return Progress(quiet=self.is_quiet)

    def remark(self, line: str, *, err: bool = True) -> None:
        """Print a line that is no answer; nothing if quiet."""
        if not self.is_quiet:
            say(line, err=err)

    def csv_rows(self, rows: Iterable[Sequence[object]]) -> Iterable[Sequence[object]]:
        """Rows as a CSV file has them: as they are, or without formulas."""
        return _with_texts(rows, formula_as_text) if self.is_safe_csv else rows

    def rows(
        self, columns: Sequence[str], rows: Iterable[Sequence[object]], *, spare: Sequence[str] = ()
    ) -> None:
        """Print rows under their column names; None prints as empty (table, csv) or null (json).

        spare: the columns that a narrow table leaves out, one after the other.
        """
        cells = [tuple(row) for row in rows]
        if self.format == "json":
            print_json([dict(zip(columns, row, strict=True)) for row in cells])
        elif self.format == "csv":
            text = io.StringIO()
            writer = csv.writer(text, lineterminator="\n")
            writer.writerow(columns)
            csv_rows = self.csv_rows(cells)
            writer.writerows(_with_texts(csv_rows, safe) if sys.stdout.isatty() else csv_rows)
            # Without color=True, click would remove escape sequences from CSV data in a pipe.
            _echo(text.getvalue(), nl=False, color=True)
        else:
            _print_block(cells, listed(undeclared(columns), cells, spare=spare).shown, ())

    def view(self, view: View) -> None:
        """Print a view: for programs the whole rows by the names of its columns, for people its columns that have values.

        Doubts, what is left out, and the footer are on stderr. Raises NotFound for a view without rows, where that is
        an error.
        """
        if view.reason and not view.rows:
            if not view.is_empty_fine:
                raise NotFound(view.reason)
            # A command at the end is to be copied.
            end = "" if "footydata " in view.reason or view.reason.endswith(".") else "."
            self.remark(f"{view.reason[0].upper()}{view.reason[1:]}{end}")
        if not self.is_table:
            self.rows(view.names, view.values())
        if view.rows:
            say_lines((f"Doubtful: {doubt}" for doubt in view.remarks()[1]), err=True)
            no_table = (f"{stage}: no table: {reason}" for stage, reason in view.left_out.items())
            say_lines(no_table, err=True)
            if self.is_table:
                self._blocks(view)
        if view.footer:
            self.remark(view.footer)

    def _blocks(self, view: View) -> None:
        """The title, then each block under its own, all with the same columns; then the notes."""
        is_one = len(view.blocks) == 1
        if view.title:
            self.remark(view.title, err=False)
        rows = [row for block in view.blocks for row in block.rows]
        shown = known(view.shown, rows)
        for block in view.blocks:
            if block.title and not (is_one and block.title in view.title):
                say()
                say(block.title)
            _print_block(block.rows, block.shown or shown, () if is_one else rows)
            decisions = (f"* {each}" for each in block.decisions)
            for note in (*block.footnotes, *decisions, *block.notes):
                self.remark(note, err=False)
        if view.notes and not is_one:
            self.remark("", err=False)
        for note in view.notes:
            self.remark(note, err=False)

    def views(self, views: Views) -> None:
        """Print the parts of a thing: as one object, a row a value, or each under its heading."""
        if self.format == "json":
            parts = {name: view.objects() for name, view in views.parts.items()}
            (fixture,) = parts.pop("fixture")
            print_json({**views.about, "fixture": fixture, **parts, "reasons": views.reasons})
        elif self.format == "csv":
            cells = [
                (part, number, name, value)
                for part, view in views.parts.items()
                for number, row in enumerate(view.objects(), start=1)
                for name, value in row.items()
            ]
            self.rows(("part", "row", "name", "value"), cells)
        say_lines((f"Doubtful: {doubt}" for doubt in views.doubts), err=True)
        if self.is_table:
            say(views.title, bold=True)
            for name, view in views.parts.items():
                if view.blocks or view.reason:
                    say()
                    say(name.replace("_", " ").capitalize(), bold=True)
                for block in view.blocks:
                    _print_block(block.rows, known(view.shown, block.rows), ())
                if view.reason:
                    say(view.reason if view.rows else f"none: {view.reason}")
        if views.footer:
            self.remark(views.footer)


def _print_block(rows: Sequence[Any], shown: Sequence[Shown], among: Sequence[Any]) -> None:
    """A table of rows; its names are as wide as those of the rows among which they stand."""
    # They take 8 ms to import, and help, files and programs do without them.
    from rich.cells import cell_len

    from footydata.faces.cli.table import PrintedColumn, table

    heads = [
        each.head.ljust(max((cell_len(each.text(row)) for row in among), default=0))
        if each.kind == "text" and each.is_needed
        else each.head
        for each in shown
    ]
    laid_out = [
        PrintedColumn(
            head,
            [each.cell(row) for row in rows],
            spare=each.from_width,
            is_needed=each.kind == "sentence",
            is_right=not each.kind,
        )
        for head, each in zip(heads, shown, strict=True)
    ]
    limit = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    _echo(table(laid_out, limit=limit), nl=False)


def print_json(value: object, *, indent: int | None = 2) -> None:
    """Print a value as JSON, what is not printable as \\u00XX; other letters too if stdout is not in UTF-8."""
    # Escaped by the stream, as \\xe9, a letter would not be JSON.
    is_narrow = not (sys.stdout.encoding or "utf-8").lower().startswith("utf")
    lines = json.dumps(value, ensure_ascii=is_narrow, indent=indent, default=str).split("\n")
    for at, line in enumerate(lines):
        if not line.isprintable():
            lines[at] = "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in line)
    _echo("\n".join(lines))


def print_page(text: str) -> None:
    """Print a page of the guide: rendered on a terminal, and paged if it is long; as Markdown into a pipe."""
    if not sys.stdout.isatty():
        _echo(text, nl=False)
        return
    size = shutil.get_terminal_size()
    if not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb":
        # They take 60 ms to import, and only this command needs them.
        from rich.console import Console
        from rich.markdown import Markdown

        console = Console(force_terminal=True, width=min(size.columns, _PAGE_WIDTH))
        with console.capture() as drawn:
            console.print(Markdown(text, code_theme="ansi_dark", hyperlinks=False))
        text = drawn.get()
    if text.count("\n") < size.lines:
        _echo(text, nl=False)
    else:
        click.echo_via_pager(text)
