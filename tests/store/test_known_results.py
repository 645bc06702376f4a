"""A result is known three hours after its kickoff, in every interface that takes a past moment."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

import pandas as pd
import pytest

import footydata as fd
from footydata.football.moments import is_overdue, known_from
from footydata.store.rows import KNOWN_FROM
from tests.conftest import NOW

LEAGUE = 39
DAY = date(2026, 2, 22)
"""A day with fixtures of the league, before which nothing of the fixture that is in play at its 00:00 may be known."""

KICKOFF = pd.Timestamp(DAY, tz="UTC") - pd.Timedelta(minutes=90)

Door = Callable[[fd.Database, date], pd.DataFrame]

DOORS: dict[str, Door] = {
    "fair lines": lambda db, day: db.fair_lines(
        league=LEAGUE, date=day, markets=["goalline", "corner"]
    ),
    "ladder": lambda db, day: db.ladder(
        db.fixtures(league=LEAGUE, date=day)["fixture_id"].iloc[0], "goalline"
    ),
    "evaluate": lambda db, day: (
        fd.evaluate(
            db, market="goalline", league=LEAGUE, start=day, end=day + timedelta(days=6)
        ).scores
    ),
    "backtest": lambda db, day: (
        fd.backtest(
            db,
            lambda quotes: quotes["price"] > 1,
            market="goalline",
            league=LEAGUE,
            start=day,
            end=day,
        ).bets
    ),
    "stakes": lambda db, day: stakes_on(db, day),
    "ratings": lambda db, day: db.ratings(league=LEAGUE, at=before(day), history=True),
    "projection": lambda db, day: db.project(LEAGUE, "25/26", at=before(day), runs=200),
    "standings": lambda db, day: db.standings(LEAGUE, "25/26", at=before(day)),
    "positions": lambda db, day: db.positions(LEAGUE, "25/26").loc[
        lambda rows: rows["day"] <= str(before(day))
    ],
}


def before(day: date) -> date:
    return day - timedelta(days=1)


def stakes_on(db: fd.Database, day: date) -> pd.DataFrame:
    """The stakes of a day, each a share of the bankroll, with bets on the day before it."""
    asked = {
        "market": "goalline",
        "league": LEAGUE,
        "start": before(day),
        "end": day,
        "stakes": "proportional",
    }
    bets = fd.backtest(db, lambda quotes: quotes["side"] == "over", **asked).bets  # type: ignore[arg-type]  # by name
    assert (bets["kickoff"] == KICKOFF).any()
    return bets.loc[bets["kickoff"] > KICKOFF, ["fixture_id", "stake"]].reset_index(drop=True)


def altered(sample: Path, path: Path, **figures: object) -> fd.Database:
    """The sample with a fixture that is in play at the midnight of DAY, and ends with these figures."""
    shutil.copy(sample, path)
    named = {"kickoff_ts": int(KICKOFF.timestamp()), **figures}
    sql = (
        "select max(id) from fixture where league_id = ? and kickoff_ts < ? and status = 'finished'"
    )
    with closing(sqlite3.connect(path)) as connection, connection:
        (fixture_id,) = connection.execute(sql, (LEAGUE, named["kickoff_ts"] - 86_400)).fetchone()
        columns = ", ".join(f"{name} = ?" for name in named)
        connection.execute(
            f"update fixture set {columns} where id = ?", (*named.values(), fixture_id)
        )
        connection.execute(
            "update team_fixture set kickoff_ts = ? where fixture_id = ?",
            (named["kickoff_ts"], fixture_id),
        )
    return fd.Database(path, clock=lambda: NOW)


@pytest.fixture(scope="module")
def pair(
    sample: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[fd.Database, fd.Database]]:
    """Two databases that differ in the figures of that fixture alone."""
    folder = tmp_path_factory.mktemp("known")
    one = altered(
        sample, folder / "one.db", home_goals=0, away_goals=1, home_corners=1, away_corners=2
    )
    other = altered(
        sample, folder / "other.db", home_goals=9, away_goals=0, home_corners=19, away_corners=9
    )
    with one, other:
        yield one, other


@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
def test_fixture_in_play_at_midnight_is_not_known_yet(
    door: Door, pair: tuple[fd.Database, fd.Database]
) -> None:
    one, other = (door(db, DAY) for db in pair)

    assert len(one)
    pd.testing.assert_frame_equal(one, other)


def test_result_is_known_on_the_next_day(pair: tuple[fd.Database, fd.Database]) -> None:
    one, other = (db.standings(LEAGUE, "25/26", at=DAY) for db in pair)

    assert one["goals_for"].sum() == other["goals_for"].sum() - 8


def test_known_from_is_the_same_in_python_and_in_sql(sample: Path) -> None:
    with closing(sqlite3.connect(sample)) as connection, connection:
        rows = connection.execute(
            f"select kickoff_ts, time_known, {KNOWN_FROM} from fixture"
        ).fetchall()

    assert all(
        known_from(kickoff_ts, time_known=time_known) == known
        for kickoff_ts, time_known, known in rows
    )


class Stored(NamedTuple):
    """What is stored of a fixture of which the kickoff is at 0."""

    status: str
    state_detail: str | None
    time_known: int
    kickoff_ts: int = 0


HOUR = 3600


@pytest.mark.parametrize(
    ("fixture", "last"),
    [
        (Stored("scheduled", None, 1), 3 * HOUR),
        (Stored("scheduled", None, 0), 24 * HOUR),
        (Stored("live", None, 1), 4 * HOUR),
        (Stored("live", None, 0), 28 * HOUR),
        (Stored("live", "abandoned", 1), 4 * HOUR),
    ],
    ids=["scheduled", "only its day", "live", "live, only its day", "live with a detail"],
)
def test_a_fixture_is_overdue_when_its_result_should_be_known(fixture: Stored, last: int) -> None:
    assert not is_overdue(fixture, now=last)
    assert is_overdue(fixture, now=last + 1)


@pytest.mark.parametrize(
    "fixture",
    [Stored("finished", None, 1), Stored("scheduled", "postponed", 1)],
    ids=["finished", "put off"],
)
def test_a_fixture_that_is_over_or_put_off_is_never_overdue(fixture: Stored) -> None:
    assert not is_overdue(fixture, now=10**9)
