"""Which competition a file's fixtures come under, through files alone."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

import footydata as fd
from footydata.register.naming import HASHED_IDS_FROM
from tests.conftest import NOW
from tests.new_databases import new_database


@pytest.fixture
def football(tmp_path: Path) -> Iterator[fd.Database]:
    with fd.Database(new_database(tmp_path / "football.db"), clock=lambda: NOW) as database:
        yield database


def season(folder: Path, title: str, *, name: str = "season.json", home: str = "Ashmere", away: str = "Brill") -> Path:
    path = folder / name
    match = {"date": "2018-09-01", "team1": home, "team2": away, "score": {"ft": [2, 1]}}
    path.write_text(json.dumps({"name": title, "matches": [match]}))
    return path


@pytest.mark.parametrize(
    ("title", "name", "league", "country", "label"),
    [
        ("Liga MX 2018/19", "mx.1.json", "Liga MX", "Mexico", "18/19"),
        ("Österr. Bundesliga 2018/19", "at.1.json", "Bundesliga", "Austria", "18/19"),
        ("Argentina Primera Division 2018/19", "ar.1.json", "Primera División", "Argentina", "18/19"),
        ("English First Division 1995/96", "x.json", "Championship", "England", "95/96"),
        ("China | Super League 2018", "x.json", "Super League", "China", "2018"),
        ("Premier League 2018/19", "ru.1.json", "Premier League", "Russia", "18/19"),
        ("DFB Pokal 2018/19", "de.cup.json", "DFB-Pokal", "Germany", "18/19"),
        ("FA Cup 2018/19", "facup.json", "FA Cup", "England", "18/19"),
        ("Club World Cup 2018", "x.json", "Club World Cup", "World", "2018"),
    ],
)
def test_a_title_of_openfootball_tells_the_competition(
    football: fd.Database, tmp_path: Path, title: str, name: str, league: str, country: str, label: str
) -> None:
    report = football.load(season(tmp_path, title, name=name))
    assert (report.rows_refused, report.fixtures_new) == (0, 1)
    leagues = football.leagues()
    assert (list(leagues.name), list(leagues.country)) == ([league], [country])
    assert list(football.fixtures().season) == [label]


def test_a_cup_has_no_standings(football: fd.Database, tmp_path: Path) -> None:
    football.load(season(tmp_path, "FA Cup 2018/19", home="Arsenal FC", away="Blackpool FC"))
    with pytest.raises(fd.StandingsNotAvailable):
        football.standings(league="FA Cup", season="18/19")


def test_national_teams_are_those_of_their_countries(football: fd.Database, tmp_path: Path) -> None:
    football.load(season(tmp_path, "Copa América 2018", home="Brazil", away="Venezuela"))
    assert set(zip(football.teams().name, football.teams().country, strict=True)) == {
        ("Brazil", "Brazil"),
        ("Venezuela", "Venezuela"),
    }


def test_clubs_of_a_continental_competition_are_those_of_their_leagues(football: fd.Database, tmp_path: Path) -> None:
    football.load(season(tmp_path, "Premier League 2018/19", name="en.1.json", home="Arsenal FC", away="Chelsea FC"))
    football.load(season(tmp_path, "UEFA Europa League 2018/19", home="Arsenal FC (ENG)", away="Qarabağ FK (AZE)"))
    assert set(football.teams().name) == {"Arsenal", "Chelsea", "Qarabağ"}


def test_a_competition_that_the_register_learnt_since_is_the_known_one_after_the_next_write(
    football: fd.Database, tmp_path: Path
) -> None:
    football.load(season(tmp_path, "FA Cup 2018/19"))
    (known,) = football.leagues().league_id
    with sqlite3.connect(football.path) as connection:
        connection.execute("pragma foreign_keys = off")
        hashed = {"known": int(known), "hashed": HASHED_IDS_FROM + 7}
        connection.execute("update league set id = :hashed, has_standings = 1 where id = :known", hashed)
        for table in ("fixture", "season"):
            connection.execute(f"update {table} set league_id = :hashed where league_id = :known", hashed)
        connection.execute("delete from external_id where kind = 'league'")
    football.load(season(tmp_path, "English FA Cup 2018/19", home="Brill", away="Cotmere"))
    leagues = football.leagues()
    assert (list(leagues.league_id), list(leagues.has_standings)) == ([known], [False])
    assert len(football.fixtures()) == 2
