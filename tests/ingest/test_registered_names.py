"""What the register's names make of files: one club whatever the source calls it, found by any of its names."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

import footydata as fd
from tests.conftest import NOW

HEADER = "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG"


@pytest.fixture
def football(tmp_path: Path) -> Iterator[fd.Database]:
    with fd.Database(tmp_path / "football.db", clock=lambda: NOW) as database:
        yield database


def results(folder: Path, *rows: str) -> Path:
    path = folder / "results.csv"
    path.write_text("\n".join((HEADER, *rows)) + "\n")
    return path


def season(folder: Path, title: str, *matches: tuple[str, str, str]) -> Path:
    """A file of openfootball; matches: day, home, away, each 2-1."""
    path = folder / "season.json"
    listed = [
        {"round": "Matchday 1", "date": day, "team1": home, "team2": away, "score": {"ft": [2, 1]}}
        for day, home, away in matches
    ]
    path.write_text(json.dumps({"name": title, "matches": listed}))
    return path


def women_s_match(home: str, away: str) -> dict[str, object]:
    """A match of the FA WSL as StatsBomb lists it, under the names of the clubs."""
    return {
        "match_id": 1,
        "match_date": "2020-09-05",
        "kick_off": None,
        "match_available": None,
        "competition": {"country_name": "England", "competition_name": "FA Women's Super League"},
        "season": {"season_name": "2020/2021"},
        "home_team": {"home_team_id": 1, "home_team_name": home},
        "away_team": {"away_team_id": 2, "away_team_name": away},
        "home_score": 1,
        "away_score": 1,
    }


@pytest.mark.parametrize("turned", [False, True])
def test_two_sources_spell_the_same_clubs(
    football: fd.Database, tmp_path: Path, turned: bool
) -> None:
    files = [
        results(
            tmp_path,
            "I1,01/09/2018,17:00,Milan,Inter,2,1",
            "I1,02/09/2018,17:00,Parma,Frosinone,2,1",
        ),
        season(
            tmp_path,
            "Italian Serie A 2018/19",
            ("2018-09-01", "AC Milan", "FC Internazionale Milano"),
            ("2018-09-02", "Parma Calcio 1913", "Frosinone Calcio"),
        ),
    ]
    for path in files[::-1] if turned else files:
        football.load(path)
    assert sorted(football.teams().name) == ["Frosinone", "Inter", "Milan", "Parma"]
    assert len(football.fixtures()) == 2


def test_a_club_has_its_name_in_the_language_that_is_asked_for(
    football: fd.Database, tmp_path: Path
) -> None:
    football.load(results(tmp_path, "D1,17/08/2024,15:00,Bayern Munich,Augsburg,2,1"))
    with fd.Client.embedded(football.path) as client:
        names = {team.name for team in client.teams(lang="de").data}
    assert names == {"Bayern München", "Augsburg"}


@pytest.mark.parametrize("text", ["Man Utd", "man united", "Manchester Utd.", "Newton Heath FC"])
def test_a_club_is_found_by_any_of_its_names(
    football: fd.Database, tmp_path: Path, text: str
) -> None:
    football.load(results(tmp_path, "E0,17/08/2024,15:00,Man United,Arsenal,2,1"))
    assert list(football.fixtures(team=text).home) == ["Manchester United"]


def test_women_of_a_club_are_another_team(football: fd.Database, tmp_path: Path) -> None:
    matches = tmp_path / "matches" / "37" / "90.json"
    matches.parent.mkdir(parents=True)
    matches.write_text(json.dumps([women_s_match("Manchester United", "Fulham")]))
    football.load(results(tmp_path, "E0,19/09/2020,17:30,Man United,Fulham,1,3"))
    football.load(matches)
    assert set(football.teams().name) == {
        "Fulham",
        "Fulham Women",
        "Manchester United",
        "Manchester United Women",
    }
    assert len(football.fixtures()) == 2


def test_what_the_register_learnt_reaches_a_stored_team_at_the_next_write(
    football: fd.Database, tmp_path: Path
) -> None:
    football.load(results(tmp_path, "D1,17/08/2024,15:00,Bayern Munich,Augsburg,2,1"))
    with sqlite3.connect(football.path) as connection:
        connection.execute(
            "update team set name = 'FC Bayern', country_code = 'DE' where name = 'Bayern Munich'"
        )
        connection.execute("delete from team_name")
        connection.execute("delete from register_state")
    football.load(results(tmp_path, "D1,24/08/2024,15:00,Augsburg,Dortmund,2,1"))
    with fd.Client.embedded(football.path) as client:
        names = [{team.name for team in client.teams(lang=lang).data} for lang in ("en", "de")]
    assert names == [
        {"Bayern Munich", "Augsburg", "Borussia Dortmund"},
        {"Bayern München", "Augsburg", "Borussia Dortmund"},
    ]


def test_a_former_nation_has_no_country_and_needs_no_correction(
    football: fd.Database, tmp_path: Path
) -> None:
    football.load(
        season(tmp_path, "World Cup 1982", ("1982-06-17", "Yugoslavia", "Northern Ireland"))
    )
    football.load(results(tmp_path, "D1,24/08/2024,15:00,Augsburg,Dortmund,2,1"))
    with sqlite3.connect(football.path) as connection:
        countries = connection.execute(
            "select country_code from team where name = 'Yugoslavia'"
        ).fetchall()
    assert countries == [(None,)]
    assert list(tmp_path.glob("*.backup")) == []
