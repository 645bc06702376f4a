"""Goals and cards of a season by player."""

import json
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from footydata.football.errors import SeasonNotFound
from footydata.football.records import EventRecord, KnockoutRecord
from footydata.football.terms import EventType
from footydata.ingest.files import load
from footydata.store.file.opening import open_database
from footydata.store.read.seasons.leagues import find_league
from footydata.store.read.seasons.players import PlayerList, cards, scorers
from footydata.store.rows import upsert
from tests.conftest import NOW
from tests.store.read.league import LEAGUE, Make, SmallLeague

GOAL, YELLOW, RED = EventType.GOAL, EventType.YELLOW_CARD, EventType.RED_CARD


def timeline(
    league: SmallLeague, fixture_id: int, *rows: tuple[EventType, str, str | None]
) -> None:
    """Events of a fixture as (type, side, player)."""
    events = [
        EventRecord(fixture_id, seq, type, 1, 10 + seq, None, team, player=player)
        for seq, (type, team, player) in enumerate(rows, start=1)
    ]
    upsert(league.connection, "event", events)
    league.connection.commit()


def goals(league: SmallLeague) -> PlayerList:
    return scorers(league.connection, league_id=LEAGUE)


def test_scorers_are_listed_by_goals_then_by_name_and_share_their_place(make: Make) -> None:
    league = make()
    first = league.fixture("1-2 2:1")
    timeline(league, first, (GOAL, "home", "Zoe"), (GOAL, "away", "Bea"), (GOAL, "home", "Zoe"))
    second = league.fixture("2-1 0:1")
    timeline(league, second, (GOAL, "away", "Ann"))
    rows = [(row[0], row[1], row[3], row[4]) for row in goals(league).rows]
    assert rows == [(1, "Zoe", "A", 2), (2, "Ann", "A", 1), (2, "Bea", "B", 1)]


def test_one_spelling_in_two_teams_is_two_players(make: Make) -> None:
    league = make()
    fixture = league.fixture("1-2 1:1")
    timeline(league, fixture, (GOAL, "home", "Ann"), (GOAL, "away", "Ann"))
    assert [(row.player, row.team_name) for row in goals(league).rows] == [
        ("Ann", "A"),
        ("Ann", "B"),
    ]


def test_a_fixture_is_known_if_each_goal_has_its_scorer(make: Make) -> None:
    league = make()
    timeline(league, league.fixture("1-2 1:1"), (GOAL, "home", "Ann"), (GOAL, "away", None))
    timeline(league, league.fixture("1-2 2:0"), (GOAL, "home", "Ann"))
    timeline(league, league.fixture("1-2 1:0"), (GOAL, "home", "Ann"))
    league.fixture("1-2 0:0")
    league.fixture("3-4")
    assert goals(league).coverage("goals") == "goals known in 2 of 4 fixtures"


def test_own_goals_are_nobody_s_and_penalties_stand_apart(make: Make) -> None:
    league = make()
    fixture = league.fixture("1-2 3:0")
    goal = EventRecord(fixture, 1, GOAL, 1, 10, None, "home", player="Zoe", detail="penalty")
    own_goal = goal._replace(seq=2, player="Bea", detail="own_goal")
    upsert(
        league.connection,
        "event",
        [goal, own_goal, goal._replace(seq=3, player="Zoe", detail=None)],
    )
    read = goals(league)
    assert [(row.player, *row[4:6]) for row in read.rows] == [("Zoe", 2, 1)]
    assert (read.known, read.played) == (1, 1)


def test_goals_of_extra_time_count_and_unknown_scorers_there_are_not_known(make: Make) -> None:
    league = make()
    fixtures = [league.fixture("1-2 1:1") for _ in range(3)]
    for fixture in fixtures:
        timeline(league, fixture, (GOAL, "home", "Zoe"), (GOAL, "away", "Bea"))
        upsert(
            league.connection,
            "knockout",
            [KnockoutRecord(fixture, extra_home_goals=2, extra_away_goals=1)],
        )
    late = EventRecord(fixtures[0], 1, GOAL, 4, 118, None, "home", player="Zoe", detail="penalty")
    upsert(
        league.connection, "extra_event", [late, late._replace(fixture_id=fixtures[1], player=None)]
    )
    read = goals(league)
    assert [(row.player, *row[4:6]) for row in read.rows] == [("Zoe", 4, 1), ("Bea", 3, 0)]
    assert (read.known, read.played) == (1, 3)


def test_a_final_score_is_known_by_its_scorers_too(make: Make) -> None:
    league = make()
    fixture = league.fixture("1-2 0:0", home_goals=None, away_goals=None)
    timeline(league, fixture, (GOAL, "home", "Zoe"))
    upsert(
        league.connection,
        "knockout",
        [KnockoutRecord(fixture, final_home_goals=1, final_away_goals=0)],
    )
    assert goals(league).coverage("goals") == "goals known in 1 of 1 fixtures"


def spelled(league: SmallLeague, *spellings: str) -> PlayerList:
    """The scorers of team A, a goal each in a fixture of its own."""
    for spelling in spellings:
        timeline(league, league.fixture("1-2 1:0"), (GOAL, "home", spelling))
    return goals(league)


@pytest.mark.parametrize(
    ("spellings", "player"),
    [
        (("Mbappé", "Kylian Mbappé", "Mbappé"), "Kylian Mbappé"),
        (("Eden Hazard", "E. Hazard", "E. Hazard"), "Eden Hazard"),
        (("De Bruyne", "K. De Bruyne", "Kevin De Bruyne"), "Kevin De Bruyne"),
        (("Ritsu Doan", "Ritsu Dōan", "Ritsu Doan"), "Ritsu Dōan"),
    ],
    ids=["family name alone", "initial", "both", "accents"],
)
def test_spellings_that_are_surely_one_player_count_together(
    make: Make, spellings: tuple[str, ...], player: str
) -> None:
    read = spelled(make(), *spellings)
    others = sorted(set(spellings) - {player})
    assert [(row.player, row[4], row.other_spellings, row.doubt) for row in read.rows] == [
        (player, 3, ", ".join(others), None)
    ]
    assert read.notes == (f"A: {' and '.join(others)} counted as {player}",)
    assert read.doubts == ()


@pytest.mark.parametrize(
    ("spellings", "doubts"),
    [
        (
            ("Silva", "Thiago Silva", "David Silva"),
            {
                "Silva": "may be one player with David Silva or Thiago Silva",
                "Thiago Silva": "may be one player with Silva",
                "David Silva": "may be one player with Silva",
            },
        ),
        (
            ("James", "James Rodríguez"),
            {
                "James": "may be one player with James Rodríguez",
                "James Rodríguez": "may be one player with James",
            },
        ),
        (
            ("Júnior", "Vinícius Júnior"),
            {
                "Júnior": "may be one player with Vinícius Júnior",
                "Vinícius Júnior": "may be one player with Júnior",
            },
        ),
        (("Eden Hazard", "Thorgan Hazard", "T. Silva"), {}),
    ],
    ids=["two of one family name", "a given name", "no family name", "other players"],
)
def test_spellings_that_may_be_one_player_stand_apart_as_doubtful(
    make: Make, spellings: tuple[str, ...], doubts: dict[str, str]
) -> None:
    read = spelled(make(), *spellings)
    assert {row.player: row.doubt for row in read.rows if row.doubt} == doubts
    assert sorted(row.player for row in read.rows) == sorted(spellings)
    assert read.notes == ()


def test_two_spellings_in_one_fixture_are_not_counted_together(make: Make) -> None:
    league = make()
    names = [
        (GOAL, "home", "Kane"),
        (GOAL, "home", "Harry Kane"),
        (GOAL, "home", "Kanega"),
        (GOAL, "away", "Kane"),
    ]
    timeline(league, league.fixture("1-2 3:1"), *names)
    read = goals(league)
    assert len(read.rows) == 4
    assert read.doubts == ("A: Kane and Harry Kane may be one player",)


def test_a_namesake_who_is_booked_alone_makes_the_scorer_doubtful(make: Make) -> None:
    league = make()
    spelled(league, "Silva", "Thiago Silva")
    timeline(league, league.fixture("1-2 0:0"), (YELLOW, "home", "David Silva"))
    assert [row.player for row in goals(league).rows if row.doubt] == ["Silva", "Thiago Silva"]


def test_an_own_goal_is_scored_by_a_player_of_the_other_team(make: Make) -> None:
    league = make()
    own_goal = EventRecord(
        league.fixture("1-2 1:0"), 1, GOAL, 1, 10, None, "home", player="Kane", detail="own_goal"
    )
    upsert(league.connection, "event", [own_goal])
    assert [(row.player, row.doubt) for row in spelled(league, "Harry Kane").rows] == [
        ("Harry Kane", None)
    ]


def test_cards_are_listed_by_number_then_by_red_ones(make: Make) -> None:
    league = make()
    figures = {"home_yellow": 2, "away_yellow": 1, "home_red": 0, "away_red": 1}
    fixture = league.fixture("1-2 0:0", **figures)
    timeline(
        league,
        fixture,
        *(
            (YELLOW, "home", "Ann"),
            (YELLOW, "home", "Cid"),
            (YELLOW, "away", "Bea"),
            (RED, "away", "Bea"),
        ),
    )
    league.fixture("2-1 0:0", **figures)
    listed = cards(league.connection, league_id=LEAGUE)
    assert [(row[0], row[1], *row[4:7]) for row in listed.rows] == [
        (1, "Bea", 2, 1, 1),
        (2, "Ann", 1, 1, 0),
        (2, "Cid", 1, 1, 0),
    ]
    assert (listed.known, listed.played) == (1, 2)


def test_a_league_without_fixtures_has_no_list(make: Make) -> None:
    with pytest.raises(SeasonNotFound, match="no season with fixtures"):
        goals(make())


@pytest.mark.real_data
def test_scorers_of_a_world_cup_are_those_of_its_file(real_data: Path, tmp_path: Path) -> None:
    path = real_data / "openfootball/worldcup.json/2018/worldcup.json"
    listed: Counter[str] = Counter()
    for match in json.loads(path.read_text(encoding="utf-8"))["matches"]:
        own = [*match.get("goals1", ()), *match.get("goals2", ())]
        listed.update(goal["name"] for goal in own if not goal.get("owngoal"))
    with closing(open_database(tmp_path / "football.db")) as connection:
        load(connection, [path], now=NOW)
        league = find_league(connection, "World Cup").id
        read = scorers(connection, league_id=league)
    for row in read.rows:
        spellings = [row.player, *(row.other_spellings or "").split(", ")]
        assert row[4] == sum(listed.pop(spelling, 0) for spelling in spellings), row
    assert not listed
    assert (read.known, read.played) == (64, 64)


@pytest.mark.real_data
@pytest.mark.parametrize(
    ("season", "player", "count"),
    [("2014", "James Rodríguez", 6), ("2018", "Harry Kane", 6), ("2022", "Kylian Mbappé", 8)],
)
def test_the_golden_boot_is_that_of_the_tournament(
    real_data: Path, tmp_path: Path, season: str, player: str, count: int
) -> None:
    """The winners are those that FIFA names."""
    with closing(open_database(tmp_path / "football.db")) as connection:
        load(
            connection, [real_data / f"openfootball/worldcup.json/{season}/worldcup.json"], now=NOW
        )
        best, second, *_ = scorers(
            connection, league_id=find_league(connection, "World Cup").id
        ).rows
    assert (best.player, best[4], best.doubt) == (player, count, None)
    assert second[4] < count
