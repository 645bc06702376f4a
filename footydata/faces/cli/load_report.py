"""What a load reports: lines for people, JSON for programs, and refusals and conflicts as rows of a CSV file."""

import csv
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

import click

from footydata.faces.cli.arguments import REPORT_COLUMNS
from footydata.faces.cli.printing import csv_rows
from footydata.faces.cli.teams import undo_command
from footydata.football.wording import plural
from footydata.ingest.report import LoadReport

Row: TypeAlias = tuple[str, str, int | None, str | None, str, str | None]
"""A line of the report, in the order of REPORT_COLUMNS."""

SHOWN = 20
"""The most refusals and conflicts that are shown; --report writes them all."""

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


def book_counts(report: LoadReport) -> tuple[int, ...]:
    """The counts of a load, in the order of BOOKS."""
    stored = (
        report.fixtures_new,
        report.fixtures_changed,
        report.fixtures_same,
        report.fixtures_conflicting,
    )
    return (report.rows_read, *stored, report.rows_refused, report.rows_changed)


def remarks(report: LoadReport, report_file: Path | None) -> Iterator[str]:
    """Lines on whole files, how they were read, refused rows and conflicts: at most SHOWN of each."""
    where = f"all are in {report_file}" if report_file else "--report FILE writes them all"
    yield from _first(_whole_files(report), where)
    yield from row_remarks(report, where)


def row_remarks(report: LoadReport, where: str) -> Iterator[str]:
    """Lines on how files were read, refused rows and conflicts; where: all of them.

    At most SHOWN of each, and how many more there are.
    """
    yield from _first([_line(*row) for row in _notes(report)], where)
    yield from _first(list(_refused_lines(report)), where)
    yield from _changed_and_contradicting(report)
    yield from _first(_grouped(_contradicting_rows(report)), where)


def _first(lines: list[str], where: str) -> Iterator[str]:
    yield from lines[:SHOWN]
    if len(lines) > SHOWN:
        yield f"and {len(lines) - SHOWN} more; {where}"


def stored_lines(report: LoadReport, database: Path) -> Iterator[str]:
    """Lines on what the load changed beside its rows: corrections, new competitions, clubs, the default bookmaker."""
    yield from (f"corrected from the register: {words}" for words in report.healed[:SHOWN])
    if len(report.healed) > SHOWN:
        yield f"and {len(report.healed) - SHOWN} more corrections"
    yield from _made_lines(report)
    yield from _united_lines(report, database)
    if report.default_bookmaker:
        yield f"{report.default_bookmaker}; 'footydata bookmakers {database} --default SLUG' chooses one for good"


def _refused_lines(report: LoadReport) -> Iterator[str]:
    """A line for each refused row and value; rows of a file whose reason says it all share one."""
    rows = [row for row in refused_rows(report) if row[2] is not None]
    alike = Counter((file, reason) for _, file, _, _, reason, text in rows if text is None)
    for row in rows:
        kind, file, line, _, reason, text = row
        count = alike.pop((file, reason), 0) if text is None else 1
        if count == 1:
            yield _line(*row)
        elif count:
            yield f"{kind} {file}: {count:,} rows from line {line} on: {reason}"


def _changed_and_contradicting(report: LoadReport) -> Iterator[str]:
    """A line where more rows contradict a stored value than the counts call conflicting: the others changed another."""
    contradicting = {
        (file, each.fixture_id) for file, each in report.conflicts if not each.is_taken
    }
    changed = len(contradicting) - report.fixtures_conflicting
    if changed > 0:
        verb = "contradicts" if changed == 1 else "contradict"
        yield (
            f"note: {plural(changed, 'row')} counted as new or changed also {verb} a stored value, which stays "
            "('contradicts' below); rows counted as conflicting changed nothing"
        )


def _made_lines(report: LoadReport) -> Iterator[str]:
    """Lines on competitions that were added and the register does not know."""
    for file, league in report.made_leagues:
        yield f"added {league}, a competition that the register does not know ({file})"


def _united_lines(report: LoadReport, database: Path) -> Iterator[str]:
    """Lines on merged clubs, each with the command that undoes it: at most SHOWN, and how many more there are."""
    for united in report.united[:SHOWN]:
        undo = (
            ""
            if united.edit_id is None or report.is_dry_run
            else f"; to undo: {undo_command(database, united.edit_id)}"
        )
        yield f"one club: {united.words}{undo}"
    yield from (f"two clubs again, which were held to be one: {words}" for words in report.parted)
    if len(report.united) > SHOWN:
        more = plural(len(report.united) - SHOWN, "more club")
        yield f"and {more}; all are in: {undo_command(database, None)} --list"


def as_json(report: LoadReport) -> dict[str, Any]:
    """The counts of the load and of each file, and all refusals, conflicts and corrections."""
    return {
        "is_kept": report.is_kept,
        "is_dry_run": report.is_dry_run,
        "seconds": round(report.seconds, 3),
        **dict(zip(BOOKS, book_counts(report), strict=True)),
        "corrected": report.healed,
        "added_leagues": [league for _, league in report.made_leagues],
        "united": [united._asdict() for united in report.united],
        "default_bookmaker": report.default_bookmaker,
        "files": [
            {
                "file": file.file,
                "source": file.source,
                "state": file.state,
                "rows_read": file.result.rows_read,
                "new": file.result.fixtures_new,
                "changed": file.result.fixtures_changed,
                "same": file.result.fixtures_same,
                "conflicting": file.result.fixtures_conflicting,
                "refused": file.result.rows_refused,
            }
            for file in report.files
        ],
        "remarks": remarks_json(report),
    }


def remarks_json(report: LoadReport) -> list[dict[str, Any]]:
    """All notes, refusals and conflicts, by the names of REPORT_COLUMNS."""
    rows = chain(_notes(report), refused_rows(report), _contradicting_rows(report))
    return [dict(zip(REPORT_COLUMNS, row, strict=True)) for row in rows]


def write_report(report: LoadReport, path: Path) -> None:
    """Write every note, refusal and conflict of a load as CSV. Raises ClickException if the file can't be written."""
    try:
        with path.open("w", newline="", encoding="utf-8", errors="backslashreplace") as file:
            writer = csv.writer(file)
            writer.writerow(REPORT_COLUMNS)
            rows = chain(
                _skipped_rows(report),
                _notes(report),
                refused_rows(report),
                _contradicting_rows(report),
            )
            writer.writerows(csv_rows(rows))
    except OSError as error:
        raise click.ClickException(f"{path} can't be written: {error.strerror}") from error


def refused_rows(report: LoadReport) -> Iterator[Row]:
    """A row for each file, row and value that was refused."""
    for file, refusal in report.refusals:
        kind = "refused" if refusal.column is None else "set aside"
        yield kind, file, refusal.line, refusal.column, refusal.reason, refusal.text


def _notes(report: LoadReport) -> Iterator[Row]:
    for file, remark in report.remarks:
        yield "note", file, remark.line, remark.column, remark.reason, remark.text


def _skipped_rows(report: LoadReport) -> Iterator[Row]:
    for file, reason in report.skipped:
        yield "skipped", file, None, None, reason, None


def _contradicting_rows(report: LoadReport) -> Iterator[Row]:
    for file, difference in report.conflicts:
        kind = "replaced" if difference.is_taken else "contradicts"
        text = f"fixture {difference.fixture_id}: stored {difference.stored}, in the file {difference.incoming}"
        yield kind, file, difference.line, None, difference.what, text


def _whole_files(report: LoadReport) -> list[str]:
    """A line for each reason why whole files were skipped or refused, with their number and the first one."""
    files: dict[tuple[str, str], list[str]] = {}
    for kind, file, line, _, reason, text in chain(_skipped_rows(report), refused_rows(report)):
        if line is None:
            files.setdefault((kind, f"{reason} ({_cut(text)})" if text else reason), []).append(
                file
            )
    return [
        f"{kind} {names[0]}: {reason}"
        if len(names) == 1
        else f"{kind} {plural(len(names), 'file')}: {reason}; the first is {names[0]}"
        for (kind, reason), names in files.items()
    ]


def _grouped(rows: Iterator[Row]) -> list[str]:
    """A line for each kind, file and figure of conflicts, with their number and the first one."""
    groups: dict[tuple[str, str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row[0], row[1], row[4]), []).append(row)
    return [
        _line(*alike[0])
        if len(alike) == 1
        else f"{kind} {file}: {reason}, {len(alike)} fixtures, the first {alike[0][5]}"
        for (kind, file, reason), alike in groups.items()
    ]


def _line(
    kind: str, file: str, line: int | None, column: str | None, reason: str, text: str | None
) -> str:
    place = ":".join(str(part) for part in (file, line, column) if part is not None)
    shown = _cut(text) if text and kind not in ("contradicts", "replaced") else text
    return f"{kind} {place}: {reason}" + (f" ({shown})" if shown else "")


def _cut(text: str) -> str:
    """A file's text in at most CELL_WIDTH characters, with an ellipsis where more follows."""
    return text if len(text) <= CELL_WIDTH else f"{text[: CELL_WIDTH - 3]}..."
