"""Scores of cups on the command line: extra time, shootouts, and what may include extra time."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import footydata as fd
from tests.faces.cli.running import command

fixture = command("fixture")
fixtures = command("fixtures")
find = command("fixtures")

SCORES = (
    (
        "2018-06-30",
        "Croatia",
        "Denmark",
        {"ft": [1, 1], "et": [1, 1], "p": [3, 2]},
        "1-1, 3-2 on penalties",
    ),
    ("2018-07-03", "Spain", "Russia", {"ft": [1, 1], "et": [2, 1]}, "1-1 (2-1 aet)"),
    ("2018-07-04", "Italy", "France", {"ft": [2, 1]}, "2-1"),
)


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """A round of sixteen of three fixtures, one of which is played again."""
    matches = [
        {
            "round": "Round of 16",
            "date": on,
            "team1": home,
            "team2": away,
            "score": score,
            "ground": "Fisht Stadium, Sochi",
        }
        for on, home, away, score, _ in SCORES
    ]
    again = {
        "round": "Match for third place",
        "date": "2018-07-14",
        "team1": "Croatia",
        "team2": "Denmark",
    }
    source = tmp_path / "worldcup.json"
    source.write_text(
        json.dumps({"name": "World Cup 2018", "matches": [*matches, again]}), encoding="utf-8"
    )
    database = tmp_path / "cup.db"
    fd.Database(database).load(source)
    return database


def run(command: object, *arguments: object) -> str:
    result = CliRunner().invoke(command, [str(each) for each in arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_list_shows_how_fixtures_ended(cup: Path) -> None:
    text = run(fixtures, cup, "--league", "World Cup")

    for _, home, away, _, score in SCORES:
        line = next(line for line in text.splitlines() if home in line and score in line)
        assert line.split(home)[1].split(away)[0].strip() == score


def test_csv_and_json_keep_their_columns_and_add_those_of_cups(cup: Path) -> None:
    rows = json.loads(run(fixtures, cup, "--league", "World Cup", "--format", "json"))
    head = run(fixtures, cup, "--league", "World Cup", "--format", "csv").splitlines()[0].split(",")

    assert head == list(rows[0])
    assert head[:3] == ["kickoff_utc", "league", "home"]
    assert (rows[1]["home_goals"], rows[1]["extra_home_goals"], rows[0]["shootout_away_goals"]) == (
        1,
        2,
        2,
    )
    assert (rows[0]["ground"], rows[0]["city"]) == ("Fisht Stadium", "Sochi")


def test_found_fixtures_show_how_they_ended(cup: Path) -> None:
    assert "1-1 (2-1 aet)" in run(find, cup, "--where", "goals = 2")


def test_a_preview_shows_how_meetings_ended(cup: Path) -> None:
    rows = json.loads(run(fixtures, cup, "--league", "World Cup", "--format", "json"))

    assert "1-1, 3-2 on penalties" in run(fixture, cup, rows[-1]["fixture_id"], "--before")


def test_one_fixture_has_the_columns_of_cups_in_json(cup: Path) -> None:
    rows = json.loads(run(fixtures, cup, "--league", "World Cup", "--format", "json"))

    one = json.loads(run(fixture, cup, rows[1]["fixture_id"], "--format", "json"))
    assert (one["extra_home_goals"], one["extra_away_goals"], one["ground"]) == (
        2,
        1,
        "Fisht Stadium",
    )


def test_a_fixture_shows_its_ground_its_end_and_who_went_through(cup: Path) -> None:
    rows = json.loads(run(fixtures, cup, "--league", "World Cup", "--format", "json"))
    page = [
        " ".join(line.split()) for line in run(fixture, cup, rows[0]["fixture_id"]).splitlines()
    ]

    assert "Croatia 1-1, 3-2 on penalties Denmark" in page
    assert "Fisht Stadium, Sochi" in page
    assert "Croatia went through" in page


LEGS = (
    ("2016-02-16", "Paris SG", "Chelsea FC", [1, 1], None),
    ("2016-03-09", "Chelsea FC", "Paris SG", [0, 0], None),
    ("2016-02-17", "KAA Gent", "VfL Wolfsburg", [1, 2], None),
    ("2016-03-08", "VfL Wolfsburg", "KAA Gent", [0, 1], [1, 2]),
)


@pytest.fixture
def legs(tmp_path: Path) -> Path:
    """Two ties of two legs, one of them level by aggregate; constructed scores."""
    matches = [
        {
            "round": "Round of 16",
            "date": on,
            "team1": home,
            "team2": away,
            "score": {"ft": score} | ({"et": extra} if extra else {}),
        }
        for on, home, away, score, extra in LEGS
    ]
    source = tmp_path / "cl.json"
    source.write_text(
        json.dumps({"name": "Champions League 2015/16", "matches": matches}), encoding="utf-8"
    )
    database = tmp_path / "legs.db"
    fd.Database(database).load(source, league="EUROPE/Champions League")
    return database


def test_a_leg_shows_its_tie(legs: Path) -> None:
    rows = json.loads(run(fixtures, legs, "--league", "Champions League", "--format", "json"))
    pages = [run(fixture, legs, row["fixture_id"]) for row in rows]

    assert sum("agg. 1-1, away goals · Chelsea went through" in page for page in pages) == 2
    assert (
        sum(
            "doubtful: 3-3 on aggregate, and no source has who went through" in page
            for page in pages
        )
        == 2
    )
