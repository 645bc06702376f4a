"""What an export must give back: each table as its frame, and where no frame is like it, as it is stored."""

from contextlib import suppress
from pathlib import Path

import pandas as pd

import footydata as fd
from footydata.football.errors import StandingsNotAvailable
from footydata.football.terms import TableType
from footydata.frames.export.tables import HEAD_COLUMNS, STANDINGS, WHOLE
from footydata.frames.viewed import framed
from footydata.odds.markets import MARKET_BY_KEY
from footydata.views.columns import Column
from footydata.views.one_fixture import STORED_LINE_COLUMNS
from footydata.views.recorded import LINE_COLUMNS, TICK_COLUMNS
from footydata.views.tables import TABLE_COLUMNS
from footydata.views.teams import EXPORTED_LEAGUE_COLUMNS

_WHOLE = {each.table: tuple(each.columns) for each in WHOLE}

STORED: dict[str, tuple[tuple[Column, ...], str]] = {
    "odds_lines": (LINE_COLUMNS, "odds_line join bookmaker on bookmaker.id = bookmaker_id"),
    "ticks": (TICK_COLUMNS, "odds_tick join bookmaker on bookmaker.id = bookmaker_id"),
    "fair_lines": (STORED_LINE_COLUMNS, "fair_line"),
    "leagues": (
        EXPORTED_LEAGUE_COLUMNS,
        "league join country on country.code = country_code",
    ),
    "seasons": (
        _WHOLE["seasons"],
        "season left join season_rules on season_rules.season_id = season.id",
    ),
    "members": (_WHOLE["members"], "season_team"),
    "deductions": (_WHOLE["deductions"], "points_adjustment"),
    "aliases": (_WHOLE["aliases"], "team_alias"),
    "referees": (
        _WHOLE["referees"],
        "(select referee, country.name as country, count(*) as fixtures, min(kickoff_ts) as first_ts, "
        "max(kickoff_ts) as last_ts from fixture join league on league.id = league_id "
        "join country on country.code = country_code where referee is not null group by referee, country.name)",
    ),
}
"""Table of an export that no frame is like → its columns, and what the database holds of them."""

_SQL = {
    ("odds_lines", "bookmaker"): "slug",
    ("ticks", "bookmaker"): "slug",
    ("leagues", "id"): "league.id",
    ("leagues", "name"): "league.name",
    ("leagues", "country"): "country.name",
    ("seasons", "id"): "season.id",
}
"""Table and field whose name is not that of one column → the column."""


def stored(db: fd.Database, table: str) -> pd.DataFrame:
    """A table as it is stored, under its declared columns."""
    columns, source = STORED[table]
    fields = [each.field for each in columns]
    names = ", ".join(_SQL.get((table, field), field) for field in fields)
    params = {key: market.param for key, market in MARKET_BY_KEY.items()}
    rows = [
        tuple(
            params.get(value, value) if field == "market" else value
            for field, value in zip(fields, row, strict=True)
        )
        for row in db.connection.execute(f"select {names} from {source}")
    ]
    return framed(columns, rows)


def standings(db: fd.Database, kind: TableType) -> pd.DataFrame:
    """The tables of every season that has a reliable one, their season before them."""
    columns = (*HEAD_COLUMNS, *TABLE_COLUMNS[kind])
    leagues = db.leagues().set_index("league_id")
    parts = [framed(columns, [])]
    for season_id, league_id, label in stored(db, "seasons")[
        ["season_id", "league_id", "label"]
    ].itertuples(index=False):
        with suppress(StandingsNotAvailable):
            table = db.standings(league_id, label, type=kind.value)
            country, name = leagues.loc[league_id, ["country", "name"]]
            head = {
                "season_id": season_id,
                "league_id": league_id,
                "country": country,
                "league": name,
            }
            parts.append(table.assign(**head, season=label))
    return _united(parts)


def expected(db: fd.Database) -> dict[str, pd.DataFrame]:
    """Exported table → its rows."""
    frames = {
        name: _united([getattr(db, name)(), getattr(db, name)(esports=True)])
        for name in ("fixtures", "events", "figures", "odds", "statistics")
    }
    recorded = frames["statistics"].drop(columns="fixture_id").notna().any(axis="columns")
    frames["statistics"] = frames["statistics"][recorded]
    frames |= {"teams": db.teams(), "bookmakers": db.bookmakers()}
    frames |= {table: stored(db, table) for table in STORED}
    return frames | {table: standings(db, kind) for kind, table in STANDINGS.items()}


def assert_reads_back(table: str, folder: Path, frame: pd.DataFrame) -> None:
    """That pandas reads the Parquet of a table as the frame: its columns, their dtypes, its rows."""
    read = pd.read_parquet(folder / table)
    parts = [
        name
        for name in ("start_year", "country_code")
        if name not in frame.columns and name in read.columns
    ]
    read = (
        read.drop(columns=parts)[list(frame.columns)]
        if table in STANDINGS.values()
        else read.drop(columns=parts)
    )
    assert [(name, str(dtype)) for name, dtype in read.dtypes.items()] == [
        (name, str(dtype)) for name, dtype in frame.dtypes.items()
    ]
    pd.testing.assert_frame_equal(_in_order(read), _in_order(frame), check_categorical=False)


def _united(parts: list[pd.DataFrame]) -> pd.DataFrame:
    """The rows of several frames, under the columns and dtypes of the first."""
    whole = pd.concat([parts[0], *(part for part in parts[1:] if len(part))], ignore_index=True)
    # By the names of the dtypes: a category of the first has its categories alone.
    return whole[list(parts[0].columns)].astype(
        {name: str(dtype) for name, dtype in parts[0].dtypes.items()}
    )


def _in_order(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows in an order that depends on their values alone; categories as texts."""
    plain = frame.astype(
        {name: "str" for name, dtype in frame.dtypes.items() if str(dtype) == "category"}
    )
    return plain.sort_values(list(plain.columns), ignore_index=True)
