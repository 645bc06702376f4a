"""Where a source contradicts what is stored of a fixture, and whether its value replaces the stored one."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from footydata.football.moments import minute_text
from footydata.football.records import EventRecord, FixtureRecord
from footydata.football.wording import plural
from footydata.store.claims.claim import (
    BASE,
    EVENTS,
    FURTHER_FIGURES,
    PLACES,
    PROVISIONAL,
    ClaimBody,
)
from footydata.store.claims.merging import is_compatible, is_near, is_priced, kickoff_agrees
from footydata.store.claims.stored import NO_QUOTE, PERIODS, DetailRecord, StoredFixture
from footydata.store.read.quality.said_values import only_here

LONG_PART = 4
"""In a conflict, a part of more figures than this, or of several kinds, shows only those that differ."""

HALVES = ("", "first-half ")


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
    if is_outdated:
        fixture = before.fixture
        if not body.is_finished or fixture.status == body.fixture.status:
            return []
        was = _text((fixture.status, fixture.state_detail))
        return [Conflict(fixture.id, "status", was, body.fixture.status, line=line)]
    is_final = before.fixture.status == "finished"
    return [
        conflict._replace(line=line)
        for conflict in _conflicts(body, before, after, slug_of)
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
    body = ClaimBody(
        incoming.fixture,
        ~0,
        0,
        details=incoming.details,
        events=incoming.events,
        odds=incoming.odds,
        figures={key: (row.home, row.away) for key, row in incoming.figures.items()},
    )
    return list(_conflicts(body, before, after, slug_of))


def _conflicts(
    body: ClaimBody, before: StoredFixture, after: StoredFixture, slug_of: Callable[[int], str]
) -> Iterator[Conflict]:
    for what, stored, incoming, is_taken in _contradictions(body, before, after, slug_of):
        yield Conflict(before.fixture.id, what, _text(stored), _text(incoming), is_taken)


_Found = tuple[str, Sequence[object], Sequence[object], bool]
"""What is contradicted, the stored and the incoming values, and whether these were taken."""


def _contradictions(
    body: ClaimBody, before: StoredFixture, after: StoredFixture, slug_of: Callable[[int], str]
) -> Iterator[_Found]:
    parts = body.parts
    if not body.is_finished and after.fixture.status == "finished":
        parts &= ~PROVISIONAL
    fills = not before.fixture.time_known and is_near(body.fixture, before.fixture)
    if parts & BASE and not fills and not kickoff_agrees(body.fixture, before.fixture):
        yield (
            "kickoff",
            _utc(before.fixture),
            _utc(body.fixture),
            kickoff_agrees(body.fixture, after.fixture),
        )
    # Figures from before the end of the fixture give way to those of its end without a word.
    counted = ~PROVISIONAL if body.is_finished and before.fixture.status != "finished" else ~0
    if body.fixture[_FIRST:] != before.fixture[_FIRST:]:
        for part, what, places in PLACES:
            if part & parts & counted:
                yield from _in_columns(what, places, body.fixture, before.fixture, after.fixture)
    for part, row in body.details.items():
        stored = before.details.get(part)
        if part & parts & counted and stored is not None:
            now: Sequence[object] = after.details.get(part, (None,) * len(row))
            yield from _in_columns("", range(1, len(row)), row, stored, now)
    had_events = any(source.parts & EVENTS for source in before.sources)
    if (
        had_events
        and parts & EVENTS & counted
        and body.events is not None
        and list(body.events) != before.events
    ):
        was, said = before.events, body.events
        yield (
            "events",
            _events(was, beside=said),
            _events(said, beside=was),
            list(said) == after.events,
        )
    if parts & FURTHER_FIGURES & counted:
        yield from _in_figures(body, before, after)
    if body.odds and body.odds != before.odds:
        yield from _in_odds(body, before, after, slug_of)


def _in_columns(
    what: str,
    places: Sequence[int],
    incoming: FixtureRecord | DetailRecord,
    before: Sequence[object],
    after: Sequence[object],
) -> Iterator[_Found]:
    differing = [
        place
        for place in places
        if incoming[place] is not None and incoming[place] != before[place]
    ]
    contradicted = [place for place in differing if before[place] is not None]
    if not contradicted:
        return
    named: Sequence[int] = places
    if not what or len(places) > LONG_PART:
        what, named = ", ".join(incoming._fields[place] for place in differing), differing
    is_taken = all(after[place] == incoming[place] for place in contradicted)
    yield what, [before[place] for place in named], [incoming[place] for place in named], is_taken


def _in_figures(body: ClaimBody, before: StoredFixture, after: StoredFixture) -> Iterator[_Found]:
    for (figure, half), incoming in body.figures.items():
        row = before.figures.get((figure, half))
        if row is None or is_compatible(incoming, (row.home, row.away)):
            continue
        now = after.figures.get((figure, half))
        is_taken = now is not None and is_compatible(incoming, (now.home, now.away))
        yield HALVES[half] + figure.replace("_", " "), (row.home, row.away), incoming, is_taken


def _in_odds(
    body: ClaimBody, before: StoredFixture, after: StoredFixture, slug_of: Callable[[int], str]
) -> Iterator[_Found]:
    for key, quotes in body.odds.items():
        stored = before.odds.get(key, quotes)
        if stored == quotes:
            continue
        for period, place in PERIODS:
            was, incoming = stored[place], quotes[place]
            if (
                was == incoming
                or incoming == NO_QUOTE
                or (is_priced(was) and not is_priced(incoming))
            ):
                continue
            if not is_compatible(was, incoming):
                is_taken = is_compatible(incoming, after.odds[key][place])
                yield f"{slug_of(key[0])} {key[1]} {period}", was, incoming, is_taken


_FIRST = min(places[0] for _, _, places in PLACES)


def _text(values: Iterable[object]) -> str:
    return " ".join("-" if value is None else str(value) for value in values)


def _events(events: Sequence[EventRecord], *, beside: Sequence[EventRecord]) -> tuple[str]:
    """How many events there are, and the first one that the other timeline lacks."""
    own = only_here(events, beside)
    return (plural(len(events), "event") + (f", of them {own}" if own else ""),)


def _utc(fixture: FixtureRecord) -> tuple[str]:
    return (minute_text(fixture.kickoff_ts, time_known=bool(fixture.time_known)),)
