"""Merges stored further figures with what a source gives of them again: as in `merge`, but figure by figure.

Each figure has its own source, so that sources which give different figures don't replace each other's.
"""

from collections.abc import Iterable, Mapping, Sequence

from footydata.importing.merge import FURTHER_FIGURES, MergePolicy, Rank
from footydata.records import FixtureFigure, FixtureSource
from footydata.sources.parsed import ParsedFigure
from footydata.store.stored import Provenance

Key = tuple[str, int]
"""A figure's name and its half."""

HALVES = ("", "first-half ")


def figure_rows(fixture_id: int, parsed: Iterable[ParsedFigure], source_id: int) -> list[FixtureFigure]:
    """The further figures of a source, as rows."""
    return [FixtureFigure(fixture_id, one.figure, one.half, one.home, one.away, source_id) for one in parsed]


def ranks_of(sources: Iterable[Provenance]) -> dict[int, Rank]:
    """Source id → its rank."""
    return {one.source_id: Rank(one.trust, one.name) for one in sources}


def merged_figures(
    old: Mapping[Key, FixtureFigure], parsed: Sequence[FixtureFigure], policy: MergePolicy, ranks: Mapping[int, Rank]
) -> dict[Key, FixtureFigure]:
    """The merged figures. parsed: all of one source; ranks: source id → rank."""
    if FURTHER_FIGURES & policy.ignored:
        return dict(old)
    merged = dict(old)
    for row in parsed:
        stored = old.get((row.figure, row.half))
        if stored is None or FURTHER_FIGURES & policy.provisional:
            merged[row.figure, row.half] = row
        else:
            merged[row.figure, row.half] = _merged(stored, row, policy, ranks.get(stored.source_id))
    return merged


def _merged(stored: FixtureFigure, row: FixtureFigure, policy: MergePolicy, owner: Rank | None) -> FixtureFigure:
    before, after = (stored.home, stored.away), (row.home, row.away)
    is_taken = policy.rank.outranks(owner)
    if before == after and not is_taken:
        return stored
    if any(a is not None and b is not None and a != b for a, b in zip(before, after, strict=True)):
        what = HALVES[row.half] + row.figure.replace("_", " ")
        is_taken = policy.takes(FURTHER_FIGURES, row.fixture_id, what, before, after, owner=owner)
    first, second = (after, before) if is_taken else (before, after)
    home, away = (a if a is not None else b for a, b in zip(first, second, strict=True))
    return stored._replace(home=home, away=away, source_id=row.source_id if is_taken else stored.source_id)


def with_figure_part(
    rows: Iterable[FixtureSource], sources: Iterable[Provenance], figures: Mapping[Key, FixtureFigure], fixture_id: int
) -> list[FixtureSource]:
    """The changed rows of provenance, with the part of further figures given to the sources of the figures.

    rows: the changes of other parts; sources: the provenance before.
    """
    if not figures:
        return list(rows)
    owners = {row.source_id for row in figures.values()}
    before = {one.source_id: FixtureSource(fixture_id, one.source_id, one.parts, one.fetched_ts) for one in sources}
    after = before | {row.source_id: row for row in rows}
    part = FURTHER_FIGURES
    shared = [
        row._replace(parts=row.parts | part if row.source_id in owners else row.parts & ~part) for row in after.values()
    ]
    return [row for row in shared if row != before.get(row.source_id)]
