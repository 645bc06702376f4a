"""Merges and aliases of teams, and how they are undone."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from footydata.football.errors import NotFound
from footydata.football.records import TABLES, EventRecord, StatisticsRecord
from footydata.football.terms import EventType, Part, Side, Status
from footydata.ingest.decisions import TeamMerge, TeamsRefused, alias, edits, merge, undo
from footydata.ingest.deriving import derive
from footydata.ingest.files import load
from footydata.ingest.unloading import unload
from footydata.sources.parsed import (
    NO_ID,
    BookmakerKey,
    Figures,
    LeagueKey,
    ParsedAdjustment,
    ParsedFixture,
    ParsedTick,
    TeamKey,
    season_across,
)
from footydata.store.bookmakers import BY_COUNT, choose_default
from footydata.store.file.opening import open_database
from footydata.store.file.sqlite_files import DatabaseError
from tests.conftest import NOW
from tests.ingest.parsed_rows import (
    BET365,
    ENGLAND,
    SCOTLAND,
    SEASON,
    Put,
    fixture,
    moment,
    played,
    result_prices,
)

ROVERS, RIVERSIDE, TOWN = (
    TeamKey("Rovers"),
    TeamKey("Riverside Rovers 1890"),
    TeamKey("Millbrook Town"),
)
JOURNAL = {"team_edit", "default_lead", "code", "former_fixture"}


def against_town(team: TeamKey, goals: tuple[int, int] = (2, 1), **fields: Any) -> ParsedFixture:
    return played(goals, home=team, away=TOWN, **fields)


def team_id(connection: sqlite3.Connection, name: str) -> int:
    found: int = connection.execute("select id from team where name = ?", (name,)).fetchone()[0]
    return found


def content(connection: sqlite3.Connection) -> dict[str, list[Any]]:
    """Every row but those of the journals."""
    return {
        table: connection.execute(f"select * from {table}").fetchall()
        for table in TABLES
        if table not in JOURNAL
    }


def merged(
    connection: sqlite3.Connection, gone: str = "Rovers", kept: str = "Riverside Rovers 1890"
) -> TeamMerge:
    return merge(connection, team_id(connection, gone), team_id(connection, kept), now=9)


def test_a_locked_database_is_one_clear_error(
    connection: sqlite3.Connection, put: Put, tmp_path: Path
) -> None:
    put(against_town(ROVERS), against_town(RIVERSIDE))
    connection.execute("pragma busy_timeout = 0")
    with closing(open_database(tmp_path / "football.db")) as other:
        other.execute("begin immediate")
        with pytest.raises(DatabaseError, match="locked"):
            merged(connection)
    assert team_id(connection, "Rovers")


def test_a_merge_moves_fixtures_seasons_spellings_and_lists(
    connection: sqlite3.Connection, put: Put
) -> None:
    put(against_town(ROVERS), fixture("2024-09-01T14:00", home=TeamKey("Hillford"), away=ROVERS))
    put(
        fixture(
            "2025-09-01T14:00",
            season=SEASON._replace(label="25/26", start_year=2025),
            home=RIVERSIDE,
            away=TOWN,
        )
    )
    outcome = merged(connection)
    kept = team_id(connection, "Riverside Rovers 1890")
    assert (outcome.fixtures, outcome.duplicates) == (2, ())
    assert connection.execute(
        "select count(*) from fixture where ? in (home_id, away_id)", (kept,)
    ).fetchone() == (3,)
    assert connection.execute(
        "select count(*) from team_fixture where team_id = ?", (kept,)
    ).fetchone() == (3,)
    assert connection.execute("select count(*) from team where name = 'Rovers'").fetchone() == (0,)
    assert connection.execute("select count(*) from team_fixture").fetchone() == (6,)
    assert connection.execute("pragma foreign_key_check").fetchall() == []


@pytest.mark.parametrize("source", ["football-data", "openfootball"])
def test_a_later_load_of_any_source_respects_a_merge(
    connection: sqlite3.Connection, put: Put, source: str
) -> None:
    put(against_town(ROVERS), fixture("2024-10-01T14:00", home=RIVERSIDE, away=TeamKey("Hillford")))
    merged(connection)
    result = put(fixture("2024-12-01T14:00", home=ROVERS, away=TeamKey("Hillford")), source=source)
    assert (result.fixtures_new, result.rows_kept) == (0, 1)
    assert connection.execute("select count(*) from team where name = 'Rovers'").fetchone() == (0,)


def test_a_merge_of_a_known_team_is_respected_where_another_source_spells_it_otherwise(
    connection: sqlite3.Connection, put: Put
) -> None:
    put(
        played(home=TeamKey("Man United"), away=TOWN),
        played(home=RIVERSIDE, away=TOWN, kickoff="2024-09-01T14:00"),
    )
    merged(connection, "Manchester United")
    put(
        fixture("2024-12-01T14:00", home=TeamKey("Manchester United FC"), away=ROVERS),
        source="openfootball",
    )
    assert connection.execute(
        "select count(*) from team where name like 'Manchester%'"
    ).fetchone() == (0,)


def test_points_decisions_follow_a_known_team_into_another(
    connection: sqlite3.Connection, put: Put
) -> None:
    season = season_across(2023)
    put(
        played(home=TeamKey("Everton"), away=TOWN),
        played(home=RIVERSIDE, away=TOWN, kickoff="2024-09-01T14:00"),
    )
    merged(connection, "Everton")
    put(played(home=TeamKey("Everton"), away=TOWN, kickoff="2023-09-01T14:00", season=season))
    row = connection.execute(
        "select team_id, sum(points) from points_adjustment group by team_id"
    ).fetchall()
    assert row == [(team_id(connection, RIVERSIDE.name), -8)]


def test_doubles_become_one_and_each_figure_is_of_the_most_trusted_source(
    connection: sqlite3.Connection, put: Put
) -> None:
    goals_and_half = {"parts": Part.BASE | Part.GOALS | Part.HALF_GOALS | Part.ROUND, "round": 7}
    put(
        against_town(
            RIVERSIDE,
            (3, 1),
            odds=(result_prices(2.0, 3.0, 4.0),),
            parts=Part.BASE | Part.GOALS | Part.ODDS,
        )
    )
    parsed = against_town(ROVERS, kickoff="2024-08-17T00:00", time_known=False, **goals_and_half)
    put(parsed._replace(figures=Figures(2, 1, 1, 0)), source="openfootball")
    outcome = merged(connection)
    assert len(outcome.duplicates) == 1
    (row,) = connection.execute(
        "select home_goals, away_goals, half_home_goals, round, time_known from fixture"
    ).fetchall()
    assert row == (3, 1, 1, 7, 1)
    (difference,) = outcome.conflicts
    assert (difference.what, difference.stored, difference.incoming) == ("goals", "3-1", "2-1")
    assert not difference.is_taken
    held = connection.execute(
        "select source, group_concat(part) from (select source, part from fixture_part order by 1, 2) group by source"
    ).fetchall()
    assert held == [
        ("football-data", "base,goals,odds,odds_summary"),
        ("openfootball", "base,half_goals,round"),
    ]


def test_the_more_trusted_figure_stands_on_whichever_side_it_was(
    connection: sqlite3.Connection, put: Put
) -> None:
    put(against_town(ROVERS, (3, 1)))
    put(against_town(RIVERSIDE, (2, 1)), source="openfootball")
    (difference,) = merged(connection).conflicts
    assert difference.is_taken
    assert connection.execute("select home_goals, away_goals from fixture").fetchall() == [(3, 1)]
    parts = "select source from fixture_part where part = 'goals'"
    assert connection.execute(parts).fetchall() == [("football-data",)]


def test_all_that_hangs_on_a_double_comes_along(connection: sqlite3.Connection, put: Put) -> None:
    goal = EventRecord(NO_ID, 1, EventType.GOAL, 1, 12, team=Side.HOME, count=1)
    put(
        against_town(
            ROVERS,
            parts=Part.BASE
            | Part.GOALS
            | Part.EVENTS
            | Part.STATISTICS
            | Part.ODDS
            | Part.ODDS_HISTORY,
            events=(goal,),
            statistics=StatisticsRecord(NO_ID, home_attacks=50, away_attacks=40),
            odds=(
                result_prices(2.0, 3.0, 4.0),
                result_prices(2.1, 3.1, 3.9, bookmaker=BookmakerKey("bwin", "bwin")),
            ),
            ticks=(ParsedTick(BET365, "1x2", 100, 0, None, None, 2.0, 3.0, 4.0),),
            key="77",
        )
    )
    put(
        against_town(RIVERSIDE, parts=Part.BASE, status=Status.SCHEDULED, figures=Figures()),
        source="openfootball",
    )
    outcome = merged(connection)
    (kept_id,) = connection.execute("select id from fixture").fetchone()
    assert outcome.duplicates[0][0] == kept_id
    for table in ("event", "statistics", "odds", "odds_tick", "fixture_source"):
        assert connection.execute(f"select distinct fixture_id from {table}").fetchall() == [
            (kept_id,)
        ], table
    assert connection.execute("select count(*) from odds").fetchone() == (2,)
    assert connection.execute(
        "select entity_id from external_id where kind = 'fixture'"
    ).fetchall() == [(kept_id,)]
    assert connection.execute("select status, home_goals from fixture").fetchall() == [
        ("finished", 2)
    ]


def test_fixtures_far_apart_stay_two_where_pairs_meet_more_often(
    connection: sqlite3.Connection, put: Put
) -> None:
    put(against_town(ROVERS, league=SCOTLAND))
    put(against_town(RIVERSIDE, kickoff="2025-02-01T14:00", league=SCOTLAND), source="openfootball")
    assert merged(connection).duplicates == ()
    assert connection.execute("select count(*) from fixture").fetchone() == (2,)


@pytest.mark.parametrize("swapped", [False, True], ids=["into the remote's", "from the remote's"])
def test_the_id_of_a_remote_service_stays(
    connection: sqlite3.Connection, put: Put, swapped: bool
) -> None:
    remote = TeamKey("Riverside Rovers 1890", "GB-ENG", id=33)
    put(against_town(ROVERS))
    put(against_town(remote, league=LeagueKey("GB-ENG", "Premier League", 39), id=880), source="v1")
    own = team_id(connection, "Rovers")
    outcome = merge(connection, *((33, own) if swapped else (own, 33)), now=9)
    assert (outcome.kept.id, outcome.gone.id) == (33, own)
    assert connection.execute("select id, home_id from fixture").fetchall() == [(880, 33)]


def test_a_club_without_names_of_its_own_has_the_one_decided_to_mean_it(
    connection: sqlite3.Connection, put: Put
) -> None:
    opponents = ("Arsenal", "Chelsea", "Everton", "Fulham", "Liverpool", "Burnley", "Watford")
    season = [
        (TeamKey(name), (3, number), f"2024-09-0{number + 1}T14:00")
        for number, name in enumerate(opponents)
    ]

    def all_of(club: TeamKey) -> list[ParsedFixture]:
        return [played(goals, day, home=club, away=away) for away, goals, day in season]

    put(*all_of(RIVERSIDE), source="openfootball")
    put(played(kickoff="2023-09-02T14:00", season=season_across(2023), home=ROVERS, away=TOWN))
    merged(connection)
    derive(connection, put(*all_of(TeamKey("Seabridge"))).seasons, now=9)
    connection.commit()
    clubs = "select distinct team.name from fixture join team on team.id = home_id"
    assert connection.execute(clubs).fetchall() == [("Seabridge",)]

    unload(connection, 1)

    assert set(connection.execute(clubs)) == {("Rovers",), ("Seabridge",)}


def test_two_ids_of_a_remote_service_are_not_merged(
    connection: sqlite3.Connection, put: Put
) -> None:
    put(
        against_town(TeamKey("Rovers", id=33)),
        against_town(TeamKey("Rovers B", id=34)),
        source="v1",
    )
    with pytest.raises(TeamsRefused, match="both have ids of a remote service"):
        merge(connection, 33, 34, now=9)


def test_teams_that_met_are_two(connection: sqlite3.Connection, put: Put) -> None:
    put(played(home=ROVERS, away=RIVERSIDE))
    before = content(connection)
    with pytest.raises(TeamsRefused, match=r"are two teams: they met on 2024-08-17"):
        merged(connection)
    assert content(connection) == before
    assert not connection.in_transaction


def test_a_team_is_not_merged_with_itself_or_with_nothing(
    connection: sqlite3.Connection, put: Put
) -> None:
    put(against_town(ROVERS))
    with pytest.raises(TeamsRefused, match="is one team already"):
        merged(connection, "Rovers", "Rovers")
    with pytest.raises(TeamsRefused, match="no team has the id 5"):
        merge(connection, 5, team_id(connection, "Rovers"), now=9)


def test_a_trial_tells_the_same_and_changes_nothing(
    connection: sqlite3.Connection, put: Put
) -> None:
    put(against_town(ROVERS), fixture("2024-10-01T14:00", home=RIVERSIDE, away=TeamKey("Hillford")))
    before = content(connection)
    ids = team_id(connection, "Rovers"), team_id(connection, "Riverside Rovers 1890")
    trial = merge(connection, *ids, now=9, is_trial=True)
    assert (trial.edit_id, trial.fixtures, trial.sources_of_both) == (None, 1, ("football-data",))
    assert content(connection) == before
    assert edits(connection) == []


def rich(put: Put) -> None:
    """Two teams that are one: a duplicate with odds, fixtures of their own, points taken."""
    prices = (result_prices(2.0, 3.0, 4.0),)
    put(
        against_town(
            ROVERS,
            (3, 1),
            odds=prices,
            parts=Part.BASE | Part.GOALS | Part.ODDS | Part.ODDS_SUMMARY,
        ),
        fixture("2024-10-01T14:00", home=TeamKey("Hillford"), away=ROVERS),
        ParsedAdjustment(ENGLAND, SEASON, ROVERS, -3, "A reason"),
    )
    put(
        against_town(RIVERSIDE, (2, 1)),
        fixture("2024-11-01T14:00", home=RIVERSIDE, away=TeamKey("Hillford")),
        source="openfootball",
    )


def test_an_undone_merge_leaves_every_row_as_it_was(
    connection: sqlite3.Connection, put: Put
) -> None:
    rich(put)
    choose_default(connection, BY_COUNT)
    before = content(connection)
    outcome = merged(connection)
    assert content(connection) != before
    undone = undo(connection, now=10)
    assert undone.edit.id == outcome.edit_id
    assert content(connection) == before
    with pytest.raises(NotFound, match="no merge and no alias stands"):
        undo(connection, now=11)


def test_what_was_loaded_since_a_merge_is_not_lost_by_undoing_it(
    connection: sqlite3.Connection, put: Put
) -> None:
    rich(put)
    merged(connection)
    put(played((2, 1), "2024-10-01T14:00", home=TeamKey("Hillford"), away=ROVERS), now=20)
    put(
        fixture("2025-01-01T14:00", home=ROVERS, away=TeamKey("Ashmere")),
        source="openfootball",
        now=20,
    )
    undo(connection, now=30)
    rovers = team_id(connection, "Rovers")
    row = connection.execute(
        "select away_id, home_goals from fixture where kickoff_ts = ?",
        (moment("2024-10-01T14:00"),),
    )
    assert row.fetchone() == (rovers, 2)
    rows = connection.execute(
        "select entity_id from external_id where key = 'Rovers' order by source_id"
    ).fetchall()
    assert rows == [(rovers,), (rovers,)]
    assert connection.execute("pragma foreign_key_check").fetchall() == []


def test_a_merge_is_undone_after_a_remote_gave_its_ids(
    connection: sqlite3.Connection, put: Put
) -> None:
    rich(put)
    merged(connection)
    remote = against_town(TeamKey("Riverside Rovers 1890", "GB-ENG", id=33), (3, 1), id=880)
    put(remote._replace(league=LeagueKey("GB-ENG", "Premier League", 39)), source="v1", now=20)
    assert connection.execute(
        "select count(*) from fixture where home_id = 33 or away_id = 33"
    ).fetchone() == (3,)
    undo(connection, now=30)
    rovers = team_id(connection, "Rovers")
    assert connection.execute(
        "select count(*) from fixture where ? in (home_id, away_id)", (rovers,)
    ).fetchone() == (2,)
    assert connection.execute("select id from fixture where home_id = 33 order by id").fetchall()[
        0
    ] == (880,)
    assert connection.execute("pragma foreign_key_check").fetchall() == []


@pytest.mark.parametrize("turned", [1, -1], ids=["oldest first", "newest first"])
def test_edits_of_one_team_are_undone_in_any_order(
    connection: sqlite3.Connection, put: Put, turned: int
) -> None:
    rich(put)
    choose_default(connection, BY_COUNT)
    before = content(connection)
    first = merged(connection)
    second = alias(connection, first.kept.id, "The Riversiders", now=10)
    for number in (first.edit_id, second.edit_id)[::turned]:
        undo(connection, number, now=11)
    assert content(connection) == before
    with pytest.raises(NotFound, match="no merge and no alias"):
        undo(connection, 1, now=13)


def test_an_unknown_edit_is_named_with_those_that_stand(
    connection: sqlite3.Connection, put: Put
) -> None:
    rich(put)
    merged(connection)
    with pytest.raises(NotFound, match="there is no edit 7 that stands; those that do: 1"):
        undo(connection, 7, now=10)


def test_a_later_load_calls_a_team_by_its_alias(connection: sqlite3.Connection, put: Put) -> None:
    put(against_town(RIVERSIDE))
    alias(connection, team_id(connection, RIVERSIDE.name), "The Riversiders", now=9)
    put(
        fixture("2024-12-01T14:00", home=TOWN, away=TeamKey("the riversiders")),
        source="openfootball",
    )
    assert connection.execute("select count(*) from team").fetchone() == (2,)


def test_an_alias_of_one_source_is_that_source_s_alone(
    connection: sqlite3.Connection, put: Put
) -> None:
    put(against_town(RIVERSIDE))
    alias(connection, team_id(connection, RIVERSIDE.name), "Rovers", source="openfootball", now=9)
    put(fixture("2024-12-01T14:00", home=TOWN, away=ROVERS), source="openfootball")
    assert connection.execute("select count(*) from team").fetchone() == (2,)
    put(fixture("2024-12-08T14:00", home=TeamKey("Hillford"), away=ROVERS))
    assert connection.execute("select count(*) from team where name = 'Rovers'").fetchone() == (1,)


def test_an_alias_retells_what_a_source_said_and_can_be_undone(
    connection: sqlite3.Connection, put: Put
) -> None:
    put(against_town(ROVERS), fixture("2024-10-01T14:00", home=RIVERSIDE, away=TeamKey("Hillford")))
    before = content(connection)
    outcome = alias(connection, team_id(connection, RIVERSIDE.name), "Rovers", now=9)
    assert (outcome.scope, [team.name for team in outcome.others]) == (
        "GB-ENG",
        ["Rovers"],
    )
    put(fixture("2025-02-01T14:00", home=TOWN, away=ROVERS), now=10)
    sides = connection.execute(
        "select away_id from fixture where kickoff_ts = ?", (moment("2025-02-01T14:00"),)
    )
    assert sides.fetchone() == (team_id(connection, RIVERSIDE.name),)
    undo(connection, now=11)
    after = content(connection)
    assert (after["external_id"], after["team_alias"]) == (
        before["external_id"],
        before["team_alias"],
    )


def test_an_alias_takes_the_place_of_another(connection: sqlite3.Connection, put: Put) -> None:
    put(against_town(RIVERSIDE))
    alias(connection, team_id(connection, TOWN.name), "The Blues", now=9)
    before = content(connection)
    alias(connection, team_id(connection, RIVERSIDE.name), "the blues", now=10)
    assert connection.execute("select team_id from team_alias").fetchall() == [
        (team_id(connection, RIVERSIDE.name),)
    ]
    undo(connection, now=11)
    assert content(connection) == before


@pytest.mark.parametrize(
    ("spelling", "scope", "message"),
    [("--", None, "is not a spelling"), ("Rovers", "XX", "'XX' is not a country or region code")],
)
def test_an_alias_needs_letters_and_a_country(
    connection: sqlite3.Connection, put: Put, spelling: str, scope: str | None, message: str
) -> None:
    put(against_town(RIVERSIDE))
    with pytest.raises(TeamsRefused, match=message):
        alias(connection, team_id(connection, RIVERSIDE.name), spelling, scope=scope, now=9)


def test_a_team_without_a_country_needs_one_for_its_alias(
    connection: sqlite3.Connection, put: Put
) -> None:
    put(fixture(league=LeagueKey("EUROPE", "Champions League"), home=ROVERS, away=TOWN))
    with pytest.raises(TeamsRefused, match="has no country"):
        alias(connection, team_id(connection, "Rovers"), "Rovers FC", now=9)
    assert (
        alias(connection, team_id(connection, "Rovers"), "The Rovers", scope="EUROPE", now=9).scope
        == "EUROPE"
    )


def test_where_teams_meet_more_than_twice_fixtures_of_one_day_are_one(
    connection: sqlite3.Connection, put: Put
) -> None:
    for team, source in ((ROVERS, "openfootball"), (RIVERSIDE, "football-data")):
        put(
            against_town(team, league=SCOTLAND, kickoff="2024-08-17T14:00"),
            against_town(team, league=SCOTLAND, kickoff="2025-02-15T15:00"),
            source=source,
        )
    assert len(merged(connection).duplicates) == 2
    days = "select date(kickoff_ts, 'unixepoch') from fixture order by 1"
    assert connection.execute(days).fetchall() == [("2024-08-17",), ("2025-02-15",)]


def test_a_club_has_its_own_name_again_after_an_undo_in_whatever_order_its_names_came(
    tmp_path: Path,
) -> None:
    paths = []
    for name in ("Hillford", "Hillford Rangers"):
        paths.append(tmp_path / name / "E0.csv")
        paths[-1].parent.mkdir()
        rows = f"E0,17/08/2024,{name},Chelsea,2,1\nE0,24/08/2024,Arsenal,{name},0,1\n"
        paths[-1].write_text(f"Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\n{rows}")
    with closing(open_database(tmp_path / "football.db")) as connection:
        load(connection, paths, now=NOW)
        ids = dict(connection.execute("select name, id from team"))
        merge(connection, ids["Hillford"], ids["Hillford Rangers"], now=NOW)
        for (load_id,) in connection.execute("select id from load").fetchall():
            unload(connection, load_id)
        for path in paths:
            load(connection, [path], now=NOW)
        undo(connection, now=NOW)
        assert dict(connection.execute("select name, id from team")) == ids
