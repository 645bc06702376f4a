"""The fixtures of days, seasons and teams, as the terminal browser lists them."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import pytest

from footydata.football.terms import DAY, Order
from footydata.store.file.opening import open_database, open_read_only
from footydata.store.read.days import (
    Day,
    SearchTerms,
    entries,
    listed_fixtures,
    matching_entries,
    of_day,
)
from footydata.store.read.fixtures import FixtureFilter, count_fixtures

TODAY = int(datetime(2026, 3, 14, tzinfo=UTC).timestamp())


def utc_day(start_ts: int) -> Day:
    return Day(start_ts, start_ts + DAY, start_ts)


@pytest.fixture
def connection(sample: Path) -> Iterator[sqlite3.Connection]:
    with closing(open_read_only(sample)) as opened:
        yield opened


def test_a_day_has_its_fixtures_by_kickoff(connection: sqlite3.Connection) -> None:
    rows = connection.execute(
        "select kickoff_ts, id from fixture where esports = 0 and kickoff_ts >= ? and kickoff_ts < ? order by 1, 2",
        (TODAY, TODAY + DAY),
    ).fetchall()
    assert [entry[:2] for entry in entries(connection, of_day(utc_day(TODAY)))] == rows
    assert rows


def test_e_football_stands_alone(connection: sqlite3.Connection) -> None:
    football = {entry.fixture_id for entry in entries(connection, of_day(utc_day(TODAY)))}
    esports = {
        entry.fixture_id for entry in entries(connection, of_day(utc_day(TODAY), esports=True))
    }
    assert football
    assert esports
    assert not football & esports


@pytest.mark.parametrize("offset", [-11, -5, 0, 1, 9, 14], ids=lambda hours: f"UTC{hours:+d}")
def test_fixtures_without_a_time_belong_to_their_printed_date_in_every_zone(
    sample: Path, tmp_path: Path, offset: int
) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(sample.read_bytes())
    with closing(open_database(copy)) as writing:
        writing.execute(
            "update fixture set kickoff_ts = kickoff_ts / 86400 * 86400, time_known = 0 "
            "where id % 3 = 0 and esports = 0"
        )
        writing.commit()
        days = [
            Day(start - offset * 3600, start - offset * 3600 + DAY, start)
            for start in range(TODAY - 9 * DAY, TODAY + 9 * DAY, DAY)
        ]
        listed = [entries(writing, of_day(day)) for day in days]
        for day, of_this_day in zip(days, listed, strict=True):
            unknown = writing.execute(
                "select count(*) from fixture where esports = 0 and time_known = 0 and kickoff_ts = ?",
                (day.midnight_ts,),
            ).fetchone()[0]
            assert sum(not entry.time_known for entry in of_this_day) == unknown
        assert [count_fixtures(writing, of_day(day)) for day in days] == list(map(len, listed))
        assert sum(map(len, listed)) > 20


def test_without_a_word_every_fixture_matches_in_both_directions(
    connection: sqlite3.Connection,
) -> None:
    later, earlier = (
        list(islice(matching_entries(connection, SearchTerms(()), from_ts=TODAY, order=order), 5))
        for order in (Order.ASC, Order.DESC)
    )
    assert later == sorted(later)
    assert later[0].kickoff_ts >= TODAY
    assert earlier == sorted(earlier, reverse=True)
    assert earlier[0].kickoff_ts <= TODAY


def test_a_season_and_a_team_have_all_their_fixtures(connection: sqlite3.Connection) -> None:
    season_id, team_id, seasons, teams = connection.execute(
        "select season_id, home_id, (select count(*) from fixture as other where other.season_id = fixture.season_id), "
        "(select count(*) from fixture as other where fixture.home_id in (other.home_id, other.away_id)) "
        "from fixture where league_id = 39 limit 1"
    ).fetchone()
    assert len(entries(connection, FixtureFilter(season_ids=(season_id,)))) == seasons
    of_team = entries(connection, FixtureFilter(team_ids=(team_id,)))
    assert len(of_team) == teams
    assert of_team == sorted(of_team)
    assert all(team_id in (entry.home_id, entry.away_id) for entry in of_team)


def test_a_row_has_names_figures_and_the_default_bookmakers_corner_line(
    connection: sqlite3.Connection,
) -> None:
    wanted = connection.execute(
        "select fixture.id, team.name, home_corners, closing_line, season.label from fixture "
        "join team on team.id = home_id join season on season.id = season_id join odds on odds.fixture_id = fixture.id "
        "where market = 'corner_line' and bookmaker_id = 8 and status = 'finished' and closing_line is not null limit 1"
    ).fetchone()
    row = listed_fixtures(connection, [wanted[0]])[wanted[0]]
    assert (row.id, row.home, row.home_corners, row.corner_line, row.season) == wanted
    assert row.fair_corner_line is None
    assert row.last_minute is None


def test_a_live_row_tells_its_last_event(connection: sqlite3.Connection) -> None:
    fixture_id, half, minute = connection.execute(
        "select fixture_id, half, minute from event join fixture on fixture.id = fixture_id where status = 'live' "
        "and (fixture_id, seq) in (select fixture_id, max(seq) from event group by 1) "
        "and type <> 'period_score' limit 1"
    ).fetchone()
    row = listed_fixtures(connection, [fixture_id])[fixture_id]
    assert (row.last_half, row.last_minute, row.half_over) == (half, minute, 0)


def test_ids_that_are_gone_have_no_row(connection: sqlite3.Connection) -> None:
    assert listed_fixtures(connection, [5]) == {}
    assert listed_fixtures(connection, []) == {}


def test_a_file_without_bookmakers_has_no_lines(tmp_path: Path, sample: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(sample.read_bytes())
    with closing(open_database(copy)) as writing:
        writing.execute("delete from odds")
        writing.execute("delete from odds_tick")
        writing.execute("delete from bookmaker")
        fixture_id = writing.execute("select id from fixture limit 1").fetchone()[0]
        assert listed_fixtures(writing, [fixture_id])[fixture_id].corner_line is None


@pytest.mark.parametrize("part", ["kickoff_ts >= 0 and kickoff_ts < 86400", "kickoff_ts = 0"])
def test_a_day_is_counted_by_an_index(connection: sqlite3.Connection, part: str) -> None:
    plan = connection.execute(
        f"explain query plan select count(*) from fixture where esports = 0 and {part}"
    ).fetchone()
    assert "USING COVERING INDEX fixture_by_kickoff" in plan[3]
