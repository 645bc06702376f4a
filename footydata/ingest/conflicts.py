"""Where a source contradicts what is stored of a fixture, and whether its value replaces the stored one."""

from collections.abc import Callable
from typing import Any, NamedTuple

from footydata.football.terms import Status
from footydata.store.claims.claim import PROVISIONAL, ClaimBody
from footydata.store.claims.stored import StoredFixture
from footydata.store.read.quality.said_values import (
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
    slug_of: Callable[[int], str],
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
        was = text_of(STATUS, (fixture.status, fixture.state_detail))
        return [Conflict(fixture.id, STATUS.name, was, body.fixture.status, line=line)]
    is_final = fixture.status == Status.FINISHED
    if body.is_finished != (after.fixture.status == Status.FINISHED) or body.is_finished > is_final:
        # Figures from before the end of the fixture give way to those of its end without a word.
        body = body._replace(parts=body.parts & ~PROVISIONAL)
    differing = {key: quotes for key, quotes in body.odds.items() if before.odds.get(key) != quotes}
    incoming = values_of(body._replace(odds=differing), slug_of)
    return [
        conflict._replace(line=line)
        for conflict in _between(incoming, before, after, slug_of)
        if is_final or not conflict.is_taken
    ]


def contradictions(
    before: StoredFixture,
    incoming: StoredFixture,
    after: StoredFixture,
    *,
    slug_of: Callable[[int], str],
) -> list[Conflict]:
    """Each known value of a fixture that another one has otherwise; after: what is stored now."""
    return _between(stored_values(incoming, slug_of), before, after, slug_of)


def _between(
    incoming: Values, before: StoredFixture, after: StoredFixture, slug_of: Callable[[int], str]
) -> list[Conflict]:
    stored = stored_values(before, slug_of)
    differing = [
        (value, stored[value], said)
        for value, said in incoming.items()
        if value in stored and value not in (STATUS, STAGE) and differ(value, said, stored[value])
    ]
    now = stored_values(after, slug_of) if differing else {}
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
