"""Fixtures in play are kept fresh: figures, ends, and a tick where a price moved."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path
from shutil import copyfile
from typing import Any

import httpx
import pytest

from footydata.football.terms import Rate
from footydata.ingest.mirroring import PullOptions, Report, follow
from footydata.store.file.opening import open_database
from tests.conftest import NOW
from tests.ingest.mirroring.conftest import ServiceAtMoment

Rows = Callable[..., list[tuple[Any, ...]]]
OPTIONS = PullOptions(leagues=(39,), include=("odds", "events"))


@pytest.fixture
def source(sample: Path, tmp_path: Path) -> Path:
    """A sample that may change."""
    path = tmp_path / "source.db"
    copyfile(sample, path)
    return path


@pytest.fixture
def service(source: Path, now: int) -> Any:
    """The changing sample, served."""
    served = ServiceAtMoment(source, now)
    yield served
    served.close()


@pytest.fixture(scope="module")
def first_pull(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A mirror of a league of the sample, read only."""
    path = tmp_path_factory.mktemp("first_pull") / "mirror.db"
    served = ServiceAtMoment(sample, NOW)
    served.pull(path, replace(OPTIONS, start=date(2026, 3, 1)))
    served.close()
    return path


@pytest.fixture
def pulled(first_pull: Path, mirror: Path) -> Path:
    """The mirror after a first pull."""
    return copyfile(first_pull, mirror)


def change(source: Path, sql: str) -> None:
    with closing(sqlite3.connect(source)) as connection, connection:
        connection.execute(sql)


def look(
    service: ServiceAtMoment,
    mirror: Path,
    options: PullOptions = OPTIONS,
    *,
    looks: int = 1,
    key: str | None = None,
) -> Report:
    with closing(open_database(mirror)) as connection:
        return follow(
            connection, service.remote(key or service.key()), options, every=30, looks=looks
        )


def test_figures_follow_the_service(
    service: ServiceAtMoment, source: Path, pulled: Path, rows: Rows
) -> None:
    change(source, "update fixture set home_goals = 9 where status = 'live' and league_id = 39")
    look(service, pulled)
    assert rows(
        "select distinct home_goals from fixture where status = 'live' and league_id = 39"
    ) == [(9,)]


def test_a_fixture_that_has_ended_is_asked_for_by_itself(
    service: ServiceAtMoment, source: Path, pulled: Path, rows: Rows
) -> None:
    ((ended,),) = rows("select min(id) from fixture where status = 'live' and league_id = 39")
    change(source, f"update fixture set status = 'finished', home_goals = 4 where id = {ended}")
    before = len(service.watched.asked)
    look(service, pulled)
    assert f"/v1/fixtures/{ended}?include=events" in service.asked_since(before)
    assert rows("select status, home_goals from fixture where id = ?", ended) == [("finished", 4)]


def vanish(source: Path, fixture_id: int) -> tuple[Any, ...]:
    """Take a fixture out of the service; gives what it had, for `come_back`."""
    with closing(sqlite3.connect(source)) as connection, connection:
        # Columns that SQLite works out by itself are not among these.
        stored = ", ".join(name for _, name, *_ in connection.execute("pragma table_info(fixture)"))
        (row,) = connection.execute(
            f"select {stored} from fixture where id = ?", (fixture_id,)
        ).fetchall()
        connection.execute("delete from fixture where id = ?", (fixture_id,))
    found: tuple[Any, ...] = row
    return found


def come_back(source: Path, row: tuple[Any, ...]) -> None:
    with closing(sqlite3.connect(source)) as connection, connection:
        connection.execute(f"insert into fixture values ({', '.join('?' * len(row))})", row)


STATE = "select status, state_detail from fixture where id = ?"


def test_a_fixture_that_vanished_is_live_no_more(
    service: ServiceAtMoment, source: Path, pulled: Path, rows: Rows
) -> None:
    ((gone,),) = rows("select min(id) from fixture where status = 'live' and league_id = 39")
    vanish(source, gone)
    report = look(service, pulled)
    assert rows(STATE, gone) == [("scheduled", "removed")]
    (note,) = report.notes
    assert note.startswith(f"fixture {gone} is gone from the service, and marked as removed: ")


def test_a_fixture_that_vanished_is_asked_for_once(
    service: ServiceAtMoment, source: Path, pulled: Path, rows: Rows
) -> None:
    ((gone,),) = rows("select min(id) from fixture where status = 'live' and league_id = 39")
    vanish(source, gone)
    before = len(service.watched.asked)
    look(service, pulled, looks=3)
    assert (
        sum(path.startswith(f"/v1/fixtures/{gone}?") for path in service.asked_since(before)) == 1
    )


def test_a_fixture_that_comes_back_is_live_again(
    service: ServiceAtMoment, source: Path, pulled: Path, rows: Rows
) -> None:
    ((gone,),) = rows("select min(id) from fixture where status = 'live' and league_id = 39")
    row = vanish(source, gone)
    look(service, pulled)
    come_back(source, row)
    look(service, pulled)
    assert rows(STATE, gone) == [("live", None)]


def test_a_fixture_of_which_the_service_can_not_tell_just_now_stays_as_it_is(
    service: ServiceAtMoment, source: Path, pulled: Path, rows: Rows
) -> None:
    ((gone,),) = rows("select min(id) from fixture where status = 'live' and league_id = 39")
    row = vanish(source, gone)
    error = {"type": "invalid_request", "code": "invalid_include", "message": "not today"}
    service.watched.meddle = lambda request, _: (
        httpx.Response(400, json={"success": 0, "error": error}, request=request)
        if request.url.path == f"/v1/fixtures/{row[0]}"
        else None
    )
    report = look(service, pulled)
    assert rows(STATE, gone) == [("live", None)]
    assert report.notes == [f"/v1/fixtures/{gone}?include=events is left out: not today"]


def test_e_football_in_play_is_not_asked_for_unless_it_is_mirrored(
    service: ServiceAtMoment, source: Path, pulled: Path, rows: Rows
) -> None:
    ((own,),) = rows("select min(id) from fixture where status = 'live' and league_id = 39")
    for each in (source, pulled):
        change(each, f"update fixture set esports = 1 where id = {own}")
    before = len(service.watched.asked)
    look(service, pulled, PullOptions())
    assert not [path for path in service.asked_since(before) if f"/fixtures/{own}" in path]


def test_a_fixture_of_another_source_is_none_of_the_service_s(
    service: ServiceAtMoment, pulled: Path, rows: Rows
) -> None:
    ((own,),) = rows("select min(id) from fixture where status = 'scheduled' and league_id = 39")
    with closing(sqlite3.connect(pulled)) as connection, connection:
        connection.execute("delete from fixture_source where fixture_id = ?", (own,))
        connection.execute(
            "update fixture set id = 1000000001, status = 'live' where id = ?", (own,)
        )
    before = len(service.watched.asked)
    look(service, pulled, PullOptions(leagues=(39,)))
    assert not [path for path in service.asked_since(before) if "1000000001" in path]
    assert rows(STATE, 1_000_000_001) == [("live", None)]


def test_a_pull_notices_what_vanished_in_play_too(
    service: ServiceAtMoment, source: Path, pulled: Path, rows: Rows
) -> None:
    ((gone,),) = rows("select min(id) from fixture where status = 'live' and league_id = 39")
    vanish(source, gone)
    service.now += 12 * 3600
    report = service.pull(pulled, replace(OPTIONS, start=date(2026, 3, 1)))
    assert rows(STATE, gone) == [("scheduled", "removed")]
    (note,) = report.notes
    assert note.startswith(f"fixture {gone} is gone from the service, and marked as removed: ")


def test_a_tick_is_appended_when_a_price_moves_and_only_then(
    service: ServiceAtMoment, source: Path, pulled: Path, rows: Rows
) -> None:
    look(service, pulled)
    ((moving,),) = rows("select min(id) from fixture where status = 'live' and league_id = 39")
    first = rows("select count(*) from odds_tick")
    look(service, pulled, looks=2)
    assert rows("select count(*) from odds_tick") == first
    change(
        source,
        f"update odds set inplay_price_1 = 1.23 where fixture_id = {moving} and market = 'goal_line'",
    )
    service.now += 30
    look(service, pulled)
    sql = "select price_1 from odds_tick where fixture_id = ? and market = 'goal_line' and bookmaker_id = 8"
    assert rows(f"{sql} order by recorded_ts", moving)[-1] == (1.23,)
    assert rows("select count(*) from odds_tick")[0][0] == first[0][0] + 1


def test_looks_are_apart_and_keep_to_the_window(service: ServiceAtMoment, mirror: Path) -> None:
    look(service, mirror, looks=5, key=service.key("ultra", rate=Rate(10, 60)))
    assert 429 not in service.watched.statuses
    assert service.now >= 1773502200 + 4 * 30


def test_free_sees_what_is_in_play_without_odds_on_lists(
    service: ServiceAtMoment, mirror: Path, rows: Rows
) -> None:
    report = look(service, mirror, key=service.key("free"))
    assert rows("select count(*) > 0 from fixture where status = 'live'") == [(1,)]
    assert "no odds on lists" in report.notes[0]


def test_only_the_latest_poll_of_an_unfinished_fixture_is_stored(
    service: ServiceAtMoment, source: Path, pulled: Path, rows: Rows
) -> None:
    claims = rows("select count(*) from claim")
    for goals in (7, 8):
        change(
            source,
            f"update fixture set home_goals = {goals} where status = 'live' and league_id = 39",
        )
        look(service, pulled)
    assert rows(
        "select distinct home_goals from fixture where status = 'live' and league_id = 39"
    ) == [(8,)]
    assert rows("select count(*) from claim") == claims
