"""Points decisions, seasons cut short and members without fixtures."""

import csv
import re
import sqlite3
from collections import Counter
from pathlib import Path

import pytest

from footydata.football.records import (
    FixtureRecord,
    LeagueRecord,
    PointsAdjustment,
    SeasonRecord,
    SeasonTeam,
    TeamRecord,
)
from footydata.football.register.leagues import Fact, facts_by_season, registered_league
from footydata.football.register.teams import registered_team
from footydata.ingest.seasons import (
    PACKAGED,
    apply_facts,
    replace_adjustments,
)
from footydata.rules.regulations import competitions
from footydata.store.rows import upsert

LEAGUE_ONE = registered_league("GB-ENG", "League One")
BOLTON = registered_team("GB-ENG", "Bolton Wanderers")
BURY = registered_team("GB-ENG", "Bury")


def facts() -> list[Fact]:
    return [fact for facts in facts_by_season().values() for fact in facts]


def test_every_fact_is_of_a_league_and_team_that_we_know_by_that_name() -> None:
    leagues = {fact: registered_league(fact.country, fact.league) for fact in facts()}
    assert [
        fact for fact, league in leagues.items() if league is None or league.name != fact.league
    ] == []
    teams = {fact: registered_team(fact.country, fact.team) for fact in facts() if fact.team}
    assert [fact for fact, team in teams.items() if team is None or team.name != fact.team] == []


def test_every_fact_has_a_reason_a_source_and_a_readable_value() -> None:
    values = {"points": r"-?[1-9]\d?", "member": "", "rules": "|".join(competitions())}
    assert [
        fact
        for fact in facts()
        if not (fact.reason and fact.source)
        or not re.fullmatch(r"|\d{4}-\d\d-\d\d", fact.date)
        or not re.fullmatch(values[fact.kind], fact.value)
    ] == []


@pytest.fixture
def league_one(connection: sqlite3.Connection) -> sqlite3.Connection:
    """League One 2019/20 with Bolton alone."""
    assert LEAGUE_ONE is not None
    assert BOLTON is not None
    connection.execute("insert into country values ('GB-ENG', 'England', 'country')")
    upsert(
        connection,
        "league",
        [LeagueRecord(LEAGUE_ONE.id, "League One", None, "GB-ENG", rules="efl")],
    )
    upsert(connection, "season", [SeasonRecord(1, LEAGUE_ONE.id, "19/20", 2019)])
    upsert(connection, "team", [TeamRecord(BOLTON.id, "Bolton Wanderers", "GB-ENG")])
    upsert(connection, "season_team", [SeasonTeam(1, BOLTON.id)])
    return connection


def adjustments(connection: sqlite3.Connection) -> list[tuple[str, int, str | None]]:
    return connection.execute(
        "select team.name, points, decided_on from points_adjustment join team on team.id = team_id "
        "order by team.name, seq"
    ).fetchall()


def test_facts_of_a_season_are_applied(league_one: sqlite3.Connection) -> None:
    apply_facts(league_one, [1])
    assert adjustments(league_one) == [
        ("Bolton Wanderers", -12, "2019-08-01"),
        ("Bury", -12, "2019-08-01"),
    ]
    assert league_one.execute("select rules from season_rules").fetchall() == [
        ("efl-points-per-game",)
    ]


def test_a_member_without_fixtures_joins_with_its_packaged_id(
    league_one: sqlite3.Connection,
) -> None:
    assert BURY is not None
    apply_facts(league_one, [1])
    assert league_one.execute(
        "select count(*) from season_team where team_id = ?", (BURY.id,)
    ).fetchone() == (1,)


def test_a_member_that_is_there_under_another_id_keeps_it(league_one: sqlite3.Connection) -> None:
    upsert(league_one, "team", [TeamRecord(55, "Bury", "GB-ENG")])
    apply_facts(league_one, [1])
    assert league_one.execute("select team_id from season_team order by 1 limit 1").fetchone() == (
        55,
    )


def test_facts_applied_twice_change_nothing(league_one: sqlite3.Connection) -> None:
    assert apply_facts(league_one, [1]) > 0
    assert apply_facts(league_one, [1]) == 0


def test_a_season_without_facts_is_left_alone(league_one: sqlite3.Connection) -> None:
    assert LEAGUE_ONE is not None
    upsert(league_one, "season", [SeasonRecord(2, LEAGUE_ONE.id, "15/16", 2015)])
    assert apply_facts(league_one, [2, 999]) == 0


def test_a_team_that_is_not_in_the_season_gets_no_points(league_one: sqlite3.Connection) -> None:
    league_one.execute("delete from season_team")
    apply_facts(league_one, [1])
    assert adjustments(league_one) == [("Bury", -12, "2019-08-01")]


def test_another_source_s_word_on_a_team_stands_alone(league_one: sqlite3.Connection) -> None:
    assert BOLTON is not None
    apply_facts(league_one, [1])
    replace_adjustments(league_one, [PointsAdjustment(1, BOLTON.id, 0, -11, None, None, "v1")])
    apply_facts(league_one, [1])
    assert adjustments(league_one) == [("Bolton Wanderers", -11, None), ("Bury", -12, "2019-08-01")]


def test_the_source_of_a_packaged_fact_says_so(league_one: sqlite3.Connection) -> None:
    apply_facts(league_one, [1])
    assert league_one.execute("select distinct source from points_adjustment").fetchall() == [
        (f"{PACKAGED}EFL",)
    ]


def test_replacing_leaves_a_team_s_new_decisions_alone(league_one: sqlite3.Connection) -> None:
    assert BOLTON is not None
    apply_facts(league_one, [1])
    own = [PointsAdjustment(1, BOLTON.id, 0, points, None, None, "own") for points in (-1, -2)]
    replace_adjustments(league_one, own)
    assert adjustments(league_one)[:2] == [
        ("Bolton Wanderers", -1, None),
        ("Bolton Wanderers", -2, None),
    ]
    assert replace_adjustments(league_one, own) == 0
    replace_adjustments(league_one, own[:1])
    assert len(adjustments(league_one)) == 2


def test_facts_come_with_the_fixtures_of_a_load(league_one: sqlite3.Connection) -> None:
    from footydata.ingest.seasons import update_seasons

    assert LEAGUE_ONE is not None
    assert BOLTON is not None
    upsert(league_one, "team", [TeamRecord(7, "Someone", "GB-ENG")])
    upsert(league_one, "fixture", [FixtureRecord(1, LEAGUE_ONE.id, 1, BOLTON.id, 7, 0)])
    update_seasons(league_one, [1])
    assert len(adjustments(league_one)) == 2


LISTED_NOWHERE = Counter({("05/06", "Bury"): -1, ("15/16", "Bury"): -3})
"""Decisions of the Football League that the list of the data folder lacks."""

NO_DEDUCTION = {("18/19", "Brentford")}
"""Three points that the list gives for a fixture whose result, 1-0, already counts them."""


def listed_deductions(real_data: Path) -> Counter[tuple[str, str]]:
    """Season and team → the points of England's four divisions since 1992/93, appeals netted."""
    found: Counter[tuple[str, str]] = Counter()
    with (real_data / "tables" / "england_point_deductions_all.csv").open(
        encoding="utf-8-sig", newline=""
    ) as file:
        for row in csv.DictReader(file):
            team = registered_team("GB-ENG", row["Team"])
            key = (f"{row['Season'][2:4]}/{row['Season'][7:]}", team.name if team else row["Team"])
            if row["Season"] >= "1992" and key not in NO_DEDUCTION:
                found[key] -= int(row["Pts_deducted"])
    return found


@pytest.mark.real_data
def test_every_deduction_of_the_english_league_is_packaged(real_data: Path) -> None:
    packaged: Counter[tuple[str, str]] = Counter()
    for fact in facts():
        if fact.kind == "points" and fact.country == "GB-ENG" and fact.league != "National League":
            packaged[fact.season, fact.team] += int(fact.value)
    assert dict(packaged) == {**listed_deductions(real_data), **LISTED_NOWHERE}


def test_no_decision_stands_twice() -> None:
    again = Counter(
        (fact.kind, fact.country, fact.league, fact.season, fact.team, fact.reason)
        for fact in facts()
    )
    assert [key for key, count in again.items() if count > 1] == []
