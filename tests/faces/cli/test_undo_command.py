"""footydata teams undo after later loads: what came in under the name goes with it."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.faces.cli.running import Run

HEADER = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\n"
FIRST = "E0,17/08/2024,Rovers,Town,2,1\nE0,24/08/2024,Riverside,Hillford,0,0\n"
LATER = "E0,31/08/2024,Hillford,Rovers,1,1\nE0,07/09/2024,Town,Riverside,3,0\n"
NEXT_SEASON = "E0,16/08/2025,Rovers,Hillford,1,0\n"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ended: Run) -> Run:
    monkeypatch.chdir(tmp_path)

    return ended


def load(run: Run, name: str, rows: str) -> None:
    Path(name).write_text(HEADER + rows, encoding="utf-8")
    assert run("load", "football.db", name, "--quiet")[0] == 0


def clubs(day: str | None = None) -> list[tuple[str, str, str]]:
    """Day, home and away of the fixtures by kickoff."""
    sql = """
        select date(kickoff_ts, 'unixepoch'), home.name, away.name from fixture
        join team as home on home.id = home_id join team as away on away.id = away_id
        where :day is null or date(kickoff_ts, 'unixepoch') = :day order by kickoff_ts, home.name, away.name
    """
    with closing(sqlite3.connect("football.db")) as connection:
        return connection.execute(sql, {"day": day}).fetchall()


def errors(run: Run) -> list[dict[str, object]]:
    """What 'check' calls an error, but of seasons, which have too few fixtures here."""
    found = json.loads(run("check", "football.db", "--limit", "0", "--format", "json")[1])
    return [row for row in found if row["severity"] == "error" and row["of"] != "season"]


def test_what_came_in_under_the_gone_name_goes_with_it(run: Run) -> None:
    load(run, "first.csv", FIRST)
    run("teams", "merge", "football.db", "Rovers", "Riverside", "--yes")
    load(run, "later.csv", LATER)
    load(run, "next.csv", NEXT_SEASON)
    assert clubs("2024-08-31") == [("2024-08-31", "Hillford", "Riverside")]

    code, out, _ = run("teams", "undo", "football.db")

    assert code == 0
    assert out.startswith("Undone: merge 1, ")
    assert clubs() == [
        ("2024-08-17", "Rovers", "Town"),
        ("2024-08-24", "Riverside", "Hillford"),
        ("2024-08-31", "Hillford", "Rovers"),
        ("2024-09-07", "Town", "Riverside"),
        ("2025-08-16", "Rovers", "Hillford"),
    ]
    assert errors(run) == []


def test_the_same_files_again_double_nothing(run: Run) -> None:
    load(run, "first.csv", FIRST)
    run("teams", "merge", "football.db", "Rovers", "Riverside", "--yes")
    load(run, "later.csv", LATER)
    run("teams", "undo", "football.db")
    before = clubs()

    load(run, "again.csv", FIRST + LATER)

    assert clubs() == before
    with closing(sqlite3.connect("football.db")) as connection:
        assert connection.execute("select count(*) from team").fetchone() == (4,)


def test_a_team_is_no_member_of_a_season_that_only_the_other_plays(run: Run) -> None:
    load(run, "first.csv", FIRST)
    run("teams", "merge", "football.db", "Rovers", "Riverside", "--yes")
    load(run, "next.csv", NEXT_SEASON)
    run("teams", "undo", "football.db")
    sql = """
        select team.name from season_team join team on team.id = team_id join season on season.id = season_id
        where label = '25/26' order by 1
    """
    with closing(sqlite3.connect("football.db")) as connection:
        assert [row[0] for row in connection.execute(sql)] == ["Hillford", "Rovers"]


@pytest.mark.parametrize("spelling", ["The Rovers", "Wanderers"])
def test_what_came_in_by_an_alias_goes_with_it_to_the_team_that_the_name_means(
    run: Run, spelling: str
) -> None:
    load(run, "first.csv", FIRST)
    run("teams", "alias", "football.db", "Riverside", spelling)
    load(run, "later.csv", LATER.replace("Rovers", spelling))
    assert clubs("2024-08-31") == [("2024-08-31", "Hillford", "Riverside")]

    run("teams", "undo", "football.db")

    assert clubs("2024-08-31") == [("2024-08-31", "Hillford", spelling)]
    before = clubs()
    load(run, "again.csv", FIRST + LATER.replace("Rovers", spelling))
    assert clubs() == before
    assert errors(run) == []


def test_a_fixture_of_which_sources_name_either_team_is_two_again(run: Run) -> None:
    load(run, "first.csv", FIRST)
    run("teams", "merge", "football.db", "Rovers", "Riverside", "--yes")
    load(run, "later.csv", "E0,31/08/2024,Hillford,Riverside,1,1\n")
    Path("en.1.json").write_text(
        json.dumps(
            {
                "name": "English Premier League 2024/25",
                "matches": [
                    {
                        "round": "Matchday 3",
                        "date": "2024-08-31",
                        "team1": "Hillford",
                        "team2": "Rovers",
                        "score": {"ft": [1, 1]},
                    }
                ],
            }
        )
    )
    assert run("load", "football.db", "en.1.json", "--quiet")[0] == 0
    assert len(clubs("2024-08-31")) == 1

    run("teams", "undo", "football.db")

    assert clubs("2024-08-31") == [
        ("2024-08-31", "Hillford", "Riverside"),
        ("2024-08-31", "Hillford", "Rovers"),
    ]


def test_edits_are_undone_one_after_another(run: Run) -> None:
    load(run, "first.csv", FIRST)
    run("teams", "merge", "football.db", "Rovers", "Riverside", "--yes")
    run("teams", "alias", "football.db", "Riverside", "Wanderers")
    load(run, "later.csv", LATER + "E0,14/09/2024,Wanderers,Ashmere,1,0\n")

    run("teams", "undo", "football.db")
    assert clubs("2024-09-14") == [("2024-09-14", "Wanderers", "Ashmere")]
    assert clubs("2024-08-31") == [("2024-08-31", "Hillford", "Riverside")]

    run("teams", "undo", "football.db")
    assert clubs("2024-08-31") == [("2024-08-31", "Hillford", "Rovers")]
    assert errors(run) == []


def test_an_alias_is_of_the_name_with_and_without_its_legal_form(run: Run) -> None:
    load(run, "first.csv", FIRST)
    _, out, _ = run("teams", "alias", "football.db", "Riverside", "Rovers FC")
    assert "Rovers (" in out
    load(run, "later.csv", LATER)
    load(run, "other.csv", LATER.replace("Rovers", "Rovers FC"))
    assert clubs("2024-08-31") == [("2024-08-31", "Hillford", "Riverside")]

    run("teams", "undo", "football.db")

    assert clubs("2024-08-31") == [("2024-08-31", "Hillford", "Rovers")]
    assert errors(run) == []


def test_a_team_that_plays_two_at_once_is_an_error(run: Run) -> None:
    load(run, "first.csv", FIRST)
    load(run, "twice.csv", "E0,17/08/2024,Wanderers,Town,2,1\n")

    (found,) = errors(run)

    assert found["kind"] == "plays_twice"
    assert "Rovers - Town" in str(found["finding"]) or "Wanderers - Town" in str(found["finding"])
