"""footydata load: files and folders into a database, with a report of what was not taken."""

import csv
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

from footydata.cli.arguments import database_argument
from footydata.cli.clock import now
from footydata.cli.exits import DONE, NOT_AS_ASKED
from footydata.cli.printing import quiet_option
from footydata.cli.progress import ProgressLine
from footydata.refreshing import refresh_lines
from footydata.wording import plural

if TYPE_CHECKING:
    from footydata.importing.files import LoadReport

Row: TypeAlias = tuple[str, str, int | None, str | None, str, str | None]
"""A line of the report, in the order of REPORT_COLUMNS."""

SHOWN = 20
"""How many refusals and contradictions are shown; --report writes them all."""

REPORT_COLUMNS = ("kind", "file", "line", "column", "reason", "text")


@click.command()
@database_argument
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--source", metavar="NAME", help="What the files are; without it each is recognised by its content.")
@click.option(
    "--report",
    "report_file",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write all that was refused or contradicts as CSV.",
)
@click.option("--strict", is_flag=True, help="Keep nothing, and exit with 1, where anything is refused.")
@click.option("--correct", is_flag=True, help="Let the files correct finished fixtures.")
@quiet_option
def load(
    database: Path,
    paths: tuple[Path, ...],
    source: str | None,
    report_file: Path | None,
    strict: bool,
    correct: bool,
    quiet: bool,
) -> int:
    """Load files or folders into DB, which is created where it is not there.

    Sources: football-data (football-data.co.uk), openfootball, statsbomb, corner-lines, v1.
    A row that can't be taken is named and the rest is kept. Finished fixtures are final without --correct.

    \b
    Examples:
      footydata load football.db E0.csv
      footydata load football.db downloads/ --report refused.csv
      footydata load football.db E0.csv --strict
    """
    from footydata.importing.files import load as load_paths
    from footydata.importing.found_files import check_paths
    from footydata.store.database import open_database
    from footydata.store.marks import check_no_database

    # Before the database is made: a path mistyped leaves no empty file behind.
    check_paths(paths)
    if report_file is not None:
        check_no_database(report_file)
    line = ProgressLine(quiet=quiet)
    connection = open_database(database)
    moment = now()
    try:
        report = load_paths(
            connection,
            paths,
            source=source,
            strict=strict,
            correct=correct,
            now=moment,
            progress=lambda done, total, name: line.show(f"{done}/{total} {name}"),
        )
        lines = refresh_lines(connection, rows_changed=report.rows_changed, now=moment)
    finally:
        connection.close()
        line.clear()
    if report_file is not None:
        write_report(report, report_file)
    if report.count("refused") + report.count("skipped") == len(report.files):
        _print_refused(report)
        return NOT_AS_ASKED
    _print_summary(report, database, report_file)
    if lines:
        click.echo(f"{plural(lines, 'fair line')} of coming fixtures computed")
    return DONE if report.is_kept else NOT_AS_ASKED


def _print_refused(report: "LoadReport") -> None:
    """Say in one line, or in one a file, that nothing could be loaded."""
    refused = [f"{file}: {refusal.reason}" for file, refusal in report.refusals]
    refused += [f"{file}: {reason}" for file, reason in report.skipped]
    if len(refused) > 1:
        refused.insert(0, f"none of {plural(len(report.files), 'file')} could be loaded")
    for start, line in zip(("Error: ", *("  " for _ in refused)), refused[: SHOWN + 1], strict=False):
        click.echo(f"{start}{line}", err=True)


def _print_summary(report: "LoadReport", database: Path, report_file: Path | None) -> None:
    states = ", ".join(
        f"{report.count(state)} {state}"
        for state in ("taken", "unchanged", "skipped", "refused")
        if report.count(state)
    )
    speed = f", {report.rows_read / report.seconds:,.0f} rows/s" if report.rows_read and report.seconds else ""
    click.echo(f"{plural(len(report.files), 'file')}: {states} ({report.seconds:.1f} s{speed})")
    if report.is_kept:
        click.echo(
            f"{plural(report.rows_read, 'row')} read, {report.rows_kept:,} kept; "
            f"{plural(report.fixtures_new, 'new fixture')}, {report.fixtures_changed:,} changed; "
            f"{plural(report.rows_changed, 'row')} of {database.name} written"
        )
    else:
        click.echo(f"{plural(report.rows_read, 'row')} read, nothing kept: --strict, and something was refused")
    for reason, count in Counter(row[4] for row in _refused_rows(report) if row[2] is not None).most_common():
        click.echo(f"  {count} x {reason}")
    for remark in remarks(report, report_file):
        click.echo(f"  {remark}")


def remarks(report: "LoadReport", report_file: Path | None) -> Iterator[str]:
    """A line for each file, row and kind of conflict that is worth one: SHOWN of each, and how many more there are."""
    refused = [_line(*row) for row in _refused_rows(report) if row[2] is not None]
    grouped = _grouped(_contradicting_rows(report))
    where = f"all are in {report_file}" if report_file else "--report FILE writes them all"
    for lines in (_whole_files(report), refused, grouped):
        yield from lines[:SHOWN]
        if len(lines) > SHOWN:
            yield f"and {len(lines) - SHOWN} more; {where}"


def _whole_files(report: "LoadReport") -> list[str]:
    """A line for each reason why files were skipped or refused whole, with how many and the first of them."""
    files: dict[tuple[str, str], list[str]] = {}
    for kind, file, line, _, reason, text in chain(_skipped_rows(report), _refused_rows(report)):
        if line is None:
            files.setdefault((kind, f"{reason} ({text[:60]})" if text else reason), []).append(file)
    return [
        f"{kind} {names[0]}: {reason}"
        if len(names) == 1
        else f"{kind} {plural(len(names), 'file')}: {reason}; the first is {names[0]}"
        for (kind, reason), names in files.items()
    ]


def _grouped(rows: Iterator[Row]) -> list[str]:
    """A line for each kind, file and figure of the contradictions, with how often and the first of them."""
    groups: dict[tuple[str, str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row[0], row[1], row[4]), []).append(row)
    return [
        _line(*alike[0])
        if len(alike) == 1
        else f"{kind} {file}: {what}, {len(alike)} fixtures, the first {alike[0][5]}"
        for (kind, file, what), alike in groups.items()
    ]


def _line(kind: str, file: str, line: int | None, column: str | None, reason: str, text: str | None) -> str:
    place = ":".join(str(part) for part in (file, line, column) if part is not None)
    return f"{kind} {place}: {reason}" + (f" ({text[:60]})" if text else "")


def _skipped_rows(report: "LoadReport") -> Iterator[Row]:
    for file, reason in report.skipped:
        yield "skipped", file, None, None, reason, None


def _refused_rows(report: "LoadReport") -> Iterator[Row]:
    for file, refusal in report.refusals:
        kind = "refused" if refusal.column is None else "set aside"
        yield kind, file, refusal.line, refusal.column, refusal.reason, refusal.text


def _contradicting_rows(report: "LoadReport") -> Iterator[Row]:
    for file, difference in report.conflicts:
        kind = "replaced" if difference.is_taken else "contradicts"
        told = f"fixture {difference.fixture_id}: stored {difference.stored}, told {difference.told}"
        yield kind, file, difference.line, None, difference.what, told


def write_report(report: "LoadReport", path: Path) -> None:
    """Write every refusal and conflict of a load as CSV. Raises ClickException where the file can't be written."""
    try:
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(REPORT_COLUMNS)
            writer.writerows(chain(_skipped_rows(report), _refused_rows(report), _contradicting_rows(report)))
    except OSError as error:
        raise click.ClickException(f"{path} can't be written: {error.strerror}") from error
