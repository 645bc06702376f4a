"""Claims, and their order.

A claim is what one load says of one fixture. Claims are ordered by the trust of their sources (of equal trust, the
first by name counts as more trusted). Within a source corrections come first, the latest of them before others; then
claims of the finished fixture, the first load first; then claims of before its end, the latest first. Of overlapping
files of one run, the one with the latest fixtures goes first. Contract 24.7.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from footydata.football.records import (
    ClaimRow,
    EventRecord,
    FixtureRecord,
    KnockoutRecord,
    StatisticsRecord,
)
from footydata.football.terms import FIELDS_OF_PART, Part, Side, Status
from footydata.store.claims.stored import NO_LINES, DetailRecord, Details, Lines, Quotes

BASE, STATISTICS, EVENTS, ODDS, FURTHER_FIGURES, BARE_RESULT = map(
    int,
    (
        Part.BASE,
        Part.STATISTICS,
        Part.EVENTS,
        Part.ODDS,
        Part.FURTHER_FIGURES,
        Part.BARE_RESULT,
    ),
)
"""The parts that are more than columns of the fixture, as integers: `&` of two Parts takes ten times as long."""

FIGURES = int(Part.GOALS | Part.HALF_GOALS | Part.CORNERS | Part.HALF_CORNERS | Part.CARDS)
PROVISIONAL = FIGURES | STATISTICS | EVENTS | FURTHER_FIGURES | int(Part.KNOCKOUT)
"""The parts that change until a fixture is finished; then only claims of the finished fixture count."""

ODDS_PARTS = int(Part.ODDS_SUMMARY | Part.ODDS | Part.ODDS_HISTORY)
"""The parts that count even if they are empty: they were requested, and nothing is recorded."""

PLACES = tuple(
    (int(part), (part.name or "").lower(), tuple(map(FixtureRecord._fields.index, names)))
    for part, names in FIELDS_OF_PART.items()
)
"""Each part that is columns of the fixture: its bit, its name and the positions of the columns."""

FIELD_PARTS = sum(part for part, _, _ in PLACES)

FINISHED = Status.FINISHED.value
_NO_DETAILS: Details = {}


class Rank(NamedTuple):
    """The rank of a source; sorted, the most trusted one comes first, of equal trust the first by name.

    >>> sorted([Rank.of(60, "statsbomb"), Rank.of(40, "a"), Rank.of(60, "football-data")])[0].name
    'football-data'
    """

    distrust: int
    name: str

    @classmethod
    def of(cls, trust: int, name: str) -> "Rank":
        """The rank of a source with this trust and name."""
        return cls(-trust, name)


class ClaimBody(NamedTuple):
    """What a claim says of a fixture.

    Attributes:
        fixture: its columns; those of other parts than `parts` count as unknown. referee: the registered name.
        parts: the parts that it has. fetched_ts: when they were fetched, unix seconds.
        is_remote: whether it is a service's, by its own id of the fixture.
        spelling: the referee as the source spells the name.
        details, events, odds, figures, lines: as in StoredFixture; events None without a timeline.
        series: bookmaker and market of each odds history → its first and last second, and the count of ticks.
    """

    fixture: FixtureRecord
    parts: int
    fetched_ts: int
    is_remote: bool = False
    spelling: str | None = None
    details: Details = _NO_DETAILS
    events: Sequence[EventRecord] | None = None
    odds: Mapping[tuple[str, str], Quotes] = {}
    figures: Mapping[tuple[str, int], tuple[float | None, float | None]] = {}
    series: Mapping[tuple[str, str], tuple[int, int, int]] = {}
    lines: Lines = NO_LINES

    @property
    def is_finished(self) -> bool:
        return self.fixture.status == FINISHED


class LoadOfClaims(NamedTuple):
    """A load, as far as its claims depend on it.

    moment, id: when it was loaded; of two loads of one second, the load with the lower id was earlier.
    run: the same for overlapping files of one source that were read in one run, the one with the latest fixtures first.
    corrects: whether it may correct finished fixtures. kind, place: as in Load.
    """

    id: int
    source_id: int
    rank: Rank
    moment: int
    run: int | None = None
    corrects: bool = False
    kind: str = ""
    place: str = ""


NO_ROW = ClaimRow(0, 0)


class FixtureClaim(NamedTuple):
    """What one load says of a fixture; row: NO_ROW before it is stored."""

    load: LoadOfClaims
    body: ClaimBody
    row: ClaimRow = NO_ROW


def outdated_loads(claims: Iterable[FixtureClaim]) -> set[int]:
    """The loads of files older than another one of their run, which has another status of the fixture."""
    all_claims = list(claims)
    current = {claim.load.id for _, _, ordered in by_source(all_claims) for claim in ordered}
    return {claim.load.id for claim in all_claims} - current


def first_claim(claims: Iterable[FixtureClaim]) -> FixtureClaim:
    """The first of one source's claims, in their order."""
    ((_, _, ordered),) = by_source(claims)
    return ordered[0]


def by_source(claims: Iterable[FixtureClaim]) -> list[tuple[int, Rank, list[FixtureClaim]]]:
    """The claims of each source in their order, the most trusted source first; without outdated ones."""
    by_rank = sorted(claims, key=lambda claim: (claim.load.rank, claim.load.id))
    sources = []
    for rank, group in groupby(by_rank, key=lambda claim: claim.load.rank):
        own = list(group)
        sources.append((own[0].load.source_id, rank, own if len(own) == 1 else _in_order(own)))
    return sources


def _in_order(own: list[FixtureClaim]) -> list[FixtureClaim]:
    """Claims of one source in their order; own: by load."""
    if len({claim.load.id for claim in own}) < len(own):
        # Two fixtures of one file that a merge of teams made one: ordered by day, however they come.
        own = sorted(
            own, key=lambda claim: (claim.load.id, claim.body.fixture.kickoff_ts, repr(claim.body))
        )
    runs: dict[tuple[str, int], list[FixtureClaim]] = {}
    for claim in own:
        key = ("load", claim.load.id) if claim.load.run is None else ("run", claim.load.run)
        runs.setdefault(key, []).append(claim)
    ordered = sorted(runs.values(), key=lambda run: _sort_key(run[0]))
    return [claim for run in ordered for claim in run if not _is_outdated(claim.body, run[0].body)]


def _sort_key(claim: FixtureClaim) -> tuple[int, int, int]:
    if claim.body.is_finished and not claim.load.corrects:
        return 1, claim.load.moment, claim.load.id
    return 0 if claim.body.is_finished else 2, -claim.load.moment, -claim.load.id


def _is_outdated(body: ClaimBody, furthest: ClaimBody) -> bool:
    return not furthest.is_finished and body.fixture.status != furthest.fixture.status


_OTHER: Mapping[str, str] = {Side.HOME: Side.AWAY, Side.AWAY: Side.HOME}

Row = TypeVar("Row", bound=tuple[Any, ...])


def exchanged_body(body: ClaimBody) -> ClaimBody:
    """What a claim says, with the sides exchanged."""
    return body._replace(
        fixture=exchanged_row(body.fixture),
        details={part: exchanged_detail(row) for part, row in body.details.items()},
        events=None if body.events is None else [exchanged_event(event) for event in body.events],
        figures={key: (away, home) for key, (home, away) in body.figures.items()},
    )


def exchanged_row(row: Row) -> Row:
    """A record with each value of a side in the field of the other."""
    values: dict[str, Any] = row._asdict()  # type: ignore[attr-defined]  # every record has it
    others = {name: values[_twin(name)] for name in values if _twin(name) in values}
    exchanged: Row = row._replace(**others)  # type: ignore[attr-defined]  # every record has it
    return exchanged


def exchanged_detail(row: DetailRecord) -> DetailRecord:
    """A detail of a fixture, with the sides exchanged; a ground has none."""
    if isinstance(row, KnockoutRecord):
        return exchanged_row(row)._replace(
            through=None if row.through is None else _OTHER[row.through]
        )
    return exchanged_row(row) if isinstance(row, StatisticsRecord) else row


def exchanged_event(event: EventRecord) -> EventRecord:
    """An event, with the sides exchanged."""
    return exchanged_row(event)._replace(team=None if event.team is None else _OTHER[event.team])


def _twin(name: str) -> str:
    words = name.split("_")
    return "_".join(_OTHER.get(word, word) for word in words)
