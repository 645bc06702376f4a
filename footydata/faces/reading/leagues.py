"""All leagues by country, and the table of one of them."""

import sqlite3
from collections.abc import Collection, Sequence
from datetime import UTC, date, tzinfo
from itertools import groupby
from typing import NamedTuple

from footydata.football.errors import StandingsNotAvailable
from footydata.football.records import SeasonRecord
from footydata.football.rows import LeagueRow, TableHalf, Venue
from footydata.football.terms import ENGLISH, TableType
from footydata.football.wording import plural
from footydata.store.forecasts import Projection, projection
from footydata.store.read.seasons.leagues import (
    last_kickoff_of,
    leagues_by_id,
    newest_season,
    season_spans,
    seasons,
)
from footydata.store.read.seasons.season import LeagueSeason
from footydata.views.arguments import Clock
from footydata.views.columns import undeclared
from footydata.views.tables import table_view
from footydata.views.view import Block, Shown, View


class LeagueLine(NamedTuple):
    """A league in the list. name: as it is shown; seasons: how many; first, last: their labels; last_ts: its last kickoff, None without.

    has: table or, of a cup whose newest season has groups, groups; else no table.
    """

    league: LeagueRow
    name: str
    seasons: int
    first: str
    last: str
    last_ts: int | None
    has: str

    @property
    def span(self) -> str:
        """Its seasons, in words."""
        if self.seasons < 2:
            return self.first
        return f"{self.first} to {self.last}, {plural(self.seasons, 'season')}"

    @property
    def heading(self) -> str:
        """What it stands under."""
        return "E-football" if self.league.esports else self.league.country


_LEAGUES = (
    Shown("League", "name", kind="text"),
    Shown("Has", "has", 60, kind="text", style="muted"),
    Shown("Seasons", "span", kind="text", style="muted"),
)


def leagues_view(
    connection: sqlite3.Connection, *, lang: str = ENGLISH, followed: Collection[int] = ()
) -> View:
    """Every league by country, then by id; e-football last, and those that are followed first."""
    spans = season_spans(connection)
    lines = []
    for league in leagues_by_id(connection, lang=lang).values():
        _, count, first, last = spans.get(league.id, (league.id, 0, "", ""))
        has_groups = not league.has_standings and _has_groups(connection, league.id)
        has = "table" if league.has_standings else "groups" if has_groups else "no table"
        last_ts = last_kickoff_of(connection, league.id)
        lines.append(LeagueLine(league, league.name, count, first, last, last_ts, has))
    lines.sort(key=lambda line: (line.league.esports, line.league.country, line.league.id))
    ahead = [
        line._replace(name=f"{line.league.country} · {line.name}")
        for line in lines
        if line.league.id in followed
    ]
    by_country = groupby(lines, key=lambda line: line.heading)
    return View(
        undeclared(("id", "country", "league", "seasons", "first", "last")),
        [
            (
                line.league.id,
                line.league.country,
                line.league.name,
                line.seasons,
                line.first,
                line.last,
            )
            for line in lines
        ],
        _LEAGUES,
        [
            *([Block("Followed", ahead)] if ahead else []),
            *(Block(country, list(of_country)) for country, of_country in by_country),
        ],
        title="leagues",
    )


def _has_groups(connection: sqlite3.Connection, league_id: int) -> bool:
    season = newest_season(connection, league_id)
    return season is not None and bool(LeagueSeason(connection, league_id, season.id, now=0).staged)


class TableOptions(NamedTuple):
    """Which table: season_id None is the newest season with fixtures. at: a day of the reader."""

    league_id: int
    season_id: int | None
    type: TableType = TableType.TOTAL
    venue: str = Venue.ALL
    half: str = TableHalf.FULL
    at: date | None = None
    up_to_round: int | None = None
    lang: str = ENGLISH
    as_it_stands: bool = False


class TableContent(NamedTuple):
    """A table, or why it is not available; seasons: of the league, newest first.

    projection: how the season may end, if that is stored and the table is the one of now.
    """

    view: View | None
    refusal: str
    seasons: list[SeasonRecord]
    projection: Projection | None = None

    @property
    def blocks(self) -> Sequence[Block]:
        """The one table, or those of all groups; none if it is not available."""
        return self.view.blocks if self.view else ()

    @property
    def is_of_groups(self) -> bool:
        """Whether each table is of a group alone."""
        return any(block.title for block in self.blocks)

    @property
    def live(self) -> int:
        """How many fixtures are played now, their figures known so far."""
        return int(self.view.about["live"]) if self.view else 0


def read_table(
    connection: sqlite3.Connection, options: TableOptions, *, now: int, zone: tzinfo = UTC
) -> TableContent:
    league_seasons = seasons(connection, options.league_id)
    label = next((one.label for one in league_seasons if one.id == options.season_id), None)
    try:
        view = table_view(
            connection,
            Clock(now, zone),
            options.league_id,
            label,
            type=options.type.value,
            venue=options.venue,  # type: ignore[arg-type]  # one of them, as below
            half=options.half,  # type: ignore[arg-type]  # one of them, as above
            at=options.at,
            round=options.up_to_round,
            as_it_stands=options.as_it_stands,
            lang=options.lang,
        )
    except StandingsNotAvailable as error:
        return TableContent(None, str(error), league_seasons)
    is_whole = (options.type, options.venue, options.half) == (
        TableType.TOTAL,
        Venue.ALL,
        TableHalf.FULL,
    )
    is_now = options.at is None and options.up_to_round is None and not options.as_it_stands
    if not (is_whole and is_now) or view.blocks[0].title:
        return TableContent(view, "", league_seasons)
    stored = projection(connection, view.about["season_id"])
    return TableContent(view, "", league_seasons, stored)
