"""Tables, settlement, fair lines and scores of groups of exported rows: Arrow tables in, Arrow tables out.

A group is the fixtures of one season, or of one league, as Spark (footydata.spark), DuckDB or Polars make it; what else
is needed is read once from the small tables of the export.
"""

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from footydata.evaluation.running import run, span_of
from footydata.evaluation.scoring import SCORE_COLUMNS
from footydata.football.errors import InvalidArgument, StandingsNotAvailable, TooFewFixtures
from footydata.football.markets import MARKETS, Market
from footydata.football.records import (
    BookmakerRecord,
    CountryRecord,
    FixtureFigure,
    FixtureRecord,
    LeagueRecord,
    OddsRecord,
    OddsTickRecord,
    PointsAdjustment,
    SeasonRecord,
    SeasonRules,
    SeasonTeam,
    TeamRecord,
    fields_of,
)
from footydata.football.records.meaning import MOMENT, YES_NO
from footydata.football.rows import TableHalf, Venue, exact_row
from footydata.football.terms import TableType
from footydata.forecast.pricing import price, values_of
from footydata.frames.viewed import STORED
from footydata.odds.settlement import market_of
from footydata.odds.settlement_arrays import settle_many
from footydata.store.file.opening import rows_in_memory
from footydata.store.read.fixtures import FixtureFilter, fixtures
from footydata.store.read.seasons.season import LeagueSeason, TableLimits
from footydata.store.read.seasons.standings import tables_without_thirds
from footydata.views.columns import Column, row_of
from footydata.views.fixtures import FIXTURE_COLUMNS
from footydata.views.lines import FAIR_LINE_COLUMNS
from footydata.views.recorded import ODDS_COLUMNS, TICK_COLUMNS
from footydata.views.tables import TABLE_COLUMNS

_COLUMNS: dict[type[tuple[object, ...]], Sequence[Column]] = {
    FixtureRecord: FIXTURE_COLUMNS,
    OddsRecord: ODDS_COLUMNS,
    OddsTickRecord: TICK_COLUMNS,
}

FIXTURE_READ, ODDS_READ, TICKS_READ = (
    tuple(each.name for each in columns if each.field in fields_of(record))
    for record, columns in _COLUMNS.items()
)
"""The exported columns that groups of fixtures, odds and ticks must have; names are in the small tables."""

FIGURES_READ = ("fixture_id", "figure", "half", "home", "away")
"""The exported columns that groups of figures must have."""


class Facts(NamedTuple):
    """The small tables of an export, which every group needs.

    tables: table → key (the id of a season, league, team or bookmaker, or the code of a country) → records.
    """

    tables: dict[str, dict[Any, list[Any]]]

    @classmethod
    def of(cls, folder: str | Path) -> "Facts":
        """The facts of an exported folder. Raises InvalidArgument."""
        read = {
            name: _rows(folder, name)
            for name in ("leagues", "seasons", "members", "teams", "deductions")
        }
        countries = {row["country_code"]: row["country"] for row in read["leagues"]}
        rules = [
            SeasonRules(row["season_id"], row["rules"], None, "export")
            for row in read["seasons"]
            if row["rules"]
        ]
        bookmakers = [
            _record(BookmakerRecord, row | {"id": row["bookmaker_id"]})
            for row in _rows(folder, "bookmakers")
        ]
        return cls(
            {
                "country": _by(
                    "code",
                    [CountryRecord(code, name, "country") for code, name in countries.items()],
                ),
                "league": _by(
                    "id",
                    [
                        _record(LeagueRecord, row | {"id": row["league_id"]})
                        for row in read["leagues"]
                    ],
                ),
                "season": _by(
                    "id",
                    [
                        _record(SeasonRecord, row | {"id": row["season_id"]})
                        for row in read["seasons"]
                    ],
                ),
                "season_rules": _by("season_id", rules),
                "team": _by(
                    "id", [TeamRecord(row["team_id"], row["name"], None) for row in read["teams"]]
                ),
                "season_team": _by(
                    "season_id", [_record(SeasonTeam, row) for row in read["members"]]
                ),
                "points_adjustment": _by(
                    "season_id", [_record(PointsAdjustment, row) for row in read["deductions"]]
                ),
                "bookmaker": _by("id", bookmakers),
            }
        )

    def about(
        self, seasons: Collection[int | None], leagues: Collection[int], teams: Iterable[int]
    ) -> dict[str, list[Any]]:
        """Table → the records of some seasons, leagues and teams, and of all members of these seasons."""
        members = self._rows_of("season_team", seasons)
        competitions = self._rows_of("league", leagues)
        return {
            "country": self._rows_of("country", {row.country_code for row in competitions}),
            "league": competitions,
            "season": self._rows_of("season", seasons),
            "season_rules": self._rows_of("season_rules", seasons),
            "team": self._rows_of("team", {*teams, *(row.team_id for row in members)}),
            "season_team": members,
            "points_adjustment": self._rows_of("points_adjustment", seasons),
            "bookmaker": self._rows_of("bookmaker", self.tables["bookmaker"]),
        }

    def _rows_of(self, table: str, keys: Iterable[Any]) -> list[Any]:
        by_key = self.tables[table]
        return [row for key in keys for row in by_key.get(key, ())]


def standings_schema(type: str = TableType.TOTAL) -> pa.Schema:
    """The columns of standings: season, league and group, then those of the table. Texts are not categories."""
    schema = [(each.name, STORED[each.dtype]) for each in TABLE_COLUMNS[TableType(type)]]
    head = [
        ("season_id", pa.int64()),
        ("league_id", pa.int64()),
        ("season", pa.string()),
        ("stage", pa.string()),
    ]
    return pa.schema([*head, *schema])


def season_standings(
    group: pa.Table,
    facts: Facts,
    *,
    now: int,
    type: str = TableType.TOTAL,
    venue: str = Venue.ALL,
    half: str = TableHalf.FULL,
) -> pa.Table:
    """The table of a season, or those of its groups; empty if its results are not reliable.

    group: the exported fixtures of the season. now: unix seconds.
    """
    kind, rows = TableType(type), []
    pairs = (
        group.select(["season_id", "league_id"])
        .group_by(["season_id", "league_id"])
        .aggregate([])
        .to_pylist()
    )
    seasons = [
        (pair["season_id"], pair["league_id"]) for pair in pairs if pair["season_id"] is not None
    ]
    with rows_in_memory(_tables(group, facts)) as connection:
        for season_id, league_id in sorted(seasons):
            with suppress(StandingsNotAvailable):
                season = LeagueSeason(connection, None, season_id, now=now)
                for table in tables_without_thirds(season, TableLimits(kind, venue, half)):
                    rows += [
                        (season_id, league_id, table.season, table.stage, *exact_row(row))
                        for row in table.rows
                    ]
    return _table(rows, standings_schema(kind))


def settled(bets: pa.Table) -> pa.Table:
    """The bets with three more columns: outcome, and won and lost, shares of the stake, as of fd.settle_many.

    Columns of bets: market, line (null if the market has none), side, home and away (counts; null: void).
    """
    plain = {name: bets[name].to_pylist() for name in ("market", "side")}
    counts = {
        name: bets[name].cast(pa.float64()).fill_null(float("nan")).to_numpy()
        for name in ("line", "home", "away")
    }
    ended = settle_many(plain["market"], side=plain["side"], **counts)
    return (
        bets.append_column("outcome", pa.array(ended.outcomes.tolist(), pa.string()))
        .append_column("won", pa.array(ended.won))
        .append_column("lost", pa.array(ended.lost))
    )


LINE_SCHEMA = pa.schema([(each.field, STORED[each.dtype]) for each in FAIR_LINE_COLUMNS])
"""The columns of fair lines, with the moment of the kickoff in unix seconds."""


class LeagueDetails(NamedTuple):
    """The exported odds, ticks and further figures of the fixtures of a league.

    Needed are the odds of PRICED_MARKETS and of the market that is scored, the ticks of PRICED_MARKETS, and the figure
    FOULS.
    """

    odds: pa.Table
    ticks: pa.Table
    figures: pa.Table

    def records(self) -> dict[str, list[Any]]:
        """The rows of a database in memory."""
        figures = zip(*(self.figures[name].to_pylist() for name in FIGURES_READ), strict=True)
        return {
            "odds": _records(OddsRecord, self.odds),
            "odds_tick": _records(OddsTickRecord, self.ticks),
            "fixture_figure": [
                FixtureFigure(
                    fixture_id, figure, int(half == TableHalf.FIRST), home, away, source_id=0
                )
                for fixture_id, figure, half, home, away in figures
            ],
        }


def league_lines(
    group: pa.Table,
    details: LeagueDetails,
    facts: Facts,
    *,
    start_ts: int,
    end_ts: int,
    now: int,
    markets: Sequence[Market] = MARKETS,
) -> pa.Table:
    """The fair lines of the fixtures of a league that kick off from start_ts until before end_ts.

    group: the exported fixtures of the league; may be empty, if only details of it are there. Each day is priced from
    what was known before it, a coming day from what is known now, as by Database.fair_lines.
    """
    if not group.num_rows:
        return LINE_SCHEMA.empty_table()
    with rows_in_memory(_tables(group, facts) | details.records()) as connection:
        rows = fixtures(connection, FixtureFilter(start_ts=start_ts, end_ts=end_ts))
        priced = price(connection, rows, now=now, markets=markets, quotes={})
        return _table(
            [row_of(FAIR_LINE_COLUMNS, values_of(row)) for row in priced.comparisons], LINE_SCHEMA
        )


SCORE_SCHEMA = pa.schema(
    [("league_id", pa.int64()), *((each.name, STORED[each.dtype]) for each in SCORE_COLUMNS)]
)
"""The columns of scores: the league, then those of Score."""


def league_scores(
    group: pa.Table, details: LeagueDetails, facts: Facts, *, market: Market, model: object = "ours"
) -> pa.Table:
    """The scores of a model walked through a league, as of fd.evaluate; empty if nothing can be scored.

    group: the exported fixtures of the league; may be empty.
    """
    if not group.num_rows:
        return SCORE_SCHEMA.empty_table()
    league_id = group["league_id"][0].as_py()
    with (
        rows_in_memory(_tables(group, facts) | details.records()) as connection,
        suppress(TooFewFixtures),
    ):
        evaluated = run(connection, market, span_of(connection, league=league_id), model)
        return _table([(league_id, *score) for score in evaluated.scores], SCORE_SCHEMA)
    return _table([], SCORE_SCHEMA)


def _tables(group: pa.Table, facts: Facts) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of a database in memory for a group of fixtures."""
    teams = {*_values(group, "home_id"), *_values(group, "away_id")}
    about = facts.about(_values(group, "season_id"), _values(group, "league_id"), teams)
    rows = _records(FixtureRecord, group)
    sides = [(side, row.kickoff_ts, row.id) for row in rows for side in (row.home_id, row.away_id)]
    return {**about, "fixture": rows, "team_fixture": sides}


def _records(record: type[Any], group: pa.Table) -> list[Any]:
    """The records that exported rows were made from."""
    by_field = {each.field: each for each in _COLUMNS[record]}
    columns = []
    for name in fields_of(record):
        each = by_field[name]
        values = group[each.name]
        if each.dtype == MOMENT:
            values = pc.divide(
                values.cast(pa.timestamp("us", tz="UTC")).cast(pa.int64()), 1_000_000
            )
        elif each.dtype == YES_NO:
            values = values.cast(pa.int64())
        rows = values.to_pylist()
        columns.append([market_of(each).key for each in rows] if name == "market" else rows)
    return [record._make(row) for row in zip(*columns, strict=True)]


def _values(group: pa.Table, name: str) -> list[Any]:
    values: list[Any] = group[name].unique().to_pylist()
    return values


def _table(rows: Sequence[tuple[Any, ...]], schema: pa.Schema) -> pa.Table:
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(schema)
    return pa.table(
        [pa.array(values, field.type) for values, field in zip(columns, schema, strict=True)],
        schema,
    )


def _by(key: str, records: Iterable[Any]) -> dict[Any, list[Any]]:
    rows_by_key: dict[Any, list[Any]] = {}
    for record in records:
        rows_by_key.setdefault(getattr(record, key), []).append(record)
    return rows_by_key


def _record(record: type[Any], row: dict[str, Any]) -> Any:
    return record(**{name: _stored(row[name]) for name in fields_of(record)})


def _stored(value: Any) -> Any:
    return int(value) if isinstance(value, bool) else value


def _rows(folder: str | Path, table: str) -> list[dict[str, Any]]:
    path = Path(folder) / table / f"{table}.parquet"
    if not path.is_file():
        raise InvalidArgument(
            f"{folder} is not a Parquet export: {path} is missing; write one with 'footydata export DB DIR'",
            parameter="folder",
            value=folder,
        )
    rows: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return rows
