"""What a load reports: lines for people, JSON for programs, and refusals and conflicts as rows of a CSV file."""

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import click

from footydata.faces.cli.arguments import REPORT_COLUMNS
from footydata.faces.cli.printing import csv_rows
from footydata.faces.cli.teams import undo_command
from footydata.football.wording import plural
from footydata.ingest.report import ImportResult, LoadReport

Row: TypeAlias = tuple[str, str, int | None, str | None, str, str | None]
"""A line of the report, in the order of REPORT_COLUMNS."""

SHOWN = 20
"""The most lines of a kind that are shown; --report writes them all."""

NEXT = 6
"""How many places a line of several names."""

CELL_WIDTH = 60
"""The most characters of a file's own text that a line shows; what footydata says of it is never cut."""

BOOKS = ("rows_read", "new", "changed", "same", "conflicting", "refused", "rows_written")
"""rows_read is the sum of the next five; rows_written counts rows of the database."""


def books_line(report: LoadReport) -> str:
    """The counts of rows, as a sum that accounts for every row read."""
    return (
        f"{plural(report.rows_read, 'row')} read = {report.fixtures_new:,} new + {report.fixtures_changed:,} changed "
        f"+ {report.fixtures_same:,} the same again + {report.fixtures_conflicting:,} conflicting "
        f"+ {report.rows_refused:,} refused"
    )


def counts_of(result: LoadReport | ImportResult) -> dict[str, int]:
    """The counts of a load or of a file, by the names of BOOKS."""
    stored = (
        *(result.fixtures_new, result.fixtures_changed, result.fixtures_same),
        result.fixtures_conflicting,
    )
    values = (result.rows_read, *stored, result.rows_refused, result.rows_changed)
    return dict(zip(BOOKS, values, strict=True))


def report_rows(report: LoadReport) -> Iterator[Row]:
    """A row for each skipped file, note, refusal and conflict of a load."""
    for file, reason in report.skipped:
        yield "skipped", file, None, None, reason, None
    for file, remark in report.remarks:
        yield "note", file, remark.line, remark.column, remark.reason, remark.text
    for file, refusal in report.refusals:
        kind = "refused" if refusal.column is None else "set aside"
        yield kind, file, refusal.line, refusal.column, refusal.reason, refusal.text
    for file, difference in report.conflicts:
        kind = "replaced" if difference.is_taken else "contradicts"
        text = f"fixture {difference.fixture_id}: stored {difference.stored}, in the file {difference.incoming}"
        yield kind, file, difference.line, None, difference.what, text


def remarks(report: LoadReport, where: str) -> Iterator[str]:
    """A line for each kind and reason of rows, with its first one and the places of the next.

    Whole files first; at most SHOWN of each kind. where: all of them are.
    """
    alike: dict[tuple[bool, str, str], list[Row]] = {}
    for row in report_rows(report):
        is_of_row = row[0] == "note" or row[2] is not None
        alike.setdefault((is_of_row, row[0], row[4]), []).append(row)
    by_kind: dict[tuple[bool, str], list[str]] = {}
    for (is_of_row, kind, _), rows in sorted(alike.items(), key=lambda each: each[0][0]):
        line = _line(*rows[0])
        if len(rows) > 1:
            places = ", ".join(_place(*row[1:4]) for row in rows[1:NEXT])
            line += f"; {len(rows) - 1:,} more such: {places}{', ...' * (len(rows) > NEXT)}"
        by_kind.setdefault((is_of_row, kind), []).append(line)
    for lines in by_kind.values():
        yield from first(lines, where)


def first(lines: Sequence[str], where: str) -> Iterator[str]:
    """The first SHOWN lines, and how many more there are. where: all are, or which command lists them."""
    yield from lines[:SHOWN]
    if len(lines) > SHOWN:
        yield f"and {len(lines) - SHOWN:,} more; {where}"


def stored_lines(report: LoadReport, database: Path) -> Iterator[str]:
    """Lines on what the load changed beside its rows: corrections, new competitions, clubs, the default bookmaker."""
    corrected = [f"corrected from the register: {words}" for words in report.healed]
    yield from first(corrected, "'footydata load --format json' lists them")
    for file, league in report.made_leagues:
        yield f"added {league}, a competition that the register does not know ({file})"
    united = []
    for club in report.united:
        can_undo = club.edit_id is not None and not report.is_dry_run
        undo = f"; to undo: {undo_command(database, club.edit_id)}" if can_undo else ""
        united.append(f"one club: {club.words}{undo}")
    yield from first(united, f"all are in: {undo_command(database, None)} --list")
    yield from (f"two clubs again, which were held to be one: {words}" for words in report.parted)
    if report.default_bookmaker:
        yield f"{report.default_bookmaker}; 'footydata bookmakers {database} --default SLUG' chooses one for good"


def as_json(report: LoadReport) -> dict[str, Any]:
    """The counts of the load and of each file, and all refusals, conflicts and corrections."""
    return {
        "is_kept": report.is_kept,
        "is_dry_run": report.is_dry_run,
        "seconds": round(report.seconds, 3),
        **counts_of(report),
        "corrected": report.healed,
        "added_leagues": [league for _, league in report.made_leagues],
        "united": [united._asdict() for united in report.united],
        "default_bookmaker": report.default_bookmaker,
        "files": [
            {
                "file": file.file,
                "source": file.source,
                "state": file.state,
                **counts_of(file.result),
            }
            for file in report.files
        ],
        "remarks": remarks_json(report),
    }


def remarks_json(report: LoadReport) -> list[dict[str, Any]]:
    """All skipped files, notes, refusals and conflicts, by the names of REPORT_COLUMNS."""
    return [dict(zip(REPORT_COLUMNS, row, strict=True)) for row in report_rows(report)]


def write_report(report: LoadReport, path: Path) -> None:
    """Write what remarks_json has as CSV. Raises ClickException if the file can't be written."""
    try:
        with path.open("w", newline="", encoding="utf-8", errors="backslashreplace") as file:
            csv.writer(file).writerows(csv_rows([REPORT_COLUMNS, *report_rows(report)]))
    except OSError as error:
        raise click.ClickException(f"{path} can't be written: {error.strerror}") from error


def where_all(report_file: Path | None) -> str:
    """Where all remarks of a load are."""
    return f"all are in {report_file}" if report_file else "--report FILE writes them all"


def _line(
    kind: str, file: str, line: int | None, column: str | None, reason: str, text: str | None
) -> str:
    if text and kind not in ("contradicts", "replaced") and len(text) > CELL_WIDTH:
        text = f"{text[: CELL_WIDTH - 3]}..."
    return f"{kind} {_place(file, line, column)}: {reason}" + (f" ({text})" if text else "")


def _place(file: str, line: int | None, column: str | None) -> str:
    return ":".join(str(part) for part in (file, line, column) if part is not None)
