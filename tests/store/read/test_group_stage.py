"""The group stage of a season: who goes on, what is open, and what a decision settled."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from footydata.football.register.leagues import DecidedTie, RegisteredLeague, decided_ties
from footydata.football.register.teams import NATIONAL, registered_team
from footydata.ingest.files import load
from footydata.store.file.opening import open_database
from footydata.store.read.seasons.brackets import GroupStage, group_stage
from footydata.store.read.seasons.leagues import find_league, season_named
from footydata.store.read.seasons.season import LeagueSeason, TableLimits
from tests.conftest import NOW
from tests.season_table import standings
from tests.store.read.league import FIRST_DAY, LATER, LEAGUE, Make, SmallLeague

AFTER = LATER * 2
GROUP_A = TableLimits(stage="Group A")


def read(league: SmallLeague, **limits: object) -> GroupStage:
    return group_stage(LeagueSeason(league.connection, LEAGUE, now=LATER), **limits)  # type: ignore[arg-type]  # as named


def cup(make: Make, rules: str | None = "world-cup") -> SmallLeague:
    """A group of three in which B and C are level in everything: both beat A, and drew."""
    league = make(has_standings=0, rules=rules, teams=3)
    for text in ("1-2 0:1", "1-3 0:1", "2-3 0:0"):
        league.fixture(text, stage="Group A")
    return league


def test_level_teams_of_a_complete_group_are_open_and_the_table_says_so(make: Make) -> None:
    league = cup(make)
    groups = read(league)
    assert groups.tables[0].level == (frozenset({2, 3}),)
    assert (groups.places.team("1A"), groups.places.team("3A")) == (None, 1)
    assert groups.places.open["1A"] == "nothing known separates B and C"
    (doubt,) = standings(league.connection, GROUP_A, league_id=LEAGUE, now=LATER).doubts
    assert (
        doubt
        == "nothing known here separates B and C; the rules go on with fair play points and lots"
    )


def test_nobody_stands_at_a_place_of_a_group_that_a_fixture_does_not_fit(make: Make) -> None:
    league = make(has_standings=0, teams=4)
    league.fixture("1-2 1:0", stage="Group A", round=1)
    league.fixture("3-4 1:0", stage="Group B", round=1)
    assert read(league).places.teams == {"1A": 1, "2A": 2, "1B": 3, "2B": 4}
    league.fixture("1-4 1:0", round=2)
    places = read(league).places
    assert places.teams == {}
    assert places.open == dict.fromkeys(("1A", "2A", "1B", "2B"), "no group is named for A v D")


def test_a_row_of_the_register_settles_them(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    league = cup(make)
    tie = DecidedTie("GB-ENG", "Test League", "2025", "C", "B", "2025-09-01", "lots", "a test")
    monkeypatch.setattr("footydata.store.read.seasons.season.decided_ties", lambda *_: (tie,))
    registered = RegisteredLeague(LEAGUE, "GB-ENG", "Test League", "across", 1, None, False)
    monkeypatch.setattr(
        "footydata.store.read.seasons.season.registered_league", lambda *_: registered
    )
    groups = read(league)
    assert (groups.places.team("1A"), groups.places.team("2A"), groups.tables[0].level) == (
        3,
        2,
        (),
    )
    assert standings(league.connection, GROUP_A, league_id=LEAGUE, now=LATER).doubts == ()


def test_a_play_off_of_the_group_settles_them(make: Make) -> None:
    league = cup(make)
    league.fixture("3-2 2:1", stage="Group A Play-off")
    assert [row.team_id for row in read(league).tables[0].rows] == [3, 2, 1]


def test_a_group_still_to_be_played_names_nobody(make: Make) -> None:
    league = make(has_standings=0, rules="world-cup", teams=3)
    league.fixture("1-2 0:1", stage="Group A")
    league.fixture("1-3", stage="Group A")
    groups = read(league)
    assert (groups.tables[0].complete, dict(groups.places.teams), dict(groups.places.open)) == (
        False,
        {},
        {},
    )
    assert standings(league.connection, GROUP_A, league_id=LEAGUE, now=FIRST_DAY + 1).doubts == ()


def test_a_tournament_without_rules_says_so(make: Make) -> None:
    league = cup(make, rules=None)
    (note,) = standings(league.connection, GROUP_A, league_id=LEAGUE, now=LATER).notes
    assert note.startswith("the rules of this competition are not known here")


DECIDED = [
    ("WORLD", "World Cup", 1970, "Russia", "Mexico"),
    ("WORLD", "World Cup", 1990, "Republic of Ireland", "Netherlands"),
    ("WORLD", "World Cup", 2018, "Japan", "Senegal"),
    ("EUROPE", "European Championship", 2024, "Denmark", "Slovenia"),
]


@pytest.mark.parametrize(
    ("country", "league", "year", "team", "below"), DECIDED, ids=[str(row[2]) for row in DECIDED]
)
def test_a_decided_tie_is_of_teams_of_the_register_with_day_and_source(
    country: str, league: str, year: int, team: str, below: str
) -> None:
    (tie,) = decided_ties(country, league, year)
    assert (tie.team, tie.below) == (team, below)
    names = [registered_team(None, name, side=NATIONAL) for name in (team, below)]
    assert [each.name for each in names if each] == [team, below]
    assert tie.date.startswith(str(year))
    assert tie.reason and tie.source


def world_cup(
    real_data: Path, tmp_path: Path, year: int
) -> tuple[GroupStage, list[dict[str, str]]]:
    """The group stage of a World Cup, and its matches as the file has them."""
    path = real_data / f"openfootball/worldcup.json/{year}/worldcup.json"
    with closing(open_database(tmp_path / "football.db")) as connection:
        load(connection, [path], now=NOW)
        league = find_league(connection, "World Cup").id
        season = season_named(connection, league, str(year)).id
        return group_stage(LeagueSeason(connection, league, season, now=AFTER)), json.loads(
            path.read_text()
        )["matches"]


def id_of(name: str) -> int:
    """The register's id of a team of the World Cup files."""
    team = registered_team(
        None, {"West Germany": "Germany", "Soviet Union": "Russia"}.get(name, name), side=NATIONAL
    )
    assert team is not None, name
    return team.id


WENT_ON = {
    # year: (the rounds that first follow the groups, or the groups of the second stage)
    1950: ("Final Round",),
    1954: ("Quarter-finals",),
    1974: ("Group A", "Group B"),
    1982: ("Group A", "Group B", "Group C", "Group D"),
    **dict.fromkeys((1994, 2006, 2010, 2014, 2018, 2022), ("Round of 16",)),
    2026: ("Round of 32",),
}


@pytest.mark.real_data
@pytest.mark.parametrize("year", WENT_ON)
def test_who_goes_on_from_the_groups_plays_the_next_round(
    real_data: Path, tmp_path: Path, year: int
) -> None:
    groups, matches = world_cup(real_data, tmp_path, year)
    nexts = WENT_ON[year]
    played = [match for match in matches if match.get("group", match["round"]) in nexts]
    first = [table for table in groups.tables if table.name not in nexts]
    # 1950 and the groups of three of 1982's second stage: the winner alone.
    through = {row.team_id for table in first for row in table.rows[: 1 if year == 1950 else 2]}
    if groups.thirds:
        through |= {row.team_id for row in groups.thirds.rows[: groups.thirds.through]}
    assert through == {id_of(match[side]) for match in played for side in ("team1", "team2")}
    assert all(table.complete for table in groups.tables)


@pytest.mark.real_data
def test_each_pair_of_the_round_of_32_of_2026_follows_from_the_groups(
    real_data: Path, tmp_path: Path
) -> None:
    groups, matches = world_cup(real_data, tmp_path, 2026)
    before = real_data / "openfootball/worldcup.json/2026_versions/01_2026-03-20.json"
    drawn = [
        match
        for match in json.loads(before.read_text())["matches"]
        if match["round"] == "Round of 32"
    ]
    final = {match["num"]: match for match in matches if match["round"] == "Round of 32"}
    assert len(drawn) == 16
    for match in drawn:
        sides = match["team1"], match["team2"]
        known = [groups.places.team(side, other) for side, other in (sides, sides[::-1])]
        assert known == [id_of(final[match["num"]][side]) for side in ("team1", "team2")]


@pytest.mark.real_data
@pytest.mark.parametrize("year", [2014, 2018])
def test_the_groups_are_those_of_the_standings_of_the_source(
    real_data: Path, tmp_path: Path, year: int
) -> None:
    groups, _ = world_cup(real_data, tmp_path, year)
    path = real_data / f"openfootball/worldcup.json/{year}/worldcup.standings.json"
    assert [
        [
            (
                row.position,
                row.team_id,
                row.played,
                row.won,
                row.drawn,
                row.lost,
                row.goals_for,
                row.goals_against,
                row.points,
            )
            for row in table.rows
        ]
        for table in groups.tables
    ] == [
        [
            (
                row["pos"],
                id_of(row["team"]["name"]),
                *tuple(
                    row[name]
                    for name in (
                        "played",
                        "won",
                        "drawn",
                        "lost",
                        "goals_for",
                        "goals_against",
                        "pts",
                    )
                ),
            )
            for row in group["standings"]
        ]
        for group in json.loads(path.read_text(encoding="utf-8"))["groups"]
    ]


@pytest.mark.real_data
def test_what_no_result_decided_in_2026_is_shown_as_open(real_data: Path, tmp_path: Path) -> None:
    groups, _ = world_cup(real_data, tmp_path, 2026)
    assert groups.thirds is not None
    level = [
        {row.team_name for row in groups.thirds.rows if row.team_id in each}
        for each in groups.thirds.level
    ]
    assert level == [{"Ecuador", "Ghana"}]
    assert [table.level for table in groups.tables if table.level] == []


@pytest.mark.real_data
@pytest.mark.parametrize(
    ("year", "following", "teams"), [(2012, "Quarter-finals", 8), (2016, "Round of 16", 16)]
)
def test_who_goes_on_in_a_european_championship_plays_the_next_round(
    real_data: Path, tmp_path: Path, year: int, following: str, teams: int
) -> None:
    with closing(open_database(tmp_path / "football.db")) as connection:
        load(connection, [real_data / f"openfootball/txt/cups/euro_{year}.txt"], now=NOW)
        league = find_league(connection, "European Championship").id
        season = season_named(connection, league, str(year)).id
        groups = group_stage(LeagueSeason(connection, league, season, now=AFTER))
        sides = "select home_id from fixture where stage = :stage union select away_id from fixture where stage = :stage"
        played = {team for (team,) in connection.execute(sides, {"stage": following})}
    through = {row.team_id for table in groups.tables for row in table.rows[:2]}
    if groups.thirds:
        through |= {row.team_id for row in groups.thirds.rows[: groups.thirds.through]}
    assert (through, len(played)) == (played, teams)
