"""The titles of Datasette's pages have the scores that the other faces write."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from footydata.football.records import KnockoutRecord
from footydata.football.scores import whole_score
from footydata.store.page_sql import TITLES

ENDS = (
    (2, 1, KnockoutRecord(1, number=7)),
    (1, 1, KnockoutRecord(1, 2, 1)),
    (0, 0, KnockoutRecord(1, 0, 0, 4, 2, through="home")),
    (2, 2, KnockoutRecord(1, 3, 3, 4, 2)),
    (1, 1, KnockoutRecord(1, 1, 1)),
    (1, 1, KnockoutRecord(1, 1, 1, through="home")),
    (None, None, KnockoutRecord(1, 3, 1)),
    (None, None, KnockoutRecord(1, 2, 2, 5, 3)),
    (None, None, KnockoutRecord(1, None, None, 3, 4)),
    (None, None, KnockoutRecord(1, final_home_goals=2, final_away_goals=1)),
    (None, None, KnockoutRecord(1, None, None, 4, 1, 1, 1)),
    (1, 1, KnockoutRecord(1, through="away")),
    (None, None, KnockoutRecord(1, through="away")),
    (2, 0, KnockoutRecord(1, through="home")),
    (1, 1, KnockoutRecord(1, through="away", on_penalties=1)),
    (2, 1, KnockoutRecord(1, through="away", on_penalties=1)),
    (1, 1, KnockoutRecord(1, 1, 1, 4, 2, through="home", on_penalties=1)),
)


SIDES = """
    select home.name, away.name from fixture
    join team as home on home.id = home_id join team as away on away.id = away_id where fixture.id = :id
"""


@pytest.fixture
def writable(sample: Path) -> Iterator[sqlite3.Connection]:
    """The sample in memory."""
    with closing(sqlite3.connect(sample)) as stored, closing(sqlite3.connect(":memory:")) as copy:
        stored.backup(copy)
        yield copy


@pytest.mark.parametrize(
    ("home", "away", "end"), ENDS, ids=[str(place) for place in range(len(ENDS))]
)
def test_a_title_has_the_whole_score(
    writable: sqlite3.Connection, home: int | None, away: int | None, end: KnockoutRecord
) -> None:
    fixture_id = writable.execute(
        "select min(id) from fixture where status = 'finished'"
    ).fetchone()[0]
    writable.execute(
        "update fixture set home_goals = ?, away_goals = ? where id = ?", (home, away, fixture_id)
    )
    names = ", ".join(KnockoutRecord._fields)
    marks = ", ".join("?" for _ in KnockoutRecord._fields)
    writable.execute(
        f"insert into knockout ({names}) values ({marks})", end._replace(fixture_id=fixture_id)
    )

    title = writable.execute(TITLES["fixture"], {"id": fixture_id}).fetchone()[0]

    sides = writable.execute(SIDES, {"id": fixture_id}).fetchone()
    assert f" {whole_score(home, away, end, sides=sides)} " in title


def test_a_finished_fixture_without_a_score_has_none(writable: sqlite3.Connection) -> None:
    fixture_id = writable.execute(
        "select min(id) from fixture where status = 'finished'"
    ).fetchone()[0]
    writable.execute("update fixture set home_goals = null where id = ?", (fixture_id,))

    assert " v " in writable.execute(TITLES["fixture"], {"id": fixture_id}).fetchone()[0]
