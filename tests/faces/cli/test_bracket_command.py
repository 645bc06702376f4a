"""`footydata bracket` and `db.bracket`: the knock-out rounds of a season, as a person reads them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import footydata as fd
from tests.faces.cli.running import command

bracket = command("bracket")

ROUNDS = (
    ("Semi-finals", "2018-06-01", "Spain", "France", [2, 1]),
    ("Semi-finals", "2018-06-02", "Brazil", "Italy", [0, 0]),
    ("Final", "2018-06-05", "Spain", "Italy", [1, 0]),
)


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """A small World Cup whose second semi-final has no winner by its score."""
    matches = [
        {"round": name, "date": on, "team1": home, "team2": away, "score": {"ft": score}}
        for name, on, home, away, score in ROUNDS
    ]
    source = tmp_path / "worldcup.json"
    source.write_text(json.dumps({"name": "World Cup 2018", "matches": matches}), encoding="utf-8")
    database = tmp_path / "cup.db"
    fd.Database(database).load(source)
    return database


def test_a_bracket_prints_rounds_and_who_goes_through(cup: Path) -> None:
    result = CliRunner().invoke(bracket, [str(cup), "--league", "World Cup"])

    assert result.exit_code == 0
    lines = [line.split() for line in result.stdout.splitlines()]
    assert lines[0] == ["World", "Cup", "2018"]
    assert ["Semi-finals"] in lines and ["Final"] in lines
    assert ["Spain", "v", "France", "2-1", "Spain"] in lines
    assert ["Brazil", "v", "Italy", "0-0", "?"] in lines
    assert ["Spain", "v", "Italy", "1-0", "Spain"] in lines
    assert lines[-1] == ["Winner:", "Spain"]


def test_what_is_doubtful_says_why(cup: Path) -> None:
    result = CliRunner().invoke(bracket, [str(cup), "--league", "World Cup"])

    doubt = "0-0, and no source has who went through; Italy played on"
    assert result.stderr == f"Doubtful: Semi-finals, Brazil v Italy: {doubt}\n"


def test_the_frame_has_a_row_for_each_tie(cup: Path) -> None:
    frame = fd.Database(cup).bracket(league="World Cup", season=2018)

    assert list(frame["round"]) == ["Semi-finals", "Semi-finals", "Final"]
    assert list(frame["through"].fillna("")) == ["Spain", "", "Spain"]
    assert list(frame["decided_by"].astype(object).fillna("")) == ["score", "", "score"]
    assert (frame.attrs["title"], frame.attrs["winner"]) == ("World Cup 2018", "Spain")


def test_a_league_without_knock_out_rounds_says_so(sample: Path) -> None:
    result = CliRunner().invoke(bracket, [str(sample), "--league", "39"])

    assert isinstance(result.exception, fd.FootydataError)
    assert "has no knock-out rounds" in str(result.exception)


def test_a_cup_whose_source_names_no_stages_says_which_does(tmp_path: Path) -> None:
    header = "date,home_team,away_team,home_score,away_score,tournament,city,country,neutral"
    (tmp_path / "results.csv").write_text(
        f"{header}\n2022-12-18,Argentina,France,3,3,FIFA World Cup,Lusail,Qatar,TRUE\n"
    )
    fd.Database(tmp_path / "cup.db").load(tmp_path / "results.csv")
    result = CliRunner().invoke(bracket, [str(tmp_path / "cup.db"), "--league", "World Cup"])

    assert str(result.exception) == (
        "World Cup 2022 has no knock-out rounds: its source names no stages; "
        "load the season from one that does, such as openfootball"
    )


def test_the_champions_league_of_2019_is_decided_on_away_goals(
    real_data: Path, tmp_path: Path
) -> None:
    database = fd.Database(tmp_path / "cup.db")
    database.load(real_data / "openfootball/football.json/2018-19/uefa.cl.json")

    frame = database.bracket(league="Champions League", season="18/19")

    # BBC, 19 April 2023: Ajax 2-3 Tottenham, 3-3 on aggregate, Tottenham on away goals.
    tie = frame[frame["round"] == "Semifinals"].iloc[0]
    assert (tie["home"], tie["scores"], tie["aggregate"]) == (
        "Tottenham Hotspur",
        "0-1; 3-2",
        "3-3",
    )
    assert (tie["through"], tie["decided_by"]) == ("Tottenham Hotspur", "away goals")


def test_the_world_cup_of_2026_has_a_winner_of_each_tie(real_data: Path, tmp_path: Path) -> None:
    database = fd.Database(tmp_path / "cup.db")
    database.load(real_data / "openfootball/worldcup.json/2026/worldcup.json")

    frame = database.bracket(league="World Cup", season=2026)

    assert len(frame) == 32
    assert frame["doubt"].isna().all()
    assert list(frame["decided_by"].value_counts().sort_index().items()) == [
        ("extra time", 5),
        ("penalties", 4),
        ("score", 23),
    ]
    # openfootball/worldcup.json, the last file of 2026.
    final = frame[frame["round"] == "Final"].iloc[0]
    assert (final["scores"], final["through"], final["decided_by"]) == (
        "0-0 (1-0 aet)",
        "Spain",
        "extra time",
    )


def test_sides_that_are_not_known_yet_are_in_words_until_results_come(
    real_data: Path, tmp_path: Path
) -> None:
    versions = real_data / "openfootball/worldcup.json/2026_versions"
    database = fd.Database(tmp_path / "cup.db")

    database.load(versions / "08_2026-06-28.json")
    before = database.bracket(league="World Cup").set_index("round")
    database.load(versions / "12_2026-07-15.json")
    after = database.bracket(league="World Cup").set_index("round")

    assert tuple(before.loc["Final", ["home", "away"]]) == (
        "winner of match 101",
        "winner of match 102",
    )
    assert tuple(before.iloc[0][["home", "away"]]) == ("Germany", "third of group A, B, C, D or F")
    assert tuple(after.loc["Final", ["home", "away"]]) == ("Spain", "winner of match 102")
    assert tuple(after.loc["Match for third place", ["home", "away"]]) == (
        "France",
        "loser of match 102",
    )
