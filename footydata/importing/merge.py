"""Merges a stored fixture with what a source gives of it again.

Unknown values are always filled in. A differing value is taken from a source of more trust than the one that gave the
stored value (of sources of equal trust, the first by name counts as more trusted); from the same source only if the
fixture is not finished, or finished ones may be corrected; from a less trusted source never. So the order of loading
does not matter between sources, and a finished fixture is final within one. A difference on a finished fixture is a
Conflict, whichever value is stored.

Figures of a live fixture are provisional: the finished fixture of a source replaces them, with its unknown values too,
and live figures never change a finished fixture. Of overlapping files in one load, the one that reaches further in
time is read first and wins. Source: decisions 5.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from footydata.contract.terms import FIELDS_OF_PART, Part, Status
from footydata.moments import minute_text
from footydata.records import EventRecord, FixtureRecord, OddsTickRecord, StatisticsRecord
from footydata.rules.same_club import SAME_DAY
from footydata.store.stored import PERIODS, Quotes

LONG_PART = 4
"""In a conflict, a part of more figures than this shows only those that differ."""

NOTHING = 0
"""No part of a fixture. Parts are plain integers here: `&` of two Parts takes ten times as long."""

BASE, STATISTICS, EVENTS, ODDS, FURTHER_FIGURES = map(
    int, (Part.BASE, Part.STATISTICS, Part.EVENTS, Part.ODDS, Part.FURTHER_FIGURES)
)
"""The parts that are more than columns of the fixture, as integers."""


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


_PLACES = tuple(
    (int(part), (part.name or "").lower(), tuple(map(FixtureRecord._fields.index, names)))
    for part, names in FIELDS_OF_PART.items()
)
_FIELD_PARTS = sum(FIELDS_OF_PART)
_FIRST_FIELD = min(places[0] for _, _, places in _PLACES)
_SEQ = OddsTickRecord._fields.index("seq")
_ORDER = {Status.SCHEDULED: 0, Status.LIVE: 1, Status.FINISHED: 2}


FIGURES = int(Part.GOALS | Part.HALF_GOALS | Part.CORNERS | Part.HALF_CORNERS | Part.CARDS)
PROVISIONAL = FIGURES | STATISTICS | EVENTS | FURTHER_FIGURES
"""What changes while a fixture is live."""


class Rank(NamedTuple):
    """The rank of a source: by trust; of equal trust, the first by name ranks higher."""

    trust: int
    name: str

    def outranks(self, other: "Rank | None") -> bool:
        """Whether this source ranks higher; every source outranks None.

        >>> Rank(60, "football-data").outranks(Rank(60, "statsbomb")), Rank(40, "a").outranks(Rank(60, "b"))
        (True, False)
        """
        if other is None or self.trust != other.trust:
            return other is None or self.trust > other.trust
        return self.name < other.name


@lru_cache(maxsize=4096)
def owners_of(parts_of: tuple[tuple[Rank, int], ...]) -> Mapping[int, Rank]:
    """Part → the highest rank among the sources that gave it; cached, as most fixtures come from the same sources."""
    owners: dict[int, Rank] = {}
    for rank, parts in parts_of:
        for part in Part(parts):
            if rank.outranks(owners.get(part)):
                owners[int(part)] = rank
    return MappingProxyType(owners)


@dataclass(slots=True)
class MergePolicy:
    """What a source may change in one stored fixture, and the outcome.

    Attributes:
        rank: of the incoming source.
        owners: part → the highest-ranking source that gave the stored part.
        final: whether the stored fixture is finished.
        correct: whether finished fixtures may be corrected.
        line: of the fixture in the source's file.
        provisional: the parts that the incoming ones replace, with their unknown values too.
        ignored: the parts of which nothing incoming is used.
        given_earlier: the parts that an earlier file of the same load gave, which reaches further in time.
        held: outcome: the parts that are stored as the source gives them.
        lost: outcome: the parts that other sources gave and this one replaced.
        conflicts: outcome: contradictions between stored and incoming values.
    """

    rank: Rank
    owners: Mapping[int, Rank]
    final: bool
    correct: bool
    line: int | None = None
    provisional: int = NOTHING
    ignored: int = NOTHING
    given_earlier: int = NOTHING
    held: int = NOTHING
    lost: int = NOTHING
    conflicts: list[Conflict] = field(default_factory=list)

    def takes(
        self,
        part: int,
        fixture_id: int,
        what: str,
        stored: Iterable[object],
        incoming: Iterable[object],
        *,
        owner: Rank | None = None,
    ) -> bool:
        """Whether a differing value replaces the stored one; notes the conflict if there is one.

        owner: the source of the stored value, None for the part's owner.
        """
        owner = owner or self.owners.get(part)
        is_own = self.rank == owner and (self.correct or not self.final)
        is_taken = not part & self.given_earlier and (is_own or self.rank.outranks(owner))
        if is_taken:
            self.lost |= part
        if self.final or not is_taken:
            self.conflict(fixture_id, what, stored, incoming, is_taken=is_taken)
        return is_taken

    def conflict(
        self, fixture_id: int, what: str, stored: Iterable[object], incoming: Iterable[object], *, is_taken: bool
    ) -> None:
        """Note a conflict."""
        self.conflicts.append(Conflict(fixture_id, what, _text(stored), _text(incoming), is_taken, self.line))


def policy_for(
    old: FixtureRecord,
    incoming: FixtureRecord,
    rank: Rank,
    owners: Mapping[int, Rank],
    *,
    correct: bool = False,
    line: int | None = None,
    given_earlier: int = NOTHING,
) -> MergePolicy:
    """What a source may change in a stored fixture that it gives as `incoming`."""
    final, is_over = old.status == Status.FINISHED, incoming.status == Status.FINISHED
    # A figure without an owner was given while the fixture was live.
    provisional = PROVISIONAL & ~sum(owners) if owners else NOTHING
    if old.status == Status.LIVE and is_over:
        provisional = PROVISIONAL
    ignored = PROVISIONAL if final and not is_over else NOTHING
    return MergePolicy(rank, owners, final, correct, line, provisional & ~given_earlier, ignored, given_earlier)


def merged_fixture(
    old: FixtureRecord, incoming: FixtureRecord, parts: int, policy: MergePolicy, *, has_own_id: bool
) -> FixtureRecord:
    """The merged fixture. has_own_id: the source gives ids of its own, which are stored unchanged."""
    if _is_outdated(old, incoming, policy):
        return old
    new = _merged_base(old, incoming, policy)
    if has_own_id:
        new = new._replace(league_id=incoming.league_id, home_id=incoming.home_id, away_id=incoming.away_id)
    if old.season_id is None or (has_own_id and incoming.season_id is not None):
        new = new._replace(season_id=incoming.season_id)
    parts &= _FIELD_PARTS & ~policy.ignored
    if new[_FIRST_FIELD:] == incoming[_FIRST_FIELD:]:
        policy.held |= parts & ~policy.given_earlier
        return new
    values: list[Any] = list(new)
    for part, what, places in _PLACES:
        if part & parts:
            _merge_values(old.id, part, what, values, incoming, places, policy)
    return FixtureRecord._make(values)


def _is_outdated(old: FixtureRecord, incoming: FixtureRecord, policy: MergePolicy) -> bool:
    """Whether an earlier file of the load gave another status, which stays; notes an incoming result as a conflict."""
    if not BASE & policy.given_earlier or incoming.status == old.status:
        return False
    if incoming.status == Status.FINISHED:
        policy.conflict(old.id, "status", (old.status, old.state_detail), (incoming.status,), is_taken=False)
    policy.ignored = ~NOTHING
    return True


def merged_statistics(
    old: StatisticsRecord | None, incoming: StatisticsRecord, policy: MergePolicy
) -> StatisticsRecord:
    """The merged statistics."""
    if old is None:
        policy.held |= STATISTICS
        policy.lost |= STATISTICS
        return incoming
    values: list[Any] = list(old)
    places = tuple(range(1, len(values)))
    _merge_values(old.fixture_id, STATISTICS, "", values, incoming, places, policy)
    return StatisticsRecord._make(values)


def merged_events(
    old: Sequence[EventRecord], incoming: Sequence[EventRecord], policy: MergePolicy, fixture_id: int
) -> Sequence[EventRecord]:
    """The merged timeline: the stored or the incoming one, as a whole."""
    is_new = EVENTS & policy.provisional
    if is_new or old == incoming or policy.takes(EVENTS, fixture_id, "events", _counted(old), _counted(incoming)):
        policy.held |= EVENTS
        return incoming
    return old


def merged_quotes(old: Quotes, incoming: Quotes, policy: MergePolicy, *, fixture_id: int, what: str) -> Quotes:
    """The merged quotes of a market; the line and prices of one period are replaced together.

    what: the bookmaker and the market, for conflicts.
    """
    if old == incoming:
        return old
    values = list(old)
    for period, place in PERIODS:
        before, after = old[place], incoming[place]
        if before == after or not any(value is not None for value in after):
            continue
        if _is_priced(before) and not _is_priced(after):
            continue
        if _fills(before, after):
            values[place] = [b if a is None else a for a, b in zip(after, before, strict=True)]
        elif policy.takes(ODDS, fixture_id, f"{what} {period}", before, after):
            values[place] = after
    merged = tuple(values)
    return old if merged == old else merged


def merged_ticks(
    stored: Sequence[OddsTickRecord], parsed: Sequence[OddsTickRecord], *, follows: bool
) -> list[OddsTickRecord]:
    """The ticks to write for one series: all of each parsed second, in order, each once.

    stored: the ticks of the series at the parsed seconds. follows: whether the parsed ticks come after all stored ones,
    as those of the next page do; otherwise they may repeat stored ones.
    """
    before: dict[int, list[OddsTickRecord]] = {}
    for tick in stored:
        before.setdefault(tick.recorded_ts, []).append(tick)
    seconds: dict[int, list[OddsTickRecord]] = {}
    for tick in parsed:
        seconds.setdefault(tick.recorded_ts, []).append(tick)
    found: list[OddsTickRecord] = []
    last = parsed[-1].recorded_ts
    for moment, group in seconds.items():
        old, new = ([tick[_SEQ + 1 :] for tick in ticks] for ticks in (before.get(moment, []), group))
        whole = old + new if follows else _joined(old, new, is_earlier=moment == last and len(seconds) > 1)
        found += [OddsTickRecord._make((*group[0][:_SEQ], seq, *figures)) for seq, figures in enumerate(whole)]
    return found


def _joined(old: list[Any], new: list[Any], *, is_earlier: bool) -> list[Any]:
    """Two parts of one sequence joined if they overlap; is_earlier: new comes first if they don't.

    >>> _joined([1, 2], [2, 3], is_earlier=False), _joined([2, 3], [1, 2], is_earlier=False)
    ([1, 2, 3], [1, 2, 3])
    """
    if _is_within(new, old):
        return old
    if _is_within(old, new):
        return new
    for size in range(min(len(old), len(new)) - 1, 0, -1):
        if old[-size:] == new[:size]:
            return old + new[size:]
        if new[-size:] == old[:size]:
            return new + old[size:]
    return new + old if is_earlier else old + new


def _is_within(part: list[Any], whole: list[Any]) -> bool:
    return any(whole[start : start + len(part)] == part for start in range(len(whole) - len(part) + 1))


def _is_priced(quote: Sequence[object]) -> bool:
    """Whether a quote has prices; a line alone (of an odds summary) never replaces them."""
    return any(price is not None for price in quote[1:])


def _fills(before: Sequence[object], after: Sequence[object]) -> bool:
    return all(b is None or a is None or a == b for a, b in zip(after, before, strict=True))


def _text(values: Iterable[object]) -> str:
    return " ".join("-" if value is None else str(value) for value in values)


def _counted(events: Sequence[EventRecord]) -> tuple[str]:
    return (f"{len(events)} events",)


def _merge_values(
    fixture_id: int,
    part: int,
    what: str,
    values: list[Any],
    incoming: FixtureRecord | StatisticsRecord,
    places: Sequence[int],
    policy: MergePolicy,
) -> None:
    """Fill in or replace the values of one part in place."""
    if part & policy.provisional:
        policy.held |= part
        for place in places:
            values[place] = incoming[place]
        return
    differing = [place for place in places if incoming[place] is not None and incoming[place] != values[place]]
    if differing and all(values[place] is None for place in places):
        # The owner of a part without any value no longer owns it.
        policy.lost |= part
    if any(values[place] is not None for place in differing):
        shown = places
        if len(places) > LONG_PART:
            what, shown = ", ".join(incoming._fields[place] for place in differing), differing
        stored, given = [values[place] for place in shown], [incoming[place] for place in shown]
        if not policy.takes(part, fixture_id, what, stored, given):
            differing = [place for place in differing if values[place] is None]
            if not differing:
                return
    if differing or not part & policy.given_earlier:
        policy.held |= part
    for place in differing:
        values[place] = incoming[place]


def _merged_base(old: FixtureRecord, incoming: FixtureRecord, policy: MergePolicy) -> FixtureRecord:
    new, stands = _merged_kickoff(old, incoming, policy)
    owner = policy.owners.get(BASE)
    is_given_earlier = bool(BASE & policy.given_earlier)
    is_unknown = old.stage is None and old.in_table
    if is_unknown or (incoming.stage is not None and not is_given_earlier and policy.rank.outranks(owner)):
        new = new._replace(stage=incoming.stage, in_table=incoming.in_table)
    if stands and not is_given_earlier:
        policy.held |= BASE
    if old.status == Status.FINISHED:
        is_incoming = incoming.status == Status.FINISHED and old.state_detail is None
        return new._replace(state_detail=incoming.state_detail) if is_incoming else new
    if _ORDER[Status(incoming.status)] < _ORDER[Status(old.status)] and _has_begun(old, policy):
        return new
    is_outranked = owner is not None and owner.outranks(policy.rank)
    if incoming.status == old.status and (is_outranked or is_given_earlier):
        return new
    return new._replace(status=incoming.status, state_detail=incoming.state_detail)


def _has_begun(fixture: FixtureRecord, policy: MergePolicy) -> bool:
    return bool(fixture.home_goals or fixture.away_goals) or EVENTS in policy.owners


def _merged_kickoff(old: FixtureRecord, incoming: FixtureRecord, policy: MergePolicy) -> tuple[FixtureRecord, bool]:
    """The fixture with the merged kickoff, and whether that agrees with the incoming one."""
    near = abs(old.kickoff_ts - incoming.kickoff_ts) <= SAME_DAY
    if near and (not incoming.time_known or (old.time_known and old.kickoff_ts == incoming.kickoff_ts)):
        return old, True
    fills = near and not old.time_known
    if fills or policy.takes(BASE, old.id, "kickoff", _utc(old), _utc(incoming)):
        return old._replace(kickoff_ts=incoming.kickoff_ts, time_known=incoming.time_known), True
    return old, False


def _utc(fixture: FixtureRecord) -> tuple[str]:
    return (minute_text(fixture.kickoff_ts, time_known=bool(fixture.time_known)),)
