"""footydata standings: prints a league table of any kind as of any day."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TypeVar

import click

from footydata.faces.cli.arguments import database_argument
from footydata.faces.cli.clock import at_option, now, until_text
from footydata.faces.cli.narrowing import season_options
from footydata.faces.cli.printing import format_option, print_rows, quiet_option, say
from footydata.football.table_rows import (
    PointsStanding,
    StandingRow,
    Table,
    TableHalf,
    Venue,
    decisions_of,
)
from footydata.football.terms import TableType
from footydata.frames.columns import TABLE_COLUMNS, column_name
from footydata.rules.reach import Reach
from footydata.store.file.snapshots import reading
from footydata.store.read.seasons.group_tables import SeasonTables, tables_of_season
from footydata.store.read.seasons.leagues import find_league, season_named
from footydata.store.read.seasons.progress import (
    RoundPosition,
    StageRows,
    positions_by_round,
    reach,
)
from footydata.store.scratch import replay_moment

_Row = TypeVar("_Row", Reach, RoundPosition)

HEADINGS: dict[str, str] = {
    "position": "#",
    "team_name": "Team",
    "played": "P",
    "won": "W",
    "drawn": "D",
    "lost": "L",
    "goals_for": "GF",
    "goals_against": "GA",
    "goal_difference": "  GD",
    "points": "Pts",
    "points_per_game": "PPG",
    "form": "Form",
    "total_for": "For",
    "total_against": "Against",
    "average_for": "A game",
    "average_against": "Against a game",
    "half_total_for": "1st half",
    "half_total_against": "Against 1st half",
    "yellow_for": "Yellow",
    "yellow_against": "Against",
    "red_for": "Red",
    "red_against": "Against",
    "booking_points": "Booking points",
    "remaining": "To come",
    "best": "Best",
    "worst": "Worst",
    "round": "Round",
    "group": "Group",
    "goes_through": "Through",
}
"""Field of a row → its heading in a table."""

SHOWN: dict[str, tuple[str, ...]] = {
    TableType.TOTAL: (
        *("position", "team_name", "played", "won", "drawn", "lost", "goals_for", "goals_against"),
        *("goal_difference", "points", "form"),
    ),
    TableType.CORNER: (
        *(
            "position",
            "team_name",
            "played",
            "total_for",
            "total_against",
            "average_for",
            "average_against",
        ),
        *("half_total_for", "half_total_against", "points"),
    ),
    TableType.CARD: (
        *(
            "position",
            "team_name",
            "played",
            "total_for",
            "total_against",
            "average_for",
            "average_against",
        ),
        *("yellow_for", "red_for", "booking_points"),
    ),
}
"""The fields that a table shows; json and csv have all fields."""

THROUGH = {True: "yes", False: "no", None: "?"}
"""Whether a team goes through, as a table shows it."""


@click.command()
@database_argument
@season_options
@click.option(
    "--type",
    "kind",
    type=click.Choice([kind.value for kind in TableType], case_sensitive=False),
    default=TableType.TOTAL.value,
    show_default=True,
    help="Points, corners or cards.",
)
@click.option(
    "--venue",
    type=click.Choice([venue.value for venue in Venue], case_sensitive=False),
    default=Venue.ALL.value,
    show_default=True,
    help="All fixtures, or only home or away ones.",
)
@click.option(
    "--half",
    type=click.Choice([half.value for half in TableHalf], case_sensitive=False),
    default=TableHalf.FULL.value,
    show_default=True,
    help="The whole fixture, or only its first half.",
)
@at_option
@click.option(
    "--round", "up_to_round", type=click.IntRange(min=1), help="Only fixtures up to this round."
)
@click.option("--last", type=click.IntRange(min=1), help="Only each team's last N fixtures.")
@click.option("--stage", metavar="NAME", help='Only this stage or group: "Group A".')
@click.option(
    "--reach",
    "show_reach",
    is_flag=True,
    help="Show the best and worst final position of each team, by points.",
)
@click.option("--by-round", is_flag=True, help="Show each team's position after each round.")
@click.option(
    "--as-it-stands", is_flag=True, help="With the scores so far of the fixtures that are live now."
)
@format_option
@quiet_option
def standings(
    database: Path,
    league: str,
    season: str | None,
    kind: str,
    venue: str,
    half: str,
    at_ts: int | None,
    up_to_round: int | None,
    last: int | None,
    stage: str | None,
    show_reach: bool,
    by_round: bool,
    as_it_stands: bool,
    format: str,
    quiet: bool,
) -> None:
    """Print a league table by the rules of its competition, including points taken by decision.

    Of a tournament that is played in groups, all groups are printed, stage by stage, and the table of third places
    where some of them go on: --stage "Third places" prints it alone.
    Cards of a card table are yellow + red; booking points are 10 a yellow, 25 a red.

    \b
    Examples:
      footydata standings football.db --league "Premier League"
      footydata standings football.db --league "Serie A" --season 22/23 --at 2023-02-01
      footydata standings football.db --league 39 --type corner --venue home --last 10
      footydata standings football.db --league "World Cup" --season 2026 --stage "Group A"
      footydata standings football.db --league "Premier League" --as-it-stands
    """
    _check_together(
        kind,
        show_reach=show_reach,
        by_round=by_round,
        narrowed=(venue, half, up_to_round, last, stage, as_it_stands),
    )
    if as_it_stands and (at_ts is not None or up_to_round is not None):
        raise click.UsageError("--as-it-stands is of now; drop --at and --round")
    with reading(database) as connection:
        league_id = find_league(connection, league).id
        season_id = season_named(connection, league_id, season).id if season else None
        if show_reach:
            _print_reach(connection, league_id, season_id, at_ts=at_ts, format=format)
            return
        if by_round:
            _print_by_round(connection, league_id, season_id, format=format)
            return
        tables = tables_of_season(
            connection,
            league_id=league_id,
            season_id=season_id,
            type=TableType(kind),
            venue=venue,
            half=half,
            at_ts=at_ts,
            up_to_round=up_to_round,
            last=last,
            stage=stage,
            as_it_stands=as_it_stands,
            now=replay_moment(connection) or now(),
        )
    limits = _limits(at_ts, last, None if tables.is_of_stages else stage)
    if as_it_stands:
        limits.append(f"as it stands, {sum(table.live for table in tables.tables) or 'no'} live")
    if format != "table":
        _print_fields(tables, TableType(kind), format=format)
    elif len(tables.tables) > 1:
        _print_groups(tables, quiet=quiet, limits=limits)
    else:
        _print_table(tables, quiet=quiet, limits=limits)


def _check_together(
    kind: str, *, show_reach: bool, by_round: bool, narrowed: tuple[object, ...]
) -> None:
    """Raises UsageError if the options don't go together."""
    if show_reach and by_round:
        raise click.UsageError("--reach and --by-round are two tables; name one of them")
    if (show_reach or by_round) and (
        kind != TableType.TOTAL or narrowed != (Venue.ALL, TableHalf.FULL, None, None, None, False)
    ):
        raise click.UsageError(
            "--reach and --by-round are of the whole points table; drop the other options"
        )


def _limits(at_ts: int | None, last: int | None, stage: str | None) -> list[str]:
    parts = [stage] if stage else []
    parts += [f"last {last}"] if last else []
    return parts if at_ts is None else [*parts, f"as of {until_text(at_ts)}"]


def _print_fields(tables: SeasonTables, kind: TableType, *, format: str) -> None:
    """All fields of the rows, after the stage that they are of where there are several."""
    _say_doubts(tables)
    names = [each.name for each in TABLE_COLUMNS[kind]]
    if tables.is_of_stages:
        print_rows(("stage", *names, *tables.added_fields), tables.staged_rows(), format=format)
    else:
        print_rows(names, tables.tables[0].rows, format=format)


def _say_doubts(tables: SeasonTables) -> None:
    for doubt in tables.doubts:
        say(f"Doubtful: {doubt}", err=True)
    for table in tables.tables:
        stage = f"{table.stage}: " if table.stage and len(tables.tables) > 1 else ""
        for doubt in table.doubts:
            say(f"Doubtful: {stage}{doubt}", err=True)
    _say_left_out(tables.left_out)


def _say_left_out(left_out: Mapping[str, str]) -> None:
    for stage, reason in left_out.items():
        say(f"{stage}: no table: {reason}", err=True)


def _print_groups(tables: SeasonTables, *, quiet: bool, limits: Sequence[str]) -> None:
    """The table of each group under its name, all with the same columns."""
    _say_doubts(tables)
    first = tables.tables[0]
    if not quiet:
        say(tables.title(limits))
    fields = _fields([row for table in tables.tables for row in table.rows], first.type)
    widest = max(len(row.team_name) for table in tables.tables for row in table.rows)
    for table in tables.tables:
        say()
        say(table.stage or "")
        _print_rows_of(table, fields, widest)
        for note in () if quiet else _decisions(table):
            say(note)
    if tables.notes and not quiet:
        say()
        for note in tables.notes:
            say(note)


def _print_table(tables: SeasonTables, *, quiet: bool, limits: Sequence[str]) -> None:
    _say_doubts(tables)
    (table,) = tables.tables
    if not quiet:
        say(tables.title(limits))
    _print_rows_of(table, _fields(table.rows, table.type))
    for note in () if quiet else _notes(table):
        say(note)


def _fields(rows: Sequence[StandingRow], type: TableType) -> tuple[str, ...]:
    """The fields that a table of these rows shows: those that any row has."""
    fields = tuple(
        name for name in SHOWN[type] if any(getattr(row, name) is not None for row in rows)
    )
    if any(isinstance(row, PointsStanding) and row.points_per_game is not None for row in rows):
        place = fields.index("points") + 1
        fields = (*fields[:place], "points_per_game", *fields[place:])
    return fields


def _print_rows_of(table: Table, fields: Sequence[str], width: int = 0) -> None:
    """The rows of a table; width: the least of the names of its teams."""
    deducted = {adjustment.team_id for adjustment in table.adjustments}
    if table.through:
        fields = [*(field for field in fields if field != "form"), "group", "goes_through"]
    cells = [
        [
            THROUGH[table.goes_through(row)]
            if field == "goes_through"
            else _cell(row, field, deducted)
            for field in fields
        ]
        for row in table.rows
    ]
    headings = [
        HEADINGS[field].ljust(width) if field == "team_name" else HEADINGS[field]
        for field in fields
    ]
    print_rows(headings, cells, format="table")


def _cell(row: StandingRow, field: str, deducted: set[int]) -> object:
    value: object = getattr(row, field)
    if field == "team_name" and row.team_id in deducted:
        return f"{value} *"
    if field == "goal_difference" and isinstance(value, int):
        return (f"{value:+d}" if value else "0").rjust(4)
    return value


def _notes(table: Table) -> list[str]:
    """The footnotes: the parts of a divided table, and each decision on points."""
    notes = []
    groups: dict[str, list[int]] = {}
    for row in table.rows:
        if isinstance(row, PointsStanding) and row.group is not None:
            groups.setdefault(row.group, []).append(row.position)
    if groups and table.stage is None:
        notes.append(
            "; ".join(f"{name}: {places[0]} to {places[-1]}" for name, places in groups.items())
        )
    return [*notes, *_decisions(table)]


def _decisions(table: Table) -> list[str]:
    return [*(f"* {decision}" for decision in decisions_of(table)), *table.notes]


def _print_reach(
    connection: sqlite3.Connection,
    league_id: int,
    season_id: int | None,
    *,
    at_ts: int | None,
    format: str,
) -> None:
    rows = _rows_of(
        reach(connection, league_id=league_id, season_id=season_id, at_ts=at_ts, now=now())
    )
    if format != "table":
        _print_whole(rows, Reach._fields, format=format)
        return
    fields = ("position", "team_name", "played", "points", "remaining", "best", "worst")
    for each in _stage_by_stage(rows):
        cells = [[getattr(row, field) for field in fields] for row in each]
        print_rows([HEADINGS[field] for field in fields], cells, format="table")


def _print_by_round(
    connection: sqlite3.Connection, league_id: int, season_id: int | None, *, format: str
) -> None:
    rows = _rows_of(
        positions_by_round(connection, league_id=league_id, season_id=season_id, now=now())
    )
    if format != "table":
        _print_whole(rows, RoundPosition._fields, format=format)
        return
    for each in _stage_by_stage(rows):
        _print_places(each)


def _print_places(rows: Sequence[RoundPosition]) -> None:
    """A row a team, in the order of the last round, with its place after each round."""
    places: dict[int, dict[int, int]] = {}
    for row in rows:
        places.setdefault(row.team_id, {})[row.round] = row.position
    rounds = sorted({row.round for row in rows})
    final = rows[-len(places) :]
    cells = [
        [row.team_name, *(places[row.team_id].get(number) for number in rounds)] for row in final
    ]
    # The oldest rounds are left out first.
    print_rows(
        ["Team", *map(str, rounds)], cells, format="table", spare=[str(number) for number in rounds]
    )


def _rows_of(read: StageRows[_Row]) -> list[_Row]:
    """The rows; says which groups have none."""
    _say_left_out(read.left_out)
    return read.rows


def _print_whole(
    rows: Sequence[Reach | RoundPosition], fields: Sequence[str], *, format: str
) -> None:
    """All fields of the rows, after the stage that they are of where there are several."""
    names = [
        *(["stage"] if any(row.stage for row in rows) else []),
        *(name for name in fields if name != "stage"),
    ]
    cells = [[getattr(row, name) for name in names] for row in rows]
    print_rows([*map(column_name, names)], cells, format=format)


def _stage_by_stage(rows: Sequence[_Row]) -> Iterator[list[_Row]]:
    """The rows of each stage; prints the stage, if there are several, above what is printed of it."""
    for stage, group in groupby(rows, key=lambda row: row.stage):
        if stage is not None:
            say()
            say(stage)
        yield list(group)
