"""Where sources differ: by league, season and figure, how many fixtures two sources give and how many differ."""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, groupby
from statistics import fmean
from typing import Any, NamedTuple

from footydata.football.errors import InvalidArgument, NotFound
from footydata.football.moments import minute_text
from footydata.football.records import CLAIM_BITS
from footydata.football.wording import meant, plural
from footydata.store.claims.claim import FIGURES, FURTHER_FIGURES, STATISTICS, by_source
from footydata.store.claims.claim_rows import ClaimRows
from footydata.store.claims.merging import merge_source
from footydata.store.claims.stored import BATCH_SIZE
from footydata.store.read.fixtures.fixtures import FixtureFilter, where_clause
from footydata.store.read.quality.provenance import sources_held
from footydata.store.read.quality.reasons import why_no_fixtures
from footydata.store.read.quality.said_values import (
    Value,
    Values,
    differ,
    figure_names,
    stored_values,
    text_of,
    values_of,
)

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


class _Compared(NamedTuple):
    """A fixture in two sources: what of each figure both give."""

    fixture_id: int
    one: str
    other: str
    both: list[tuple[Value, tuple[Any, ...], tuple[Any, ...]]]
    stored: Values


Progress = Callable[[str], None]


def disagreements(
    connection: sqlite3.Connection,
    filters: FixtureFilter,
    *,
    figure: str | None = None,
    between: Sequence[str] = (),
    progress: Progress = lambda _: None,
) -> list[Disagreement]:
    """Where sources differ, the figures with the most differing fixtures first.

    figure: one figure, or all of a part: cards, odds. between: two sources, by default each two.
    Raises InvalidArgument, NotFound.
    """
    # Of each fixture whether it differs, and by how much its counts do.
    counts: defaultdict[tuple[str, str | None, str, str, str], list[tuple[bool, list[float]]]]
    counts = defaultdict(list)
    heads = _heads(connection, filters)
    for each in _compared(connection, heads, figure, between, progress):
        _, league, season, *_ = heads[each.fixture_id]
        for name, values in groupby(sorted(each.both, key=_figure_of), _figure_of):
            against = [compared for compared in values if differ(*compared)]
            gaps = [_gap(one, other) for value, one, other in against if value.part & COUNTS]
            counts[league, season, name, each.one, each.other].append((bool(against), gaps))
    rows = []
    for key, fixtures in counts.items():
        differing = sum(does_differ for does_differ, _ in fixtures)
        gaps = [gap for _, of_fixture in fixtures for gap in of_fixture]
        share = differing / len(fixtures)
        gap = fmean(gaps) if gaps else None
        rows.append(Disagreement(*key, len(fixtures), differing, share, gap))
    return sorted(
        rows, key=lambda row: (-row.differ, -row.fixtures, row.league, row.season or "", *row[2:5])
    )


def differing_values(
    connection: sqlite3.Connection,
    filters: FixtureFilter,
    *,
    figure: str | None = None,
    between: Sequence[str] = (),
    progress: Progress = lambda _: None,
) -> list[DifferingValue]:
    """The values in which two sources differ, by kickoff, the newest fixture first. Arguments as of disagreements."""
    heads = _heads(connection, filters)
    differing = []
    for each in _compared(connection, heads, figure, between, progress):
        for value, one, other in each.both:
            if differ(value, one, other):
                now = each.stored.get(value)
                differing.append(
                    DifferingValue(
                        *(each.fixture_id, *heads[each.fixture_id], value.name),
                        *(each.one, text_of(value, one), each.other, text_of(value, other)),
                        None if now is None else text_of(value, now),
                    )
                )
    return sorted(differing, key=lambda row: row.kickoff_utc, reverse=True)


def why_none(
    connection: sqlite3.Connection,
    filters: FixtureFilter,
    *,
    figure: str | None = None,
    between: Sequence[str] = (),
) -> str:
    """Why there is no disagreement: sources agree, or there is nothing to compare."""
    where, values = where_clause(filters)
    (count,) = connection.execute(f"select count(*) from fixture where {where}", values).fetchone()
    if not count:
        return why_no_fixtures(connection, filters)
    counts = disagreements(connection, filters, figure=figure, between=between)
    if counts:
        return no_difference(counts)
    subject = f"the figure {figure}" if figure else "anything"
    whose = f"both {' and '.join(between)}" if between else "two sources"
    return f"none of the {plural(count, 'matching fixture')} has {subject} from {whose}"


def no_difference(counts: Sequence[Disagreement]) -> str:
    """That sources agree, and in how many comparisons."""
    return f"no value differs in {plural(sum(row.fixtures for row in counts), 'comparison')}"


def source_pair(connection: sqlite3.Connection, names: Sequence[str]) -> list[str]:
    """Two sources by their names in any case, as they are stored. Raises InvalidArgument, NotFound."""
    sources = sources_held(connection)
    by_name = {name.casefold(): name for name in sources}
    for name in names:
        if name.casefold() not in by_name:
            raise NotFound(f"no source of the database is called {name!r}; {meant(name, sources)}")
    chosen_sources = [by_name[name.casefold()] for name in names]
    if len(set(chosen_sources)) != 2:
        message = f"two different sources are compared, as in openfootball,{sources[0] if sources else 'v1'}"
        raise InvalidArgument(message, parameter="between", value=tuple(names))
    return chosen_sources


def _compared(
    connection: sqlite3.Connection,
    heads: dict[int, tuple[str, str, str | None, str, str]],
    figure: str | None,
    between: Sequence[str],
    progress: Progress,
) -> Iterator[_Compared]:
    """Each fixture with each two sources that give something of it."""
    folded_figure = None if figure is None else figure.casefold()
    if folded_figure is not None and folded_figure not in figure_names():
        message = f"sources give no value called {figure!r}; {meant(folded_figure, figure_names())}"
        raise InvalidArgument(message, parameter="figure", value=figure, choices=figure_names())
    pair = set(source_pair(connection, between)) if between else None
    claims = ClaimRows(connection)
    slug_of = claims.codec.slug
    ids = list(heads)
    for number, (stored, own) in enumerate(claims.of_fixtures(ids)):
        if number % BATCH_SIZE == 0:
            progress(f"{number:,} of {len(ids):,} fixtures of several sources")
        sources = [
            (rank.name, values_of(merge_source(of_source), slug_of))
            for _, rank, of_source in by_source(own)
            if pair is None or rank.name in pair
        ]
        for (one, values), (other, others) in combinations(sources, 2):
            both = [
                (value, values[value], others[value])
                for value in values
                if value in others and folded_figure in (None, value.figure, value.group)
            ]
            stored_now = stored_values(stored, slug_of)
            yield _Compared(stored.fixture.id, one, other, both, stored_now)


def _heads(
    connection: sqlite3.Connection, filters: FixtureFilter
) -> dict[int, tuple[str, str, str | None, str, str]]:
    """The fixtures of a filter that several sources give: id → kickoff, league, season, home, away."""
    where, values = where_clause(filters)
    return {
        id_: (minute_text(kickoff, time_known=known), *names)
        for id_, kickoff, known, *names in connection.execute(_HEADS.format(where), values)
    }


def _figure_of(compared: tuple[Value, tuple[Any, ...], tuple[Any, ...]]) -> str:
    return compared[0].figure


def _gap(one: Sequence[Any], other: Sequence[Any]) -> float:
    """By how much both sides differ.

    >>> _gap((7, 3), (6, 4))
    2.0
    """
    return float(
        sum(abs(a - b) for a, b in zip(one, other, strict=True) if a is not None and b is not None)
    )


_HEADS = f"""
    select fixture.id, fixture.kickoff_ts, fixture.time_known, league.name, season.label, home.name, away.name
    from fixture join league on league.id = fixture.league_id left join season on season.id = fixture.season_id
    join team as home on home.id = fixture.home_id join team as away on away.id = fixture.away_id
    where fixture.id in (
      select claim.fixture_id from claim join load on load.id = claim.id >> {CLAIM_BITS}
      group by claim.fixture_id having min(load.source_id) <> max(load.source_id))
      and {{}}
    order by fixture.id
"""
