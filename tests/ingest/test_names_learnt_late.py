"""Names learnt late: a newer register, an alias and a former id make one club of what was split before."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

import footydata as fd
from footydata.faces.cli import teams as teams_module
from footydata.football.register import teams
from footydata.ingest.decisions import TeamsRefused
from tests.conftest import NOW
from tests.ingest.leagues_of_sources import written

HEADER = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG"
FIRST = f"{HEADER}\nE0,17/08/2024,Arsenal,Chelsea,1,0\nE0,24/08/2024,Hillford Rovers,Arsenal,0,2\n"
SECOND = f"{HEADER}\nE0,31/08/2024,Arsenal,Everton,1,1\n"


@pytest.fixture
def football(tmp_path: Path) -> Path:
    """A database with a club that the register does not know."""
    path = tmp_path / "football.db"
    with fd.Database(path, clock=lambda: NOW) as database:
        database.load(written(tmp_path / "E0.csv", FIRST))
    return path


@pytest.fixture
def newer_register(football: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The register as it is, after the first load, with another spelling of Chelsea."""
    rows = teams.team_rows("GB-ENG")
    more = tuple(
        row._replace(spellings=(*row.spellings, "Hillford Rovers"))
        if row.team.name == "Chelsea"
        else row
        for row in rows
    )
    teams._index_of_clubs.cache_clear()
    monkeypatch.setattr(teams, "team_rows", lambda country: more if country == "GB-ENG" else ())
    monkeypatch.setattr("footydata.ingest.seasons.register_digest", lambda: "newer")
    yield
    teams._index_of_clubs.cache_clear()


def names(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("pragma foreign_key_check").fetchall() == []
        return [row[0] for row in connection.execute("select name from team order by name")]


def run(*arguments: object) -> str:
    return (
        CliRunner()
        .invoke(
            teams_module.teams,
            [str(each) for each in arguments],
            standalone_mode=False,
            catch_exceptions=False,
        )
        .output
    )


@pytest.mark.usefixtures("newer_register")
def test_a_spelling_that_the_register_learns_unites_what_was_split(
    football: Path, tmp_path: Path
) -> None:
    with fd.Database(football, clock=lambda: NOW) as database:
        (united,) = database.load(written(tmp_path / "2" / "E0.csv", SECOND)).united
        assert (united.gone, united.kept, united.why) == (
            "Hillford Rovers",
            "Chelsea",
            "the register has both names of one club",
        )
    assert names(football) == ["Arsenal", "Chelsea", "Everton"]


def test_an_alias_unites_what_was_split(football: Path) -> None:
    run("alias", football, "Chelsea", "Hillford Rovers")
    assert names(football) == ["Arsenal", "Chelsea"]
    with fd.Database(football, clock=lambda: NOW) as database:
        assert len(database.fixtures(team="Chelsea")) == 2
    run("undo", football)
    assert names(football) == ["Arsenal", "Chelsea", "Hillford Rovers"]


def test_an_alias_of_clubs_that_met_is_refused(football: Path) -> None:
    with pytest.raises(TeamsRefused, match="they met on"):
        run("alias", football, "Arsenal", "Hillford Rovers")
    assert names(football) == ["Arsenal", "Chelsea", "Hillford Rovers"]


def test_the_id_of_a_gone_team_still_finds_its_club(football: Path) -> None:
    with closing(sqlite3.connect(football)) as connection:
        gone = connection.execute("select id from team where name = 'Hillford Rovers'").fetchone()[
            0
        ]
    assert "is now Chelsea" in run("merge", football, gone, "Chelsea", "--yes")
    with fd.Database(football, clock=lambda: NOW) as database:
        assert len(database.fixtures(team=gone)) == 2


FORMER, NOW_ID = 1_000_010_697, 1_000_010_731
"""Ankaraspor took another name in 2014; both names had an id of their own."""


RENAMED = "Osmanl\u0131spor"


@pytest.mark.parametrize("has_both", [False, True], ids=["one stored", "both stored"])
def test_two_released_ids_of_a_renamed_club_are_one(tmp_path: Path, has_both: bool) -> None:
    path, header = tmp_path / "football.db", HEADER
    rows = f"{header}\nT1,16/08/2024,Ankaraspor,Galatasaray,1,0\nT1,23/08/2024,Galatasaray,Besiktas,1,0\n"
    with fd.Database(path, clock=lambda: NOW) as database:
        database.load(written(tmp_path / "T1.csv", rows))
    with closing(sqlite3.connect(path)) as connection:
        # As an older register had them.
        connection.execute("delete from register_state")
        connection.execute("pragma foreign_keys = off")
        for table, column in (
            ("team", "id"),
            ("season_team", "team_id"),
            ("team_fixture", "team_id"),
        ):
            connection.execute(
                f"update {table} set {column} = ? where {column} = ?", (FORMER, NOW_ID)
            )
        connection.execute("update fixture set home_id = ? where home_id = ?", (FORMER, NOW_ID))
        connection.execute(
            "update external_id set entity_id = ? where entity_id = ?", (FORMER, NOW_ID)
        )
        connection.execute("delete from team_name where team_id = ?", (NOW_ID,))
        connection.execute("update team set name = 'Ankaraspor' where id = ?", (FORMER,))
        if has_both:
            connection.execute("insert into team values (?, ?, 'TR')", (NOW_ID, RENAMED))
        connection.commit()
    again = f"{header}\nT1,30/08/2024,Osmanlispor,Besiktas,2,2\n"
    with fd.Database(path, clock=lambda: NOW) as database:
        database.load(written(tmp_path / "2" / "T1.csv", again))
        assert len(database.fixtures(team=FORMER)) == 2
        assert json.loads(database.teams().to_json(orient="records"))
    assert names(path) == ["Beşiktaş", "Galatasaray", RENAMED]
