"""Ratings of a database's teams: the frame and the command."""

import csv
import io
import math
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import footydata as fd
from footydata.faces.cli import main
from footydata.football.rows import PlayedFixture
from footydata.forecast.rating import START, ratings


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as exit_:
        main(list(arguments))
    return int(exit_.value.code or 0)


@pytest.mark.real_data
def test_elo_of_a_season_is_that_of_another_program(
    real_data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "football.db"
    with closing(fd.Database(path)) as db:
        db.load(real_data / "football_data_co_uk" / "1819" / "E0.csv")
    assert run("ratings", str(path), "--league", "Premier League", "--format", "csv") == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    # penaltyblog 1.13.1, Elo(k=20, home_field_advantage=100) over the same file.
    assert {row["team"]: round(float(row["rating"]), 3) for row in (*rows[:3], *rows[-2:])} == {
        "Liverpool": 1685.615,
        "Manchester City": 1683.757,
        "Chelsea": 1573.293,
        "Fulham": 1384.556,
        "Huddersfield Town": 1336.003,
    }
    assert {row["fixtures"] for row in rows} == {"38"}


def test_the_frame_has_a_row_a_team_and_fixture(sample: Path, now: int) -> None:
    with closing(fd.Database(sample, clock=lambda: now)) as db:
        frame = db.ratings(league="Crown League", history=True)
        finished = db.fixtures(league="Crown League", status="finished")
        assert len(frame) == 2 * finished["home_goals"].notna().sum()
        assert frame["kickoff"].is_monotonic_increasing
        own = db.ratings(team="Pennlow Victoria", history=True)
        assert set(own["team"]) == {"Pennlow Victoria"}
        assert own["fixtures"].tolist() == list(range(1, len(own) + 1))
        early = db.ratings(team="Pennlow Victoria", at="2025-12-31", history=True)
        assert 0 < len(early) < len(own)
        assert early["rating"].tolist() == own["rating"].tolist()[: len(early)]
        nothing = db.ratings(at="1990-01-01", history=True)
        assert nothing.attrs["reason"] == "no finished fixture with a score to rate the teams by"


def test_the_command_shows_the_strongest_first(
    sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("ratings", str(sample), "--league", "Crown League") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == [
        "#",
        "Team",
        "Elo",
        "Last",
        "5",
        "Fixtures",
        "Latest",
    ]
    ratings = [float(line[line.index("  ", 5) :].split()[0]) for line in lines[2:]]
    assert ratings == sorted(ratings, reverse=True)
    assert run("ratings", str(sample), "--at", "1990-01-01") == 1
    assert capsys.readouterr().err.startswith("Error: no finished fixture with a score")


def test_a_cup_shows_the_teams_that_play_in_it(
    sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("ratings", str(sample), "--league", "Lantern Cup", "--format", "csv") == 0
    shown = {line.split(",")[2] for line in capsys.readouterr().out.splitlines()[1:]}
    with fd.Database(sample) as db:
        cup = db.fixtures(league="Lantern Cup")
    newest = cup[cup["season"] == cup["season"].max()]
    assert shown == {*newest["home"], *newest["away"]}


def test_that_e_football_is_not_rated_is_said(
    sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("ratings", str(sample), "--league", "8201") == 1
    assert "e-football and awarded results are not rated" in capsys.readouterr().err


SCORES = st.lists(
    st.tuples(st.integers(1, 5), st.integers(1, 5), st.integers(0, 9), st.integers(0, 9)).filter(
        lambda row: row[0] != row[1]
    )
)


def played(*rows: tuple[int, int, int, int]) -> list[PlayedFixture]:
    return [
        PlayedFixture(place, 1, place * 86_400, *row) for place, row in enumerate(rows, start=1)
    ]


def test_a_home_win_between_equals_is_worth_what_it_was_in_doubt() -> None:
    home, away = ratings(played((1, 2, 3, 0)))
    # 1507.1987: penaltyblog 1.13.1, docs/ratings/elo.rst.
    assert home.rating == pytest.approx(1507.1987, abs=1e-4)
    assert away.rating == pytest.approx(2 * START - home.rating)
    assert (home.change, home.fixtures) == (pytest.approx(7.1987, abs=1e-4), 1)


@given(scores=SCORES)
def test_elo_gives_one_side_what_it_takes_from_the_other(
    scores: list[tuple[int, int, int, int]],
) -> None:
    rows = list(ratings(played(*scores)))
    assert math.isclose(sum(row.change for row in rows), 0, abs_tol=1e-6)
    latest = {row.team_id: row.rating for row in rows}
    assert math.isclose(sum(latest.values()), START * len(latest), abs_tol=1e-6)


@given(scores=SCORES, more=SCORES)
def test_a_later_fixture_changes_no_earlier_rating(
    scores: list[tuple[int, int, int, int]], more: list[tuple[int, int, int, int]]
) -> None:
    first = list(ratings(played(*scores)))
    assert list(ratings(played(*scores, *more)))[: len(first)] == first
