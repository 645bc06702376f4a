"""Tables, settlement, lines and scores of one database: ours, by DuckDB's groups, and by two Spark workers, row by row.

Run: OMP_NUM_THREADS=1 python tests/benchmarks/same_everywhere.py DATABASE [tables|settlement|lines|scores ...]. Exports
to a temporary folder. Prints how many rows the database gives and how many of the others differ from them, to the last
digit: Spark's workers sum with one thread, and with as many numpy gives the same digits here. Spark is left out where
pyspark or Java are not.
"""

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import pandas as pd
import pyarrow as pa

import footydata as fd
from footydata import grouped
from footydata.evaluation.evaluate import evaluate
from footydata.football.declared_types import MarketName
from footydata.football.errors import StandingsNotAvailable, TooFewFixtures
from footydata.football.markets import MARKETS
from footydata.football.moments import span_named
from footydata.football.rows import TableHalf, Venue
from footydata.football.terms import DAY, TableType
from footydata.odds.settlement import market_of
from footydata.store.read.past_fixtures import FOULS, PRICED_MARKETS
from tests.benchmarks.spark_workers import can_run, session

SCORED: tuple[MarketName, ...] = ("1x2", "corner", "card_line")
WEEKS = ("2012-03-10", "2016-10-15", "2019-04-06", "2024-02-10", "2026-03-14")
LADDER = [quarter / 4 for quarter in range(30, 51)]
QUOTED = """
select distinct market, coalesce(closing_line, opening_line) as line, home_goals, away_goals
from read_parquet('{folder}/odds/**/*.parquet') join read_parquet('{folder}/fixtures/**/*.parquet') using (fixture_id)
"""
COUNTED = """
select distinct home_corners, away_corners, home_yellow + 2 * home_red, away_yellow + 2 * away_red
from read_parquet('{folder}/fixtures/**/*.parquet')
"""
BETS = pa.schema(
    [
        ("market", pa.string()),
        ("line", pa.float64()),
        ("side", pa.string()),
        ("home", pa.int64()),
        ("away", pa.int64()),
    ]
)


def rows_of(table: pa.Table, names: Iterable[str]) -> list[tuple[Any, ...]]:
    """The rows of an Arrow table, in an order of their own."""
    columns = [table[name].to_pylist() for name in names]
    return sorted(zip(*columns, strict=True), key=repr)


def rows_of_frame(frame: pd.DataFrame, names: Iterable[str]) -> list[tuple[Any, ...]]:
    """The rows of a frame, None for what is missing, in an order of their own."""
    columns = [
        [None if pd.isna(value) else value for value in frame[name].tolist()] for name in names
    ]
    return sorted(zip(*columns, strict=True), key=repr)


def differing(one: list[Any], other: list[Any]) -> int:
    """How many rows stand in one of two lists alone."""
    return len(set(one) ^ set(other)) + abs(len(one) - len(other)) * (
        len(set(one)) == len(set(other))
    )


class Folder:
    """An exported folder, as DuckDB groups it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.facts = grouped.Facts.of(path)

    def groups(self, key: str) -> Iterator[pa.Table]:
        """The fixtures of each value of a column."""
        files = f"read_parquet('{self.path}/fixtures/**/*.parquet', hive_partitioning = true)"
        every = duckdb.sql(
            f"select * exclude (start_year, country_code) from {files} where {key} is not null"
        )
        whole = every.order(key).to_arrow_table()
        starts = whole[key].to_pylist()
        first = 0
        for place in range(1, len(starts) + 1):
            if place == len(starts) or starts[place] != starts[first]:
                yield whole.slice(first, place - first)
                first = place

    @cache  # noqa: B019  # one folder a run
    def details(self, league_id: int, *scored: str) -> grouped.LeagueDetails:
        """What forecasts of a league's fixtures read, and the prices of the markets that are scored."""
        fixtures = f"select fixture_id from '{self.path}/fixtures/**/*.parquet' where league_id = {league_id}"
        odds, ticks, figures = (
            duckdb.sql(
                f"select * exclude (start_year, country_code) from "
                f"read_parquet('{self.path}/{table}/**/*.parquet', hive_partitioning = true) "
                f"where {wanted} and fixture_id in ({fixtures})"
            ).to_arrow_table()
            for table, wanted in (
                ("odds", f"market in ({_quoted(*PRICED_MARKETS, *scored)})"),
                ("ticks", f"market in ({_quoted(*PRICED_MARKETS)})"),
                ("figures", f"figure = '{FOULS}'"),
            )
        )
        return grouped.LeagueDetails(odds, ticks, figures)


def _quoted(*texts: str) -> str:
    return ", ".join(f"'{text}'" for text in texts)


def main() -> None:
    """Print the comparison."""
    now = int(time.time())
    with TemporaryDirectory() as scratch, ExitStack() as stack:
        db = stack.enter_context(fd.Database(sys.argv[1], clock=lambda: now))
        folder = Path(scratch) / "out"
        db.export(folder)
        exported = Folder(folder)
        why_not = can_run()
        spark_session = None if why_not else stack.enter_context(session())
        if why_not:
            print(f"without Spark: {why_not}")
        print(f"{'what':40} {'rows':>8} {'DuckDB differs':>15} {'Spark differs':>14}")

        def report(what: str, ours: list[Any], theirs: list[Any], sparks: list[Any] | None) -> None:
            spark_says = "-" if sparks is None else str(differing(ours, sparks))
            print(
                f"{what:40} {len(ours):>8,} {differing(ours, theirs):>15} {spark_says:>14}",
                flush=True,
            )

        parts = {
            "tables": lambda: tables(db, exported, spark_session, now, report),
            "settlement": lambda: settlement(exported, spark_session, report),
            "lines": lambda: lines(db, exported, spark_session, now, report),
            "scores": lambda: scores(db, exported, spark_session, report),
        }
        for name in sys.argv[2:] or parts:
            parts[name]()


def tables(db: fd.Database, exported: Folder, spark_session: Any, now: int, report: Any) -> None:
    """Every season's table of each type, venue and half."""
    seasons = duckdb.sql(
        f"select season_id, league_id, label from '{exported.path}/seasons/seasons.parquet'"
    ).fetchall()
    groups = list(exported.groups("season_id"))
    for kind, venue, half in product(TableType, Venue, TableHalf):
        schema = grouped.standings_schema(kind)
        names = [name for name in schema.names if name != "season"]
        frames = []
        for season_id, league_id, label in seasons:
            with suppress(StandingsNotAvailable):
                frame = db.standings(league_id, label, type=kind, venue=venue, half=half)  # type: ignore[arg-type]
                frames.append(frame.assign(season_id=season_id, league_id=league_id))
        ours = [row for frame in frames for row in rows_of_frame(frame, names)]
        asked = {"type": kind, "venue": venue, "half": half}
        made = [
            grouped.season_standings(group, exported.facts, now=now, **asked) for group in groups
        ]
        theirs = rows_of(pa.concat_tables(made), names)
        sparks = None
        if spark_session:
            from footydata import spark

            sparks = rows_of(
                spark.standings(spark_session, exported.path, now=now, **asked).toArrow(), names
            )
        report(f"tables: {kind}, {venue}, {half}", sorted(ours, key=repr), theirs, sparks)


def bets(folder: Path) -> list[tuple[Any, ...]]:
    """A bet on every side of each different stored quote at each different score, and of ladders on corners, cards."""
    quoted = duckdb.sql(QUOTED.format(folder=folder)).fetchall()
    markets = {market.key: market for market in MARKETS}
    made = [
        (key, line, side, home, away)
        for key, line, home, away in quoted
        if (line is not None) == markets[key].shape.has_line
        for side in markets[key].shape.selections
    ]
    for home_corners, away_corners, home_cards, away_cards in duckdb.sql(
        COUNTED.format(folder=folder)
    ).fetchall():
        for line, side in product(LADDER, ("over", "under")):
            made.append(("corner", line, side, home_corners, away_corners))
            made.append(("cards", line - 6, side, home_cards, away_cards))
    return list(set(made))


def settlement(exported: Folder, spark_session: Any, report: Any) -> None:
    """Every different bet, one by one against many at once."""
    rows = bets(exported.path)
    ours = []
    for market, line, side, home, away in rows:
        one = fd.settle(market, line=line, side=side, home=home, away=away)
        ours.append((market, line, side, home, away, str(one), one.won, one.lost))
    table = pa.table(
        [
            pa.array(column, field.type)
            for column, field in zip(zip(*rows, strict=True), BETS, strict=True)
        ],
        schema=BETS,
    )
    done = grouped.settled(table)
    sparks = None
    if spark_session:
        from footydata import spark

        sparks = rows_of(
            spark.settle(spark_session.createDataFrame(table)).toArrow(), done.column_names
        )
    report("bets settled", sorted(ours, key=repr), rows_of(done, done.column_names), sparks)


def lines(db: fd.Database, exported: Folder, spark_session: Any, now: int, report: Any) -> None:
    """The fair lines of a few weeks, of every league and market."""
    for day in WEEKS:
        start, _ = span_named(day, day)
        end = start + 7 * DAY
        last = str(pd.Timestamp(end - DAY, unit="s").date())
        names = [
            *("fixture_id", "market", "line", "price_1", "price_2", "price_3"),
            *("home_mean", "away_mean", "model"),
        ]
        ours = rows_of_frame(db.fair_lines(start=day, end=last), names)
        made = [
            grouped.league_lines(
                group,
                exported.details(group["league_id"][0].as_py()),
                exported.facts,
                start_ts=start,
                end_ts=end,
                now=now,
            )
            for group in exported.groups("league_id")
        ]
        theirs = rows_of(pa.concat_tables(made), names)
        sparks = None
        if spark_session:
            from footydata import spark

            found = spark.lines(spark_session, exported.path, start=day, end=last, now=now)
            sparks = rows_of(found.toArrow(), names)
        report(f"lines: the week from {day}", ours, theirs, sparks)


def scores(db: fd.Database, exported: Folder, spark_session: Any, report: Any) -> None:
    """The scores of the forecasts of a few markets, walked through every league."""
    names = grouped.SCORE_SCHEMA.names
    for name in SCORED:
        key = market_of(name).key
        ours, made = [], []
        for group in exported.groups("league_id"):
            league_id = group["league_id"][0].as_py()
            with suppress(TooFewFixtures):
                frame = evaluate(db, market=name, league=league_id).scores
                ours += rows_of_frame(frame.assign(league_id=league_id), names)
            details = exported.details(league_id, key)
            made.append(
                grouped.league_scores(group, details, exported.facts, market=market_of(name))
            )
        theirs = rows_of(pa.concat_tables(made), names)
        sparks = None
        if spark_session:
            from footydata import spark

            sparks = rows_of(
                spark.evaluate(spark_session, exported.path, market=name).toArrow(), names
            )
        report(f"scores: {name}", sorted(ours, key=repr), theirs, sparks)


if __name__ == "__main__":
    main()
