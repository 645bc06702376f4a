"""How a tool chooses fixtures: the arguments that several take, and the fixtures of a filter with their doubts."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Annotated

from footydata.database import Database
from footydata.faces.agents.answers import Rows, ToolAnswer, bounded, records
from footydata.faces.agents.declaring import MOST_ROWS
from footydata.football.errors import FixtureNotFound
from footydata.football.moments import day_of
from footydata.football.rows import FixtureRow
from footydata.football.terms import Order, Status
from footydata.football.wording import plural
from footydata.frames.fixtures import fixture_frame
from footydata.store.known_results import is_overdue
from footydata.store.read.fixtures.counts import count_fixtures
from footydata.store.read.fixtures.fixtures import (
    FixtureFilter,
    fixture_by_id,
    fixture_ids,
    fixtures,
)
from footydata.store.read.quality.reasons import why_no_fixtures
from footydata.store.read.seasons.standings import BREAK
from footydata.views.arguments import Says

League = Annotated[str, Says("League: id, name or part of it, or code (E0).")]
Season = Annotated[str, Says("25/26 or 2025; without it the newest, or all in lists.")]
Team = Annotated[str, Says("Team: id, or name in any spelling.")]
Referee = Annotated[str, Says("Referee's name or part of it.")]
Start = Annotated[str, Says("First UTC day, 2026-03-14.")]
End = Annotated[str, Says("Last UTC day.")]
At = Annotated[str, Says("As of the end of this UTC day, or of a moment.")]
FixtureId = Annotated[int, Says("Id from 'fixtures'.")]
Market = Annotated[
    str,
    Says("1x2, asian, goalline, corner, corner_asian, cards, cards_asian, btts, home_corners ..."),
]
Limit = Annotated[int, Says("Most rows.", least=1, most=MOST_ROWS)]


def listed(
    db: Database, filters: FixtureFilter, *, newest_first: bool, limit: int, now: int
) -> ToolAnswer:
    """The first fixtures of a filter; those of a large file are not all read for it."""
    count = count_fixtures(db.connection, filters)
    order = Order.DESC if newest_first else Order.ASC
    rows = fixtures(db.connection, filters, order=order, limit=limit)
    answer = ToolAnswer(about={"matching": count}, fixture_ids=[row.id for row in rows])
    bounded(answer, "rows", fixture_rows(db, rows), most=limit)
    if count > len(rows):
        answer.left_out["rows"] = count - len(rows)
    answer.doubts = fixture_doubts(rows, answer.lists["rows"], now=now)
    if not rows:
        answer.notes.append(why_no_fixtures(db.connection, filters))
    return answer


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


def fixture_doubts(rows: Sequence[FixtureRow], shown: Rows, *, now: int) -> list[str]:
    """What is doubtful of fixtures: their ends, unknown times, results that should be there by now."""
    doubts = row_doubts(shown)
    overdue = [row for row in rows if is_overdue(row, now=now)]
    if overdue:
        doubts.append(
            f"{plural(len(overdue), 'fixture')} should have ended by now and {'has' if len(overdue) == 1 else 'have'} "
            "no result here: the file may be behind"
        )
    scoreless = [row for row in rows if row.status == Status.FINISHED and row.home_goals is None]
    if scoreless:
        doubts.append(f"{plural(len(scoreless), 'finished fixture')} without a known score")
    timeless = [row for row in rows if not row.time_known]
    if timeless:
        doubts.append(f"of {plural(len(timeless), 'fixture')} only the day is known, not the time")
    return doubts


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
