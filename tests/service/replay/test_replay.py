"""A day of the sample is played into a scratch file, which any reader watches."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

import footydata as fd
from footydata.football.errors import InvalidArgument, NotFound
from footydata.football.moments import midnight_of
from footydata.service.replay import Replay, ReplayProgress
from footydata.service.replay.state import state_at
from footydata.store.claims.stored import read_histories, read_stored
from footydata.store.file.opening import open_database, open_read_only
from footydata.store.file.sqlite_files import DatabaseError

DAY = date(2026, 3, 13)
TODAY = date(2026, 3, 14)
"""A day of the sample that is over, and the one of its now, on which fixtures are live and to come."""


class Clock:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.moment = 0.0

    def __call__(self) -> float:
        return self.moment

    def sleep(self, seconds: float) -> None:
        self.moment += seconds


def playing(
    source: Path, target: Path, *, speed: float = 1_200, day: date = DAY
) -> Iterator[tuple[Replay, ReplayProgress]]:
    clock = Clock()
    with closing(open_read_only(source)) as connection:
        replay = Replay(connection, day)
        for standing in replay.play(target, speed=speed, clock=clock, sleep=clock.sleep):
            yield replay, standing


def rows_of(path: Path, table: str, key: str, ids: list[int]) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        sql = f"select * from {table} where {key} in (select value from json_each(?))"
        return sorted(connection.execute(sql, (json.dumps(ids),)), key=repr)


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    return tmp_path / "scratch.db"


def test_at_each_step_the_file_holds_what_the_stored_day_gives_by_then(
    sample: Path, scratch: Path
) -> None:
    steps = 0
    for replay, standing in playing(sample, scratch):
        with closing(open_read_only(scratch)) as connection:
            stored = read_stored(connection, replay.fixtures)
            ticks = read_histories(connection, replay.fixtures)
        for fixture_id, recorded in replay.fixtures.items():
            state = state_at(recorded, replay.timetables[fixture_id], standing.moment_ts)
            assert stored[fixture_id]._replace(sources=[]) == state.stored._replace(sources=[])
            assert tuple(ticks.get(fixture_id, ())) == state.ticks
        steps += 1
    assert steps > 10


def test_at_the_end_the_day_is_as_it_is_stored(sample: Path, scratch: Path) -> None:
    (replay, _), *_ = list(playing(sample, scratch, speed=1e6, day=TODAY))
    ids = list(replay.fixtures)
    for table in (
        "fixture",
        "event",
        "odds",
        "odds_tick",
        "statistics",
        "fixture_source",
        "team_fixture",
    ):
        key = "id" if table == "fixture" else "fixture_id"
        assert rows_of(scratch, table, key, ids) == rows_of(sample, table, key, ids) != [], table


def test_at_the_end_the_ladders_are_as_they_are_stored(
    sample: Path, tmp_path: Path, scratch: Path
) -> None:
    mine = tmp_path / "mine.db"
    shutil.copy(sample, mine)
    with closing(open_database(mine)) as connection, connection:
        connection.execute(
            "insert into odds_line select fixture_id, bookmaker_id, market, 'closing', 4.25, 2.9, 1.4 from odds "
            "where market = 'goal_line'"
        )
    (replay, _), *_ = list(playing(mine, scratch, speed=1e6))
    ids = list(replay.fixtures)
    assert (
        rows_of(scratch, "odds_line", "fixture_id", ids)
        == rows_of(mine, "odds_line", "fixture_id", ids)
        != []
    )


def test_later_days_stand_as_before_their_kickoff(sample: Path, scratch: Path) -> None:
    list(playing(sample, scratch, speed=1e6))
    later = "kickoff_ts >= unixepoch('2026-03-14')"
    with closing(sqlite3.connect(scratch)) as connection:
        states = connection.execute(
            f"select distinct status, home_goals, home_corners from fixture where {later}"
        )
        assert states.fetchall() == [("scheduled", None, None)]
        for table in ("event", "statistics", "fair_line"):
            sql = f"select count(*) from {table} join fixture on fixture.id = fixture_id where {later}"
            assert connection.execute(sql).fetchone() == (0,), table
        ticks = "select count(*) from odds_tick where recorded_ts > unixepoch('2026-03-14 12:00')"
        assert connection.execute(ticks).fetchone() == (0,)
        assert connection.execute("pragma foreign_key_check").fetchall() == []


def test_how_a_season_was_projected_since_is_not_in_the_file(
    sample: Path, tmp_path: Path, scratch: Path
) -> None:
    mine = tmp_path / "mine.db"
    shutil.copy(sample, mine)
    with closing(open_database(mine)) as connection, connection:
        connection.execute(
            "insert into projection select id, 1, 1, 1, '', 1, 1, 0, 1, '', '' from season order by id limit 1"
        )
    list(playing(mine, scratch, speed=1e6))
    with closing(sqlite3.connect(scratch)) as connection:
        assert connection.execute("select count(*) from projection").fetchone() == (0,)


def test_a_client_sees_fixtures_go_from_scheduled_to_finished(sample: Path, scratch: Path) -> None:
    seen: list[str] = []
    with fd.Client.embedded(sample, plan="ultra") as client:
        total = len(client.fixtures(start_time=midnight_of(DAY)).data)
    for _, standing in playing(sample, scratch, speed=2_400):
        with fd.Client.embedded(scratch, plan="ultra") as client:
            seen.append(
                " ".join(
                    # Without a window: today is the day that is played.
                    sorted({one.status for one in client.fixtures().data})
                )
            )
            assert len(client.fixtures(status="live").data) == standing.live
    assert total and seen[0] == "scheduled" and seen[-1] == "finished"
    assert any("live" in states for states in seen)


def test_a_replay_that_is_stopped_leaves_a_whole_file_which_the_next_one_takes_over(
    sample: Path, scratch: Path
) -> None:
    first = playing(sample, scratch)
    for _ in range(8):
        next(first)
    with closing(open_read_only(scratch)) as reader:
        assert reader.execute("pragma integrity_check").fetchone() == ("ok",)
        second = playing(sample, scratch)
        next(second)
        # A reader that goes on sees the new replay's beginning in the same file.
        assert reader.execute("select count(*) from fixture where status = 'live'").fetchone() == (
            0,
        )
    with pytest.raises(DatabaseError):
        list(first)


def test_a_file_that_no_replay_made_is_never_written_over(sample: Path, tmp_path: Path) -> None:
    mine, text = tmp_path / "mine.db", tmp_path / "notes.txt"
    shutil.copy(sample, mine)
    text.write_text("mine", encoding="utf-8")
    before = mine.read_bytes()
    for target in (mine, text):
        with pytest.raises(InvalidArgument, match="no replay made it"):
            list(playing(sample, target))
    with pytest.raises(DatabaseError, match="is a folder"):
        list(playing(sample, tmp_path))
    assert mine.read_bytes() == before
    assert text.read_text(encoding="utf-8") == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.db", "notes.txt"]


def test_a_day_without_fixtures_is_not_played(sample: Path, tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="2014-01-01 has no fixtures"):
        list(playing(sample, tmp_path / "scratch.db", day=date(2014, 1, 1)))


def test_hours_without_a_fixture_in_play_are_passed_over(sample: Path, scratch: Path) -> None:
    idle = [standing for _, standing in playing(sample, scratch, speed=60) if not standing.live]
    assert len(idle) < 30
