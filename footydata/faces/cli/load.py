"""footydata load: loads files and folders into a database, with a report of what was refused."""

import shutil
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import click

from footydata.faces.cli.arguments import Typed, command
from footydata.faces.cli.clock import now
from footydata.faces.cli.load_report import (
    ReportFile,
    as_json,
    books_line,
    counts_of,
    print_counts,
    remarks,
    stored_lines,
    where_all,
    write_report,
)
from footydata.faces.cli.printing import (
    DONE,
    NOT_AS_ASKED,
    Output,
    first,
    is_terminal,
    say,
    say_lines,
)
from footydata.football.errors import InvalidArgument
from footydata.football.wording import plural
from footydata.forecast.lazy_pricing import refresh_lines
from footydata.ingest.files import load as load_paths
from footydata.ingest.planning import check_paths, explained
from footydata.ingest.report import LoadReport
from footydata.sources.parsed import LeagueKey
from footydata.sources.tables.meanings import read_meaning
from footydata.sources.tables.reading import (
    ASKED,
    HOW_TO_AGREE,
    NO,
    Reading,
    reading_of,
    text_of_reading,
    toml_of_reading,
)
from footydata.sources.tables.table_map import (
    TableMap,
    check_setting,
    league_named,
    map_from,
)
from footydata.store.file.opening import open_database, open_read_only
from footydata.store.file.sqlite_files import removed_if_still_empty
from footydata.views.arguments import Says


@command()
def load(
    database: Path,
    path: tuple[Path, ...],
    *,
    source: Annotated[
        str | None,
        Says("The source of the files; by default each is recognised by its content."),
    ] = None,
    report_file: ReportFile = None,
    strict: Annotated[
        bool, Says("Store nothing, and exit with 1, if anything is refused.")
    ] = False,
    dry_run: Annotated[bool, Says("Report what the load would do, and store nothing.")] = False,
    correct: Annotated[bool, Says("Let the files correct finished fixtures.")] = False,
    league: Annotated[
        LeagueKey | None,
        Typed(
            "The competition of files that don't name a known one, such as 'MX/Liga MX'.",
            metavar="COUNTRY/NAME",
            read=league_named,
        ),
    ] = None,
    map: Annotated[
        tuple[Path, ...],
        Says(
            "How a table that no source knows is read: a TOML file, as --explain writes it; may be repeated.",
            metavar="FILE",
        ),
    ] = (),
    yes: Annotated[
        bool, Says("Load such a table without a map where nothing is open or doubtful.")
    ] = False,
    explain: Annotated[
        bool,
        Says("Say how such tables would be read, print their maps, and store nothing."),
    ] = False,
    out: Output,
) -> int:
    """Load files or folders into DB, which is created if it does not exist.

    Rows that can't be loaded are named and the rest is loaded; every row read is accounted for. A source can change its
    finished fixtures only with --correct. Installed packages may add sources (entry point footydata.sources).

    A table that no source knows is shown first, as it was understood: on a terminal you say yes, no, or what a column
    means; else nothing of it is stored, and its map is printed, to load by with --map. The next file with its header
    needs no yes unless its cells contradict one another.

    Another footydata file that is named is united with DB: what its loads said comes along, and what was decided.

    \b
    Examples:
      footydata load football.db E0.csv
      footydata load football.db downloads/ --report refused.csv
      footydata load football.db E0.csv --strict
      footydata load football.db E0.csv --dry-run
      footydata load mine.db theirs.db
      footydata load football.db mx.1.json --league 'MX/Liga MX'
      footydata load football.db results.xlsx --league 'GB-ENG/Premier League'
      footydata load football.db results.csv --explain > results.toml
      footydata load football.db results.csv --map results.toml
    """
    # Before the database is made, so that a mistyped path leaves no empty file behind.
    check_paths(path)
    table_maps = tuple(map_from(each, has_league=league is not None) for each in map)
    if explain:
        return _explain(database, path, league=league, table_maps=table_maps)
    moment = now()
    with (
        removed_if_still_empty(database),
        closing(open_database(database)) as connection,
        out.progress() as line,
    ):
        load_with = partial(
            load_paths,
            connection,
            source=source,
            strict=strict,
            dry_run=dry_run,
            correct=correct,
            league=league,
            agrees=yes,
            now=moment,
            progress=line.of,
        )
        report = load_with(path, table_maps=table_maps)
        if report.open_tables and is_terminal():
            line.clear()
            _agree(report, load_with)
        rows_changed = 0 if dry_run else report.rows_changed
        lines = refresh_lines(connection, rows_changed=rows_changed, now=moment)
    if report_file is not None:
        write_report(report, report_file, out)
    nothing_loaded = report.count("refused") + report.count("skipped") == len(report.files)
    if nothing_loaded:
        _print_refused(report, where_all(report_file))
    if report.open_tables and out.is_table and not is_terminal():
        _print_maps([reading for _, reading in report.open_tables])
    if not out.is_table:
        counts = as_json(report) if out.format == "json" else counts_of(report)
        print_counts(counts, out)
    elif not nothing_loaded:
        _print_summary(report, database, report_file)
        if lines:
            say(f"{plural(lines, 'fair line')} of coming fixtures computed")
    return NOT_AS_ASKED if nothing_loaded or not report.is_kept or report.open_tables else DONE


def _explain(
    database: Path,
    paths: tuple[Path, ...],
    *,
    league: LeagueKey | None,
    table_maps: tuple[TableMap, ...],
) -> int:
    """Say how the tables at the paths would be read; DB need not exist."""
    connection = open_read_only(database) if database.exists() else None
    found = explained(connection, paths, league=league, table_maps=table_maps)
    if connection is not None:
        connection.close()
    for name, why in found.others:
        say(f"{name}: {why}", err=True)
    _print_maps(found.readings)
    return DONE if found.is_readable else NOT_AS_ASKED


def _print_refused(report: LoadReport, where: str) -> None:
    """Say that nothing could be loaded, with one line per refused or skipped file."""
    refused = [f"{file}: {refusal.reason}" for file, refusal in report.refusals]
    refused += [f"{file}: {reason}" for file, reason in report.skipped]
    if len(refused) > 1:
        refused.insert(0, f"none of {plural(len(report.files), 'file')} could be loaded")
    for at, line in enumerate(first(refused, where)):
        say(f"{'  ' if at else 'Error: '}{line}", err=True)


def _print_summary(report: LoadReport, database: Path, report_file: Path | None) -> None:
    states = ", ".join(
        f"{report.count(state)} {state}"
        for state in ("taken", "unchanged", "skipped", "refused")
        if report.count(state)
    )
    speed = (
        f", {report.rows_read / report.seconds:,.0f} rows/s"
        if report.rows_read and report.seconds
        else ""
    )
    say(f"{plural(len(report.files), 'file')}: {states} ({report.seconds:.1f} s{speed})")
    if report.is_kept:
        done = "would be written; nothing was stored: --dry-run" if report.is_dry_run else "written"
        say(f"{books_line(report)}; {plural(report.rows_changed, 'row')} of {database.name} {done}")
        for words in stored_lines(report, database):
            say(f"  {words}")
    else:
        say(
            f"{plural(report.rows_read, 'row')} read, nothing stored: --strict, and something was refused"
        )
    for remark in remarks(report, where_all(report_file)):
        say(f"  {remark}")


_WIDTH = 100
"""Of a reading that is not printed on a terminal."""

Load = Callable[..., LoadReport]
"""Loads paths, with `table_maps`."""


def _show(reading: Reading) -> None:
    """Print what is understood of a table, on stderr."""
    width = shutil.get_terminal_size().columns if sys.stderr.isatty() else _WIDTH
    say_lines(text_of_reading(reading, width).splitlines(), err=True)


def _print_maps(readings: list[Reading]) -> None:
    """Print the reading of each table on stderr, and on stdout one map a header."""
    headers: set[tuple[str, ...]] = set()
    for reading in readings:
        _show(reading)
        header = tuple(reading.understood.header.names)
        if header not in headers and reading.outcome != NO:
            headers.add(header)
            say_lines(toml_of_reading(reading).splitlines())


def _agree(report: LoadReport, load: Load) -> None:
    """Ask about each table of a load that nobody agreed to, and load those to which a person says yes.

    A yes covers the other files with the header. Raises Abort if the person gives up.
    """
    asked: set[Path] = set()
    while left := [each for each in report.open_tables if each[0] not in asked]:
        path, reading = left[0]
        asked.add(path)
        table_map = _answer(reading)
        if table_map is None:
            continue
        report.replace(load([path], table_maps=(table_map,)))
        header = reading.understood.header.names
        for other, its in [each for each in report.open_tables if each[0] not in asked]:
            if its.understood.header.names == header:
                report.replace(load([other]))


def _answer(reading: Reading) -> TableMap | None:
    """The map to which a person says yes, None for a no."""
    changed = TableMap({})
    _show(reading)
    while True:
        answer = click.prompt(HOW_TO_AGREE.rstrip(": "), default="", show_default=False, err=True)
        word = str(answer).strip()
        if word.casefold() in ("n", "no", ""):
            return None
        if word.casefold() in ("y", "yes"):
            if reading.outcome not in (ASKED, NO):
                return reading.map
            say("it can't be loaded so: something is open, or contradicts itself", err=True)
            continue
        try:
            changed = with_answer(reading.map, changed, word)
        except InvalidArgument as error:
            say(str(error), err=True)
            continue
        reading = reading_of(reading.table, reading.name, agreed=changed, league=reading.league)
        _show(reading)


def with_answer(table_map: TableMap, changed: TableMap, answer: str) -> TableMap:
    """What a person changed of a map so far, with an answer NAME = VALUE. Raises InvalidArgument.

    >>> with_answer(TableMap({"Tore": "?"}), TableMap({}), "Tore = score").columns
    {'Tore': 'score'}
    """
    name, mark, value = (part.strip().strip('"') for part in answer.rpartition("="))
    if not mark:
        raise InvalidArgument(f"{answer!r} is not NAME = VALUE", parameter="map", value=answer)
    if name in table_map.columns:
        meaning = read_meaning(name, value)
        return replace(changed, columns={**changed.columns, name: meaning})
    code = name.removeprefix("leagues.")
    if code in table_map.leagues:
        return replace(changed, leagues={**changed.leagues, code: value})
    setting = int(value) if name == "header" and value.isdecimal() else value
    check_setting(name, setting)
    return replace(changed, **{name: setting})  # type: ignore[arg-type]  # a setting is a text, header a number
