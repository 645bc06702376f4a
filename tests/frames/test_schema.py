"""Every frame keeps its declared schema, whatever the database holds, and survives Parquet, pickle and Arrow."""

import pickle
from io import BytesIO
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import footydata as fd
from footydata.football.records.meaning import CATEGORY, INTEGER, MOMENT, NUMBER, TEXT, YES_NO
from footydata.frames import reading
from footydata.frames.reading import SlowReadWarning
from footydata.frames.viewed import framed
from footydata.odds.markets import MARKET_BY_KEY
from footydata.views.bets import BET_COLUMNS
from footydata.views.columns import Column
from footydata.views.fixtures import FIXTURE_COLUMNS
from footydata.views.lines import FAIR_LINE_COLUMNS
from footydata.views.recorded import EVENT_COLUMNS, ODDS_COLUMNS, STATISTICS_COLUMNS
from tests.conftest import NOW

SCHEMAS = (
    FIXTURE_COLUMNS,
    EVENT_COLUMNS,
    ODDS_COLUMNS,
    STATISTICS_COLUMNS,
    FAIR_LINE_COLUMNS,
    BET_COLUMNS,
)
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=8)
VALUES = {
    INTEGER: st.integers(-(2**62), 2**62),
    NUMBER: st.floats(allow_nan=False),
    TEXT: TEXTS,
    YES_NO: st.integers(0, 1),
    MOMENT: st.integers(-3_000_000_000, 7_000_000_000),
    CATEGORY: TEXTS,
}


def rows_of(columns: tuple[Column, ...]) -> st.SearchStrategy[list[tuple[object, ...]]]:
    """Rows with unknown values, columns of nothing else, a single row and none."""
    cells = [st.none() | VALUES[each.dtype] for each in columns]
    empty = [st.none() for _ in columns]
    return st.lists(st.tuples(*cells), max_size=4) | st.lists(st.tuples(*empty), max_size=2)


def dtypes(frame: pd.DataFrame) -> list[tuple[str, str]]:
    return [(str(name), str(dtype)) for name, dtype in frame.dtypes.items()]


@settings(max_examples=8)
@given(st.data(), st.sampled_from(SCHEMAS))
def test_a_frame_keeps_its_schema_and_survives_parquet_pickle_and_arrow(
    data: st.DataObject, columns: tuple[Column, ...]
) -> None:
    rows = data.draw(rows_of(columns))
    frame = framed(columns, rows)
    assert dtypes(frame) == [(each.name, each.dtype) for each in columns]
    pd.testing.assert_frame_equal(pickle.loads(pickle.dumps(frame)), frame)
    file = BytesIO()
    frame.to_parquet(file)
    read = pd.read_parquet(file)
    assert dtypes(read) == dtypes(frame)
    assert pa.table(frame).num_rows == len(rows)
    for column in frame.columns:
        assert read[column].isna().tolist() == frame[column].isna().tolist()
        assert read[column].dropna().tolist() == frame[column].dropna().tolist()


def test_a_large_read_equals_a_small_one(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with fd.Database(sample, clock=lambda: NOW) as database:
        for asked in ({}, {"esports": True}, {"season": "25/26", "lang": "de"}):
            small = database.fixtures(**asked)  # type: ignore[arg-type]  # each has its own type
            with monkeypatch.context() as patched:
                patched.setattr(reading, "LARGE", 0)
                patched.setattr(reading, "read", None)
                large = database.fixtures(**asked)  # type: ignore[arg-type]  # each has its own type
            pd.testing.assert_frame_equal(large, small)


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param({}, id="all"),
        pytest.param({"esports": True}, id="e-football too", marks=pytest.mark.slow),
        pytest.param({"season": "25/26"}, id="few", marks=pytest.mark.slow),
        pytest.param({"season": "25/26", "market": "corner"}, id="a market"),
        pytest.param({"bookmaker": "Bet365"}, id="a bookmaker", marks=pytest.mark.slow),
    ],
)
def test_a_large_read_of_odds_equals_a_small_one(
    sample: Path, monkeypatch: pytest.MonkeyPatch, asked: dict[str, Any]
) -> None:
    with fd.Database(sample, clock=lambda: NOW) as database:
        if "bookmaker" in asked:
            asked = {"bookmaker": database.bookmakers()["slug"].iloc[-1]}
        small = database.odds(**asked)
        with monkeypatch.context() as patched:
            patched.setattr(reading, "LARGE", 0)
            patched.setattr(reading, "read", None)
            large = database.odds(**asked)
    assert len(large)
    pd.testing.assert_frame_equal(large, small)


@pytest.mark.parametrize("large", [0, 200_000], ids=["large", "small"])
def test_odds_are_by_kickoff_then_bookmaker_and_market(
    sample: Path, monkeypatch: pytest.MonkeyPatch, large: int
) -> None:
    monkeypatch.setattr(reading, "LARGE", large)
    with fd.Database(sample, clock=lambda: NOW) as database:
        frame = database.odds(start="2026-02-01", end="2026-03-31")
        wanted = database.connection.execute(
            "select fixture_id, bookmaker_id, market, opening_line, closing_price_2 from odds "
            "join fixture on fixture.id = fixture_id where esports = 0 "
            "and kickoff_ts >= unixepoch('2026-02-01') and kickoff_ts < unixepoch('2026-04-01') "
            "order by kickoff_ts, fixture_id, bookmaker_id, market"
        ).fetchall()
    wanted = [(*row[:2], MARKET_BY_KEY[row[2]].param, *row[3:]) for row in wanted]
    shown = frame[
        ["fixture_id", "bookmaker_id", "market", "opening_line", "closing_price_2"]
    ].astype(object)
    assert len(wanted) > 1000
    assert list(shown.where(shown.notna(), None).itertuples(index=False, name=None)) == wanted


def test_a_failed_large_read_falls_back_to_a_small_one(
    sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "LARGE", 0)
    monkeypatch.setattr("footydata.frames.reading.find_spec", lambda _: None)
    with fd.Database(sample, clock=lambda: NOW) as database:
        assert (
            len(database.fixtures())
            == database.connection.execute(
                "select count(*) from fixture where esports = 0"
            ).fetchone()[0]
        )


def test_a_failed_large_read_warns(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with fd.Database(sample, clock=lambda: NOW) as database:
        small = database.fixtures()
        monkeypatch.setattr(reading, "LARGE", 0)
        monkeypatch.setattr("footydata.frames.reading.sys.executable", "/bin/false")
        with pytest.warns(
            SlowReadWarning, match="goes the slow way, as the process for it failed: exit code 1"
        ):
            pd.testing.assert_frame_equal(database.fixtures(), small)
        monkeypatch.undo()
        monkeypatch.setattr(reading, "LARGE", 0)
        monkeypatch.setattr("footydata.frames.reading._streamed", lambda _: "nothing")
        with pytest.warns(SlowReadWarning, match="failed: ValueError: non-hexadecimal"):
            pd.testing.assert_frame_equal(database.fixtures(), small)


def test_polars_and_arrow_read_a_frame_as_it_is(sample: Path) -> None:
    with fd.Database(sample, clock=lambda: NOW) as database:
        frame = database.fixtures(league="Crown League", season="25/26")
    table = pa.table(frame)
    assert table.schema.field("kickoff").type == pa.timestamp("us", tz="UTC")
    assert table["home_goals"].null_count == int(frame["home_goals"].isna().sum())
    pq.write_table(table, BytesIO())
