"""League tables of every kind, and what can still be reached."""

import sqlite3
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Annotated, Any, Literal, NamedTuple

from footydata.football.declared_types import HalfName, TableTypeName, VenueName
from footydata.football.errors import InvalidArgument
from footydata.football.moments import Moment, day_of
from footydata.football.rows import (
    CardStanding,
    CornerStanding,
    PointsStanding,
    Table,
    TableHalf,
    Venue,
    exact_row,
)
from footydata.football.terms import ENGLISH, LARGEST_ID, TableType
from footydata.football.wording import plural
from footydata.rules.standings import Reach
from footydata.store.read.finding import Flagged
from footydata.store.read.fixture_checks import errors_of
from footydata.store.read.fixtures import fixtures_by_id
from footydata.store.read.seasons.leagues import season_of_league
from footydata.store.read.seasons.season import LeagueSeason, TableLimits
from footydata.store.read.seasons.season_course import reach, season_course
from footydata.store.read.seasons.standings import (
    NAMED,
    SeasonTables,
    all_standings,
    tables_of_season,
)
from footydata.store.typed_names import folded
from footydata.views.arguments import At, Clock, League, Says, Season
from footydata.views.columns import Column, columns, row_of, undeclared
from footydata.views.doubts import stale_doubts
from footydata.views.view import Block, Shown, View, known

TABLE_COLUMNS: dict[TableType, tuple[Column, ...]] = {
    TableType.TOTAL: columns("standings", PointsStanding._fields),
    TableType.CORNER: columns('standings(type="corner")', CornerStanding._fields),
    TableType.CARD: columns('standings(type="card")', CardStanding._fields),
}
"""Type of table → the columns of its rows."""

(STAGE_COLUMN,) = columns("standings", ("stage",))
"""The first column of the tables of a season of groups."""

(GOES_THROUGH_COLUMN,) = columns("standings", ("goes_through",))
"""The last column of those tables where thirds go on."""

ALL_STANDINGS_COLUMNS = (
    *columns("all_standings", ("season_id", "country", "league", "season", "stage")),
    *TABLE_COLUMNS[TableType.TOTAL],
)
POSITION_COLUMNS = {
    type: (*columns("positions", ("day_ts", "round")), *rows)
    for type, rows in TABLE_COLUMNS.items()
}
"""Type of table → the day and the round of a table, then the columns of its rows."""


class RoundPosition(NamedTuple):
    """A team's place in the points table after a round. stage: the group that it is of, None in one table of all."""

    round: int
    position: int
    team_id: int
    team_name: str
    played: int
    points: int
    stage: str | None = None


REACH_COLUMNS = undeclared(Reach._fields)
ROUND_COLUMNS = undeclared(RoundPosition._fields)


def signed(difference: int) -> str:
    """A difference with its sign.

    >>> signed(3), signed(-1), signed(0)
    ('+3', '-1', '0')
    """
    return f"{difference:+d}" if difference else "0"


def _points(row: Any) -> str:
    return f"{row.points}{'*' if row.deduction else ' '}"


def _form_points(row: Any) -> int:
    return sum({"W": 3, "D": 1}.get(letter, 0) for letter in row.form)


def _mean(head: str, width: int, field: str, from_width: int, style: str = "plain") -> Shown:
    """A column of averages, in two decimals."""
    return Shown(head, field, from_width, "{:.2f}".format, style, width)


def _corner_difference(row: Any) -> int:
    return int(row.total_for - row.total_against)


POSITION = Shown("#", "position", width=3, style="muted", is_needed=True)
TEAM = Shown(
    "Team",
    "team_name",
    order=lambda row: folded(row.team_name),
    kind="text",
    is_needed=True,
    link=("team", "team_id"),
)
"""The columns at the left, whose first value is the least."""

_PLAYED = Shown("P", "played", width=4, is_needed=True)

SHOWN: dict[TableType, tuple[Shown, ...]] = {
    TableType.TOTAL: (
        *(POSITION, TEAM, _PLAYED),
        Shown("W", "won", 44, width=4),
        Shown("D", "drawn", 44, width=4),
        Shown("L", "lost", 44, width=4),
        Shown("GF", "goals_for", 56),
        Shown("GA", "goals_against", 56),
        Shown("GD", "goal_difference", 36, signed),
        Shown("Pts", _points, style="strong", width=6, order="points"),
        Shown("PPG", "points_per_game", 76, "{:.2f}".format, width=6),
        Shown("Form", "form", 66, width=7, order=_form_points, kind="form"),
    ),
    TableType.CORNER: (
        *(POSITION, TEAM, _PLAYED),
        Shown("For", "total_for", width=6),
        Shown("Ag", "total_against", 44, width=6),
        Shown("+/-", _corner_difference, 50, signed, width=6),
        _mean("For/g", 7, "average_for", 60),
        _mean("Ag/g", 7, "average_against", 60),
        _mean("1st half", 10, "half_average_for", 84, "muted"),
        _mean("against", 9, "half_average_against", 84, "muted"),
        Shown("1st half in all", "half_total_for", 116, style="muted", width=16),
        Shown("against in all", "half_total_against", 116, style="muted", width=15),
        Shown("Pts", "points", 36, style="strong", width=6),
    ),
    TableType.CARD: (
        *(POSITION, TEAM, _PLAYED),
        Shown("For", "total_for", style="strong", width=6),
        Shown("Ag", "total_against", 44, width=6),
        _mean("For/g", 7, "average_for", 52),
        _mean("Ag/g", 7, "average_against", 60),
        Shown("Yellow", "yellow_for", 68, width=8),
        Shown("Red", "red_for", 68),
        Shown("Yellow ag", "yellow_against", 100, style="muted", width=11),
        Shown("Red ag", "red_against", 100, style="muted", width=8),
        Shown("Booking", "booking_points", 76, width=9),
    ),
}
"""Type of table → its columns; booking points are 10 a yellow card, 25 a red one."""

_THROUGH = {True: "yes", False: "no", None: "?"}
_GROUP = Shown("Group", "group", kind="text")


def table_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    league: League,
    season: Season | None = None,
    *,
    type: Annotated[
        TableTypeName,
        Says("Points, corners or cards.", "total is of points; corner and card of those."),
    ] = "total",
    venue: Annotated[VenueName, Says("All fixtures, or only home or away ones.", " ")] = "all",
    half: Annotated[HalfName, Says("The whole fixture, or only its first half.", " ")] = "full",
    at: At | None = None,
    round: Annotated[int, Says("Only fixtures up to this round.", least=1)] | None = None,
    last: Annotated[
        int,
        Says(
            "Only each team's last N fixtures.",
            "Only each team's last N.",
            least=1,
            most=LARGEST_ID,
        ),
    ]
    | None = None,
    stage: Annotated[
        str, Says('Only this stage or group: "Group A".', "One group or stage alone.", "NAME")
    ]
    | None = None,
    as_it_stands: Annotated[
        bool, Says("With the scores so far of the fixtures that are live now.")
    ] = False,
    lang: str = ENGLISH,
) -> View:
    """A league table by the competition's own rules and deductions, as of any day."""
    if as_it_stands and (at is not None or round is not None):
        raise InvalidArgument(
            "as_it_stands is of now; leave out at and round", parameter="as_it_stands", value=True
        )
    of_league = LeagueSeason(
        connection, *season_of_league(connection, league, season), now=clock.now
    )
    at_ts = clock.end_of(at)
    kind = TableType(type)
    limits = TableLimits(kind, venue, half, at_ts, round, last, stage, as_it_stands, lang)
    tables = tables_of_season(of_league, limits)
    if kind != TableType.TOTAL:
        exact = [table._replace(rows=tuple(map(exact_row, table.rows))) for table in tables.tables]
        tables = tables._replace(tables=tuple(exact))
    ids = list(dict.fromkeys(id_ for table in tables.tables for id_ in table.fixture_ids))
    doubts, doubted_teams = list(tables.doubts), set[int]()
    if errors := errors_of(connection, ids, kind):
        texts, doubted_teams = told(connection, errors)
        doubts += texts
    if season is None and at is None and round is None:
        newest = [table.newest_ts for table in tables.tables if table.newest_ts is not None]
        doubts += stale_doubts(newest, now=clock.now)
    view = _view(tables, limits, at, doubts, doubted_teams)
    return view._replace(
        as_of_ts=None if at_ts is None else min(at_ts, clock.now),
        fixture_ids=ids,
        rests_on=len(ids) if last else view.about["known"],
    )


def told(
    connection: sqlite3.Connection, errors: Mapping[int, Sequence[Flagged]]
) -> tuple[list[str], set[int]]:
    """The first error of each fixture of a table as a sentence, and the teams that play in these.

    errors: fixture id → those that `check` finds in it.
    """
    rows = fixtures_by_id(connection, list(errors))
    own = {id_: [error for error in each if error.id == id_] for id_, each in errors.items()}
    texts = [
        f"{rows[id_].home} - {rows[id_].away} on {day_of(rows[id_].kickoff_ts)}: {each[0].sentence}"
        for id_, each in own.items()
        if each
    ]
    more = [f"errors in {len(texts) - NAMED} more of its fixtures"] if len(texts) > NAMED else []
    teams = {team for row in rows.values() for team in (row.home_id, row.away_id)}
    return [*texts[:NAMED], *more], teams


def _title(table: Table, limits: TableLimits, at: Moment | None, totals: Mapping[str, int]) -> str:
    """League and season, then what the table counts: its type, venue, half and stage, the other limits, and coverage."""
    # The points of whole fixtures are known of all.
    is_of_goals = (table.type, table.half) == (TableType.TOTAL, TableHalf.FULL)
    parts = [
        "" if table.type == TableType.TOTAL else f"{table.type}s",
        "" if table.venue == Venue.ALL else table.venue,
        "first half" if table.half == TableHalf.FIRST else "",
        table.stage or limits.stage,
        f"last {limits.last}" if limits.last else "",
        f"as of {at}" if at else "",
        f"as it stands, {totals['live'] or 'no'} live" if limits.as_it_stands else "",
        "" if table.round is None else f"round {table.round}",
        f"known in {totals['known']} of {totals['played']} fixtures played"
        if totals["played"] and not is_of_goals
        else "",
    ]
    return ", ".join([f"{table.league} {table.season}", *filter(None, parts)])


def _view(
    read: SeasonTables,
    limits: TableLimits,
    at: Moment | None,
    doubts: list[str],
    doubted_teams: Collection[int],
) -> View:
    tables, of_rows, shown = read.tables, TABLE_COLUMNS[limits.type], SHOWN[limits.type]
    first = tables[0]
    is_of_stages = first.stage is not None
    totals = {
        name: sum(getattr(table, name) for table in tables) for name in ("known", "played", "live")
    }
    if totals["known"] != totals["played"]:
        doubts.append(
            f"the figures are known of {totals['known']} of {totals['played']} finished fixtures"
        )
    if doubted_teams:
        marked = _PLAYED._replace(of=partial(_played, doubted=doubted_teams), order="played")
        shown = tuple(marked if each is _PLAYED else each for each in shown)
    all_together = first._replace(stage=None, round=None) if tables[1:] else first
    title = _title(all_together, limits, at, totals)
    blocks = [_block(table, read.decisive_after) for table in tables]
    rows: Sequence[tuple[Any, ...]] = first.rows
    columns = of_rows
    if is_of_stages:
        columns = (STAGE_COLUMN, *of_rows)
        rows = [(table.stage, *row) for table in tables for row in table.rows]
    if tables[-1].through:
        columns = (*columns, GOES_THROUGH_COLUMN)
        through = [table.goes_through(row) for table in tables for row in table.rows]
        rows = [(*row, goes) for row, goes in zip(rows, through, strict=True)]
    return View(
        columns=columns,
        rows=rows,
        shown=known(shown, [row for table in tables for row in table.rows]),
        blocks=blocks,
        title=title,
        notes=read.notes,
        doubts=doubts,
        left_out=read.left_out,
        about={
            **{name: getattr(first, name) for name in ("country", "league", "season")},
            "title": title,
            "zones": {zone.name: [zone.first, zone.last] for zone in read.zones},
            "decisions": [decision for block in blocks for decision in block.decisions],
            **totals,
            "season_id": first.season_id,
            "round": None if is_of_stages else first.round,
        },
    )


def _played(row: Any, *, doubted: Collection[int]) -> int | str:
    """The fixtures of a row, with a question mark for a team some figure of which is doubtful."""
    return f"{row.played}?" if row.team_id in doubted else row.played


def _block(table: Table, ends: Sequence[int]) -> Block:
    """A table, the decisions that its points include, and below a print which places the parts of a divided one have."""
    names = {row.team_id: row.team_name for row in table.rows}
    decisions = []
    for decision in table.adjustments:
        day = f"{decision.decided_on}: " if decision.decided_on else ""
        verb = "taken" if decision.points < 0 else "given back"
        points = plural(abs(decision.points), "point")
        reason = decision.reason or "no reason given"
        decisions.append(f"{names.get(decision.team_id, '')}: {points} {verb} ({day}{reason})")
    places: dict[str, list[int]] = {}
    for row in table.rows if table.stage is None else ():
        if isinstance(row, PointsStanding) and row.group is not None:
            places.setdefault(row.group, []).append(row.position)
    parts = "; ".join(f"{name}: {of_part[0]} to {of_part[-1]}" for name, of_part in places.items())
    return Block(
        title=table.stage or "",
        rows=table.rows,
        decisions=decisions,
        footnotes=[parts] if parts else [],
        notes=table.notes,
        doubts=table.doubts,
        ends=[table.through.first] if table.through else ends,
        shown=_of_thirds(table) if table.through else None,
    )


def _of_thirds(table: Table) -> tuple[Shown, ...]:
    """The columns of a table of third places: from which group, and whether the team goes through."""
    return (
        *(each for each in known(SHOWN[table.type], table.rows) if each.kind != "form"),
        _GROUP,
        Shown("Through", lambda row: _THROUGH[table.goes_through(row)], kind="text"),
    )


def reach_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    league: League,
    season: Season | None = None,
    *,
    at: At | None = None,
) -> View:
    """The best and worst final position of each team, by points alone."""
    of_league = LeagueSeason(
        connection, *season_of_league(connection, league, season), now=clock.now
    )
    rows, left_out = reach(of_league, clock.end_of(at))
    shown = (
        *(POSITION, TEAM, _PLAYED, Shown("Pts", "points")),
        *(Shown("To come", "remaining"), Shown("Best", "best"), Shown("Worst", "worst")),
    )
    blocks = [Block(stage or "", of_stage) for stage, of_stage in _by_stage(rows)]
    return _of_stages(REACH_COLUMNS, rows, left_out)._replace(shown=shown, blocks=blocks)


class _Places(NamedTuple):
    """A team with its place after each round."""

    team_name: str
    places: dict[int, int]


def rounds_view(
    connection: sqlite3.Connection, clock: Clock, /, league: League, season: Season | None = None
) -> View:
    """The position of each team after each round; where rounds are not known, they are counted."""
    of_league = LeagueSeason(
        connection, *season_of_league(connection, league, season), now=clock.now
    )
    course = season_course(of_league, TableType.TOTAL, "round")
    read = [
        RoundPosition(table.round or 0, *row[:3], row.played, row.points, table.stage)
        for _, table in course.tables
        for row in table.rows
        if isinstance(row, PointsStanding)
    ]
    rounds = sorted({row.round for row in read})
    # The oldest rounds are left out first.
    shown = (
        Shown("Team", "team_name", kind="text", is_needed=True),
        *(Shown(str(number), partial(_place, round=number), 1000 - number) for number in rounds),
    )
    blocks = [
        Block(stage or "", places, shown=known(shown, places))
        for stage, rows in _by_stage(read)
        for places in [_places(rows)]
    ]
    view = _of_stages(ROUND_COLUMNS, read, course.without_table)
    return view._replace(shown=shown, blocks=blocks)


def _place(row: _Places, *, round: int) -> int | None:
    return row.places.get(round)


def _places(rows: Sequence[RoundPosition]) -> list[_Places]:
    """A row a team, in the order of the last round."""
    teams: dict[int, _Places] = {}
    for row in rows:
        teams.setdefault(row.team_id, _Places(row.team_name, {})).places[row.round] = row.position
    return [teams[row.team_id] for row in rows[-len(teams) :]]


def _by_stage(rows: Sequence[Any]) -> list[tuple[str | None, list[Any]]]:
    return [(stage, list(of_stage)) for stage, of_stage in groupby(rows, lambda row: row.stage)]


def _of_stages(columns: Sequence[Column], rows: Sequence[Any], left_out: Mapping[str, str]) -> View:
    """All fields of the rows, after the stage that they are of where there are several."""
    *others, stage = columns
    ordered = [stage, *others] if any(row.stage for row in rows) else others
    cells = [row_of(ordered, row._asdict()) for row in rows]
    return View(ordered, cells, left_out=left_out)


def positions_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    league: League,
    season: Season | None = None,
    *,
    type: Annotated[TableTypeName, Says("Points, corners or cards.")] = "total",
    by: Annotated[
        Literal["day", "round"], Says("A table each day, or each round, counted where unknown.")
    ] = "day",
) -> View:
    """One row per day with fixtures (or round) and team: the tables in the course of a season, each best first.

    Each table is that of standings with this `at` or `round`. Of a season of groups, one group after another, with a
    column `stage` first.
    """
    of_league = LeagueSeason(
        connection, *season_of_league(connection, league, season), now=clock.now
    )
    course = season_course(of_league, TableType(type), by)
    whole = course.whole
    is_of_groups = whole.stage is not None
    rows = [
        (*((table.stage,) if is_of_groups else ()), day, table.round, *exact_row(row))
        for day, table in course.tables
        for row in table.rows
    ]
    of_type = POSITION_COLUMNS[whole.type]
    # Days as texts, which pandas can write to Parquet.
    left_out = [day_of(step).isoformat() if by == "day" else step for step in course.left_out]
    none = f"no fixture of {whole.league} {whole.season} is finished that a table counts"
    return View(
        (STAGE_COLUMN, *of_type) if is_of_groups else of_type,
        rows,
        about={
            **{name: getattr(whole, name) for name in ("country", "league", "season")},
            "by": by,
            "type": str(whole.type),
            "left_out": left_out,
            "without_table": dict(course.without_table),
        },
        reason="" if rows else none,
    )


def all_standings_view(connection: sqlite3.Connection, clock: Clock, /) -> View:
    """The points tables of all seasons whose results are reliable, by season id, then position.

    Of a season that is played in groups, the table of each group; stage names it.
    """
    rows: list[tuple[object, ...]] = []
    # The keys are texts, as pandas writes attrs to Parquet as JSON, and raises TypeError for any other key.
    doubts: dict[str, list[str]] = {}
    for table in all_standings(connection, now=clock.now):
        season = (table.season_id, table.country, table.league, table.season, table.stage)
        rows += [(*season, *row) for row in table.rows]
        if table.doubts:
            group = f", {table.stage}" if table.stage else ""
            doubts[f"{table.country}: {table.league} {table.season}{group}"] = list(table.doubts)
    none = "no season of a league with tables has reliable results"
    return View(ALL_STANDINGS_COLUMNS, rows, about={"doubts": doubts}, reason="" if rows else none)
