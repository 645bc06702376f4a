"""Who says what of a fixture, which value stands and why; and where sources differ, by season and figure."""

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations
from statistics import fmean
from typing import Any, NamedTuple

from footydata.football.errors import FixtureNotFound, InvalidArgument
from footydata.football.wording import plural
from footydata.store.claims.claim import (
    FIGURES,
    FURTHER_FIGURES,
    ODDS,
    STATISTICS,
    ClaimRows,
    FixtureClaim,
    by_source,
)
from footydata.store.claims.merging import merge_source
from footydata.store.claims.stored import BATCH_SIZE
from footydata.store.read.fixtures import (
    FixtureFilter,
    count_fixtures,
    where_clause,
    why_no_fixtures,
)
from footydata.store.read.provenance import source_named
from footydata.store.read.said_values import (
    KICKOFF,
    REFEREE,
    STATUS,
    TIMELINE,
    Value,
    differ,
    figure_names,
    only_here,
    stands,
    stored_values,
    text_of,
    values_of,
)
from footydata.store.typed_names import one_of

ONLY, AGREES, TRUSTED, LESS_TRUSTED = "the only one", "all agree", "most trusted", "less trusted"
SAME, FILLED, EARLIER = "says the same", "filled by others", "from before the end"
CORRECTION, FIRST, LATEST = "a correction", "the first finished load", "the latest load"
BEHIND = "another file of its run goes further"
PASSED = {EARLIER, BEHIND}
"""Why a load gives way without a contradiction."""

SPELLING = "its spelling"
OUT_OF_ORDER = {
    STATUS.part: ("the furthest", "not as far"),
    ODDS: ("the first with prices", "without prices"),
}
"""Part → why a value stands though a more trusted source says otherwise, and why that one does not."""


class SourceValue(NamedTuple):
    """What one source says of a value of a fixture.

    differs: whether sources, or loads of one source, contradict each other here. stands: the stored value.
    load_id: the load that says so.
    """

    value: str
    differs: bool
    stands: str | None
    source: str
    says: str
    is_standing: bool
    why: str
    load_id: int


def source_values(connection: sqlite3.Connection, fixture_id: int) -> list[SourceValue]:
    """Every value of a fixture with a row for each source that gives it, the most trusted first.

    Contradictions come first, then what several sources say alike, then what only one says. A load that contradicts
    others of its own source has a row as well. Raises FixtureNotFound.
    """
    stored, own = next(ClaimRows(connection).of_fixtures([fixture_id]), (None, []))
    if stored is None:
        raise FixtureNotFound(f"no fixture has the id {fixture_id}", param="fixture_id")
    stored_by_value = stored_values(stored)
    sources = by_source(own)
    is_over = any(of_source[0].body.is_finished for _, _, of_source in sources)
    said: dict[Value, list[_Saying]] = {value: [] for value in stored_by_value}
    for _, rank, of_source in sources:
        outdated = [claim for claim in own if claim.load.rank == rank and claim not in of_source]
        for value, sayings in _sayings(of_source, outdated, is_over=is_over):
            said.setdefault(value, []).extend(sayings)
    rows = [
        row
        for value, sayings in said.items()
        for row in _rows(value, sayings, stored_by_value.get(value))
    ]
    rows += [
        SourceValue(side, False, name, source, spelling, spelling == name, SPELLING, load_id)
        for side, name, source, spelling, load_id in connection.execute(
            _SPELLINGS, {"id": fixture_id}
        )
    ]
    sources_of = Counter(value for value, _ in {(row.value, row.source) for row in rows})
    return sorted(rows, key=lambda row: (not row.differs, sources_of[row.value] == 1))


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
    if len(sources) > 1:
        return f"{are} between {', '.join(sources)}."
    loads = f"{are} between its loads" if differing else "there is nothing to compare"
    return f"Only {next(iter(sources))} gives this fixture; {loads}."


class _Saying(NamedTuple):
    """What a source says of a value on the whole (counts), or what one of its loads says instead.

    why: why it stands before other loads of its source, or does not stand; '' where they agree.
    """

    claim: FixtureClaim
    known: tuple[Any, ...]
    counts: bool
    why: str


def _sayings(
    own: Sequence[FixtureClaim],
    outdated: Sequence[FixtureClaim],
    *,
    is_over: bool,
) -> Iterator[tuple[Value, list[_Saying]]]:
    """What a source says of each value, then its loads that contradict that.

    own: its claims in their order. outdated: its others. is_over: whether a source has the finished fixture.
    """
    is_finished = own[0].body.is_finished
    whole = values_of(merge_source(own))
    by_claim = [(claim, values_of(claim.body)) for claim in (*own, *outdated)]
    for value in dict.fromkeys(chain(whole, *(values for _, values in by_claim))):
        known = whole.get(value)
        giving = [(claim, values[value]) for claim, values in by_claim if value in values]
        others = [each for each in giving if known is None or differ(value, each[1], known)]
        giver = next((each[0] for each in giving if each not in others), own[0])
        is_final = is_finished and (value.is_provisional or value == STATUS)
        rule = CORRECTION if giver.load.corrects else FIRST if is_finished else LATEST
        sayings = []
        for claim, other in others:
            is_early = is_final and not claim.body.is_finished
            why = BEHIND if claim in outdated else EARLIER if is_early else f"{rule} counts"
            sayings.append(_Saying(claim, other, False, why))
        if known is not None:
            is_left_out = is_over and not is_finished and value.is_provisional
            why = "" if all(each.why in PASSED for each in sayings) else rule
            why = EARLIER if is_left_out else why
            sayings.insert(0, _Saying(giver, known, not is_left_out, why))
        yield value, sayings


def _rows(
    value: Value, sayings: Sequence[_Saying], stored: tuple[Any, ...] | None
) -> Iterator[SourceValue]:
    """The rows of a value; stored: what stands, None if nothing does."""
    counting = [each for each in sayings if each.counts]
    standing = [
        each for each in counting if stored is not None and stands(value, each.known, stored)
    ]
    in_order, against = TRUSTED, LESS_TRUSTED
    if standing[:1] != counting[:1]:
        in_order, against = OUT_OF_ORDER.get(value.part, (in_order, against))
    sources = {each.claim.load.rank for each in sayings}
    differs = any(
        each not in standing
        and each.why not in PASSED
        and (stored is None or differ(value, each.known, stored))
        for each in sayings
    )
    for each in sayings:
        if not each.counts:
            why = each.why
        elif each not in standing:
            why = against
        elif each is not standing[0]:
            why = SAME
        elif each.why:
            why = each.why
        elif each.known != stored:
            why = FILLED
        elif len(standing) == len(sources):
            why = ONLY if len(sources) == 1 else AGREES
        else:
            why = in_order
        load, text = each.claim.load, None
        if value == REFEREE:
            text = each.claim.body.spelling
        elif value == TIMELINE and differs:
            # As many events of each type may be others, so that their counts tell nothing.
            others = (other.known for other in sayings if other.known != each.known)
            text = only_here(each.known, chain.from_iterable(others))
        yield SourceValue(
            value.name,
            differs,
            None if stored is None else text_of(value, stored),
            load.rank.name,
            text or text_of(value, each.known),
            each in standing,
            why,
            load.id,
        )


_SPELLINGS = """
    select side.value, team.name, source.name, external_id.key, min(load.id)
    from claim join json_each('["home", "away"]') as side
    join external_id on external_id.id = case side.value when 'home' then claim.home_name else claim.away_name end
    join load on load.id = claim.load_id join source on source.id = load.source_id
    join fixture on fixture.id = claim.fixture_id
    join team on team.id = case side.value when 'home' then fixture.home_id else fixture.away_id end
    where claim.fixture_id = :id group by side.value, source.id, external_id.key
    order by side.value desc, source.trust desc, source.name, min(load.id)
"""
"""How each source spells the names of the teams, each spelling once with its first load."""


COUNTS = FIGURES | STATISTICS | FURTHER_FIGURES
"""The parts that are numbers, which differ by so many."""


class Disagreement(NamedTuple):
    """How two sources differ in a figure of a season.

    source: the more trusted one. fixtures: those of which both give the figure. share: of them, how many differ.
    gap: of counts, by how much both sides together differ on average where they do.
    """

    league: str
    season: str | None
    figure: str
    source: str
    other_source: str
    fixtures: int
    differ: int
    share: float
    gap: float | None


class DifferingValue(NamedTuple):
    """A value of a fixture in which two sources differ; says, other_says: as texts, stands: the stored value."""

    fixture_id: int
    kickoff_utc: str
    league: str
    season: str | None
    home: str
    away: str
    value: str
    source: str
    says: str
    other_source: str
    other_says: str
    stands: str | None


class ComparedValue(NamedTuple):
    """A value of a fixture that two sources give, the more trusted one first.

    head: the first fields of DifferingValue. stands: the stored one.
    """

    head: tuple[Any, ...]
    value: Value
    source: str
    says: tuple[Any, ...]
    other_source: str
    other_says: tuple[Any, ...]
    stands: tuple[Any, ...] | None

    @property
    def differs(self) -> bool:
        """Whether the sources contradict each other."""
        return differ(self.value, self.says, self.other_says)

    @property
    def gap(self) -> float | None:
        """By how much both sides of a count differ together, None if it is no count."""
        if not self.value.part & COUNTS:
            return None
        pairs = zip(self.says, self.other_says, strict=True)
        return float(sum(abs(a - b) for a, b in pairs if None not in (a, b)))


def compared_values(
    connection: sqlite3.Connection,
    filters: FixtureFilter,
    *,
    figure: str | None = None,
    between: Sequence[str] = (),
    progress: Callable[[str], None] = lambda _: None,
) -> Iterator[ComparedValue]:
    """Each value of each fixture of a filter, with each two sources that give it.

    figure: one figure, or all of a part: cards, odds. between: two sources, by default each two.
    Raises InvalidArgument, NotFound.
    """
    name = figure and one_of("figure", figure, figure_names())
    pair = {source_named(connection, each) for each in between}
    if between and len(pair) != 2:
        message = "two different sources are compared, as in openfootball,football-data"
        raise InvalidArgument(message, parameter="between", value=tuple(between))
    where, values = where_clause(filters)
    heads = {row[0]: row for row in connection.execute(_HEADS.format(where), values)}
    for number, (stored, own) in enumerate(ClaimRows(connection).of_fixtures(list(heads))):
        if number % BATCH_SIZE == 0:
            progress(f"{number:,} of {len(heads):,} fixtures of several sources")
        sources = [
            (rank.name, values_of(merge_source(of_source)))
            for _, rank, of_source in by_source(own)
            if not pair or rank.name in pair
        ]
        stands = stored_values(stored)
        for (one, said), (other, others) in combinations(sources, 2):
            for value, says in said.items():
                if value in others and name in (None, value.figure, value.group):
                    of_pair = one, says, other, others[value], stands.get(value)
                    yield ComparedValue(heads[stored.fixture.id], value, *of_pair)


def disagreements(compared: Iterable[ComparedValue]) -> list[Disagreement]:
    """Where sources differ, the figures with the most differing fixtures first."""
    gaps: defaultdict[tuple[Any, ...], dict[int, tuple[float | None, ...]]] = defaultdict(dict)
    for each in compared:
        id_, _, league, season, *_ = each.head
        of_key = gaps[league, season, each.value.figure, each.source, each.other_source]
        of_key[id_] = of_key.get(id_, ()) + ((each.gap,) if each.differs else ())
    rows = []
    for key, gaps_by_id in gaps.items():
        fixtures, differ_in = len(gaps_by_id), sum(map(bool, gaps_by_id.values()))
        known = [gap for gap in chain.from_iterable(gaps_by_id.values()) if gap is not None]
        mean = fmean(known) if known else None
        rows.append(Disagreement._make((*key, fixtures, differ_in, differ_in / fixtures, mean)))
    return sorted(
        rows, key=lambda row: (-row.differ, -row.fixtures, row.league, row.season or "", *row[2:5])
    )


def differing_values(compared: Iterable[ComparedValue]) -> list[DifferingValue]:
    """The values in which two sources differ, by kickoff, the newest fixture first."""
    differing = [
        DifferingValue._make(
            (
                *(*each.head, each.value.name),
                *(each.source, text_of(each.value, each.says)),
                *(each.other_source, text_of(each.value, each.other_says)),
                None if each.stands is None else text_of(each.value, each.stands),
            )
        )
        for each in compared
        if each.differs
    ]
    return sorted(differing, key=lambda row: row.kickoff_utc, reverse=True)


def why_none(
    connection: sqlite3.Connection,
    filters: FixtureFilter,
    *,
    figure: str | None = None,
    between: Sequence[str] = (),
) -> str:
    """Why there is no disagreement: sources agree, or there is nothing to compare."""
    count = count_fixtures(connection, filters)
    if not count:
        return why_no_fixtures(connection, filters)
    counts = disagreements(compared_values(connection, filters, figure=figure, between=between))
    if counts:
        return f"no value differs in {plural(sum(row.fixtures for row in counts), 'comparison')}"
    subject = f"the figure {figure}" if figure else "anything"
    whose = f"both {' and '.join(between)}" if between else "two sources"
    return f"none of the {plural(count, 'matching fixture')} has {subject} from {whose}"


_HEADS = """
    select fixture.id, strftime(iif(time_known, '%Y-%m-%d %H:%M', '%Y-%m-%d'), kickoff_ts, 'unixepoch'),
           league.name, season.label, home.name, away.name
    from fixture join league on league.id = fixture.league_id left join season on season.id = fixture.season_id
    join team as home on home.id = fixture.home_id join team as away on away.id = fixture.away_id
    where fixture.id in (
      select claim.fixture_id from claim join load on load.id = claim.load_id
      group by claim.fixture_id having min(load.source_id) <> max(load.source_id))
      and {}
    order by fixture.id
"""
