"""Who says what of a fixture: every value, what each source says of it, which one stands and why."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from footydata.football.errors import FixtureNotFound
from footydata.football.records import CLAIM_BITS
from footydata.football.wording import plural
from footydata.store.claims.claim import ODDS, ClaimBody, FixtureClaim, Rank, by_source
from footydata.store.claims.claim_rows import ClaimRows
from footydata.store.claims.merging import merge_source
from footydata.store.claims.stored import StoredFixture, read_stored
from footydata.store.read.quality.said_values import (
    KICKOFF,
    REFEREE,
    STATUS,
    TIMELINE,
    Value,
    differ,
    only_here,
    stands,
    stored_values,
    text_of,
    values_of,
)

ONLY, AGREES, TRUSTED, LESS_TRUSTED = "the only one", "all agree", "most trusted", "less trusted"
SAME, FILLED, EARLIER = "says the same", "filled by others", "from before the end"
CORRECTION, CORRECTED = "a correction", "corrected since"
FIRST, LATER = "the first finished load", "a later load"
LATEST, OUTDATED = "the latest load", "an earlier load"
BEHIND = "another file of its run goes further"
SPELLING = "its spelling"
NO_LOAD = 0
OUT_OF_ORDER = {
    STATUS.part: ("the furthest", "not as far"),
    ODDS: ("the first with prices", "without prices"),
}
"""Part → why a value stands though a more trusted source says otherwise, and why that one does not."""


class SourceValue(NamedTuple):
    """What one source says of a value of a fixture.

    differs: whether sources, or loads of one source, contradict each other here. stands: the stored value.
    load_id: the load that says so, None if no load is noted.
    """

    value: str
    differs: bool
    stands: str | None
    source: str
    says: str
    is_standing: bool
    why: str
    load_id: int | None


def source_values(connection: sqlite3.Connection, fixture_id: int) -> list[SourceValue]:
    """Every value of a fixture with a row for each source that gives it, the most trusted first.

    Contradictions come first, then what several sources say alike, then what only one says. A load that contradicts
    others of its own source has a row as well. Raises FixtureNotFound.
    """
    stored = read_stored(connection, [fixture_id]).get(fixture_id)
    if stored is None:
        raise FixtureNotFound(f"no fixture has the id {fixture_id}", param="fixture_id")
    claims = ClaimRows(connection)
    own = claims.claims(claims.read([fixture_id]).get(fixture_id, []), stored)
    if not own and len(stored.sources) == 1:
        # A fixture that no load noted is as said by its only source.
        ((source_id, trust, name, _, fetched_ts),) = stored.sources
        body = claims.body_of_rows(stored, is_remote=False)
        own = [FixtureClaim(Rank.of(trust, name), source_id, fetched_ts, NO_LOAD, body)]
    slug_of = claims.codec.slug
    sources = [
        _SourceClaims(rank.name, of_source, own, slug_of) for _, rank, of_source in by_source(own)
    ]
    stored_by_value = stored_values(stored, slug_of)
    is_over = any(source.body.is_finished for source in sources)
    order = list(
        dict.fromkeys(value for source in sources for value in (*source.values, *source.others))
    )
    # A list is empty while it is sorted.
    order.sort(key=list(dict.fromkeys([*stored_by_value, *order])).index)
    rows_by_value = [
        _rows(value, sources, stored_by_value.get(value), is_over=is_over) for value in order
    ]
    rows_by_value += _names(
        connection,
        stored,
        {claim.load_id: source.name for source in sources for claim in source.claims},
    )
    rows_by_value.sort(
        key=lambda rows: (not rows[0].differs, len({row.source for row in rows}) == 1)
    )
    return [row for rows in rows_by_value for row in rows]


def summary(rows: Sequence[SourceValue]) -> str:
    """A sentence: how many values differ between which sources; if there is one source alone, that."""
    sources = dict.fromkeys(
        row.source for row in sorted(rows, key=lambda row: row.value != KICKOFF.name)
    )
    if not sources:
        return "No load is known that says anything of this fixture."
    differing = len({row.value for row in rows if row.differs})
    are = (
        f"{plural(differing, 'value')} differ{'s' * (differing == 1)}"
        if differing
        else "No value differs"
    )
    if len(sources) == 1:
        sentence = f"Only {next(iter(sources))} gives this fixture"
        return (
            f"{sentence}; {are} between its loads."
            if differing
            else f"{sentence}; there is nothing to compare."
        )
    return f"{are} between {', '.join(sources)}."


class _SourceClaims:
    """What a source says of a fixture.

    own: its claims that count, in their order. claims: of all sources.

    Attributes:
        values: of its claims together. others: of each of its claims that contradicts that, with why it does not stand.
    """

    def __init__(
        self,
        name: str,
        own: Sequence[FixtureClaim],
        claims: Sequence[FixtureClaim],
        slug_of: Callable[[int], str],
    ) -> None:
        self.name = name
        self.claims = own
        self.body: ClaimBody = merge_source(own)
        self.values = values_of(self.body, slug_of)
        self._by_claim = [(claim, values_of(claim.body, slug_of)) for claim in own]
        outdated_claims = [
            claim for claim in claims if claim.rank == own[0].rank and claim not in own
        ]
        self.others: dict[Value, list[tuple[FixtureClaim, tuple[Any, ...], str]]] = {}
        for claim, values in (
            *self._by_claim,
            *((claim, values_of(claim.body, slug_of)) for claim in outdated_claims),
        ):
            for value, known in values.items():
                own_value = self.values.get(value)
                if own_value is None or differ(value, known, own_value):
                    why = BEHIND if claim in outdated_claims else self._why_not(value, claim)
                    self.others.setdefault(value, []).append((claim, known, why))

    def giver(self, value: Value) -> FixtureClaim:
        """The claim that the source's value is from."""
        own_value = self.values[value]
        return next(
            (
                claim
                for claim, values in self._by_claim
                if value in values and not differ(value, values[value], own_value)
            ),
            self.claims[0],
        )

    def why(self, value: Value) -> str:
        """Why this value of the source stands against others of its own; '' if there are none."""
        if all(why in (EARLIER, BEHIND) for _, _, why in self.others.get(value, ())):
            return ""
        giver = self.giver(value)
        return CORRECTION if giver.corrects else FIRST if giver.body.is_finished else LATEST

    def is_left_out(self, value: Value, *, is_over: bool) -> bool:
        """Whether the claims of the source are from before the end of a fixture that others say is finished."""
        return is_over and not self.body.is_finished and value.is_provisional

    def _why_not(self, value: Value, claim: FixtureClaim) -> str:
        if (
            self.body.is_finished
            and not claim.body.is_finished
            and (value.is_provisional or value == STATUS)
        ):
            return EARLIER
        if value in self.values and self.giver(value).corrects:
            return CORRECTED
        return LATER if claim.body.is_finished else OUTDATED

    def text(self, value: Value, known: tuple[Any, ...], body: ClaimBody) -> str:
        """What the source says; a referee as it spells the name."""
        return (
            body.spelling
            if value == REFEREE and body.spelling is not None
            else text_of(value, known)
        )


def _rows(
    value: Value, sources: Sequence[_SourceClaims], stored: tuple[Any, ...] | None, *, is_over: bool
) -> list[SourceValue]:
    """The rows of a value; stored: what stands, None if nothing does."""
    givers = [source for source in sources if value in source.values or value in source.others]
    counting = [
        source
        for source in givers
        if value in source.values and not source.is_left_out(value, is_over=is_over)
    ]
    standing = [
        source
        for source in counting
        if stored is not None and stands(value, source.values[value], stored)
    ]
    in_order, against = OUT_OF_ORDER.get(value.part, (TRUSTED, LESS_TRUSTED))
    is_first = bool(standing) and standing[0] is counting[0]
    rows: list[tuple[_SourceClaims, FixtureClaim, tuple[Any, ...], bool, str]] = []
    for source in givers:
        known = source.values.get(value)
        if known is not None:
            if source not in counting:
                why = EARLIER
            elif source not in standing:
                why = LESS_TRUSTED if is_first else against
            elif source is not standing[0]:
                why = SAME
            else:
                why = source.why(value) or _why(
                    value, source, givers, standing, stored, TRUSTED if is_first else in_order
                )
            rows.append((source, source.giver(value), known, source in standing, why))
        rows += (
            (source, claim, other, False, why) for claim, other, why in source.others.get(value, ())
        )
    differs = any(
        not is_standing
        and why not in (EARLIER, BEHIND)
        and (stored is None or differ(value, known, stored))
        for _, _, known, is_standing, why in rows
    )
    now = None if stored is None else text_of(value, stored)
    # As many events of each type may be others, so that their counts tell nothing.
    timelines = [known for _, _, known, _, _ in rows] if differs and value == TIMELINE else []
    own = {
        known: only_here(known, [event for other in timelines if other != known for event in other])
        for known in timelines
    }
    return [
        SourceValue(
            value.name,
            differs,
            now,
            source.name,
            own.get(known) or source.text(value, known, claim.body),
            is_standing,
            why,
            claim.load_id or None,
        )
        for source, claim, known, is_standing, why in rows
    ]


def _why(
    value: Value,
    winner: _SourceClaims,
    givers: Sequence[_SourceClaims],
    standing: Sequence[_SourceClaims],
    stored: tuple[Any, ...] | None,
    against: str,
) -> str:
    if winner.values[value] != stored:
        return FILLED
    if len(givers) == 1:
        return ONLY
    return AGREES if len(standing) == len(givers) else against


def _names(
    connection: sqlite3.Connection, stored: StoredFixture, loads: dict[int, str]
) -> Iterator[list[SourceValue]]:
    """The rows of each team's name: how each load that is known spells it, each spelling of a source once."""
    rows = connection.execute(_SPELLINGS, {"id": stored.fixture.id}).fetchall()
    for side in ("home", "away"):
        spelled: dict[tuple[str, str], SourceValue] = {}
        for load_id, own_side, name, spelling in rows:
            source = loads.get(load_id)
            if own_side == side and source is not None:
                row = SourceValue(
                    side, False, name, source, spelling, spelling == name, SPELLING, load_id
                )
                spelled.setdefault((source, spelling), row)
        order = list(dict.fromkeys(loads.values()))
        if spelled:
            yield sorted(spelled.values(), key=lambda row: order.index(row.source))


_SPELLINGS = f"""
    select claim.id >> {CLAIM_BITS}, side.value, team.name, external_id.key
    from claim join json_each('["home", "away"]') as side
    join external_id on external_id.id = case side.value when 'home' then claim.home_name else claim.away_name end
    join fixture on fixture.id = claim.fixture_id
    join team on team.id = case side.value when 'home' then fixture.home_id else fixture.away_id end
    where claim.fixture_id = :id order by claim.id, side.value desc
"""
