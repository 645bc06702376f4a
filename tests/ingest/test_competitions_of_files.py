"""Which competition a file's fixtures come under, through files alone."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import permutations
from pathlib import Path

import pytest

import footydata as fd
from footydata.football.register import HASHED_IDS_FROM
from footydata.football.register.teams import registered_team
from footydata.ingest.decisions import alias
from footydata.store.file.opening import open_database
from footydata.store.read.checking import check
from tests.conftest import NOW
from tests.new_databases import new_database


@pytest.fixture
def football(tmp_path: Path) -> Iterator[fd.Database]:
    with fd.Database(new_database(tmp_path / "football.db"), clock=lambda: NOW) as database:
        yield database


def season(
    folder: Path,
    title: str,
    *,
    name: str = "season.json",
    home: str = "Ashmere",
    away: str = "Brill",
) -> Path:
    path = folder / name
    year = next(iter(re.findall(r"\d{4}", title)), "2018")
    match = {"date": f"{year}-09-01", "team1": home, "team2": away, "score": {"ft": [2, 1]}}
    path.write_text(json.dumps({"name": title, "matches": [match]}))
    return path


@pytest.mark.parametrize(
    ("title", "name", "league", "country", "label"),
    [
        ("Liga MX 2018/19", "mx.1.json", "Liga MX", "Mexico", "18/19"),
        ("Österr. Bundesliga 2018/19", "at.1.json", "Bundesliga", "Austria", "18/19"),
        (
            "Argentina Primera Division 2018/19",
            "ar.1.json",
            "Primera División",
            "Argentina",
            "18/19",
        ),
        ("English First Division 1995/96", "x.json", "Championship", "England", "95/96"),
        ("China | Super League 2018", "x.json", "Super League", "China", "2018"),
        ("Premier League 2018/19", "ru.1.json", "Premier League", "Russia", "18/19"),
        ("DFB Pokal 2018/19", "de.cup.json", "DFB-Pokal", "Germany", "18/19"),
        ("FA Cup 2018/19", "facup.json", "FA Cup", "England", "18/19"),
        ("Club World Cup 2018", "x.json", "Club World Cup", "World", "2018"),
    ],
)
def test_a_title_of_openfootball_tells_the_competition(
    football: fd.Database,
    tmp_path: Path,
    title: str,
    name: str,
    league: str,
    country: str,
    label: str,
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


def test_clubs_of_a_continental_competition_are_those_of_their_leagues(
    football: fd.Database, tmp_path: Path
) -> None:
    football.load(
        season(
            tmp_path,
            "Premier League 2018/19",
            name="en.1.json",
            home="Arsenal FC",
            away="Chelsea FC",
        )
    )
    football.load(
        season(
            tmp_path, "UEFA Europa League 2018/19", home="Arsenal FC (ENG)", away="Qarabağ FK (AZE)"
        )
    )
    assert set(football.teams().name) == {"Arsenal", "Chelsea", "Qarabağ"}


def test_a_competition_that_the_register_learnt_since_is_the_known_one_after_the_next_write(
    football: fd.Database, tmp_path: Path
) -> None:
    football.load(season(tmp_path, "FA Cup 2018/19"))
    (known,) = football.leagues().league_id
    with sqlite3.connect(football.path) as connection:
        connection.execute("pragma foreign_keys = off")
        hashed = {"known": int(known), "hashed": HASHED_IDS_FROM + 7}
        connection.execute(
            "update league set id = :hashed, has_standings = 1 where id = :known", hashed
        )
        for table in ("fixture", "season"):
            connection.execute(
                f"update {table} set league_id = :hashed where league_id = :known", hashed
            )
        connection.execute("delete from external_id where kind = 'league'")
        connection.execute("delete from register_state")
    football.load(season(tmp_path, "English FA Cup 2018/19", home="Brill", away="Cotmere"))
    leagues = football.leagues()
    assert (list(leagues.league_id), list(leagues.has_standings)) == ([known], [False])
    assert len(football.fixtures()) == 2


COUNTRIES = "Country,League,Season,Date,Home,Away,HG,AG"


def countries(folder: Path, *rows: str, name: str = "ARG.csv") -> Path:
    path = folder / name
    path.write_text("\n".join((COUNTRIES, *rows)) + "\n", encoding="utf-8")
    return path


# What football-data.co.uk's ARG.csv of 2020, 2022, May 2025 and 2026 call them.
@pytest.mark.parametrize(
    ("name", "season", "league"),
    [
        ("Superliga ", "2012/2013", "Primera División"),
        ("Torneo De La Liga Profesional ", "2012/2013", "Primera División"),
        ("Torneo De La Liga Profesional", "2025", "Primera División"),
        ("Liga Profesional", "2026", "Primera División"),
        ("Copa Liga Profesional", "2020", "Copa de la Liga Profesional"),
        ("Copa de la Liga Profesional", "2022", "Copa de la Liga Profesional"),
        ("Copa De La Liga Profesional", "2024", "Copa de la Liga Profesional"),
    ],
)
def test_a_competition_is_the_same_whatever_the_site_called_it_that_year(
    football: fd.Database, tmp_path: Path, name: str, season: str, league: str
) -> None:
    year = season[:4]
    report = football.load(
        countries(tmp_path, f"Argentina,{name},{season},03/08/{year},Boca Juniors,Lanus,1,0")
    )
    assert (report.fixtures_new, report.made_leagues) == (1, [])
    assert list(football.leagues().name) == [league]


def test_a_former_name_in_a_file_of_a_country_is_that_of_its_season(
    football: fd.Database, tmp_path: Path
) -> None:
    football.load(
        countries(
            tmp_path,
            "Poland,I Liga,2005/2006,03/08/2005,A,B,1,0",
            "Poland,I Liga,2009/2010,03/08/2009,A,B,1,0",
        )
    )
    assert {(row.name, row.country) for row in football.leagues().itertuples()} == {
        ("Ekstraklasa", "Poland"),
        ("I Liga", "Poland"),
    }


ROWS = (
    "Argentina,Liga Profesional,2026,05/03/2026,Boca Juniors,Lanus,1,0",
    "Argentina,Torneo de Luna,2026,06/03/2026,River Plate,Banfield,2,2",
    "Argentina,Torneo de Luna,2026,07/03/2026,Tigre,Huracan,0,1",
)


def test_an_unknown_league_in_a_file_of_a_country_is_refused_by_name(
    football: fd.Database, tmp_path: Path
) -> None:
    report = football.load(countries(tmp_path, *ROWS))
    assert (report.fixtures_new, report.rows_refused) == (1, 2)
    reason = report.refusals[0][1].reason
    assert reason.startswith("'Torneo de Luna' is not a competition that we know")
    assert reason.endswith("--league 'AR/Torneo de Luna'")
    assert list(football.leagues().name) == ["Primera División"]


def test_a_file_of_unknown_leagues_alone_is_refused(football: fd.Database, tmp_path: Path) -> None:
    report = football.load(countries(tmp_path, *ROWS[1:]))
    assert (report.count("refused"), report.fixtures_new, len(football.leagues())) == (1, 0, 0)


def test_an_unknown_league_of_a_country_is_the_one_that_is_named_and_the_report_says_so(
    football: fd.Database, tmp_path: Path
) -> None:
    path = countries(tmp_path, *ROWS)
    report = football.load(path, league="AR/Torneo de Luna")
    assert (report.fixtures_new, report.rows_refused) == (3, 0)
    assert report.made_leagues == [("ARG.csv", "AR/Torneo de Luna")]
    assert sorted(football.leagues().name) == ["Primera División", "Torneo de Luna"]
    # It is known by then.
    row = ROWS[1].replace("06/03/2026", "16/03/2026").replace("2,2", "3,1")
    more = countries(tmp_path, row, name="ARG2.csv")
    assert (football.load(more).fixtures_new, football.load(path).made_leagues) == (1, [])


def test_a_named_league_stands_for_one_unknown_name_of_a_file(
    football: fd.Database, tmp_path: Path
) -> None:
    path = countries(tmp_path, *ROWS, "Argentina,Copa de Luna,2026,08/03/2026,Quilmes,Platense,0,1")
    report = football.load(path, league="AR/Torneo de Luna")
    assert (report.fixtures_new, report.rows_refused) == (3, 1)
    assert (
        "'Copa de Luna' is not a competition that we know, nor is 'Torneo de Luna'"
        in report.refusals[0][1].reason
    )


COMPETITION = {
    "competition_id": 37,
    "season_id": 4,
    "country_name": "England",
    "competition_name": "FA Women's Super League",
    "season_name": "2017/2018",
    "match_updated": "2018-09-08T07:33:39.356340",
    "match_available": "2018-09-08T07:33:39.356340",
}
"""An entry of StatsBomb's list of competitions."""


def test_a_file_without_a_fixture_is_skipped_and_leaves_nothing(
    football: fd.Database, tmp_path: Path
) -> None:
    path = tmp_path / "en.1.json"
    path.write_text(json.dumps({"name": "English Premier League 2018/19", "matches": []}))
    report = football.load(path)
    assert (report.count("skipped"), report.skipped[0][1]) == (1, "no match in it")
    assert (len(football.leagues()), len(football.loads())) == (0, 0)


def test_a_list_of_competitions_alone_is_taken(football: fd.Database, tmp_path: Path) -> None:
    (tmp_path / "competitions.json").write_text(json.dumps([COMPETITION]))
    report = football.load(tmp_path / "competitions.json")
    assert (report.count("taken"), list(football.leagues().name)) == (1, ["Women's Super League"])


def test_a_file_whose_every_row_is_refused_is_refused_and_leaves_nothing(
    football: fd.Database, tmp_path: Path
) -> None:
    path = tmp_path / "cup.txt"
    path.write_text(
        "= World Cup 2018\n\nSat Jun 30\n 17:00  France  4-3  v  Argentina\n", encoding="utf-8"
    )
    report = football.load(path)
    assert (report.count("refused"), report.rows_refused) == (1, 1)
    assert (len(football.leagues()), len(football.loads())) == (0, 0)


def test_a_strict_load_keeps_its_files_beside_an_empty_one(
    football: fd.Database, tmp_path: Path
) -> None:
    empty = tmp_path / "a.json"
    empty.write_text(json.dumps({"name": "Welsh Premier League 2018/19", "matches": []}))
    full = season(
        tmp_path,
        "English Premier League 2018/19",
        name="b.json",
        home="Arsenal FC",
        away="Chelsea FC",
    )
    report = football.load(empty, full, strict=True)
    assert (report.is_kept, report.fixtures_new, list(football.leagues().country)) == (
        True,
        1,
        ["England"],
    )


CORNERS = "Date,HomeTeam,AwayTeam,FTHG,FTAG,odds_corners_over_95"


def corner_lines(folder: Path, name: str, *rows: str) -> Path:
    path = folder / name
    path.write_text("\n".join((CORNERS, *(f"{row}," for row in rows))) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("order", [*permutations(range(3))], ids=str)
def test_a_short_name_is_of_the_club_that_plays_in_that_league(
    football: fd.Database, tmp_path: Path, order: tuple[int, ...]
) -> None:
    files = (
        corner_lines(
            tmp_path, "JAPAN_J2_LEAGUE_all.csv", "2024-10-06,Yokohama,Kagoshima United,1,0"
        ),
        corner_lines(
            tmp_path, "JAPAN_J1_LEAGUE_all.csv", "2024-10-05,Yokohama,Kashima Antlers,2,2"
        ),
        countries(
            tmp_path,
            "Japan,J1 League,2024,05/10/2024,Yokohama M.,Kashima Antlers,2,2",
            name="JPN.csv",
        ),
    )
    for place in order:
        football.load(files[place])
    found = football.fixtures()
    assert sorted(zip(found["league"], found["home"], strict=True)) == [
        ("J1 League", "Yokohama F. Marinos"),
        ("J2 League", "Yokohama FC"),
    ]


def test_a_short_name_is_of_the_club_that_a_person_says(
    football: fd.Database, tmp_path: Path
) -> None:
    football.load(
        countries(tmp_path, "Japan,J1 League,2024,05/10/2024,Yokohama M.,Kashima Antlers,2,2")
    )
    marinos = registered_team("JP", "Yokohama F. Marinos")
    assert marinos is not None
    with closing(open_database(football.path)) as connection:
        alias(connection, marinos.id, "Yokohama", now=NOW)
    football.load(
        corner_lines(
            tmp_path, "JAPAN_J2_LEAGUE_all.csv", "2024-10-06,Yokohama,Kagoshima United,1,0"
        )
    )
    assert set(football.fixtures()["home"]) == {"Yokohama F. Marinos"}


def test_a_club_in_two_leagues_by_a_name_that_another_has_is_listed(
    football: fd.Database, tmp_path: Path
) -> None:
    football.load(
        corner_lines(
            tmp_path, "JAPAN_J1_LEAGUE_all.csv", "2024-10-05,Yokohama,Kashima Antlers,2,2"
        ),
        corner_lines(
            tmp_path, "JAPAN_J3_LEAGUE_all.csv", "2024-10-06,Yokohama,Kagoshima United,1,0"
        ),
    )
    with closing(sqlite3.connect(football.path)) as connection:
        (found,) = check(connection, now=NOW, kinds=["shared_name"]).findings
    assert found.finding == (
        "Yokohama F. Marinos plays in J1 League 2024 and J3 League 2024: "
        "what a source calls 'Yokohama' may be Yokohama FC in one of them"
    )
