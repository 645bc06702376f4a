"""What a load reports: lines for people, JSON for programs, and refusals and conflicts as rows of a CSV file."""

import csv
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeAlias

import click

from footydata.faces.cli.arguments import Typed
from footydata.faces.cli.printing import Output, first, print_json
from footydata.faces.cli.teams import undo_command
from footydata.football.wording import plural
from footydata.ingest.report import ImportResult, LoadReport
from footydata.store.file.sqlite_files import check_no_database


class ReportRow(NamedTuple):
    """A line of the report; line, column: None where a whole file or row is meant."""

    kind: str
    file: str
    line: int | None
    column: str | None
    reason: str
    text: str | None

    @property
    def place(self) -> str:
        """Where it is: file:line:column."""
        return ":".join(str(part) for part in self[1:4] if part is not None)

    def __str__(self) -> str:
        text = self.text or ""
        if self.kind not in ("contradicts", "replaced") and len(text) > CELL_WIDTH:
            text = f"{text[: CELL_WIDTH - 3]}..."
        return f"{self.kind} {self.place}: {self.reason}" + (f" ({text})" if text else "")


NEXT = 6
"""How many places a line of several names."""

CELL_WIDTH = 60
"""The most characters of a file's own text that a line shows; what footydata says of it is never cut."""

BOOKS = {
    "rows_read": "rows_read",
    "new": "fixtures_new",
    "changed": "fixtures_changed",
    "same": "fixtures_same",
    "conflicting": "fixtures_conflicting",
    "refused": "rows_refused",
    "rows_written": "rows_changed",
}
"""Count → its name in a report. rows_read is the sum of the next five; rows_written counts rows of the database."""


def books_line(report: LoadReport) -> str:
    """The counts of rows, as a sum that accounts for every row read."""
    return (
        f"{plural(report.rows_read, 'row')} read = {report.fixtures_new:,} new + {report.fixtures_changed:,} changed "
        f"+ {report.fixtures_same:,} the same again + {report.fixtures_conflicting:,} conflicting "
        f"+ {report.rows_refused:,} refused"
    )


def counts_of(result: LoadReport | ImportResult) -> dict[str, int]:
    """The counts of a load or of a file, by the names of BOOKS."""
    return {name: getattr(result, field) for name, field in BOOKS.items()}


def report_rows(report: LoadReport) -> Iterator[ReportRow]:
    """A row for each skipped file, note, refusal and conflict of a load."""
    for file, reason in report.skipped:
        yield ReportRow("skipped", file, None, None, reason, None)
    for file, remark in report.remarks:
        yield ReportRow("note", file, remark.line, remark.column, remark.reason, remark.text)
    for file, refusal in report.refusals:
        kind = "refused" if refusal.column is None else "set aside"
        yield ReportRow(kind, file, refusal.line, refusal.column, refusal.reason, refusal.text)
    for file, difference in report.conflicts:
        kind = "replaced" if difference.is_taken else "contradicts"
        text = f"fixture {difference.fixture_id}: stored {difference.stored}, in the file {difference.incoming}"
        yield ReportRow(kind, file, difference.line, None, difference.what, text)


def remarks(report: LoadReport, where: str) -> Iterator[str]:
    """A line for each kind and reason of rows, with its first one and the places of the next.

    Whole files first; at most SHOWN of each kind. where: all of them are.
    """
    alike: dict[tuple[bool, str, str], list[ReportRow]] = {}
    for row in report_rows(report):
        is_of_row = row.kind == "note" or row.line is not None
        alike.setdefault((is_of_row, row.kind, row.reason), []).append(row)
    by_kind: dict[tuple[bool, str], list[str]] = {}
    for (is_of_row, kind, _), rows in sorted(alike.items(), key=lambda each: each[0][0]):
        line = str(rows[0])
        if len(rows) > 1:
            places = ", ".join(row.place for row in rows[1:NEXT])
            line += f"; {len(rows) - 1:,} more such: {places}{', ...' * (len(rows) > NEXT)}"
        by_kind.setdefault((is_of_row, kind), []).append(line)
    for lines in by_kind.values():
        yield from first(lines, where)


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


def print_counts(counts: Mapping[str, Any], out: Output) -> None:
    """Print counts by name, in one row of CSV or as an object; what is listed is counted in CSV."""
    if out.format == "json":
        print_json(counts, indent=None)
    else:
        values = (len(each) if isinstance(each, list) else each for each in counts.values())
        out.rows([*counts], [[*values]])


def remarks_json(report: LoadReport) -> list[dict[str, Any]]:
    """All skipped files, notes, refusals and conflicts, by the fields of ReportRow."""
    return [row._asdict() for row in report_rows(report)]


def write_report(report: LoadReport, path: Path, out: Output) -> None:
    """Write what remarks_json has as CSV. Raises ClickException if the file can't be written."""
    with (
        _can_be_written(path),
        path.open("w", newline="", encoding="utf-8", errors="backslashreplace") as file,
    ):
        csv.writer(file).writerows(out.csv_rows([ReportRow._fields, *report_rows(report)]))


def report_path(text: str) -> Path:
    """The path of a report that can be written, which is made here: a new file, or an earlier report.

    Raises BadParameter for another file, ClickException, DatabaseError for a database.
    """
    path = Path(text)
    check_no_database(path)
    # Before anything is loaded, and before a database is open: to close any other handle of it drops its locks.
    with _can_be_written(path), path.open("a+b") as file:
        file.seek(0)
        heading = file.readline(100).rstrip()
    if heading not in (b"", ",".join(ReportRow._fields).encode()):
        raise click.BadParameter(f"{path} is there already and is not a report; name another file")
    return path


@contextmanager
def _can_be_written(path: Path) -> Iterator[None]:
    """Raises ClickException where a file can't be written."""
    try:
        yield
    except OSError as error:
        raise click.ClickException(f"{path} can't be written: {error.strerror or error}") from error


ReportFile: TypeAlias = Annotated[
    Path | None,
    Typed("Write every refusal and conflict as CSV.", read=report_path, flag="--report"),
]


def where_all(report_file: Path | None) -> str:
    """Where all remarks of a load are."""
    return f"all are in {report_file}" if report_file else "--report FILE writes them all"
