"""A fixture with its events, statistics, odds and fair lines, and how its odds moved."""

import sqlite3
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from footydata.faces.reading.days import DEFAULT, Preferences
from footydata.football.records import (
    BookmakerRecord,
    EventRecord,
    FairLine,
    KnockoutRecord,
    OddsLine,
    OddsRecord,
    OddsTickRecord,
    StatisticsRecord,
    VenueRecord,
    key_of,
)
from footydata.football.register import further_figures
from footydata.football.rows import FixtureRow
from footydata.football.terms import Part
from footydata.odds.markets import ALL_MARKETS
from footydata.store.bookmakers import BookmakerRanking, bookmakers, ticking
from footydata.store.forecasts import fair_lines
from footydata.store.read.days import ListedFixture, listed_fixtures
from footydata.store.read.details import (
    FigureRow,
    figure_rows,
    odds,
    odds_lines,
    odds_ticks,
    rows_of,
    timelines,
)
from footydata.store.read.fixture_checks import doubt_texts
from footydata.store.read.provenance import fetched_parts
from footydata.store.read.seasons.brackets import FixtureTie, ties_of_fixtures
from footydata.store.read.seasons.leagues import league_by_id
from footydata.views.doubts import old_doubts, result_ages
from footydata.views.fixtures import fixture_named

QUOTES = tuple(name for name in OddsRecord._fields if name not in key_of("odds"))
"""The columns of a row of odds that hold its lines and prices."""


class FixtureContent(NamedTuple):
    """A fixture with all that is stored of it. listed: as a list shows it.

    bookmakers: those that quote it, the default first. fetched: the parts that a source was asked for.
    default_bookmakers: market key → the bookmaker whose quote is shown by default. further: the figures that /v1 does
    not have, in their order in the register. lines: beside the main ones. end: how it ended after ninety minutes, all None if
    nothing is recorded; venue as well. tie: of a knock-out round, None in others. doubts: what `check` finds wrong with it,
    and that its lines rest on old results.
    """

    fixture: FixtureRow
    listed: ListedFixture
    country: str
    events: list[EventRecord]
    statistics: StatisticsRecord
    bookmakers: list[BookmakerRecord]
    odds: list[OddsRecord]
    fair_lines: list[FairLine]
    fetched: Part = Part(0)
    default_bookmakers: Mapping[str, BookmakerRecord] = MappingProxyType({})
    further: Sequence[FigureRow] = ()
    end: KnockoutRecord = KnockoutRecord(0)
    venue: VenueRecord = VenueRecord(0)
    tie: FixtureTie | None = None
    lines: Sequence[OddsLine] = ()
    doubts: Sequence[str] = ()


def read_fixture(
    connection: sqlite3.Connection,
    fixture_id: int,
    now: int,
    *,
    preferences: Preferences = DEFAULT,
) -> FixtureContent:
    """A fixture with its timeline, statistics and odds. now: unix seconds. Raises FixtureNotFound if it is gone."""
    lang = preferences.lang
    fixture = fixture_named(connection, fixture_id, lang=lang)
    league = league_by_id(connection, fixture.league_id, lang=lang)
    ids = [fixture_id]
    makers = preferences.makers or BookmakerRanking()
    by_id = makers.by_id(connection)
    quotes = odds(connection, ids)[fixture_id]
    quoting: dict[str, set[int]] = {}
    for row in quotes:
        if any(getattr(row, name) is not None for name in QUOTES):
            quoting.setdefault(row.market, set()).add(row.bookmaker_id)
    tie = None
    if fixture.stage is not None and fixture.season_id is not None:
        tie = ties_of_fixtures(connection, [fixture.season_id]).get(fixture_id)
    quoted_by = {row.bookmaker_id for row in quotes}
    lines = fair_lines(connection, ids)[fixture_id]
    ages = result_ages(connection, [fixture], now=now) if lines else {}
    return FixtureContent(
        fixture,
        listed_fixtures(connection, ids, lang=lang)[fixture_id],
        league.country if league else "",
        timelines(connection, ids)[fixture_id],
        rows_of(connection, StatisticsRecord, ids)[fixture_id],
        [one for one in by_id.values() if one.id in quoted_by],
        quotes,
        lines,
        fetched_parts(connection, fixture_id),
        {market: makers.choose(connection, market, ids_) for market, ids_ in quoting.items()},
        figure_rows(connection, ids, further_figures()),
        rows_of(connection, KnockoutRecord, ids)[fixture_id],
        rows_of(connection, VenueRecord, ids)[fixture_id],
        tie,
        odds_lines(connection, ids),
        [*doubt_texts(connection, ids).values(), *old_doubts(ages, what="its fair lines")],
    )


class Series(NamedTuple):
    """The recorded ticks of a market at a bookmaker, oldest first; market: its key."""

    market: str
    bookmaker: str
    slug: str
    ticks: list[OddsTickRecord]


def read_movement(connection: sqlite3.Connection, fixture_id: int) -> list[Series]:
    """Every recorded history of a fixture, by market in the table's order, then by bookmaker, the default first."""
    makers = bookmakers(connection)
    series = []
    for market in ALL_MARKETS:
        bookmaker_ids = ticking(connection, fixture_id, market=market.key)
        for maker in makers:
            if maker.id in bookmaker_ids:
                ticks = odds_ticks(connection, fixture_id, bookmaker_id=maker.id, market=market.key)
                series.append(Series(market.key, maker.name, maker.slug, ticks))
    return series
