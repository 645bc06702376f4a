"""What a door gives is what is declared of its frame: the columns, their dtypes, and which are never empty."""

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pandas as pd
import pytest

import footydata as fd
from footydata.football.records import (
    EventRecord,
    FairLine,
    FixtureRecord,
    OddsRecord,
    OddsTickRecord,
    StatisticsRecord,
    kinds_of,
)
from footydata.football.records.meaning import INTEGER, MOMENT, NUMBER, TEXT, YES_NO
from footydata.football.rows import CardStanding, CornerStanding, PointsStanding
from footydata.views.columns import meaning_of
from tests.conftest import NOW
from tests.frames.declared_frames import FRAMES

CROWN = {"league": "Crown League", "season": "25/26"}

DOORS: dict[str, Callable[[fd.Database], pd.DataFrame]] = {
    "fixtures": lambda db: db.fixtures(),
    "head_to_head": lambda db: db.head_to_head(*db.fixtures(**CROWN).iloc[0][["home", "away"]]),
    "events": lambda db: db.events(**CROWN),
    "statistics": lambda db: db.statistics(**CROWN),
    "odds": lambda db: db.odds(**CROWN),
    "odds_movement": lambda db: db.odds_movement(**CROWN),
    "fair_lines": lambda db: db.fair_lines(league="Crown League"),
    "team_fixtures": lambda db: db.team_fixtures(**CROWN),
    "averages": lambda db: db.averages("corners", **CROWN),
    'averages(market="corner")': lambda db: db.averages(market="corner", line=10.25, **CROWN),
    "averages(line=9.5)": lambda db: db.averages("corners", line=9.5, **CROWN),
    'averages(market="corner", by="referee")': lambda db: db.averages(
        market="cards", line=4, by="referee"
    ),
    "ratings": lambda db: db.ratings(league="Crown League"),
    "referees": lambda db: db.referees(**CROWN),
    'referees(by="season")': lambda db: db.referees(**CROWN, by="season"),
    "ratings(history=True)": lambda db: db.ratings(league="Crown League", history=True),
    "players": lambda db: db.players("Crown League"),
    'players(of="cards")': lambda db: db.players("Crown League", of="cards"),
    "project": lambda db: db.project("Crown League", runs=10),
    "leagues": lambda db: db.leagues(),
    "teams": lambda db: db.teams(),
    "resolve_teams": lambda db: db.resolve_teams(["Ashmere", "Nobody"]),
    "bookmakers": lambda db: db.bookmakers(),
    "standings": lambda db: db.standings("Crown League"),
    'standings(type="corner")': lambda db: db.standings("Crown League", type="corner"),
    'standings(type="card")': lambda db: db.standings("Crown League", type="card"),
    "all_standings": lambda db: db.all_standings(),
    "positions": lambda db: db.positions("Crown League"),
    "preview forms": lambda db: db.preview(_coming(db)).forms,
    "preview profiles": lambda db: db.preview(_coming(db)).profiles,
    "preview referee": lambda db: (
        db.preview(int(db.fixtures(**CROWN, status="finished").iloc[-1]["fixture_id"])).referee
    ),
}


def _coming(db: fd.Database) -> int:
    return int(db.fixtures(league="Crown League", status="scheduled").iloc[0]["fixture_id"])


def _played(db: fd.Database) -> int:
    return int(db.fixtures(**CROWN, status="finished").iloc[-1]["fixture_id"])


@pytest.fixture(scope="module")
def of_sample(sample: Path) -> Iterator[fd.Database]:
    with fd.Database(sample, clock=lambda: NOW) as database:
        yield database


@pytest.mark.parametrize("name", DOORS)
def test_a_method_returns_its_declared_columns_without_unexpected_gaps(
    name: str, of_sample: fd.Database
) -> None:
    declared = FRAMES[name].columns
    frame = DOORS[name](of_sample)
    assert len(frame)
    assert [(str(column), str(dtype)) for column, dtype in frame.dtypes.items()][
        : len(declared)
    ] == [(column.name, column.dtype) for column in declared]
    whole = [column.name for column in declared if not column.is_optional]
    assert frame[whole].columns[frame[whole].isna().any()].tolist() == []


@pytest.mark.parametrize("name", ["project", "positions", "all_standings", "fair_lines", "odds"])
def test_what_a_frame_says_beside_its_rows_survives_parquet(
    name: str, of_sample: fd.Database
) -> None:
    frame = DOORS[name](of_sample)
    assert frame.attrs
    written = BytesIO()
    frame.to_parquet(written)
    assert pd.read_parquet(written).attrs == frame.attrs


KINDS = {int: {INTEGER, YES_NO, MOMENT}, float: {NUMBER}}


@pytest.mark.parametrize(
    ("frame", "record"),
    [
        ("fixtures", FixtureRecord),
        ("events", EventRecord),
        ("statistics", StatisticsRecord),
        ("odds", OddsRecord),
        ("odds_history", OddsTickRecord),
        ("fair_lines", FairLine),
        ("standings", PointsStanding),
        ('standings(type="corner")', CornerStanding),
        ('standings(type="card")', CardStanding),
    ],
)
def test_a_column_is_of_the_kind_of_its_record(
    frame: str, record: type[tuple[object, ...]]
) -> None:
    kinds = kinds_of(record)
    shown = {
        column.field: column.dtype for column in FRAMES[frame].columns if column.field in kinds
    }
    assert [
        name
        for name, dtype in shown.items()
        if dtype not in KINDS.get(kinds[name], {TEXT, "category"})
    ] == []


def test_a_column_without_a_meaning_is_named() -> None:
    with pytest.raises(KeyError, match="no meaning of the column attendances"):
        meaning_of("home_attendances")
