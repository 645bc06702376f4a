"""footydata sources, disagreements and trust: who says what, where sources differ, whom to believe."""

import csv
import io
import json
from pathlib import Path

import pytest

import footydata as fd
from tests.faces.cli.running import Run
from tests.ingest.leagues_of_sources import KNOWN, UNKNOWN, csv_of, json_of, season_of


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ended: Run) -> Run:
    """Runs a command beside football.db, a season of two sources whose scores of half the fixtures differ."""
    monkeypatch.chdir(tmp_path)
    season = season_of((*KNOWN, UNKNOWN[0]))
    other = [
        row._replace(score=(row.score[0] + place % 2, row.score[1]))
        for place, row in enumerate(season)
    ]
    Path("E0.csv").write_text(csv_of(season))
    Path("en.1.json").write_text(json_of(other, {}))

    ended("load", "football.db", "E0.csv", "en.1.json", "--quiet")
    return ended


def fixture_id(run: Run) -> str:
    """A fixture whose score differs."""
    return str(
        json.loads(run("sources", "football.db", "--list", "--format", "json")[1])[0]["fixture_id"]
    )


def test_the_sources_of_a_fixture_are_a_table(run: Run) -> None:
    code, out, err = run("sources", "football.db", fixture_id(run))
    first, second = out.splitlines()[2:4]
    assert code == 0
    assert first.split()[:2] + second.split()[:1] == ["goals", "yes", "openfootball"]
    assert ("most trusted" in first, "less trusted" in second) == (True, True)
    assert err == "1 value differs between football-data, openfootball.\n"


def test_json_csv_and_the_frame_have_the_same_rows(run: Run) -> None:
    which = fixture_id(run)
    rows = json.loads(run("sources", "football.db", which, "--format", "json")[1])
    lines = list(
        csv.DictReader(io.StringIO(run("sources", "football.db", which, "--format", "csv")[1]))
    )
    with fd.Database("football.db") as db:
        frame = db.sources(int(which))
    assert [list(row.values()) for row in rows] == frame.to_numpy().tolist()
    assert [row["says"] for row in lines] == [row["says"] for row in rows]
    assert frame.attrs["summary"] == "1 value differs between football-data, openfootball."


def test_an_unknown_fixture_is_one_line(run: Run) -> None:
    assert run("sources", "football.db", "7") == (1, "", "Error: no fixture has the id 7\n")


def test_disagreements_are_counted(run: Run) -> None:
    rows = json.loads(run("sources", "football.db", "--format", "json")[1])
    goals = next(row for row in rows if row["figure"] == "goals")
    assert (goals["fixtures"], goals["differ"], goals["share"], goals["gap"]) == (12, 6, 0.5, 1.0)
    out = run(
        "sources",
        "football.db",
        "--figure",
        "goals",
        "--between",
        "openfootball,football-data",
    )[1]
    assert out.splitlines()[-1].split()[-5:] == ["openfootball", "12", "6", "50.0%", "1.00"]
    with fd.Database("football.db") as db:
        frame = db.disagreements(league="Premier League", season="24/25", figure="goals")
        assert frame[["fixtures", "differ", "gap"]].to_numpy().tolist() == [[12, 6, 1.0]]
        assert (
            len(
                db.disagreements(
                    figure="goals", by="fixture", between=["football-data", "openfootball"]
                )
            )
            == 6
        )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            ["--figure", "corners"],
            "none of the 12 matching fixtures has the figure corners from two sources",
        ),
        (
            ["--between", "openfootball,v1"],
            "no source of the database is called 'v1'; there are football-data",
        ),
        (["--league", "La Liga"], "no league is called 'La Liga'"),
    ],
)
def test_nothing_to_show_says_why(run: Run, options: list[str], said: str) -> None:
    code, out, err = run("sources", "football.db", *options)
    assert (code, out, said in err, err.count("\n")) == (1, "", True, 1)


def test_a_figure_that_no_source_gives_is_wrong_usage(run: Run) -> None:
    code, out, err = run("sources", "football.db", "--figure", "goal")
    assert (code, out, "did you mean goals" in err) == (2, "", True)


def test_agreement_is_an_answer(run: Run) -> None:
    options = ("sources", "football.db", "--figure", "status", "--list", "--format", "json")
    assert run(*options) == (0, "[]\n", "No value differs in 12 comparisons.\n")


def test_an_empty_frame_says_why(run: Run) -> None:
    with fd.Database("football.db") as db:
        assert (
            db.disagreements(figure="corners")
            .attrs["reason"]
            .startswith("none of the 12 matching fixtures")
        )
        assert (
            db.disagreements(figure="status", by="fixture").attrs["reason"]
            == "no value differs in 12 comparisons"
        )


def test_a_table_without_scores_fills_the_figures_of_stored_fixtures(run: Run) -> None:
    which = int(fixture_id(run))
    with fd.Database("football.db") as db:
        row = db.fixture(which)
        Path("xg.csv").write_text(
            f"Date,Home,Away,xG Home,xG Away\n{row['kickoff'].date()},{row['home']},{row['away']},1.5,0.25\n"
        )
        columns = ("date", "home", "away", "home_xg", "away_xg")
        heads = ("Date", "Home", "Away", "xG Home", "xG Away")
        table_map = dict(zip(heads, columns, strict=True))
        db.load("xg.csv", map=table_map, league="GB-ENG/Premier League")
        figures, said = db.figures(which), db.sources(which)
        stored = len(db.fixtures())
    assert figures[["figure", "home", "away"]].to_numpy().tolist() == [["xg", 1.5, 0.25]]
    assert said[said["value"] == "xg"]["says"].tolist() == ["1.5-0.25"]
    assert stored == 12


def test_trust_shows_sets_and_takes_back_the_order(run: Run) -> None:
    before = run("trust", "football.db")[1]
    code, out, err = run("trust", "football.db", "openfootball")
    assert (code, [line.split()[1:4] for line in out.splitlines()[2:]]) == (
        0,
        [["openfootball", "person", "40"], ["football-data", "source", "60"]],
    )
    assert err.startswith("6 of 12 fixtures of several sources changed.\n")
    info = json.loads(run("info", "football.db", "--format", "json")[1])
    assert {
        "section": "openfootball",
        "what": "trust chosen by",
        "value": "person, in place of 40",
    } in info
    assert run("trust", "football.db", "--reset")[1] == before
    assert run("trust", "football.db", "--reset")[2] == "Nothing changed.\n"


def test_sources_and_a_reset_exclude_each_other(run: Run) -> None:
    code, _, err = run("trust", "football.db", "openfootball", "--reset")
    assert (code, "not both" in err) == (2, True)


def test_an_unknown_source_of_an_order_is_one_line(run: Run) -> None:
    assert run("trust", "football.db", "openfotball", "--quiet") == (
        1,
        "",
        "Error: no source of the database is called 'openfotball'; did you mean openfootball?\n",
    )
