"""Goals and cards of a season by player."""

import json
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from footydata.football.errors import SeasonNotFound
from footydata.football.records import EventRecord
from footydata.football.terms import EventType
from footydata.ingest.files import load
from footydata.store.file.opening import open_database
from footydata.store.read.seasons.leagues import find_league
from footydata.store.read.seasons.players import PlayerList, cards, scorers
from footydata.store.writing import upsert
from tests.conftest import NOW
from tests.store.read.league import LEAGUE, Make, SmallLeague

GOAL, YELLOW, RED = EventType.GOAL, EventType.YELLOW_CARD, EventType.RED_CARD


def timeline(league: SmallLeague, fixture_id: int, *rows: tuple[EventType, str, str | None]) -> None:
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
    assert [(row.player, row.team_name) for row in goals(league).rows] == [("Ann", "A"), ("Ann", "B")]


def test_a_fixture_is_known_if_each_goal_has_its_scorer(make: Make) -> None:
    league = make()
    timeline(league, league.fixture("1-2 1:1"), (GOAL, "home", "Ann"), (GOAL, "away", None))
    timeline(league, league.fixture("1-2 2:0"), (GOAL, "home", "Ann"))
    timeline(league, league.fixture("1-2 1:0"), (GOAL, "home", "Ann"))
    league.fixture("1-2 0:0")
    league.fixture("3-4")
    assert goals(league).coverage("goals") == "goals known in 2 of 4 fixtures"


def test_cards_are_listed_by_number_then_by_red_ones(make: Make) -> None:
    league = make()
    figures = {"home_yellow": 2, "away_yellow": 1, "home_red": 0, "away_red": 1}
    fixture = league.fixture("1-2 0:0", **figures)
    timeline(
        league,
        fixture,
        *((YELLOW, "home", "Ann"), (YELLOW, "home", "Cid"), (YELLOW, "away", "Bea"), (RED, "away", "Bea")),
    )
    league.fixture("2-1 0:0", **figures)
    listed = cards(league.connection, league_id=LEAGUE)
    assert [(row[0], row[1], *row[4:]) for row in listed.rows] == [
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
        # The timeline of ninety minutes; what is later, and whose own goal it was, is not in every database.
        listed.update(goal["name"] for goal in own if not goal.get("owngoal") and goal["minute"] <= 90)
    with closing(open_database(tmp_path / "football.db")) as connection:
        load(connection, [path], now=NOW)
        league = find_league(connection, "World Cup").id
        read = scorers(connection, league_id=league)
    assert {row.player: row[4] for row in read.rows if row[4] > 2} == {
        name: count for name, count in listed.items() if count > 2
    }
    assert (read.known, read.played) == (64, 64)
