"""Where a source contradicts what is stored of a fixture, and whether its value replaces the stored one."""

from typing import Any, NamedTuple

from footydata.football.records import FixtureRecord
from footydata.football.terms import Status
from footydata.store.claims.claim import PROVISIONAL, ClaimBody
from footydata.store.claims.merging import is_compatible
from footydata.store.claims.stored import StoredFixture
from footydata.store.read.quality.said_values import (
    KICKOFF,
    STAGE,
    STATUS,
    TIMELINE,
    Value,
    Values,
    differ,
    only_here,
    stands,
    stored_values,
    text_of,
    values_of,
)


class Conflict(NamedTuple):
    """A stored value that a source contradicts; stored and incoming as texts.

    is_taken: whether the incoming value replaced the stored one. line: in the source's file.
    """

    fixture_id: int
    what: str
    stored: str
    incoming: str
    is_taken: bool = False
    line: int | None = None


def conflicts(
    body: ClaimBody,
    before: StoredFixture,
    after: StoredFixture,
    *,
    line: int | None = None,
    is_outdated: bool = False,
) -> list[Conflict]:
    """The contradictions between a claim and what was stored before it: all of a finished fixture, else what it lost.

    is_outdated: whether another file of the same run says that the fixture has another status.
    """
    fixture = before.fixture
    if is_outdated:
        if not body.is_finished or fixture.status == body.fixture.status:
            return []
        status = text_of(STATUS, (fixture.status, fixture.state_detail))
        return [Conflict(fixture.id, STATUS.name, status, body.fixture.status, line=line)]
    is_final = fixture.status == Status.FINISHED
    is_early = not body.is_finished and after.fixture.status == Status.FINISHED
    if is_early or (body.is_finished and not is_final):
        # Figures from before the end of the fixture give way to those of its end without a word.
        body = body._replace(parts=body.parts & ~PROVISIONAL)
    # Of the many fixtures that a second file agrees with, no value is named.
    differing = {
        key: quotes for key, quotes in body.odds.items() if before.odds.get(key, quotes) != quotes
    }
    if not differing and _agrees(body, before):
        return []
    incoming = values_of(body._replace(odds=differing))
    was, now = (
        stored._replace(odds={key: stored.odds[key] for key in differing if key in stored.odds})
        for stored in (before, after)
    )
    return [
        conflict._replace(line=line)
        for conflict in _between(incoming, was, now)
        if is_final or not conflict.is_taken
    ]


def _agrees(body: ClaimBody, before: StoredFixture) -> bool:
    """Whether no value of a claim but its odds is another one than the stored."""
    kickoff, stored_kickoff = (
        (fixture.kickoff_ts, fixture.time_known) for fixture in (body.fixture, before.fixture)
    )
    figures = ((sides, before.figures.get(key)) for key, sides in body.figures.items())
    return (
        not differ(KICKOFF, kickoff, stored_kickoff)
        and is_compatible(body.fixture[_ROUND:], before.fixture[_ROUND:])
        and all(
            is_compatible(row, before.details.get(part, row)) for part, row in body.details.items()
        )
        and all(row is None or is_compatible(sides, (row.home, row.away)) for sides, row in figures)
        and (body.events is None or list(body.events) == before.events)
    )


_ROUND = FixtureRecord._fields.index("round")
"""From it on are the columns of which a source may say nothing."""


def contradictions(
    before: StoredFixture,
    incoming: StoredFixture,
    after: StoredFixture,
) -> list[Conflict]:
    """Each known value of a fixture that another one has otherwise; after: what is stored now."""
    return _between(stored_values(incoming), before, after)


def _between(incoming: Values, before: StoredFixture, after: StoredFixture) -> list[Conflict]:
    stored = stored_values(before)
    differing = [
        (value, stored[value], said)
        for value, said in incoming.items()
        if value in stored and value not in (STATUS, STAGE) and differ(value, said, stored[value])
    ]
    now = stored_values(after) if differing else {}
    return [
        Conflict(
            before.fixture.id,
            value.name,
            _text(value, was, said),
            _text(value, said, was),
            value in now and stands(value, said, now[value]),
        )
        for value, was, said in differing
    ]


def _text(value: Value, one: tuple[Any, ...], other: tuple[Any, ...]) -> str:
    own = only_here(one, other) if value == TIMELINE else ""
    return "; ".join(filter(None, (text_of(value, one), own)))
