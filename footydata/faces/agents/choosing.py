"""How a tool chooses fixtures: the arguments that several take, and the fixtures of a filter with their doubts."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Annotated

from footydata.database import Database
from footydata.faces.agents.answers import Rows, records
from footydata.faces.agents.declaring import MOST_ROWS
from footydata.football.errors import FixtureNotFound
from footydata.football.moments import day_of
from footydata.football.rows import FixtureRow
from footydata.football.terms import Status
from footydata.frames.fixtures import fixture_frame
from footydata.store.read.fixtures.fixtures import (
    FixtureFilter,
    fixture_by_id,
    fixture_ids,
)
from footydata.store.read.seasons.table_doubts import BREAK
from footydata.views.arguments import Says

Start = Annotated[str, Says("First UTC day, 2026-03-14.")]
End = Annotated[str, Says("Last UTC day.")]
Market = Annotated[
    str,
    Says("1x2, asian, goalline, corner, corner_asian, cards, cards_asian, btts, home_corners ..."),
]
Limit = Annotated[int, Says("Most rows.", least=1, most=MOST_ROWS)]


def fixture_of(db: Database, fixture_id: int) -> FixtureRow:
    """The fixture of an id. Raises FixtureNotFound."""
    row = fixture_by_id(db.connection, fixture_id)
    if row is None:
        raise FixtureNotFound(
            f"no fixture has the id {fixture_id}; 'fixtures' lists them", param="fixture_id"
        )
    return row


def fixture_rows(db: Database, rows: Sequence[FixtureRow]) -> Rows:
    """The fixtures as db.fixtures() has them."""
    return records(fixture_frame(db.connection, rows))


def row_doubts(shown: Rows) -> list[str]:
    """What is doubtful of the ends of fixtures."""
    return [f"fixture {row['fixture_id']}: {row['doubt']}" for row in shown if row.get("doubt")]


def played_ids(db: Database, filters: FixtureFilter) -> list[int]:
    """The ids of the finished fixtures of a filter."""
    return fixture_ids(db.connection, replace(filters, statuses=(Status.FINISHED,)))


def gap_doubts(kickoffs: Sequence[int]) -> list[str]:
    """That the file may lack fixtures between others of a team. kickoffs: the oldest first, in unix seconds."""
    return [
        f"the file has no fixture between {day_of(one)} and {day_of(next_one)}: it may lack some"
        for one, next_one in pairwise(kickoffs)
        if next_one - one >= BREAK
    ]
