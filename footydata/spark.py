"""Our tables, settlement, lines and evaluation on a cluster, over an exported folder: the extra footydata[spark].

Each is a function of footydata.grouped, which Spark applies to a season's or a league's rows over Arrow
(applyInArrow), so that a cluster gives what one process gives. The workers need footydata installed, and the folder
where the driver has it.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pyarrow as pa
import pyarrow.compute as pc

from footydata import grouped
from footydata.choices import HalfName, MarketName, OneOrMany, TableTypeName, VenueName
from footydata.contract.errors import FootydataError
from footydata.contract.markets import MARKETS
from footydata.contract.terms import TableType
from footydata.moments import Moment, span_named
from footydata.queries.asked import NotATable, one_of, several
from footydata.rules.settlement import market_of
from footydata.tables import TableHalf, Venue

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


class NoDays(FootydataError):
    """Lines are asked for without the days that they are of."""


def standings(
    session: "SparkSession",
    folder: str | Path,
    *,
    type: TableTypeName = "total",
    venue: VenueName = "all",
    half: HalfName = "full",
    now: float | None = None,
) -> "DataFrame":
    """The tables of every season of an export, a row a team, as Database.standings has each of them.

    A season whose results are not reliable has no rows. now: the present in unix seconds. Raises NotATable,
    NotAnExport.
    """
    kind = TableType(one_of("type", type, tuple(TableType), NotATable))
    place = one_of("venue", venue, tuple(Venue), NotATable)
    part = one_of("half", half, tuple(TableHalf), NotATable)
    facts, moment = _shared(session, grouped.Facts.of(folder)), int(time.time() if now is None else now)

    def table(group: pa.Table) -> pa.Table:
        return grouped.season_standings(group, facts(), now=moment, type=kind, venue=place, half=part)

    seasons = _fixtures(session, folder).where("season_id is not null").groupBy("season_id")
    return seasons.applyInArrow(table, _ddl(grouped.standings_schema(kind)))


def settle(bets: "DataFrame") -> "DataFrame":
    """A frame of bets with outcome, won and lost: market, line, side, home and away are its columns."""

    def parts(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield from grouped.settled(pa.Table.from_batches([batch])).to_batches()

    given = ", ".join(f"`{field.name}` {field.dataType.simpleString()}" for field in bets.schema.fields)
    return bets.mapInArrow(parts, f"{given}, outcome string, won double, lost double")


def lines(
    session: "SparkSession",
    folder: str | Path,
    *,
    start: Moment,
    end: Moment,
    markets: OneOrMany[MarketName] | None = None,
    now: float | None = None,
) -> "DataFrame":
    """The fair lines of the fixtures between two days, both inclusive, a row a fixture and market.

    Each day is priced from what was known before it, of its league. Raises UnknownMarket, NotAMoment.
    """
    named = several(markets)
    # Names are sent: a pickled copy of a market is not the same object.
    wanted = [market_of(name).param for name in ([each.param for each in MARKETS] if named is None else named)]
    first, after = span_named(start, end)
    if first is None or after is None:
        raise NoDays("lines are of the days from start to end; name both")
    facts, moment = _shared(session, grouped.Facts.of(folder)), int(time.time() if now is None else now)

    def priced(fixtures: pa.Table, quoted: pa.Table) -> pa.Table:
        markets = [market_of(name) for name in wanted]
        return grouped.league_lines(
            fixtures, _quotes(quoted), facts(), start_ts=first, end_ts=after, now=moment, markets=markets
        )

    leagues = _fixtures(session, folder).where("not esports").groupBy("league_id")
    quoted = _quoted(session, folder, {grouped.RESULT})
    return leagues.cogroup(quoted).applyInArrow(priced, _ddl(grouped.LINE_SCHEMA))


def evaluate(session: "SparkSession", folder: str | Path, *, market: MarketName, model: object = "ours") -> "DataFrame":
    """How good forecasts of a market were, walked through each league, a row a score; as fd.evaluate of each league.

    model: as of fd.evaluate; an object of yours is pickled. Raises UnknownMarket, NotAnExport.
    """
    key, name = market_of(market).key, market_of(market).param
    facts = _shared(session, grouped.Facts.of(folder))

    def scored(fixtures: pa.Table, quoted: pa.Table) -> pa.Table:
        return grouped.league_scores(fixtures, _quotes(quoted), facts(), market=market_of(name), model=model)

    leagues = _fixtures(session, folder).where("not esports").groupBy("league_id")
    return leagues.cogroup(_quoted(session, folder, {grouped.RESULT, key})).applyInArrow(
        scored, _ddl(grouped.SCORE_SCHEMA)
    )


def _quoted(session: "SparkSession", folder: str | Path, markets: set[str]) -> "GroupedData":
    """The odds of markets and the ticks of the result, by league, in one frame: a cogroup takes two in all."""
    named = ", ".join(f"'{market}'" for market in sorted(markets))
    odds = _read(session, folder, "odds", grouped.ODDS_READ).where(f"market in ({named})")
    ticks = _read(session, folder, "ticks", grouped.TICKS_READ).where(f"market = '{grouped.RESULT}'")
    # Fixtures are read once more: Spark takes the columns of one frame that meets itself for ambiguous.
    leagues = _read(session, folder, "fixtures", ["fixture_id", "league_id"])
    both = odds.unionByName(ticks, allowMissingColumns=True)
    return both.join(leagues, "fixture_id").groupBy("league_id")


def _quotes(quoted: pa.Table) -> grouped.LeagueQuotes:
    """Odds and ticks apart; odds have no moment at which they were recorded."""
    is_tick = pc.is_valid(quoted["recorded"])
    return grouped.LeagueQuotes(quoted.filter(pc.invert(is_tick)), quoted.filter(is_tick))


def _fixtures(session: "SparkSession", folder: str | Path) -> "DataFrame":
    return _read(session, folder, "fixtures", grouped.FIXTURE_READ)


def _read(session: "SparkSession", folder: str | Path, table: str, columns: Sequence[str]) -> "DataFrame":
    return session.read.parquet(str(Path(folder) / table)).select(*columns)


def _shared(session: "SparkSession", value: T) -> Callable[[], T]:
    """What gives a value on every worker, where it is sent once."""
    sent = session.sparkContext.broadcast(value)
    return lambda: sent.value


def _ddl(schema: pa.Schema) -> str:
    return ", ".join(f"`{field.name}` {_SPARK_TYPES[field.type]}" for field in schema)
