"""Fixtures in play are kept fresh: figures, ends, and a tick where a price moved."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

from footydata.contract.plans import Rate
from footydata.mirroring import Report, Wishes, follow
from footydata.store.database import open_database
from tests.mirroring.conftest import House

Rows = Callable[..., list[tuple[Any, ...]]]
WISHES = Wishes(leagues=(39,), include=("odds", "events"))


@pytest.fixture
def source(sample: Path, tmp_path: Path) -> Path:
    """A sample that may change."""
    path = tmp_path / "source.db"
    copyfile(sample, path)
    return path


@pytest.fixture
def house(source: Path, now: int) -> Any:
    """The changing sample, served."""
    served = House(source, now)
    yield served
    served.watched.close()


def change(source: Path, sql: str) -> None:
    with closing(sqlite3.connect(source)) as connection, connection:
        connection.execute(sql)


def look(house: House, mirror: Path, wishes: Wishes = WISHES, *, looks: int = 1, key: str | None = None) -> Report:
    with closing(open_database(mirror)) as connection:
        return follow(connection, house.remote(key or house.key()), wishes, every=30, looks=looks)


def test_figures_follow_the_service(house: House, source: Path, mirror: Path, rows: Rows) -> None:
    house.pull(mirror, WISHES)
    change(source, "update fixture set home_goals = 9 where status = 'live' and league_id = 39")
    look(house, mirror)
    assert rows("select distinct home_goals from fixture where status = 'live' and league_id = 39") == [(9,)]


def test_a_fixture_that_has_ended_is_asked_for_by_itself(house: House, source: Path, mirror: Path, rows: Rows) -> None:
    house.pull(mirror, WISHES)
    ((ended,),) = rows("select min(id) from fixture where status = 'live' and league_id = 39")
    change(source, f"update fixture set status = 'finished', home_goals = 4 where id = {ended}")
    before = len(house.watched.asked)
    look(house, mirror)
    assert f"/v1/fixtures/{ended}?include=events" in house.asked_since(before)
    assert rows("select status, home_goals from fixture where id = ?", ended) == [("finished", 4)]


def test_a_tick_is_appended_when_a_price_moves_and_only_then(
    house: House, source: Path, mirror: Path, rows: Rows
) -> None:
    house.pull(mirror, WISHES)
    look(house, mirror)
    ((moving,),) = rows("select min(id) from fixture where status = 'live' and league_id = 39")
    first = rows("select count(*) from odds_tick")
    look(house, mirror, looks=2)
    assert rows("select count(*) from odds_tick") == first
    change(source, f"update odds set inplay_price_1 = 1.23 where fixture_id = {moving} and market = 'goal_line'")
    house.now += 30
    look(house, mirror)
    sql = "select price_1 from odds_tick where fixture_id = ? and market = 'goal_line' and bookmaker_id = 8"
    assert rows(f"{sql} order by recorded_ts", moving)[-1] == (1.23,)
    assert rows("select count(*) from odds_tick")[0][0] == first[0][0] + 1


def test_looks_are_apart_and_keep_to_the_window(house: House, mirror: Path) -> None:
    look(house, mirror, looks=5, key=house.key("ultra", rate=Rate(10, 60)))
    assert 429 not in house.watched.statuses
    assert house.now >= 1773502200 + 4 * 30


def test_free_sees_what_is_in_play_without_odds_on_lists(house: House, mirror: Path, rows: Rows) -> None:
    report = look(house, mirror, key=house.key("free"))
    assert rows("select count(*) > 0 from fixture where status = 'live'") == [(1,)]
    assert "no odds on lists" in report.notes[0]
