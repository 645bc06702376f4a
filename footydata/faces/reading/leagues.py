"""All leagues by country, and the table of one of them."""

import sqlite3
from typing import NamedTuple

from footydata.football.errors import StandingsNotAvailable
from footydata.football.languages import ENGLISH
from footydata.football.records import SeasonRecord
from footydata.football.rows import LeagueRow
from footydata.football.table_rows import Table, TableHalf, Venue
from footydata.football.terms import TableType
from footydata.rules.regulations import rules_of
from footydata.store.forecasts import Projection, projection
from footydata.store.read.seasons.group_tables import SeasonTables, tables_of_season
from footydata.store.read.seasons.leagues import (
    last_kickoff_of,
    league_by_id,
    leagues_by_id,
    newest_season,
    season_spans,
    seasons,
)
from footydata.store.read.seasons.table_stages import table_stages


class LeagueLine(NamedTuple):
    """A league in the list. seasons: how many; first, last: their labels; last_ts: its last kickoff, None without.

    has_groups: whether it is a cup whose newest season has groups.
    """

    league: LeagueRow
    seasons: int
    first: str
    last: str
    last_ts: int | None
    has_groups: bool = False


def read_leagues(connection: sqlite3.Connection, *, lang: str = ENGLISH) -> list[LeagueLine]:
    """Every league: by country, then by id; e-football last."""
    spans = season_spans(connection)
    lines = []
    for league in leagues_by_id(connection, lang=lang).values():
        _, count, first, last = spans.get(league.id, (league.id, 0, "", ""))
        has_groups = not league.has_standings and _has_groups(connection, league.id)
        lines.append(
            LeagueLine(
                league, count, first, last, last_kickoff_of(connection, league.id), has_groups
            )
        )
    return sorted(
        lines, key=lambda line: (line.league.esports, line.league.country, line.league.id)
    )


def _has_groups(connection: sqlite3.Connection, league_id: int) -> bool:
    season = newest_season(connection, league_id)
    return season is not None and bool(table_stages(connection, season.id))


class TableOptions(NamedTuple):
    """Which table: season_id None is the newest season with fixtures."""

    league_id: int
    season_id: int | None
    type: TableType = TableType.TOTAL
    venue: str = Venue.ALL
    half: str = TableHalf.FULL
    at_ts: int | None = None
    up_to_round: int | None = None
    lang: str = ENGLISH
    as_it_stands: bool = False


class TableContent(NamedTuple):
    """A table, or why it is not available; seasons: of the league, newest first.

    zones: the positions after which something is decided, if the rules of the competition are known.
    projection: how the season may end, if that is stored and the table is the one of now.
    groups: the tables of all groups, of which `table` is the first; None if the season has one table.
    """

    table: Table | None
    refusal: str
    seasons: list[SeasonRecord]
    zones: tuple[int, ...] = ()
    projection: Projection | None = None
    groups: SeasonTables | None = None

    @property
    def tables(self) -> tuple[Table, ...]:
        """The one table, or those of all groups; none if it is not available."""
        return self.groups.tables if self.groups else (self.table,) if self.table else ()

    @property
    def live(self) -> int:
        """How many fixtures are played now, their figures known so far."""
        return sum(table.live for table in self.tables)


def read_table(connection: sqlite3.Connection, options: TableOptions, *, now: int) -> TableContent:
    league_seasons = seasons(connection, options.league_id)
    try:
        read = tables_of_season(connection, **options._asdict(), now=now)
    except StandingsNotAvailable as error:
        return TableContent(None, str(error), league_seasons)
    table = read.tables[0]
    if read.is_of_stages:
        return TableContent(table, "", league_seasons, groups=read)
    league = league_by_id(connection, options.league_id)
    year = next((season.start_year for season in league_seasons if season.id == table.season_id), 0)
    zones = rules_of(league.rules, year).decisive_after if league else ()
    if (
        options.type != TableType.TOTAL
        or options.venue != Venue.ALL
        or options.half != TableHalf.FULL
    ):
        return TableContent(table, "", league_seasons)
    is_now = options.at_ts is None and options.up_to_round is None and not table.as_it_stands
    return TableContent(
        table,
        "",
        league_seasons,
        zones,
        projection(connection, table.season_id) if is_now else None,
    )
