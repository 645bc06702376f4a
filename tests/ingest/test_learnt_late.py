"""What is learnt late: a league's country and rules, a team's country, ticks of one second, a newer register."""

import json
import sqlite3
from contextlib import closing
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import footydata as fd
from footydata.football.register import leagues, teams
from tests.conftest import NOW

SPAIN = {"code": "ES", "name": "Spain"}
NAMES = {529: "Barcelona", 530: "Atletico Madrid", 541: "Real Madrid", 42: "Arsenal", 49: "Chelsea"}


def page(path: str, data: Any, query: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"path": path, "query": query or {}, "body": {"success": 1, "data": data}}


def row(
    fixture_id: int, league: tuple[int, str], home: int, away: int, day: int = 0
) -> dict[str, Any]:
    """A finished fixture as lists have it."""
    return {
        "id": fixture_id,
        "league": {"id": league[0], "name": league[1]},
        "teams": {
            side: {"id": team, "name": NAMES[team]}
            for side, team in (("home", home), ("away", away))
        },
        "kickoff_ts": 1_723_903_200 + day * 86_400,
        "status": "finished",
        "goals": {"home": 1, "away": 0},
    }


LA_LIGA, EUROPE = (140, "La Liga"), (2, "Champions League")
LEAGUES = page(
    "/v1/leagues",
    [
        {"id": 39, "name": "Premier League", "country": {"code": "GB-ENG", "name": "England"}},
        {"id": 140, "name": "La Liga", "country": SPAIN},
        {"id": 2, "name": "Champions League", "country": {"code": "EUROPE", "name": "Europe"}},
    ],
)
FIXTURES = page("/v1/fixtures", [row(1, LA_LIGA, 529, 530), row(2, LA_LIGA, 530, 541, 7)])
CONTINENT = page(
    "/v1/fixtures", [row(3, EUROPE, 42, 541, 9), row(4, (39, "Premier League"), 42, 49, 12)]
)
TEAM = page("/v1/teams/541", {"id": 541, "name": "Real Madrid", "country": None})


def loaded(folder: Path, *pages: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Leagues and teams of a database of these pages, each page a dump of its own."""
    path = folder / "football.db"
    with fd.Database(path, clock=lambda: NOW) as database:
        for place, each in enumerate(pages):
            dump = folder / f"{place}.jsonl"
            dump.write_text(json.dumps(each) + "\n")
            database.load(dump)
    with closing(sqlite3.connect(path)) as connection:
        return {
            "leagues": dict(
                (row[0], row[1:])
                for row in connection.execute("select id, name, country_code, rules from league")
            ),
            "teams": dict(connection.execute("select name, country_code from team")),
        }


@pytest.mark.parametrize("order", [*permutations(range(3))], ids=str)
def test_leagues_and_teams_do_not_depend_on_the_order_of_pages(
    tmp_path: Path, order: tuple[int, ...]
) -> None:
    pages = (LEAGUES, FIXTURES, CONTINENT)
    stored = loaded(tmp_path, *(pages[place] for place in order))
    assert stored["leagues"][140] == ("La Liga", "ES", "la-liga")
    assert stored["leagues"][39] == ("Premier League", "GB-ENG", "premier-league")
    assert stored["teams"] == {
        "Barcelona": "ES",
        "Atletico Madrid": "ES",
        "Real Madrid": "ES",
        "Arsenal": "GB-ENG",
        "Chelsea": "GB-ENG",
    }


def test_a_team_has_the_country_of_its_own_fixture_and_not_of_the_first_on_the_page(
    tmp_path: Path,
) -> None:
    both = page("/v1/fixtures", [row(4, (39, "Premier League"), 42, 49), row(1, LA_LIGA, 529, 530)])
    stored = loaded(tmp_path, LEAGUES, both)["teams"]
    assert stored == {
        "Arsenal": "GB-ENG",
        "Chelsea": "GB-ENG",
        "Barcelona": "ES",
        "Atletico Madrid": "ES",
    }


@pytest.mark.parametrize("order", [*permutations(range(3))], ids=str)
def test_what_the_service_says_of_a_teams_country_stands(
    tmp_path: Path, order: tuple[int, ...]
) -> None:
    pages = (LEAGUES, FIXTURES, TEAM)
    assert loaded(tmp_path, *(pages[place] for place in order))["teams"]["Real Madrid"] is None


HISTORY = "/v1/fixtures/1/odds/history"


def history(number: int, *prices: float) -> dict[str, Any]:
    """A page of two ticks of one second."""
    data = {
        "fixture_id": 1,
        "bookmaker": {"id": 8, "name": "bet365", "slug": "bet365"},
        "market": "asian",
        "ticks": [
            {
                "recorded_at": "2024-08-17T12:00:00+00:00",
                "minute": None,
                "line": -0.5,
                "home": price,
                "away": 2.0,
            }
            for price in prices
        ],
    }
    return page(HISTORY, data, {"market": "asian", "page": number, "per_page": 2})


@pytest.mark.parametrize(
    "pages",
    [
        [history(1, 1.8, 1.81), history(2, 1.82, 1.83)],
        [
            history(1, 1.8, 1.81),
            history(2, 1.82, 1.83),
            history(1, 1.8, 1.81),
            history(2, 1.82, 1.83),
        ],
        [history(1, 1.8, 1.8), history(2, 1.8, 1.8)],
    ],
    ids=["once", "again", "all the same"],
)
def test_ticks_of_one_second_are_all_kept_across_a_border_of_pages(
    tmp_path: Path, pages: list[dict[str, Any]]
) -> None:
    loaded(tmp_path, LEAGUES, FIXTURES, *pages)
    wanted = [tick["home"] for each in pages[:2] for tick in each["body"]["data"]["ticks"]]
    with closing(sqlite3.connect(tmp_path / "football.db")) as connection:
        rows = connection.execute(
            "select price_1 from odds_tick order by recorded_ts, seq"
        ).fetchall()
    assert [price for (price,) in rows] == wanted


def test_a_newer_register_reaches_a_stored_database_and_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = tmp_path / "E0.csv", tmp_path / "E1.csv"
    header = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG"
    first.write_text(f"{header}\nE0,17/08/2024,Arsenal,Chelsea,1,0\n")
    second.write_text(f"{header}\nE0,24/08/2024,Chelsea,Arsenal,1,0\n")
    arsenal, league = (
        teams.registered_team("GB-ENG", "Arsenal"),
        leagues.registered_league("GB-ENG", "Premier League"),
    )
    assert arsenal is not None
    assert league is not None
    with fd.Database(tmp_path / "football.db", clock=lambda: NOW) as database:
        assert database.load(first).healed == []
    with closing(sqlite3.connect(tmp_path / "football.db")) as connection:
        # As an older register had them.
        connection.execute("delete from register_state")
        connection.execute(
            "update team set name = 'The Arsenal', country_code = null where id = ?", (arsenal.id,)
        )
        connection.execute(
            "update league set rules = 'efl', name = 'First Division' where id = ?", (league.id,)
        )
        connection.commit()
    with fd.Database(tmp_path / "football.db", clock=lambda: NOW) as database:
        assert database.load(second).healed == [
            "First Division (GB-ENG, rules efl) is now Premier League (GB-ENG, rules premier-league)",
            "The Arsenal (no country) is now Arsenal (GB-ENG)",
        ]
        assert database.load(second).healed == []
        assert len(database.teams()) == 2
