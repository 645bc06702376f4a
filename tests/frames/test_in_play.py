"""What a match in play has still to come, minute by minute."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import footydata as fd
from footydata.football.errors import NotFound
from tests.conftest import NOW


@pytest.fixture(scope="module")
def db(sample: Path) -> Iterator[fd.Database]:
    with fd.Database(sample, clock=lambda: NOW) as database:
        yield database


def fixture_of(db: fd.Database, status: str) -> int:
    fixtures = db.fixtures(league="Crown League", status=status)
    return int(fixtures["fixture_id"].iloc[-1 if status == "finished" else 0])


def test_a_finished_fixture_has_a_row_a_minute_that_ends_with_its_score(db: fd.Database) -> None:
    fixture_id = fixture_of(db, "finished")
    frame, fixture = db.in_play(fixture_id), db.fixture(fixture_id)
    assert frame["minute"].tolist() == list(range(91))
    last = frame.iloc[-1]
    assert (last["home_goals"], last["away_goals"]) == (
        fixture["home_goals"],
        fixture["away_goals"],
    )
    lines = db.fair_lines(fixture_id, market="corner").iloc[0]
    assert frame["home_corners_left"].iloc[0] == pytest.approx(lines["home_mean"])
    assert frame["home_goals_left"].is_monotonic_decreasing


def test_a_fixture_to_come_has_its_means_before_the_kickoff_alone(db: fd.Database) -> None:
    assert db.in_play(fixture_of(db, "scheduled"))["minute"].tolist() == [0]


@pytest.mark.parametrize(
    ("score", "men", "corners"),
    [
        ((0, 0), (11, 11), 1.9),
        ((0, 1), (11, 11), 2.394),
        ((3, 0), (11, 11), 1.311),
        ((0, 0), (11, 10), 2.774),
    ],
    ids=["level", "one down", "three up", "a man more"],
)
def test_a_match_by_hand_depends_on_minute_score_and_men(
    db: fd.Database, score: tuple[int, int], men: tuple[int, int], corners: float
) -> None:
    row = db.in_play(means={"corners": (5.0, 4.0)}, minute=60, score=score, men=men).iloc[0]
    assert row["home_corners_left"] == pytest.approx(corners)


def test_what_can_not_be_told_is_refused_by_name(db: fd.Database) -> None:
    with pytest.raises(fd.InvalidArgument, match="takes the id of a fixture, or means"):
        db.in_play()
    with pytest.raises(fd.InvalidArgument, match="figure 'corner' is not one of goals, corners"):
        db.in_play(means={"corner": (5.0, 4.0)})
    with pytest.raises(fd.InvalidArgument, match="minute 95 is out of range"):
        db.in_play(means={"corners": (5.0, 4.0)}, minute=95)


def test_goals_without_their_events_are_refused(tmp_path: Path) -> None:
    (tmp_path / "E0.csv").write_text(
        "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,17/08/2024,Arsenal,Wolves,2,0\n"
    )
    with fd.Database(tmp_path / "football.db", clock=lambda: NOW) as database:
        database.load(tmp_path / "E0.csv")
        with pytest.raises(NotFound, match="do not have its goals"):
            database.in_play(int(database.fixtures()["fixture_id"].iloc[0]))
