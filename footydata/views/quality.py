"""What is in a file and who says it: loads, sources, where they differ, whom to believe."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, NamedTuple

from footydata.football.choices import ComparedName
from footydata.football.moments import iso_utc
from footydata.football.terms import Status
from footydata.store.read.fixtures.fixtures import FixtureFilter, fixture_filter, fixtures
from footydata.store.read.quality.disagreements import (
    DifferingValue,
    Disagreement,
    differing_values,
    disagreements,
    why_none,
)
from footydata.store.read.quality.provenance import (
    Content,
    LoadSummary,
    PartSource,
    TrustedSource,
    contents,
    loads,
    parts_of,
    source_order,
)
from footydata.store.read.quality.who_says import SourceValue, source_values, summary
from footydata.store.typed_names import as_list
from footydata.views.arguments import Clock, FixtureId, Says, SomeLeagues, SomeSeasons
from footydata.views.columns import columns, undeclared
from footydata.views.doubts import fixture_doubts
from footydata.views.fixtures import fixture_named
from footydata.views.teams import known_leagues_view
from footydata.views.view import Block, Shown, View, Views, listed

SOURCE_VALUE_COLUMNS = columns("sources", SourceValue._fields)
DISAGREEMENT_COLUMNS = columns("disagreements", Disagreement._fields)
DIFFERING_VALUE_COLUMNS = columns('disagreements(by="fixture")', DifferingValue._fields)
LOAD_COLUMNS = columns("loads", LoadSummary._fields, entity="load")


def loads_view(connection: sqlite3.Connection, clock: Clock, /) -> View:
    """One row per load (a file, a downloaded file, a pull), the newest first."""
    spare = ("path", "same", "conflicting", "kind")
    none = "nothing was loaded"
    return listed(LOAD_COLUMNS, loads(connection), spare=spare, reason=none, is_empty_fine=True)


def contents_view(connection: sqlite3.Connection, clock: Clock, /) -> View:
    """What is in the file: counts, span, loads, sources with their fixtures, freshness, schema version."""
    return listed(undeclared(Content._fields), contents(connection))


def parts_view(connection: sqlite3.Connection, clock: Clock, /, fixture_id: FixtureId) -> View:
    """Each part of this fixture: its source, and when it was fetched."""
    parts = parts_of(connection, fixture_named(connection, fixture_id).id)
    return listed(undeclared(PartSource._fields), parts)


def file_view(connection: sqlite3.Connection, clock: Clock, /) -> Views:
    """What the file holds and how fresh it is: rows, span, sources with their newest change, leagues with seasons."""
    sections: dict[str, dict[str, object]] = {}
    for line in contents(connection):
        sections.setdefault(line.section, {})[line.what] = line.value
    rows = {name: count for name, count in sections.pop("rows").items() if count}
    unfinished = FixtureFilter(end_ts=clock.now, statuses=(Status.SCHEDULED, Status.LIVE))
    overdue = fixtures(connection, unfinished)
    every = loads(connection)
    return Views(
        "",
        {"leagues": known_leagues_view(connection, clock)},
        doubts=fixture_doubts(overdue, [None] * len(overdue), now=clock.now),
        notes=[f"last loaded {iso_utc(max(row.loaded_ts for row in every))}"] if every else [],
        about={"rows": rows, "file": sections},
        fixture_ids=None,
    )


class _Said(NamedTuple):
    """What a source says of a value; the name and what stands, on the first of its rows alone."""

    value: str | None
    differs: str | None
    stands: str | None
    source: str
    says: str
    why: str
    load: int | None


def sources_view(connection: sqlite3.Connection, clock: Clock, /, fixture_id: FixtureId) -> View:
    """One row per value of a fixture and source that gives it: what it says, what stands, and why.

    Contradictions first, then what several sources say alike, then what one says.
    """
    rows = source_values(connection, fixture_id)
    text = summary(rows)
    # Why a value does not stand is what the list is for.
    shown = (
        Shown("value", "value", kind="sentence"),
        Shown("differs", "differs", 1, kind="text"),
        Shown("stands", "stands", 2, kind="text"),
        *(Shown(name, name, kind="sentence") for name in ("source", "says", "why")),
        Shown("load", "load", 3),
    )
    return View(
        SOURCE_VALUE_COLUMNS,
        rows,
        shown,
        [Block("", list(_said(rows)))],
        about={"summary": text},
        reason="" if rows else text,
        is_empty_fine=True,
        footer=text if rows else "",
        fixture_ids=[fixture_id],
    )


def _said(rows: Sequence[SourceValue]) -> Iterator[_Said]:
    last = None
    for row in rows:
        is_first = row.value != last
        last = row.value
        said = (row.source, row.says, row.why, row.load_id)
        differs = "yes" if row.differs else None
        yield (
            _Said(row.value, differs, row.stands, *said)
            if is_first
            else _Said(None, None, None, *said)
        )


def disagreements_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    *,
    league: SomeLeagues | None = None,
    season: SomeSeasons | None = None,
    figure: Annotated[
        str,
        Says("A figure, or all of a part: corners, kickoff, cards, statistics, odds.", metavar="F"),
    ]
    | None = None,
    between: Annotated[
        str | Iterable[str], Says('Two sources, or "A,B"; by default each two.', metavar="A,B")
    ]
    | None = None,
    by: Annotated[
        ComparedName, Says("season counts them; fixture lists the differing values, newest first.")
    ] = "season",
) -> View:
    """One row per season, figure and two sources: how many fixtures both give, how many differ; the most first."""
    pair = [name.strip() for each in as_list(between) or () for name in str(each).split(",")]
    filters = fixture_filter(connection, league=league, season=season)
    asked: dict[str, Any] = {"figure": figure, "between": pair}
    if by == "fixture":
        values = differing_values(connection, filters, **asked, progress=clock.progress)
        spare = ("stands", "season", "league", "kickoff_utc")
        view = listed(DIFFERING_VALUE_COLUMNS, values, spare=spare)
    else:
        counts = disagreements(connection, filters, **asked, progress=clock.progress)
        view = listed(DISAGREEMENT_COLUMNS, counts, spare=("gap", "share"))
        # Few of many thousand differ, so that the share needs a decimal.
        view = view._replace(
            shown=[
                each._replace(format="{:.1%}".format) if each.head == "share" else each
                for each in view.shown
            ]
        )
    if view.rows:
        return view
    reason = why_none(connection, filters, **asked)
    return view._replace(reason=reason, is_empty_fine=reason.startswith("no value differs"))


def trust_view(connection: sqlite3.Connection, clock: Clock, /) -> View:
    """In which order the sources are believed, and whose choice each place is."""
    none = "the database has no sources: nothing was loaded"
    columns = undeclared(TrustedSource._fields)
    return listed(columns, source_order(connection), reason=none, is_empty_fine=True)
