"""Frames of fixtures go into a database: what `fixtures()` returns as it is, others by their columns."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import duckdb
import pandas as pd
import pyarrow as pa
import pytest

import footydata as fd
from footydata.football.errors import InvalidArgument
from tests.conftest import NOW

LEAGUE = "GB-ENG/Premier League"
QUALIFYING = """= UEFA Champions League 2025/26

» 1. Round
  Tue Jul/8 2025
    16.00  Kastell Rovers (ALB)  v Valmora Town (CYP)    1-0 (1-0)
  Tue Jul/15 2025
    17.00  Valmora Town (CYP)    v Kastell Rovers (ALB)  2-2 a.e.t. (1-0)
"""
MAIN = """Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,HTHG,HTAG,Referee,HS,AS,HST,AST,HF,AF,HC,AC,HY,AY,HR,AR
E0,17/08/2024,12:30,Ipswich,Liverpool,0,2,0,0,T Robinson,7,18,2,5,9,18,2,10,3,1,0,0
E0,17/08/2024,15:00,Arsenal,Wolves,2,0,1,0,J Gillett,18,9,6,3,17,14,8,2,2,2,0,0
"""


def opened(path: Path) -> fd.Database:
    return fd.Database(path, clock=lambda: NOW)


def own_fixture(number: int) -> dict[str, object]:
    sides = {"home": {"id": 1, "name": "Ashmere"}, "away": {"id": 2, "name": "Borrowdale"}}
    return {
        "id": number,
        "league": {"id": 9, "name": "Lakes League"},
        "teams": sides,
        "kickoff_ts": 1723903200,
        "status": "finished",
        "goals": {"home": 1, "away": 1},
    }


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[fd.Database]:
    """Fixtures with statistics and a referee, of a cup, and one with ids of a service; read only."""
    folder = tmp_path_factory.mktemp("frames")
    (folder / "E0.csv").write_text(MAIN)
    (folder / "clq.txt").write_text(QUALIFYING)
    (folder / "dump.jsonl").write_text(
        json.dumps({"path": "/v1/fixtures", "body": {"success": 1, "data": [own_fixture(77)]}})
    )
    with opened(folder / "football.db") as database:
        report = database.load(folder / "E0.csv", folder / "clq.txt", folder / "dump.jsonl")
        assert (report.fixtures_new, report.rows_refused) == (5, 0)
        yield database


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[fd.Database]:
    with opened(tmp_path / "empty.db") as database:
        yield database


def test_what_fixtures_returns_gives_the_same_frame_in_an_empty_file(
    database: fd.Database, empty: fd.Database
) -> None:
    frame = database.fixtures()
    report = empty.load_frame(frame)
    again = empty.fixtures()
    assert (report.fixtures_new, report.refusals) == (5, [])
    assigned = ["fixture_id", "league_id", "season_id", "home_id", "away_id", "season"]
    first, second = (
        each.drop(columns=assigned).sort_values(["kickoff", "home"], ignore_index=True)
        for each in (again, frame)
    )
    pd.testing.assert_frame_equal(first, second, check_categorical=False)


@pytest.mark.parametrize("dtype", ["float32", "Float32", "float[pyarrow]", "float64"])
def test_a_price_of_32_bits_is_the_one_that_is_written(empty: fd.Database, dtype: str) -> None:
    rows = {"date": ["2024-08-17"], "home": ["Arsenal"], "away": ["Wolves"]}
    frame = pd.DataFrame({**rows, "1": [2.95], "X": [2.95], "2": [2.95]})
    frame = frame.astype({"1": dtype, "X": dtype, "2": dtype})
    empty.load_frame(frame, map=empty.read_table(frame, league=LEAGUE).map, league=LEAGUE)
    assert empty.odds()["opening_price_1"].tolist() == [2.95]


def test_what_fixtures_returns_makes_no_fixture_in_its_own_file(tmp_path: Path) -> None:
    """Clubs that the register does not know, with their country in the file and without it in the frame."""
    path = tmp_path / "clq.txt"
    path.write_text(QUALIFYING)
    with opened(tmp_path / "football.db") as database:
        database.load(path)
        frame = database.fixtures()
        report = database.load_frame(frame)
        assert (report.fixtures_new, report.refusals) == (0, [])
        assert sorted(database.teams()["country"]) == ["Albania", "Cyprus"]
        pd.testing.assert_frame_equal(database.fixtures(), frame)


def _polars(frame: pd.DataFrame) -> object:
    return pytest.importorskip("polars").from_pandas(frame)


def _arrow(frame: pd.DataFrame) -> object:
    return pa.Table.from_pandas(frame)


def _duckdb(frame: pd.DataFrame) -> object:
    return duckdb.connect().from_arrow(pa.Table.from_pandas(frame))


@pytest.mark.parametrize("library", [_polars, _arrow, _duckdb], ids=["Polars", "Arrow", "DuckDB"])
def test_the_frame_of_another_library_is_the_same(
    database: fd.Database, empty: fd.Database, library: Callable[[pd.DataFrame], object]
) -> None:
    frame = database.fixtures()
    frame = frame.astype({name: "str" for name in frame.columns if frame[name].dtype == "category"})
    assert empty.load_frame(library(frame)).fixtures_new == 5
    assert empty.fixtures()["kickoff"].tolist() == frame["kickoff"].tolist()


def results(**columns: object) -> pd.DataFrame:
    """Two results, with further columns."""
    days, homes = ["2024-08-17", "2024-08-24"], ["Arsenal", "Everton"]
    frame = {
        "date": days,
        "home": homes,
        "away": ["Chelsea", "Leeds"],
        "home_goals": [2, 0],
        "away_goals": [1, 0],
    }
    return pd.DataFrame(frame | columns)


def test_counts_above_sixty_are_recognised_where_they_are_usual(empty: fd.Database) -> None:
    attacks = {"home_attacks": [131, 96], "away_attacks": [88, 112], "home_possession": [61, 66]}
    empty.load_frame(results(**attacks), league=LEAGUE)
    statistics = empty.statistics(team="Arsenal")
    assert statistics[["home_attacks", "away_attacks", "home_possession"]].values.tolist() == [
        [131, 88, 61]
    ]


def test_numbers_of_fixtures_above_sixty_go_back_in(empty: fd.Database) -> None:
    ids = {
        "fixture_id": [501, 502],
        "home_id": [11, 12],
        "away_id": [13, 14],
        "league_id": [9, 9],
        "season_id": [5, 5],
    }
    names = {"league": "Lakes League", "country": "England", "season": "24/25"}
    empty.load_frame(results(**ids, **names, number=[101, 102]))
    assert empty.fixtures()["number"].tolist() == [101, 102]


def test_a_column_of_objects_is_read_cell_by_cell(empty: fd.Database) -> None:
    frame = results()
    frame["home_goals"] = pd.Series([2, {"goals": 1}], dtype="object")
    reading = empty.read_table(frame, league=LEAGUE)
    report = empty.load_frame(frame, league=LEAGUE, map=reading.map)
    assert report.fixtures_new + report.rows_refused == 2
    assert [refusal.line for _, refusal in report.refusals] == [2]


def test_moments_of_several_zones_are_each_read_in_their_own(empty: fd.Database) -> None:
    moments = [
        datetime.fromisoformat("2024-08-17T15:00+01:00"),
        datetime.fromisoformat("2024-08-24T15:00+02:00"),
    ]
    frame = results(kickoff=pd.Series(moments, dtype="object")).drop(columns="date")
    empty.load_frame(frame, league=LEAGUE)
    assert empty.fixtures()["kickoff"].tolist() == [
        datetime(2024, 8, 17, 14, tzinfo=UTC),
        datetime(2024, 8, 24, 13, tzinfo=UTC),
    ]


def test_a_frame_with_a_column_twice_is_refused(empty: fd.Database) -> None:
    frame = results()
    with pytest.raises(InvalidArgument, match="the frame has two columns 'home_goals'"):
        empty.load_frame(pd.concat([frame, frame[["home_goals"]]], axis=1), league=LEAGUE)


def test_rows_of_an_unknown_competition_say_which_argument_takes_them(empty: fd.Database) -> None:
    report = empty.load_frame(results(league="Wednesday League"))
    (reason,) = {refusal.reason for _, refusal in report.refusals}
    assert "load_frame(frame, league='WORLD/Wednesday League') takes it" in reason
    assert "--league" not in reason


def test_what_is_no_frame_is_named(empty: fd.Database) -> None:
    with pytest.raises(InvalidArgument, match="a list is no frame of pandas, Polars"):
        empty.load_frame([{"home": "Arsenal"}])


def test_what_the_columns_of_a_frame_leave_open_is_answered_by_a_map(empty: fd.Database) -> None:
    frame = pd.DataFrame(
        {"On": ["2024-08-17"], "Team A": ["Arsenal"], "Team B": ["Wolves"], "End": ["2-0"]}
    )
    with pytest.raises(fd.TableNotAgreed) as refused:
        empty.load_frame(frame, league=LEAGUE, yes=True)
    columns = refused.value.reading.map.columns
    assert (refused.value.reading.outcome, columns["Team A"]) == ("look", "home")
    words = {"On": "date", "Team A": "home", "Team B": "away", "End": "score"}
    assert empty.load_frame(frame, league=LEAGUE, map=words).rows_kept == 1


def test_the_named_levels_of_an_index_are_columns(empty: fd.Database) -> None:
    names = {"league": "GB-ENG/Premier League", "season": "2425", "game": ["g1", "g2"]}
    frame = results(**names).set_index(["league", "season", "game"])
    assert empty.load_frame(frame, yes=True).fixtures_new == 2
    assert empty.fixtures()["season"].tolist() == ["24/25", "24/25"]
