"""All seasons at once give what each season gives by itself."""

import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from footydata.contract.errors import StandingsNotAvailable
from footydata.importing.files import load
from footydata.queries.all_standings import AllTables, all_standings
from footydata.queries.coded import PLACES, Codes, characters, codes_of
from footydata.queries.standings import standings
from footydata.store.database import open_database, open_read_only
from footydata.tables import PointsRow
from tests.queries.league import FIRST_DAY, LATER, LEAGUE, SEASON, Make

Rows = dict[int, list[tuple[int, ...]]]


def at_once(connection: sqlite3.Connection, now: int) -> Rows:
    found: Rows = {}
    for season_id, *row in zip(*all_standings(connection, now=now), strict=True):
        found.setdefault(int(season_id), []).append(tuple(map(int, row)))
    return found


def one_by_one(connection: sqlite3.Connection, now: int) -> Rows:
    found: Rows = {}
    for season_id, league_id in connection.execute("select id, league_id from season order by id").fetchall():
        try:
            table = standings(connection, league_id=league_id, season_id=season_id, now=now)
        except StandingsNotAvailable:
            continue
        fields = AllTables._fields[1:]
        found[season_id] = [
            tuple(getattr(row, field) for field in fields) for row in table.rows if isinstance(row, PointsRow)
        ]
    return found


def test_the_sample_s_tables_are_the_same(sample: Path, now: int) -> None:
    with closing(open_read_only(sample)) as connection:
        found = at_once(connection, now)
        assert found
        assert found == one_by_one(connection, now)


@pytest.mark.real_data
def test_real_seasons_are_the_same(real_data: Path, tmp_path: Path) -> None:
    files = [
        real_data / "football_data_co_uk" / name
        for name in ("1011/I1.csv", "1920/E2.csv", "2223/SC0.csv", "2324/E0.csv", "2324/B1.csv", "2526/SC1.csv")
    ]
    with closing(open_database(tmp_path / "football.db")) as connection:
        load(connection, files, now=LATER * 2)
        found = at_once(connection, LATER * 2)
        assert len(found) == 6
        assert found == one_by_one(connection, LATER * 2)


def test_a_season_that_is_under_way_is_there(make: Make) -> None:
    league = make(teams=3)
    league.played("1-2 1:0", "3-1 2:2")
    league.fixture("2-3", round=3)
    now = FIRST_DAY + 8 * 86_400
    assert at_once(league.connection, now) == one_by_one(league.connection, now)
    assert len(at_once(league.connection, now)[SEASON]) == 3


def test_an_unreliable_season_is_left_out(make: Make) -> None:
    league = make()
    league.fixture("1-2")
    assert at_once(league.connection, LATER) == {}


def test_a_league_without_standings_is_left_out(make: Make) -> None:
    league = make(has_standings=0)
    league.fixture("1-2 1:0")
    assert at_once(league.connection, LATER) == {}


def test_a_fixture_without_a_season_is_in_no_table(make: Make) -> None:
    league = make(teams=2)
    league.fixture("1-2 1:0")
    league.fixture("1-2 5:0", season_id=None)
    assert at_once(league.connection, LATER) == one_by_one(league.connection, LATER)
    assert at_once(league.connection, LATER)[SEASON][0][2] == 1


def test_a_team_need_not_be_noted_as_a_member(make: Make) -> None:
    league = make(teams=2)
    league.team(3, "C", member=False)
    league.fixture("1-3 0:1")
    league.taken(3, 2)
    assert at_once(league.connection, LATER) == one_by_one(league.connection, LATER)
    assert [row[1] for row in at_once(league.connection, LATER)[SEASON]] == [3, 2, 1]


@pytest.mark.parametrize(
    "told",
    [
        pytest.param({"state_detail": "awarded"}, id="awarded"),
        pytest.param({"stage": "Group A"}, id="of a stage"),
        pytest.param({"in_table": 0}, id="outside the table"),
        pytest.param({"home_goals": 200}, id="a great score"),
        pytest.param({"away_goals": 2_000_000}, id="a score beyond all characters"),
        pytest.param({"away_goals": None}, id="a score that is half known"),
    ],
)
def test_a_season_with_anything_out_of_the_ordinary_is_the_same(make: Make, told: dict[str, object]) -> None:
    league = make(teams=3)
    league.played("1-2 1:0", "2-3 0:0")
    league.fixture("3-1 4:0", round=3, **told)
    assert at_once(league.connection, LATER) == one_by_one(league.connection, LATER)
    assert league.connection.execute("select count(*) from fixture where league_id = ?", (LEAGUE,)).fetchone() == (3,)


def test_an_empty_database_has_no_tables(tmp_path: Path) -> None:
    with closing(open_database(tmp_path / "football.db")) as connection:
        assert at_once(connection, LATER) == {}


def test_many_seasons_of_many_teams_are_numbered_by_search(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footydata.queries.all_standings._MANY", 0)
    league = make(teams=3)
    league.team(4, "D", member=False)
    league.played("1-2 1:0", "2-4 0:3")
    assert at_once(league.connection, LATER) == one_by_one(league.connection, LATER)


@given(ids=st.sets(st.integers(1, 2**53), min_size=1, max_size=300), wide=st.booleans())
def test_coded_ids_are_read_back(ids: set[int], wide: bool) -> None:
    there = np.array(sorted(ids), dtype=np.int64)
    codes = Codes(there, PLACES * PLACES - 1, width=2) if wide else codes_of(there)
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("create table told (id integer primary key, other integer)")
        connection.executemany("insert into told values (?, 7)", [(id_,) for id_ in there.tolist()])
        values = characters(connection, "told", (codes.sql("id"), "other"), width=codes.width + 1)
    assert codes.ids[codes.numbers(values[:, :-1])].tolist() == there.tolist()
    assert set(values[:, -1].tolist()) == {7}


def test_many_ids_take_two_characters() -> None:
    random = np.random.default_rng(1)
    assert codes_of(np.unique(random.integers(1, 2**53, 30_000))).width == 2


def test_ids_that_no_modulus_tells_apart_are_refused() -> None:
    with pytest.raises(ValueError, match="2 ids"):
        codes_of(np.array([5, 5]))
