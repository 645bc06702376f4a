"""Where sources differ: by league, season and figure, how many fixtures two sources give and how many differ."""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from statistics import fmean
from typing import Any, NamedTuple

from footydata.football.errors import InvalidArgument
from footydata.football.records import CLAIM_BITS
from footydata.football.wording import plural
from footydata.store.claims.claim import FIGURES, FURTHER_FIGURES, STATISTICS, by_source
from footydata.store.claims.claim_rows import ClaimRows
from footydata.store.claims.merging import merge_source
from footydata.store.claims.stored import BATCH_SIZE
from footydata.store.read.fixtures.fixtures import FixtureFilter, count_fixtures, where_clause
from footydata.store.read.quality.provenance import source_named
from footydata.store.read.quality.reasons import why_no_fixtures
from footydata.store.read.quality.said_values import (
    Value,
    differ,
    figure_names,
    stored_values,
    text_of,
    values_of,
)
from footydata.store.rows import records
from footydata.store.typed_names import one_of

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


class _Head(NamedTuple):
    """A fixture as a differing value names it."""

    fixture_id: int
    kickoff_utc: str
    league: str
    season: str | None
    home: str
    away: str


class ComparedValue(NamedTuple):
    """A value of a fixture that two sources give, the more trusted one first. stands: the stored one."""

    head: _Head
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
    def gap(self) -> float:
        """By how much both sides of a count differ together."""
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
    heads = {
        row.fixture_id: row for row in records(connection, _Head, _HEADS.format(where), values)
    }
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
    # The fixtures of both, those that differ, and by how much counts do.
    tallies: defaultdict[
        tuple[str, str | None, str, str, str], tuple[set[int], set[int], list[float]]
    ]
    tallies = defaultdict(lambda: (set(), set(), []))
    for each in compared:
        id_, _, league, season, *_ = each.head
        key = league, season, each.value.figure, each.source, each.other_source
        fixtures, differing, gaps = tallies[key]
        fixtures.add(id_)
        if each.differs:
            differing.add(id_)
            if each.value.part & COUNTS:
                gaps.append(each.gap)
    rows = [
        Disagreement(
            *key,
            len(fixtures),
            len(differing),
            len(differing) / len(fixtures),
            fmean(gaps) if gaps else None,
        )
        for key, (fixtures, differing, gaps) in tallies.items()
    ]
    return sorted(
        rows, key=lambda row: (-row.differ, -row.fixtures, row.league, row.season or "", *row[2:5])
    )


def differing_values(compared: Iterable[ComparedValue]) -> list[DifferingValue]:
    """The values in which two sources differ, by kickoff, the newest fixture first."""
    differing = [
        DifferingValue(
            *(*each.head, each.value.name),
            *(each.source, text_of(each.value, each.says)),
            *(each.other_source, text_of(each.value, each.other_says)),
            None if each.stands is None else text_of(each.value, each.stands),
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


_HEADS = f"""
    select fixture.id, strftime(iif(time_known, '%Y-%m-%d %H:%M', '%Y-%m-%d'), kickoff_ts, 'unixepoch'),
           league.name, season.label, home.name, away.name
    from fixture join league on league.id = fixture.league_id left join season on season.id = fixture.season_id
    join team as home on home.id = fixture.home_id join team as away on away.id = fixture.away_id
    where fixture.id in (
      select claim.fixture_id from claim join load on load.id = claim.id >> {CLAIM_BITS}
      group by claim.fixture_id having min(load.source_id) <> max(load.source_id))
      and {{}}
    order by fixture.id
"""
