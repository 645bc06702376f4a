"""footydata lines: shows fair lines and prices beside the recorded ones."""

import sqlite3
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path

import click

from footydata.faces.cli.arguments import MarketName, database_argument, stored_remark
from footydata.faces.cli.clock import day_given, now
from footydata.faces.cli.printing import (
    NO_PROFIT,
    format_option,
    print_filled,
    print_rows,
    quiet_option,
    say,
)
from footydata.football.errors import NotFound, TooFewFixtures
from footydata.football.markets import MARKETS, Market
from footydata.football.moments import day_of, iso_utc, midnight_of
from footydata.football.records import FairLine
from footydata.football.rows import FixtureRow
from footydata.football.terms import DAY, Order
from footydata.football.wording import plural
from footydata.forecast.pricing import Comparison, Pricing, price, store, values_of
from footydata.odds.markets import ALL_MARKETS
from footydata.store.bookmakers import find_bookmaker
from footydata.store.file.snapshots import reading
from footydata.store.read.fixtures.fixtures import FixtureFilter, fixtures
from footydata.store.read.seasons.leagues import find_league

ALL = "all"
USUAL = tuple(market for market in MARKETS if market.shape.has_line and not market.half)
"""The markets that are shown by default: those with a line, on the whole fixture."""

SHOWN = (
    "kickoff",
    "home",
    "away",
    "market",
    "line",
    "fair",
    "80 %",
    "recorded",
    "at",
    "by",
    "fair there",
    "means",
    "seen",
    "with",
)


@click.command()
@database_argument
@click.option("--league", metavar="L", help="An id or an unambiguous part of a name.")
@click.option(
    "--date",
    "day",
    callback=day_given,
    metavar="D",
    default="today",
    show_default=True,
    help="The day, UTC; past ones too.",
)
@click.option(
    "--days",
    type=click.IntRange(1, 60),
    default=1,
    show_default=True,
    help="How many days, from --date on.",
)
@click.option(
    "--market",
    "markets",
    metavar="M",
    multiple=True,
    type=MarketName(ALL),
    help=f"{', '.join(market.param for market in ALL_MARKETS)} or {ALL}; may be repeated.  "
    "[default: lines of the whole match]",
)
@click.option(
    "--bookmaker",
    metavar="B",
    help="The bookmaker whose quotes are compared, by slug or name; the default one otherwise.",
)
@format_option
@quiet_option
def lines(
    database: Path,
    league: str | None,
    day: date,
    days: int,
    markets: tuple[str, ...],
    bookmaker: str | None,
    format: str,
    quiet: bool,
) -> None:
    """Fair lines and prices of a day's fixtures beside the recorded ones.

    A fixture is priced from the results of its league known at the start of its day, corners and cards also from
    recorded result prices ('with'), so a past day shows what could have been known then. Prices are in the order of the
    market's selections (over under, home away). Lines of coming fixtures are stored in DB, where the terminal browser
    reads them. If the default bookmaker does not quote a market, the quote is that of the bookmaker with the most
    recorded fixtures, named under 'by'.

    \b
    Examples:
      footydata lines football.db
      footydata lines football.db --league "Premier League" --date 2025-05-04 --market corner --market cards
      footydata lines football.db --days 7 --market all --format csv
    """
    moment = now()
    with reading(database) as connection:
        fixture_rows = _fixtures(connection, league, day, days)
        maker = find_bookmaker(connection, bookmaker) if bookmaker else None
        priced = price(
            connection, fixture_rows, now=moment, markets=_markets(markets), bookmaker=maker
        )
    if not priced.comparisons:
        raise TooFewFixtures(priced.reason)
    if format == "table":
        columns, cells = _for_people(
            priced.comparisons,
            with_league=league is None,
            with_day=days > 1,
            with_bookmaker=maker is None,
        )
        print_filled(
            columns, cells, spare=("seen", "means", "with", "80 %", "fair there", "league")
        )
    else:
        from footydata.frames.columns import FAIR_LINE_COLUMNS

        fields = [each.field for each in FAIR_LINE_COLUMNS if each.field != "kickoff_ts"]
        cells = [
            (iso_utc(row.fixture.kickoff_ts), *map(values_of(row).__getitem__, fields))
            for row in priced.comparisons
        ]
        print_rows(("kickoff_utc", *fields), cells, format=format)
    remark = _stored(database, priced, moment)
    if not quiet:
        for subject, why in priced.refused.items():
            say(f"{subject}: {why}", err=True)
        say(f"{NO_PROFIT} {remark}".rstrip(), err=True)


def _fixtures(
    connection: sqlite3.Connection, league: str | None, day: date, days: int
) -> list[FixtureRow]:
    league_ids = (find_league(connection, league).id,) if league else None
    start = midnight_of(day)
    esports = None if league else False
    filters = FixtureFilter(
        start_ts=start, end_ts=start + days * DAY, league_ids=league_ids, esports=esports
    )
    rows = fixtures(connection, filters)
    if rows:
        return rows
    later = fixtures(
        connection, FixtureFilter(start_ts=start, league_ids=league_ids, esports=esports), limit=1
    )
    before = FixtureFilter(end_ts=start, league_ids=league_ids, esports=esports)
    nearest_rows = later or fixtures(connection, before, order=Order.DESC, limit=1)
    hint = (
        f"; the {'next is' if later else 'last was'} on {day_of(nearest_rows[0].kickoff_ts)}"
        if nearest_rows
        else ""
    )
    raise NotFound(f"no fixture on {day.isoformat()}{f' in {league}' if league else ''}{hint}")


def _markets(names: tuple[str, ...]) -> Sequence[Market]:
    if ALL in names:
        return ALL_MARKETS
    return [market for market in ALL_MARKETS if market.param in names] or USUAL


def _stored(database: Path, priced: Pricing, moment: int) -> str:
    """Store the lines of coming fixtures; returns a sentence on what was stored, or why nothing was."""
    if not any(row.fixture.kickoff_ts >= moment for row in priced.comparisons):
        return ""
    return stored_remark(
        database, lambda opened: f"{plural(store(opened, priced, now=moment), 'line')} stored."
    )


def _for_people(
    rows: list[Comparison], *, with_league: bool, with_day: bool, with_bookmaker: bool
) -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    cells: list[tuple[object, ...]] = []
    for row in rows:
        fixture, fair, recorded = row.fixture, row.fair, row.recorded
        shown = (
            _kickoff(fixture, with_day=with_day),
            fixture.home,
            fixture.away,
            row.market.param,
            fair.line,
            _prices((fair.price_1, fair.price_2, fair.price_3)),
            _range(fair),
            recorded.line if recorded else None,
            _prices(recorded.prices if recorded else ()),
            row.bookmaker.name
            if row.bookmaker and with_bookmaker and not row.bookmaker.is_default
            else None,
            _prices(row.fair_at_recorded or ()),
            f"{fair.home_mean:.1f} {fair.away_mean:.1f}",
            f"{fair.home_seen} {fair.away_seen}",
            "result prices" if row.with_prices else None,
        )
        cells.append((fixture.league, *shown) if with_league else shown)
    return ("league", *SHOWN) if with_league else SHOWN, cells


def _range(fair: FairLine) -> str | None:
    """The interval of the first selection's fair price."""
    if fair.price_1_low is None or fair.price_1_high is None:
        return None
    return f"{fair.price_1_low:.2f}-{fair.price_1_high:.2f}"


def _kickoff(fixture: FixtureRow, *, with_day: bool) -> str:
    parts = (["%m-%d"] if with_day else []) + (["%H:%M"] if fixture.time_known else [])
    return (
        datetime.fromtimestamp(fixture.kickoff_ts, UTC).strftime(" ".join(parts)) if parts else ""
    )


def _prices(prices: Sequence[float | None]) -> str | None:
    return " ".join(f"{price:.2f}" for price in prices if price is not None) or None
