"""What is in a file and who says it: loads, sources, where they differ, whom to believe."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal

from footydata.store.read.conditions import fixture_filter
from footydata.store.read.said_values import figure_names
from footydata.store.read.who_says import (
    DifferingValue,
    Disagreement,
    SourceValue,
    compared_values,
    differing_values,
    disagreements,
    source_values,
    summary,
    why_none,
)
from footydata.store.typed_names import as_list
from footydata.views.arguments import Clock, FixtureId, Says, SomeLeagues, SomeSeasons
from footydata.views.columns import columns
from footydata.views.view import Block, Shown, View, listed

SOURCE_VALUE_COLUMNS = columns("sources", SourceValue._fields)
DISAGREEMENT_COLUMNS = columns("disagreements", Disagreement._fields)
DIFFERING_VALUE_COLUMNS = columns('disagreements(by="fixture")', DifferingValue._fields)


def sources_view(connection: sqlite3.Connection, clock: Clock, /, fixture_id: FixtureId) -> View:
    """One row per value of a fixture and source that gives it: what it says, what stands, and why.

    Contradictions first, then what several sources say alike, then what one says.
    """
    rows = source_values(connection, fixture_id)
    text = summary(rows)
    # Why a value does not stand is what the list is for.
    shown = (
        Shown("value", "value", kind="sentence"),
        Shown("differs", _differs, 1, kind="text"),
        Shown("stands", "stands", 2, kind="text"),
        *(Shown(name, name, kind="sentence") for name in ("source", "says", "why")),
        Shown("load", "load_id", 3),
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


def _said(rows: Sequence[SourceValue]) -> Iterator[SourceValue]:
    """The rows, with the name of a value and what stands on the first of its rows alone."""
    last = None
    for row in rows:
        yield row if row.value != last else row._replace(value="", differs=False, stands=None)
        last = row.value


def _differs(row: SourceValue) -> str:
    return "yes" if row.differs else ""


def disagreements_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    *,
    league: SomeLeagues | None = None,
    season: SomeSeasons | None = None,
    figure: Annotated[
        str,
        Says(
            "A figure, or all of a part: corners, kickoff, cards, statistics, odds.",
            words=figure_names,
        ),
    ]
    | None = None,
    between: Annotated[
        str | Iterable[str], Says('Two sources, or "A,B"; by default each two.', metavar="A,B")
    ]
    | None = None,
    by: Annotated[
        Literal["season", "fixture"],
        Says("season counts them; fixture lists the differing values, newest first."),
    ] = "season",
) -> View:
    """One row per season, figure and two sources: how many fixtures both give, how many differ; the most first."""
    pair = [name.strip() for each in as_list(between) or () for name in str(each).split(",")]
    filters = fixture_filter(connection, league=league, season=season)
    asked: dict[str, Any] = {"figure": figure, "between": pair}
    compared = compared_values(connection, filters, **asked, progress=clock.progress)
    if by == "fixture":
        values = differing_values(compared)
        spare = ("stands", "season", "league", "kickoff_utc")
        view = listed(DIFFERING_VALUE_COLUMNS, values, spare=spare)
    else:
        counts = disagreements(compared)
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
