"""The sample agrees with itself: figures with events, halves with wholes, prices with a margin."""

import doctest
import importlib
import sqlite3
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from footydata.faces.sample.build import build
from footydata.faces.sample.leagues import COMPETITIONS, CROWN, LEAGUES, Competition
from footydata.faces.sample.season import (
    SHORTEST_STEP,
    bucket_of,
    league_meetings,
    midnight,
    round_midnights,
    season_dates,
)

from footydata.football.countries import ALL_CODES
from footydata.football.records import TABLES
from footydata.football.terms import DAY, LANGUAGES, OWN_IDS_FROM, EventType
from footydata.store.file.sqlite_files import DatabaseError, is_football_database
from tests.conftest import NOW
from tests.faces.sample.counting import counted


def test_it_is_a_whole_football_database_without_a_journal_left(
    sample: Path, db: sqlite3.Connection
) -> None:
    assert is_football_database(sample)
    assert db.execute("pragma integrity_check").fetchone() == ("ok",)
    assert db.execute("pragma foreign_key_check").fetchall() == []
    assert sample.stat().st_size < 15_000_000
    assert (
        not sample.with_name("sample.db-wal").exists()
        or not sample.with_name("sample.db-wal").stat().st_size
    )


@pytest.mark.slow
def test_the_same_five_minutes_and_seed_give_the_same_rows(sample: Path, tmp_path: Path) -> None:
    build(tmp_path / "again.db", now=NOW + 299)

    again = sqlite3.connect(tmp_path / "again.db")
    again.execute("attach :sample as first", {"sample": str(sample)})
    differing = [
        table
        for table in TABLES
        if again.execute(
            f"select 1 from (select * from {table} except select * from first.{table})"
        ).fetchone()
        or again.execute(
            f"select 1 from (select * from first.{table} except select * from {table})"
        ).fetchone()
    ]
    again.close()

    assert differing == []


@pytest.mark.slow
def test_another_seed_gives_other_results(
    sample: Path, db: sqlite3.Connection, tmp_path: Path
) -> None:
    build(tmp_path / "other.db", now=NOW, seed=7)

    other = sqlite3.connect(tmp_path / "other.db")
    figures = "select home_goals, away_goals, home_corners from fixture order by id"
    rows = other.execute(figures).fetchall()
    other.close()

    assert rows != db.execute(figures).fetchall()


def test_an_existing_file_is_never_built_over(tmp_path: Path) -> None:
    (tmp_path / "mine.db").write_text("mine")

    with pytest.raises(DatabaseError, match=r"mine\.db exists"):
        build(tmp_path / "mine.db", now=NOW)

    assert (tmp_path / "mine.db").read_text() == "mine"


@pytest.mark.parametrize(
    ("figure", "type_", "half"),
    [
        ("{}_goals", EventType.GOAL, None),
        ("half_{}_goals", EventType.GOAL, 1),
        ("{}_corners", EventType.CORNER, None),
        ("half_{}_corners", EventType.CORNER, 1),
        ("{}_yellow", EventType.YELLOW_CARD, None),
        ("{}_red", EventType.RED_CARD, None),
    ],
    ids=str,
)
@pytest.mark.parametrize("side", ["home", "away"])
def test_events_add_up_to_the_figures(
    db: sqlite3.Connection, figure: str, type_: EventType, half: int | None, side: str
) -> None:
    column = figure.format(side)
    counted_events = f"""
        select fixture.id, fixture.{column} as figure, count(event.seq) as counted_events from fixture
        left join event on event.fixture_id = fixture.id and event.type = '{type_}' and event.team = '{side}'
             and coalesce(:half, event.half) = event.half
        where fixture.{column} is not null
          and exists (select 1 from fixture_source where fixture_id = fixture.id and parts & 128)
        group by fixture.id"""

    assert counted(db, counted_events, half=half) > 1000
    assert (
        counted(db, f"select * from ({counted_events}) where figure <> counted_events", half=half)
        == 0
    )


def test_fixtures_without_known_events_have_none(db: sqlite3.Connection) -> None:
    sql = """select * from event join fixture_source using (fixture_id) where not parts & 128"""

    assert counted(db, sql) == 0


def test_every_type_of_event_happens(db: sqlite3.Connection) -> None:
    assert {row[0] for row in db.execute("select distinct type from event")} == set(EventType)


def test_count_is_the_running_number_of_that_type_for_that_team(db: sqlite3.Connection) -> None:
    sql = """select type, count, row_number() over (partition by fixture_id, type, team order by seq) as running
             from event where type in ('goal', 'corner', 'yellow_card')"""

    assert counted(db, f"select * from ({sql}) where count is not running") == 0
    assert (
        counted(
            db,
            "select * from event where count is not null and type not in ('goal', 'corner', 'yellow_card')",
        )
        == 0
    )


def test_events_stand_in_order_of_half_minute_and_stoppage(db: sqlite3.Connection) -> None:
    sql = """select seq, row_number() over (partition by fixture_id
             order by half, type = 'period_score', minute, coalesce(stoppage, 0), seq) as place from event"""

    assert counted(db, f"select * from ({sql}) where seq <> place") == 0


def test_a_minute_is_shown_without_stoppage(db: sqlite3.Connection) -> None:
    football = "from event join fixture on fixture.id = event.fixture_id where esports = 0 and minute is not null"

    assert counted(db, f"select * {football} and half = 1 and minute not between 1 and 45") == 0
    assert counted(db, f"select * {football} and half = 2 and minute not between 46 and 90") == 0
    assert (
        counted(db, f"select * {football} and stoppage is not null and minute not in (45, 90)") == 0
    )
    assert counted(db, f"select * {football} and stoppage > 0") > 100


def test_a_period_score_closes_each_half_that_is_over(db: sqlite3.Connection) -> None:
    sql = """select fixture.id, status, half_home_goals, fixture.home_goals, first.home_score as half_score,
                    second.home_score as full_score
             from fixture join statistics on statistics.fixture_id = fixture.id
             left join event as first on first.fixture_id = fixture.id and first.type = 'period_score'
                  and first.half = 1
             left join event as second on second.fixture_id = fixture.id and second.type = 'period_score'
                  and second.half = 2"""

    assert counted(db, f"select * from ({sql}) where half_score is not half_home_goals") == 0
    assert (
        counted(
            db, f"select * from ({sql}) where status = 'finished' and full_score is not home_goals"
        )
        == 0
    )
    assert (
        counted(db, f"select * from ({sql}) where status = 'live' and full_score is not null") == 0
    )
    assert counted(db, f"select * from ({sql}) where status = 'live' and half_score is null") >= 1
    assert (
        counted(db, f"select * from ({sql}) where status = 'live' and half_score is not null") >= 1
    )


def test_no_player_is_of_both_sides_of_a_fixture(db: sqlite3.Connection) -> None:
    both_sides = """
        with named as (
          select fixture_id, team, player as name from event where player is not null
          union select fixture_id, team, player_in from event where player_in is not null
          union select fixture_id, team, player_out from event where player_out is not null
        )
        select fixture_id, name from named group by fixture_id, name having count(*) > 1
    """
    assert db.execute(both_sides).fetchall() == []


def test_nobody_is_booked_twice_or_acts_after_he_left(db: sqlite3.Connection) -> None:
    booked_twice = """select 1 from event where type = 'yellow_card' and player is not null
                      group by fixture_id, team, player having count(*) > 1"""
    after_leaving = """select 1 from event as leaving join event as later on later.fixture_id = leaving.fixture_id
                       and later.team = leaving.team and later.seq > leaving.seq
                       and (later.player = leaving.player_out or later.player_out = leaving.player_out
                            or leaving.type = 'red_card' and later.player = leaving.player)"""

    assert counted(db, booked_twice) == 0
    assert counted(db, after_leaving) == 0


@pytest.mark.parametrize("side", ["home", "away"])
def test_statistics_agree_with_themselves_and_with_the_goals(
    db: sqlite3.Connection, side: str
) -> None:
    figures = ("attacks", "dangerous_attacks", "shots_on_target", "shots_off_target")
    more_in_half = " or ".join(f"half_{side}_{figure} > {side}_{figure}" for figure in figures)

    assert counted(db, f"select * from statistics where {more_in_half}") == 0
    assert (
        counted(db, f"select * from statistics where {side}_dangerous_attacks > {side}_attacks")
        == 0
    )
    assert (
        counted(db, "select * from statistics where home_possession + away_possession <> 100") == 0
    )
    assert (
        counted(
            db, "select * from statistics where half_home_possession + half_away_possession <> 100"
        )
        == 0
    )
    goals = "select * from statistics join fixture on fixture.id = fixture_id where"
    assert counted(db, f"{goals} {side}_shots_on_target < {side}_goals") == 0
    assert counted(db, f"{goals} half_{side}_shots_on_target < half_{side}_goals") == 0


def test_some_fixtures_are_out_of_the_ordinary(db: sqlite3.Connection) -> None:
    postponed = "select * from fixture where state_detail = 'postponed' and status = 'scheduled' and home_goals is null"
    awarded = "select * from fixture where state_detail = 'awarded' and status = 'finished' and home_goals = 3"
    unrecorded = """select * from fixture where status = 'finished' and state_detail is null
                    and home_corners is null and home_yellow is null and home_goals is not null and esports = 0
                    and id not in (select fixture_id from statistics)"""

    assert counted(db, postponed) == counted(db, awarded) == counted(db, unrecorded) == 1


def test_no_team_plays_long_at_one_venue(db: sqlite3.Connection) -> None:
    query = """
        select team_id, group_concat(home, '') from (
            select home_id as team_id, season_id, kickoff_ts, 'h' as home from fixture where round and stage is null
            union all select away_id, season_id, kickoff_ts, 'a' from fixture where round and stage is null
            order by kickoff_ts)
        group by team_id, season_id
    """
    venues = [row[1] for row in db.execute(query)]

    assert venues
    assert not [one for one in venues if "hhhh" in one or "aaaa" in one]


def test_a_season_is_a_double_round_robin_of_its_members(db: sqlite3.Connection) -> None:
    for league in LEAGUES:
        for season_id in league.seasons:
            members = counted(db, "select * from season_team where season_id = :id", id=season_id)
            meetings = "select distinct home_id, away_id from fixture where season_id = :id"
            assert counted(db, meetings, id=season_id) == members * (members - 1)
            assert counted(
                db, "select * from fixture where season_id = :id", id=season_id
            ) == members * (members - 1)


def test_two_clubs_come_up_for_two_that_go_down(db: sqlite3.Connection) -> None:
    before, now = CROWN.seasons
    came = """select team_id from season_team where season_id = :now
              except select team_id from season_team where season_id = :before"""

    assert counted(db, came, now=now, before=before) == 2


def test_every_fixture_stands_in_the_lists_of_both_teams(db: sqlite3.Connection) -> None:
    expected = """select * from (select home_id, kickoff_ts, id from fixture
                  union select away_id, kickoff_ts, id from fixture)"""

    assert (
        counted(db, f"{expected} except select team_id, kickoff_ts, fixture_id from team_fixture")
        == 0
    )
    assert (
        counted(db, f"select team_id, kickoff_ts, fixture_id from team_fixture except {expected}")
        == 0
    )


def test_no_club_plays_twice_within_a_day(db: sqlite3.Connection) -> None:
    sql = """select fixture_id, kickoff_ts - lag(kickoff_ts) over (partition by team_id order by kickoff_ts) as rest
             from team_fixture join fixture on fixture.id = fixture_id where esports = 0"""

    assert (
        counted(
            db,
            f"select * from ({sql.replace('kickoff_ts', 'team_fixture.kickoff_ts')}) where rest < 86400",
        )
        == 0
    )


def test_a_cup_has_no_standings_and_a_league_above_free_is_there(db: sqlite3.Connection) -> None:
    assert counted(db, "select * from league where has_standings = 0") == 1
    assert counted(db, "select * from league where min_plan <> 'free'") == 1
    assert counted(db, "select * from league where esports = 1") == 1


def test_retired_ids_are_a_chain_that_ends_in_a_league(db: sqlite3.Connection) -> None:
    survivors = dict(db.execute("select id, survivor_id from retired_league"))

    assert survivors[survivors[7039]] == 39
    assert counted(db, "select * from league where id in (select id from retired_league)") == 0


def test_all_ids_are_those_of_a_remote_service(db: sqlite3.Connection) -> None:
    for table in ("league", "season", "team", "bookmaker", "fixture"):
        assert counted(db, f"select * from {table} where id >= :own", own=OWN_IDS_FROM) == 0


def test_every_country_code_is_there(db: sqlite3.Connection) -> None:
    assert {row[0] for row in db.execute("select code from country")} == set(ALL_CODES)


def test_names_are_in_supported_languages_and_some_are_missing(db: sqlite3.Connection) -> None:
    for table in ("country_name", "league_name", "team_name"):
        assert {row[0] for row in db.execute(f"select distinct lang from {table}")} <= set(
            LANGUAGES
        )
    assert counted(db, "select * from team where id not in (select team_id from team_name)") > 0
    assert (
        counted(
            db,
            "select * from team where id not in (select team_id from team_name where lang = 'ja')",
        )
        > 0
    )


def test_a_deduction_has_its_reason_and_takes_from_a_member(db: sqlite3.Connection) -> None:
    sql = "select * from points_adjustment join season_team using (season_id, team_id) where points < 0 and reason > ''"

    assert counted(db, sql) == counted(db, "select * from points_adjustment") == 2


def test_what_was_fetched_is_reported_with_its_source(db: sqlite3.Connection) -> None:
    statement = "select * from fixture_source join source on source.id = source_id where source.name = 'sample' and parts & 1"

    assert counted(db, statement) == counted(db, "select * from fixture")
    assert counted(db, "select distinct fixture_id from odds") == counted(
        db, statement + " and parts & 512"
    )


MOMENTS = [NOW + month * 30 * DAY + month * 3_617 for month in range(24)]


@pytest.mark.parametrize("competition", LEAGUES, ids=lambda competition: competition.short_name)
def test_at_any_moment_the_seasons_stand_apart_and_the_rounds_in_order(
    competition: Competition,
) -> None:
    for now in MOMENTS:
        check_rounds(competition, now)


def check_rounds(competition: Competition, now: int) -> None:
    """The rounds around a moment stand days apart, and those of the season before have ended."""
    rounds = 2 * (len(competition.clubs) - competition.spare - 1)
    before = round_midnights(
        rounds, season_dates(competition, now, years_back=1), now, current=False
    )
    current = round_midnights(rounds, season_dates(competition, now), now, current=True)

    assert midnight(now) in current
    assert before[-1] + 2 * DAY < current[0]
    days = [*before, *current]
    assert min(b - a for a, b in pairwise(days)) >= SHORTEST_STEP * DAY


@pytest.mark.parametrize(
    "now", [NOW, NOW + 8 * 3600 + 1234, NOW - 15 * 3600 - 60, NOW + 140 * DAY + 890], ids=str
)
def test_at_any_hour_some_are_in_play_some_are_over_and_some_are_to_come(now: int) -> None:
    elapsed = [
        (bucket_of(now) - meeting.kickoff_ts) / 60
        for competition in LEAGUES
        for meeting in league_meetings(
            competition, _members(competition), now, Random(0), current=True
        )
        if abs(meeting.kickoff_ts - now) < 2 * DAY
    ]

    # 107 minutes is the shortest that a fixture can last: both halves, the break, a minute of stoppage each.
    assert sum(5 <= minutes < 107 for minutes in elapsed) >= 8
    assert sum(minutes >= 150 for minutes in elapsed) >= 4
    assert sum(-12 * 60 < minutes < 0 for minutes in elapsed) >= 4


def test_fixtures_are_in_play_in_several_leagues_and_in_e_football(db: sqlite3.Connection) -> None:
    assert counted(db, "select * from fixture where status = 'live' and not esports") >= 4
    assert (
        counted(db, "select distinct league_id from fixture where status = 'live' and not esports")
        >= 3
    )
    assert counted(db, "select * from fixture where status = 'live' and esports") >= 1
    assert len(COMPETITIONS) == counted(db, "select * from league")


@pytest.mark.parametrize("module", ["match", "prices", "season", "strengths"])
def test_the_examples_in_the_docstrings_are_true(module: str) -> None:
    outcome = doctest.testmod(importlib.import_module(f"footydata.faces.sample.{module}"))

    assert outcome.failed == 0


def _members(competition: Competition) -> list[int]:
    return [club.id for club in competition.clubs][: len(competition.clubs) - competition.spare]
