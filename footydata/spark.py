"""Tables, settlement, fair lines and evaluation of an exported folder on a Spark cluster: the extra footydata[spark].

Spark applies the functions of footydata.grouped to the rows of each season or league as Arrow tables (applyInArrow), so
that a cluster gives the same results as one process. The workers need footydata installed, and the folder at the path
that it has on the driver.
"""

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pyarrow as pa
import pyarrow.compute as pc

from footydata import grouped
from footydata.football.declared_types import (
    HalfName,
    MarketName,
    OneOrMany,
    TableTypeName,
    VenueName,
    named_arguments,
)
from footydata.football.errors import InvalidArgument
from footydata.football.markets import MARKETS
from footydata.football.moments import Moment, span_named
from footydata.football.rows import TableHalf, Venue
from footydata.football.terms import TableType
from footydata.odds.settlement import market_of
from footydata.store.read.past_fixtures import FOULS, PRICED_MARKETS
from footydata.store.typed_names import markets_named, one_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, GroupedData, SparkSession

T = TypeVar("T")

_SPARK_TYPES = {
    pa.int64(): "bigint",
    pa.float64(): "double",
    pa.string(): "string",
    pa.bool_(): "boolean",
    pa.timestamp("us", tz="UTC"): "timestamp",
}


@named_arguments
def standings(
    session: "SparkSession",
    folder: str | Path,
    *,
    type: TableTypeName = "total",
    venue: VenueName = "all",
    half: HalfName = "full",
    now: float | None = None,
) -> "DataFrame":
    """The tables of every season of an export, as Database.standings gives them; one row per team.

    A season whose results are not reliable has no rows. now: the present in unix seconds. Raises InvalidArgument.
    """
    kind = TableType(one_of("type", type, tuple(TableType)))
    place = one_of("venue", venue, tuple(Venue))
    part = one_of("half", half, tuple(TableHalf))
    facts, moment = (
        _shared(session, grouped.Facts.of(folder)),
        int(time.time() if now is None else now),
    )

    def table(group: pa.Table) -> pa.Table:
        return grouped.season_standings(
            group, facts(), now=moment, type=kind, venue=place, half=part
        )

    seasons = _fixtures(session, folder).where("season_id is not null").groupBy("season_id")
    return seasons.applyInArrow(table, _ddl(grouped.standings_schema(kind)))


@named_arguments
def settle(bets: "DataFrame") -> "DataFrame":
    """The bets with outcome, won and lost. Columns of bets: market, line, side, home and away."""

    def parts(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield from grouped.settled(pa.Table.from_batches([batch])).to_batches()

    bet_columns = ", ".join(
        f"`{field.name}` {field.dataType.simpleString()}" for field in bets.schema.fields
    )
    return bets.mapInArrow(parts, f"{bet_columns}, outcome string, won double, lost double")


@named_arguments
def lines(
    session: "SparkSession",
    folder: str | Path,
    *,
    start: Moment,
    end: Moment,
    market: OneOrMany[MarketName] | None = None,
    markets: OneOrMany[MarketName] | None = None,
    now: float | None = None,
) -> "DataFrame":
    """The fair lines of the fixtures between two days, both inclusive; one row per fixture and market.

    Each day is priced from what was known of the league before it. market: as of
    Database.fair_lines. Raises InvalidArgument.
    """
    names = markets_named(market, markets)
    # Names are sent: a pickled copy of a market is not the same object.
    market_names = [
        market_of(name).param
        for name in ([each.param for each in MARKETS] if names is None else names)
    ]
    first, after = span_named(start, end)
    if first is None or after is None:
        raise InvalidArgument(
            "lines are of the days from start to end; name both", parameter="end", value=end
        )
    facts, moment = (
        _shared(session, grouped.Facts.of(folder)),
        int(time.time() if now is None else now),
    )

    def priced(fixtures: pa.Table, details: pa.Table) -> pa.Table:
        markets = [market_of(name) for name in market_names]
        return grouped.league_lines(
            fixtures,
            _parted(details),
            facts(),
            start_ts=first,
            end_ts=after,
            now=moment,
            markets=markets,
        )

    leagues = _fixtures(session, folder).where("not esports").groupBy("league_id")
    details = _details(session, folder, {*PRICED_MARKETS})
    return leagues.cogroup(details).applyInArrow(priced, _ddl(grouped.LINE_SCHEMA))


@named_arguments
def evaluate(
    session: "SparkSession", folder: str | Path, *, market: MarketName, model: object = "ours"
) -> "DataFrame":
    """How good forecasts of a market were: the scores that fd.evaluate gives for each league, one row per score.

    model: as of fd.evaluate; an object of yours is pickled. Raises InvalidArgument.
    """
    key, name = market_of(market).key, market_of(market).param
    facts = _shared(session, grouped.Facts.of(folder))

    def scored(fixtures: pa.Table, details: pa.Table) -> pa.Table:
        return grouped.league_scores(
            fixtures, _parted(details), facts(), market=market_of(name), model=model
        )

    leagues = _fixtures(session, folder).where("not esports").groupBy("league_id")
    return leagues.cogroup(_details(session, folder, {*PRICED_MARKETS, key})).applyInArrow(
        scored, _ddl(grouped.SCORE_SCHEMA)
    )


def _details(session: "SparkSession", folder: str | Path, markets: set[str]) -> "GroupedData":
    """The odds of markets, and the ticks and figures that forecasts read, by league.

    They are in one frame, as a cogroup takes only two.
    """
    odds = _read(session, folder, "odds", grouped.ODDS_READ).where(_is_of(markets))
    ticks = _read(session, folder, "ticks", grouped.TICKS_READ).where(_is_of(PRICED_MARKETS))
    # Fixtures are read once more: if a frame is joined with itself, Spark reports its columns as ambiguous.
    leagues = _read(session, folder, "fixtures", ["fixture_id", "league_id"])
    figures = _read(session, folder, "figures", grouped.FIGURES_READ).where(f"figure = '{FOULS}'")
    every = odds.unionByName(ticks, allowMissingColumns=True).unionByName(
        figures, allowMissingColumns=True
    )
    return every.join(leagues, "fixture_id").groupBy("league_id")


def _is_of(markets: Collection[str]) -> str:
    """The condition that a row is of one of these markets."""
    names = ", ".join(f"'{market_of(market).param}'" for market in sorted(markets))
    return f"market in ({names})"


def _parted(details: pa.Table) -> grouped.LeagueDetails:
    """The odds, ticks and figures of a group: only ticks have a moment at which they were recorded."""
    is_tick, is_figure = pc.is_valid(details["recorded"]), pc.is_valid(details["figure"])
    is_odds = pc.invert(pc.or_(is_tick, is_figure))
    return grouped.LeagueDetails(*(details.filter(rows) for rows in (is_odds, is_tick, is_figure)))


def _fixtures(session: "SparkSession", folder: str | Path) -> "DataFrame":
    return _read(session, folder, "fixtures", grouped.FIXTURE_READ)


def _read(
    session: "SparkSession", folder: str | Path, table: str, columns: Sequence[str]
) -> "DataFrame":
    return session.read.parquet(str(Path(folder) / table)).select(*columns)


def _shared(session: "SparkSession", value: T) -> Callable[[], T]:
    """A function that returns a value on every worker; the value is sent to each worker once."""
    shared = session.sparkContext.broadcast(value)
    return lambda: shared.value


def _ddl(schema: pa.Schema) -> str:
    return ", ".join(f"`{field.name}` {_SPARK_TYPES[field.type]}" for field in schema)
