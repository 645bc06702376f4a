"""footydata load: loads files and folders into a database, with a report of what was refused."""

import csv
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from footydata.cli.arguments import REPORT_COLUMNS, database_argument, report_option
from footydata.cli.clock import now
from footydata.cli.exits import DONE, NOT_AS_ASKED
from footydata.cli.printing import ProgressLine, format_option, print_json, print_rows, quiet_option, say
from footydata.cli.teams import undo_command
from footydata.lazy_pricing import refresh_lines
from footydata.wording import plural

if TYPE_CHECKING:
    from footydata.importing.report import LoadReport
    from footydata.sources.parsed import LeagueKey

Row: TypeAlias = tuple[str, str, int | None, str | None, str, str | None]
"""A line of the report, in the order of REPORT_COLUMNS."""

SHOWN = 20
"""The most refusals and conflicts that are shown; --report writes them all."""

BOOKS = ("rows_read", "new", "changed", "same", "conflicting", "refused", "rows_written")
"""rows_read is the sum of the next five; rows_written counts rows of the database."""


@click.command()
@database_argument
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--source", metavar="NAME", help="The source of the files; by default each is recognised by its content.")
@report_option
@click.option("--strict", is_flag=True, help="Store nothing, and exit with 1, if anything is refused.")
@click.option("--correct", is_flag=True, help="Let the files correct finished fixtures.")
@click.option(
    "--league",
    metavar="COUNTRY/NAME",
    help="The competition of files that don't name a known one, such as 'MX/Liga MX'.",
)
@format_option
@quiet_option
def load(
    database: Path,
    paths: tuple[Path, ...],
    source: str | None,
    report_file: Path | None,
    strict: bool,
    correct: bool,
    league: str | None,
    format: str,
    quiet: bool,
) -> int:
    """Load files or folders into DB, which is created if it does not exist.

    Rows that can't be loaded are named and the rest is loaded; every row read is accounted for. A source can change its
    finished fixtures only with --correct. Installed packages may add sources (entry point footydata.sources).

    \b
    Examples:
      footydata load football.db E0.csv
      footydata load football.db downloads/ --report refused.csv
      footydata load football.db E0.csv --strict
      footydata load football.db mx.1.json --league 'MX/Liga MX'
    """
    from footydata.importing.files import load as load_paths
    from footydata.importing.found_files import check_paths
    from footydata.store.database import open_database

    competition = _competition(league)
    # Before the database is made, so that a mistyped path leaves no empty file behind.
    check_paths(paths)
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
            league=competition,
            now=moment,
            progress=lambda done, total, name: line.show(f"{done}/{total} {name}"),
        )
        lines = refresh_lines(connection, rows_changed=report.rows_changed, now=moment)
    finally:
        connection.close()
        line.clear()
    if report_file is not None:
        write_report(report, report_file)
    nothing_loaded = report.count("refused") + report.count("skipped") == len(report.files)
    if nothing_loaded:
        _print_refused(report)
    if format != "table":
        _print_books(report, format)
    elif not nothing_loaded:
        _print_summary(report, database, report_file)
        if lines:
            say(f"{plural(lines, 'fair line')} of coming fixtures computed")
    return NOT_AS_ASKED if nothing_loaded or not report.is_kept else DONE


def _competition(league: str | None) -> "LeagueKey | None":
    """The competition of --league. Raises BadParameter."""
    from footydata.importing.league_names import UnusableLeague, league_named

    try:
        return None if league is None else league_named(league)
    except UnusableLeague as error:
        raise click.BadParameter(str(error), param_hint="--league") from error


def _print_books(report: "LoadReport", format: str) -> None:
    """Print the counts of a load as a row; in JSON with those of each file, and all remarks."""
    if format == "json":
        print_json(_as_json(report), indent=None)
    else:
        print_rows(BOOKS, [_books(report)], format=format)


def _print_refused(report: "LoadReport") -> None:
    """Say that nothing could be loaded, with one line per refused or skipped file."""
    refused = [f"{file}: {refusal.reason}" for file, refusal in report.refusals]
    refused += [f"{file}: {reason}" for file, reason in report.skipped]
    if len(refused) > 1:
        refused.insert(0, f"none of {plural(len(report.files), 'file')} could be loaded")
    for start, line in zip(("Error: ", *("  " for _ in refused)), refused[: SHOWN + 1], strict=False):
        say(f"{start}{line}", err=True)


def _print_summary(report: "LoadReport", database: Path, report_file: Path | None) -> None:
    states = ", ".join(
        f"{report.count(state)} {state}"
        for state in ("taken", "unchanged", "skipped", "refused")
        if report.count(state)
    )
    speed = f", {report.rows_read / report.seconds:,.0f} rows/s" if report.rows_read and report.seconds else ""
    say(f"{plural(len(report.files), 'file')}: {states} ({report.seconds:.1f} s{speed})")
    if report.is_kept:
        say(f"{books_line(report)}; {plural(report.rows_changed, 'row')} of {database.name} written")
        for words in report.healed[:SHOWN]:
            say(f"  corrected from the register: {words}")
        if len(report.healed) > SHOWN:
            say(f"  and {len(report.healed) - SHOWN} more corrections")
        for words in united_lines(report, database):
            say(f"  {words}")
    else:
        say(f"{plural(report.rows_read, 'row')} read, nothing stored: --strict, and something was refused")
    for reason, count in Counter(row[4] for row in _refused_rows(report) if row[2] is not None).most_common():
        say(f"  {count} x {reason}")
    for remark in remarks(report, report_file):
        say(f"  {remark}")


def remarks(report: "LoadReport", report_file: Path | None) -> Iterator[str]:
    """Lines on whole files, refused rows and conflicts: at most SHOWN of each, and how many more there are."""
    refused = [_line(*row) for row in _refused_rows(report) if row[2] is not None]
    grouped = _grouped(_contradicting_rows(report))
    where = f"all are in {report_file}" if report_file else "--report FILE writes them all"
    for lines in (_whole_files(report), refused, grouped):
        yield from lines[:SHOWN]
        if len(lines) > SHOWN:
            yield f"and {len(lines) - SHOWN} more; {where}"


def united_lines(report: "LoadReport", database: Path) -> Iterator[str]:
    """Lines on merged clubs, each with the command that undoes it: at most SHOWN, and how many more there are."""
    for united in report.united[:SHOWN]:
        yield f"one club: {united.words}; to undo: {undo_command(database, united.edit_id)}"
    if len(report.united) > SHOWN:
        more = plural(len(report.united) - SHOWN, "more club")
        yield f"and {more}; all are in: {undo_command(database, None)} --list"


def _whole_files(report: "LoadReport") -> list[str]:
    """A line for each reason why whole files were skipped or refused, with their number and the first one."""
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


def books_line(report: "LoadReport") -> str:
    """The counts of rows, as a sum that accounts for every row read."""
    return (
        f"{plural(report.rows_read, 'row')} read = {report.fixtures_new:,} new + {report.fixtures_changed:,} changed "
        f"+ {report.fixtures_same:,} the same again + {report.fixtures_conflicting:,} conflicting "
        f"+ {report.rows_refused:,} refused"
    )


def _books(report: "LoadReport") -> tuple[int, ...]:
    """The counts of a load, in the order of BOOKS."""
    stored = (report.fixtures_new, report.fixtures_changed, report.fixtures_same, report.fixtures_conflicting)
    return (report.rows_read, *stored, report.rows_refused, report.rows_changed)


def _as_json(report: "LoadReport") -> dict[str, Any]:
    """The counts of the load and of each file, and all refusals, conflicts and corrections."""
    return {
        "is_kept": report.is_kept,
        "seconds": round(report.seconds, 3),
        **dict(zip(BOOKS, _books(report), strict=True)),
        "corrected": report.healed,
        "united": [united._asdict() for united in report.united],
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
        "remarks": [
            dict(zip(REPORT_COLUMNS, row, strict=True))
            for row in chain(_refused_rows(report), _contradicting_rows(report))
        ],
    }


def _grouped(rows: Iterator[Row]) -> list[str]:
    """A line for each kind, file and figure of conflicts, with their number and the first one."""
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
        text = f"fixture {difference.fixture_id}: stored {difference.stored}, in the file {difference.incoming}"
        yield kind, file, difference.line, None, difference.what, text


def write_report(report: "LoadReport", path: Path) -> None:
    """Write every refusal and conflict of a load as CSV. Raises ClickException if the file can't be written."""
    try:
        with path.open("w", newline="", encoding="utf-8", errors="backslashreplace") as file:
            writer = csv.writer(file)
            writer.writerow(REPORT_COLUMNS)
            writer.writerows(chain(_skipped_rows(report), _refused_rows(report), _contradicting_rows(report)))
    except OSError as error:
        raise click.ClickException(f"{path} can't be written: {error.strerror}") from error
