"""A league: the table of a season, its last and next fixtures, the bracket of a cup, its other seasons."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import compress, groupby
from typing import Any, NamedTuple

from footydata.faces.drawing.table import COLUMNS, HALVES, NAMES, UNKNOWN, VENUES, TableColumn
from footydata.faces.pages.words.listing import FixtureLine, day_in_list, fixture_lines
from footydata.faces.pages.words.rendering import sentence
from footydata.faces.reading.leagues import TableContent, TableOptions, read_table
from footydata.football.errors import LeagueNotFound, NotFound, StandingsNotAvailable
from footydata.football.moments import day_of
from footydata.football.records import SeasonRecord
from footydata.football.register.zones import zones_of
from footydata.football.rows import LeagueRow
from footydata.football.table_rows import (
    StandingRow,
    Table,
    TableHalf,
    Venue,
    decisions_of,
    table_title,
)
from footydata.football.terms import Order, TableType
from footydata.rules.brackets import Pairing
from footydata.store.read.fixtures.days import listed_fixtures
from footydata.store.read.fixtures.fixtures import FixtureFilter, fixture_ids
from footydata.store.read.seasons.brackets import BracketRow, legs_of, season_bracket
from footydata.store.read.seasons.leagues import (
    league_by_id,
    newest_season,
    season_named,
    seasons,
    survivor,
)

NEAR = 12
"""How many fixtures before and after now a page lists."""
LEGENDS = {
    TableType.TOTAL: "P: played; W, D, L: won, drawn, lost; GF, GA, GD: goals for and against, and their difference.",
    TableType.CORNER: "For, Ag: corners for and against, /g: a fixture; more corners than the opponent: 3 points.",
    TableType.CARD: "For, Ag: yellow and red for and against, /g: a fixture; booking: 10 a yellow, 25 a red one.",
}
"""What the heads of a table mean."""
NARROW = 56
"""Columns that the terminal shows only from this width on are left out on a narrow screen."""


class TableCell(NamedTuple):
    """A cell of a table, or its head. is_form: letters of results; is_wide: left out on a narrow screen."""

    text: str
    is_form: bool = False
    is_wide: bool = False


class LeagueTableRow(NamedTuple):
    """The row of a team. is_zone_end: whether something is decided below its place."""

    position: int
    team_id: int
    team: str
    cells: list[TableCell]
    is_zone_end: bool


class LeagueTable(NamedTuple):
    """A table; notes: what is to be said of it; doubts: why it may be wrong."""

    title: str
    heads: list[TableCell]
    rows: list[LeagueTableRow]
    notes: list[str]
    doubts: list[str]


class ShownTie(NamedTuple):
    """A tie of a bracket. teams: of each side the id, None where it is not known yet, its name, and whether it went on.

    legs: the id of each fixture, with its score or, while there is none, its day; beside: the aggregate, and what
    decided; doubt: why it may be wrong.
    """

    teams: list[tuple[int | None, str, bool]]
    legs: list[tuple[int, str]]
    beside: str
    doubt: str | None


def league_content(
    connection: sqlite3.Connection, league_id: int, *, query: Mapping[str, str], now: int
) -> dict[str, Any]:
    """What the page of a league shows.

    query: season, an id or label, the newest with fixtures by default; type, venue and half, of the table.
    Raises LeagueNotFound, SeasonNotFound, NotFound for a type, venue or half that is none.
    """
    league = league_by_id(connection, survivor(connection, league_id) or league_id)
    if league is None:
        raise LeagueNotFound(f"no league has the id {league_id}")
    kind = TableType(_chosen(query, "type", TableType) or TableType.TOTAL)
    venue = _chosen(query, "venue", Venue) or Venue.ALL
    half = _chosen(query, "half", TableHalf) or TableHalf.FULL
    shown = _season(connection, league.id, query.get("season") or None)
    is_whole = (kind, venue, half) == (TableType.TOTAL, Venue.ALL, TableHalf.FULL)
    options = TableOptions(league.id, shown.id if shown else None, kind, venue, half)
    read = read_table(connection, options, now=now)
    last, coming = _fixtures(connection, shown, now=now)
    return {
        "title": f"{league.name}{f' {shown.label}' if shown else ''}",
        "league": league,
        "season": shown,
        "seasons": read.seasons,
        "type": kind,
        "types": NAMES,
        "venue": venue,
        "venues": VENUES,
        "half": half,
        "halves": {} if kind == TableType.CARD and half == TableHalf.FULL else HALVES,
        "legend": LEGENDS[kind],
        "tables": list(_tables(read, league, shown)),
        # A cup of groups may have one table and not another: the page of the other says so, and leads back.
        "has_tables": league.has_standings or bool(read.tables) or not is_whole,
        "refusal": read.refusal,
        "last": last,
        "coming": coming,
        "rounds": _rounds(connection, league, shown, now=now),
        "refreshes": any(line.is_followed for line in (*last, *coming)),
    }


def _chosen(query: Mapping[str, str], name: str, choices: Iterable[str]) -> str | None:
    """The value of a choice in a query, None without one. Raises NotFound if it is none of the choices."""
    value = query.get(name) or None
    if value is not None and value not in list(choices):
        raise NotFound(f"there is no table of {name} {value!r}; there are {', '.join(choices)}")
    return value


def _season(
    connection: sqlite3.Connection, league_id: int, text: str | None
) -> SeasonRecord | None:
    if text is None:
        return newest_season(connection, league_id)
    by_id = {str(one.id): one for one in seasons(connection, league_id)}
    return by_id.get(text) or season_named(connection, league_id, text)


def _fixtures(
    connection: sqlite3.Connection, season: SeasonRecord | None, *, now: int
) -> tuple[list[FixtureLine], list[FixtureLine]]:
    """The last fixtures of a season, the newest first, and the next ones."""
    if season is None:
        return [], []
    of_season = FixtureFilter(season_ids=(season.id,))
    ids = (
        fixture_ids(connection, replace(of_season, end_ts=now + 1), order=Order.DESC, limit=NEAR),
        fixture_ids(connection, replace(of_season, start_ts=now + 1), limit=NEAR),
    )
    rows = listed_fixtures(connection, [*ids[0], *ids[1]])
    last, coming = (fixture_lines((rows[one] for one in part), now=now, dated=True) for part in ids)
    return last, coming


def _tables(
    read: TableContent, league: LeagueRow, season: SeasonRecord | None
) -> Iterator[LeagueTable]:
    if read.groups:
        for table in read.groups.tables:
            yield _shown(table, (), stage=table.stage)
        rest = [f"{stage}: no table: {why}" for stage, why in read.groups.left_out.items()]
        if read.groups.notes or read.groups.doubts or rest:
            yield LeagueTable("", [], [], [*read.groups.notes, *rest], [*read.groups.doubts])
    elif read.table:
        yield _shown(
            read.table,
            read.zones,
            stage=None,
            notes=_zone_notes(read.table, league, season, read.zones),
        )


def _zone_notes(
    table: Table, league: LeagueRow, season: SeasonRecord | None, decisive_after: tuple[int, ...]
) -> list[str]:
    """What is decided by the places of a whole points table; decisive_after: the places below which a line stands."""
    if season is None or (table.type, table.venue, table.half) != (
        TableType.TOTAL,
        Venue.ALL,
        TableHalf.FULL,
    ):
        return []
    zones = zones_of(league.country_code, league.name, season.start_year, len(table.rows))
    places = [
        f"{zone.name}: {zone.first if zone.first == zone.last else f'{zone.first} to {zone.last}'}"
        for zone in zones
    ]
    lines = (
        ["lines stand where the title, places in Europe or relegation are decided"]
        if decisive_after
        else []
    )
    return [sentence("; ".join([*places, *lines]))] if places or lines else []


def _shown(
    table: Table, zones: tuple[int, ...], *, stage: str | None, notes: Sequence[str] = ()
) -> LeagueTable:
    heads = [
        TableCell(column.head, is_wide=column.from_width >= NARROW)
        for column in COLUMNS[table.type]
    ]
    cells = [[_cell(column, row) for column in COLUMNS[table.type]] for row in table.rows]
    # A column of which no team's value is known is left out.
    is_known = [
        any(cell.text not in ("", UNKNOWN) for cell in column)
        for column in zip(*cells, strict=True)
    ]
    rows = [
        LeagueTableRow(
            row.position,
            row.team_id,
            row.team_name,
            list(compress(of_row, is_known)),
            row.position in zones and row != table.rows[-1],
        )
        for row, of_row in zip(table.rows, cells, strict=True)
    ]
    # The page has league and season in its title.
    title = (
        table_title(table, [stage] if stage else ())
        .removeprefix(f"{table.league} {table.season}")
        .strip(", ")
    )
    return LeagueTable(
        title,
        list(compress(heads, is_known)),
        rows,
        [*decisions_of(table), *table.notes, *notes],
        [*table.doubts],
    )


def _cell(column: TableColumn, row: StandingRow) -> TableCell:
    value = column.field(row) if callable(column.field) else getattr(row, column.field)
    return TableCell(str(value).strip(), column.field == "form", column.from_width >= NARROW)


def _rounds(
    connection: sqlite3.Connection, league: LeagueRow, season: SeasonRecord | None, *, now: int
) -> list[tuple[str, list[ShownTie]]]:
    """The ties of a cup, round by round; none of a league."""
    if league.has_standings or season is None:
        return []
    try:
        bracket = season_bracket(connection, league_id=league.id, season_id=season.id, now=now)
    except (NotFound, StandingsNotAvailable):
        return []
    pairings = (pairing for column in bracket.columns for pairing in column.pairings)
    ties = zip(bracket.rows(), pairings, strict=True)
    return [
        (name, [_tie(row, pairing, now=now) for row, pairing in of_round])
        for name, of_round in groupby(ties, key=lambda tie: tie[0].round)
    ]


def _tie(row: BracketRow, pairing: Pairing, *, now: int) -> ShownTie:
    teams = [
        (side.team, name, side.team is not None and side.team == pairing.through)
        for side, name in ((pairing.one, row.home), (pairing.other, row.away))
    ]
    legs = [
        (fixture.id, score or day_in_list(day_of(fixture.kickoff_ts), day_of(now)))
        for fixture, score in legs_of(pairing)
    ]
    return ShownTie(teams, legs, row.beside_scores, row.doubt)
