"""A frame that is empty says why."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pandas as pd
import pytest

import footydata as fd
from footydata.forecast.bets.own_rows import RefusedRowsWarning
from tests.conftest import NOW
from tests.new_databases import new_database

Asked = Callable[[fd.Database], pd.DataFrame]


@pytest.fixture(scope="module")
def db(sample: Path) -> Iterator[fd.Database]:
    with fd.Database(sample, clock=lambda: NOW) as database:
        yield database


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[fd.Database]:
    with fd.Database(
        new_database(tmp_path_factory.mktemp("reasons") / "empty.db"), clock=lambda: NOW
    ) as database:
        yield database


def scheduled(db: fd.Database) -> int:
    return int(db.fixtures(status="scheduled", league=39)["fixture_id"].iloc[-1])


def finished(db: fd.Database) -> int:
    return int(db.fixtures(status="finished", league=39)["fixture_id"].iloc[-1])


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            lambda db: db.fixtures(date="1999-01-01"),
            "no fixtures on 1999-01-01 match; the nearest days with any: 20",
        ),
        (
            lambda db: db.fixtures(league=39, status="live", date="2026-03-13"),
            "no live fixtures in Crown League (England) on 2026-03-13 match; the nearest days with any: 2026-03-14",
        ),
        (
            lambda db: db.fixtures(start="2150-01-01", end="2150-01-31"),
            "no fixtures from 2150-01-01 to 2150-01-31 match; the nearest days with any: ",
        ),
        (
            lambda db: db.fixtures(league=39, season="24/25", status="live"),
            "no live fixtures in Crown League (England) match",
        ),
        (
            lambda db: db.fixtures(league=39, season="24/25", status="live", date="2026-03-14"),
            "no live fixtures in Crown League (England) on 2026-03-14 match, nor on any other day",
        ),
        (
            lambda db: db.fixtures(league="Crown League", team="Union Steinfelde"),
            "no fixtures of Union Steinfelde in Crown League (England) match; there are some in Linden League (Ger",
        ),
        (
            lambda db: db.fixtures(team="Union Steinfelde", status="finished", date="1999-01-01"),
            "no finished fixtures of Union Steinfelde on 1999-01-01 match; the nearest days with any: ",
        ),
        (lambda db: db.events(date="1999-01-01"), "no fixtures on 1999-01-01 match; "),
        (lambda db: db.events(scheduled(db)), "no events are recorded for 1 fixture"),
        (lambda db: db.statistics(date="1999-01-01"), "no fixtures on 1999-01-01 match; "),
        (lambda db: db.odds(date="1999-01-01"), "no fixtures on 1999-01-01 match; "),
        (
            lambda db: db.odds(finished(db), market="cards", bookmaker="Bluebird"),
            "no odds of cards at bluebird are recorded for 1 fixture",
        ),
        (
            lambda db: db.odds_movement(finished(db), market="cards", bookmaker="Bluebird"),
            "no odds of cards at bluebird at two moments are recorded for 1 fixture",
        ),
        (
            lambda db: db.odds_history(finished(db), "cards", bookmaker="Bluebird"),
            "no history of cards at bluebird is recorded for fixture ",
        ),
        (
            lambda db: db.fair_lines(date="1999-01-01"),
            "no fixtures on 1999-01-01 match; the nearest days",
        ),
        (lambda db: db.fair_lines(league=39, markets=[]), "no market was given"),
        (
            lambda db: db.fair_lines(
                league=39, date=db.fixtures(league=39)["kickoff"].iloc[0].date()
            ),
            "Crown League, goals: 0 past fixtures",
        ),
    ],
)
def test_an_empty_frame_says_why(db: fd.Database, asked: Asked, said: str) -> None:
    frame = asked(db)
    assert frame.empty
    assert frame.attrs["reason"].startswith(said)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda db: db.fixtures(), "no fixtures match; the file has none at all"),
        (lambda db: db.fair_lines(), "no scheduled fixtures match; the file has none at all"),
        (lambda db: db.leagues(), "the database has no leagues"),
        (lambda db: db.teams(), "there are no teams in the database"),
        (lambda db: db.bookmakers(), "the database has no bookmakers: no odds were loaded"),
        (lambda db: db.all_standings(), "no season of a league with tables has reliable results"),
    ],
)
def test_an_empty_database_says_that_it_is(empty: fd.Database, asked: Asked, said: str) -> None:
    assert asked(empty).attrs["reason"] == said


def test_an_empty_frame_mentions_e_football_that_was_not_requested(empty: fd.Database) -> None:
    with empty.connection:
        empty.connection.executescript(
            """
            insert into country values ('XA', 'Aland', 'country');
            insert into league (id, name, country_code, esports) values (1, 'E-League', 'XA', 1);
            insert into team values (1, 'A', null), (2, 'B', null);
            insert into fixture (id, league_id, home_id, away_id, kickoff_ts, status, esports)
              values (1, 1, 1, 2, 0, 'scheduled', 1);
            """
        )
    assert (
        "there are some of e-football, which is listed where it is asked for"
        in empty.fixtures().attrs["reason"]
    )


def test_parts_that_were_never_fetched_are_named(sample: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(sample.read_bytes())
    with fd.Database(copy, clock=lambda: NOW) as db:
        fixture = finished(db)
        with db.connection:
            db.connection.execute("delete from event where fixture_id = ?", (fixture,))
            db.connection.execute(
                "update fixture_source set parts = 1 where fixture_id = ?", (fixture,)
            )
        assert (
            db.events(fixture)
            .attrs["reason"]
            .endswith("for 1 fixture: no source that was loaded has any")
        )


def test_a_book_without_bets_says_why(db: fd.Database, tmp_path: Path) -> None:
    path = tmp_path / "bets.csv"
    path.write_text("fixture,market,side,price\n")
    assert db.bets(path).attrs["reason"] == "the file has a heading and no bets"
    path.write_text("fixture,market,side,price\n7,1x2,home,2\n")
    with pytest.warns(RefusedRowsWarning):
        refused = db.bets(path)
    assert (
        refused.attrs["reason"] == "no row could be read as a bet; row 2: no fixture has the id 7"
    )


def test_a_frame_with_rows_needs_no_reason(db: fd.Database) -> None:
    frames = [
        db.fixtures(date="2026-03-14"),
        db.odds(date="2026-03-14"),
        db.leagues(),
        db.fair_lines(league=39),
    ]
    assert [frame.attrs.get("reason") for frame in frames] == [None] * 4
