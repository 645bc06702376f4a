"""What one load says of a stored fixture: its claim, and where it contradicts what is stored."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from footydata.football.records import (
    CLAIM_BITS,
    ClaimAgain,
    ClaimRow,
    FixtureRecord,
)
from footydata.football.terms import Status
from footydata.ingest.context import ImportContext
from footydata.sources.parsed import (
    ParsedFixture,
)
from footydata.store.claims.claim import (
    PROVISIONAL,
    ClaimBody,
    FixtureClaim,
    first_claim,
    outdated_loads,
)
from footydata.store.claims.merging import is_compatible, merge, merge_source
from footydata.store.claims.stored import (
    Differences,
    StoredFixture,
)
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


class ClaimOfLoad:
    """What one load says of one stored fixture.

    Attributes:
        has_changed: whether the rows of the fixture changed. is_added: whether what was said is a claim of its own.
        conflicts: the contradictions between what was said and what was stored.
    """

    def __init__(
        self,
        context: ImportContext,
        matched: MatchedFixture,
        stored: StoredFixture,
        rows: list[ClaimRow],
    ) -> None:
        self._claims = context.claims
        self._matched = matched
        self._stored = stored
        self._rows = rows
        self._load = self._claims.load(context.load_id)
        key, number = (self._load.source_id, stored.fixture.id), context.file.number
        self._is_behind = (
            self._load.run is not None and context.first_files.setdefault(key, number) != number
        )
        self.has_changed = self.is_added = False
        self.conflicts: list[Conflict] = []

    def write(
        self,
        body: ClaimBody,
        repeats: list[ClaimAgain],
        differences: Differences,
    ) -> StoredFixture:
        """Write the claim; returns the rows of the fixture after it.

        repeats: what the source has said before is added to them. differences: the rows that change are added to them.
        """
        before, rows, load = self._stored, self._rows, self._load
        claims = self._claims.claims(rows, before)
        own = [claim for claim in claims if claim.load.source_id == load.source_id]
        incoming, after = body, before
        same = self._same(body, own)
        if same is not None and same.id >> CLAIM_BITS != load.id:
            repeats.append(ClaimAgain(same.id, load.id))
        # If the file that reaches furthest said the same as before, this one has no say.
        is_silent = self._is_behind and all(claim.load.run != load.run for claim in own)
        replaced = self._replaced(own)
        if replaced is not None:
            # What the source said of it and then said more of, in one load or by the next poll.
            earlier, later = (
                replaced.load._replace(id=place, moment=place, run=None) for place in (0, 1)
            )
            parts = FixtureClaim(earlier, replaced.body), FixtureClaim(later, incoming)
            body = merge_source(parts)
            is_silent |= replaced.load.id == load.id and _says(replaced.body, body)
        if same is None and not is_silent:
            self.is_added = replaced is None
            if replaced is not None:
                rows.remove(replaced.row)
                claims.remove(replaced)
            claims.append(FixtureClaim(load, body))
            after = merge(claims)
            self.has_changed = differences.add(before, after)
            self._write(body, replaced, claims)
        self.conflicts = conflicts(
            incoming,
            before,
            after,
            line=self._matched.parsed.line,
            is_outdated=load.run is not None and load.id in outdated_loads(claims),
        )
        return after

    def _same(self, body: ClaimBody, own: Sequence[FixtureClaim]) -> ClaimRow | None:
        """A claim of the source that says the same, so that another one would change nothing."""
        if not own:
            return None
        head = own[0] if len(own) == 1 else first_claim(own)
        for claim in own:
            row, load = claim.row, claim.load
            is_later = claim is not head and (
                self._load.corrects or not body.is_finished or load.corrects
            )
            # Under another name it may be of another club, once a decision is undone.
            is_named_so = (row.home_name, row.away_name) == self._matched.names
            if not is_named_so or (is_later and not self._is_behind):
                continue
            is_poll = load.kind == POLL
            if _says(claim.body, body) and (
                body.is_finished or is_poll == (self._load.kind == POLL)
            ):
                return row
        return None

    def _replaced(self, own: Sequence[FixtureClaim]) -> FixtureClaim | None:
        """The claim that this one joins: of the same load, or the latest poll of the unfinished fixture."""
        load = self._load
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
        self,
        body: ClaimBody,
        replaced: FixtureClaim | None,
        claims: Sequence[FixtureClaim],
    ) -> None:
        """Write the claim, and the bodies of claims that are not the only one any more."""
        claim_rows = self._claims
        fixture_id, is_only = self._stored.fixture.id, len(claims) == 1
        for row, claim in zip(self._rows, claims, strict=False):
            if row.body is None:
                filled = claim_rows.set_body(row, claim.body)
                self._rows[self._rows.index(row)] = filled
        if replaced is not None and replaced.load.id == self._load.id:
            row = replaced.row
            self._rows.append(row if is_only else claim_rows.set_body(row, body))
            return
        if replaced is not None:
            claim_rows.remove([replaced.row.id])
        row = claim_rows.add(
            self._load.id,
            fixture_id,
            self._matched.names,
            None if is_only else body,
            exchanged=self._matched.is_exchanged,
        )
        self._rows.append(row)
