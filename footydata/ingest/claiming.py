"""What one load says of a stored fixture: its claim, and where it contradicts what is stored."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from footydata.football.records import (
    ClaimRow,
    FixtureRecord,
)
from footydata.football.terms import Status
from footydata.ingest.resolve import ImportContext
from footydata.sources.parsed import (
    ParsedFixture,
)
from footydata.store.claims.claim import (
    PROVISIONAL,
    ClaimBody,
    FixtureClaim,
    LoadOfClaims,
    bytes_of,
    first_claim,
    outdated_loads,
)
from footydata.store.claims.merging import is_compatible, merge, merge_source
from footydata.store.claims.stored import (
    Differences,
    StoredFixture,
)
from footydata.store.read.said_values import (
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
    between = _between(incoming, was, now, line)
    return [conflict for conflict in between if is_final or not conflict.is_taken]


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


def _between(
    incoming: Values, before: StoredFixture, after: StoredFixture, line: int | None = None
) -> list[Conflict]:
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
            line,
        )
        for value, was, said in differing
    ]


def _text(value: Value, one: tuple[Any, ...], other: tuple[Any, ...]) -> str:
    own = only_here(one, other) if value == TIMELINE else ""
    return "; ".join(filter(None, (text_of(value, one), own)))


class MatchedFixture(NamedTuple):
    """A parsed fixture and its row with ids.

    names: the ids of the names by which the source calls the home and the away team of the stored fixture, None if it
    gives ids. is_exchanged: whether the source has the sides of the stored fixture exchanged.
    """

    parsed: ParsedFixture
    row: FixtureRecord
    names: tuple[int | None, int | None] = (None, None)
    is_exchanged: bool = False


def _says(claim: ClaimBody, body: ClaimBody) -> bool:
    """Whether a claim says what a body says, whenever either was fetched."""
    return claim._replace(fetched_ts=0) == body._replace(fetched_ts=0)


POLL = "pull"
"""The kind of loads of which only the latest claim of an unfinished fixture stays."""


class Claimed(NamedTuple):
    """What came of what a load says of a stored fixture.

    after: the rows of the fixture. has_changed: whether any differs. is_added: whether what was said is a claim of its
    own. conflicts: the contradictions between what was said and what was stored.
    """

    after: StoredFixture
    has_changed: bool
    is_added: bool
    conflicts: list[Conflict]


def write_claim(
    context: ImportContext,
    matched: MatchedFixture,
    body: ClaimBody,
    before: StoredFixture,
    *,
    repeats: list[int],
    differences: Differences,
) -> Claimed:
    """Write what the load under way says of a stored fixture.

    repeats: the ids of claims that the source repeats are added to them. differences: the rows of the fixture that
    change are added to them.
    """
    load = context.claims.load(context.load_id)
    key, number = (load.source_id, before.fixture.id), context.file.number
    is_behind = load.run is not None and context.first_files.setdefault(key, number) != number
    claims = context.claims.of_fixture(before)
    own = [claim for claim in claims if claim.load.source_id == load.source_id]
    incoming, after, has_changed = body, before, False
    same = _same(load, matched.names, body, own, is_behind=is_behind)
    if same is not None and same.load_id != load.id:
        repeats.append(same.id)
    # If the file that reaches furthest said the same as before, this one has no say.
    is_silent = is_behind and all(claim.load.run != load.run for claim in own)
    replaced = _replaced(load, own)
    if replaced is not None:
        # What the source said of it and then said more of, in one load or by the next poll.
        earlier, later = (
            replaced.load._replace(id=place, moment=place, run=None) for place in (0, 1)
        )
        body = merge_source([FixtureClaim(earlier, replaced.body), FixtureClaim(later, body)])
        is_silent |= replaced.load.id == load.id and _says(replaced.body, body)
    is_new = same is None and not is_silent
    if is_new:
        if replaced is not None:
            claims.remove(replaced)
        _write(context, matched, body, replaced, claims)
        claims.append(FixtureClaim(load, body))
        after = merge(claims)
        has_changed = differences.add(before, after)
    is_outdated = load.run is not None and load.id in outdated_loads(claims)
    return Claimed(
        after,
        has_changed,
        is_new and replaced is None,
        conflicts(incoming, before, after, line=matched.parsed.line, is_outdated=is_outdated),
    )


def _same(
    load: LoadOfClaims,
    names: tuple[int | None, int | None],
    body: ClaimBody,
    own: Sequence[FixtureClaim],
    *,
    is_behind: bool,
) -> ClaimRow | None:
    """A claim of the source that says the same, so that another one would change nothing."""
    if not own:
        return None
    head = first_claim(own)
    for claim in own:
        other = claim.load
        is_later = claim is not head and (load.corrects or not body.is_finished or other.corrects)
        # Under another name it may be of another club, once a decision is undone.
        if (
            (claim.row.home_name, claim.row.away_name) == names
            and (is_behind or not is_later)
            and (body.is_finished or (other.kind == POLL) == (load.kind == POLL))
            and _says(claim.body, body)
        ):
            return claim.row
    return None


def _replaced(load: LoadOfClaims, own: Sequence[FixtureClaim]) -> FixtureClaim | None:
    """The claim that this one joins: of the same load, or the latest poll of the unfinished fixture."""
    for claim in reversed(own):
        other = claim.load
        is_poll = (
            load.kind == other.kind == POLL
            and load.place == other.place
            and other.moment <= load.moment
        )
        if other.id == load.id or (is_poll and not claim.body.is_finished):
            return claim
    return None


def _write(
    context: ImportContext,
    matched: MatchedFixture,
    body: ClaimBody,
    replaced: FixtureClaim | None,
    others: Sequence[FixtureClaim],
) -> None:
    """Write a claim, and the bodies of the others, which are not the only ones any more."""
    claims, load_id = context.claims, context.load_id
    for claim in others:
        if claim.row.body is None:
            claims.set_body(claim.row.id, claim.body)
    if replaced is not None and replaced.load.id == load_id:
        if others:
            claims.set_body(replaced.row.id, body)
        return
    if replaced is not None:
        claims.remove(replaced.row.id)
    blob = bytes_of(body) if others else None
    exchanged = int(matched.is_exchanged)
    claims.add(ClaimRow(0, load_id, matched.row.id, *matched.names, blob, exchanged))
