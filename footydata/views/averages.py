"""Averages of figures, overs and unders of them, and how often a side of a market won: by team, league or referee."""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Annotated, Unpack

from footydata.football.declared_types import GroupName, MarketName
from footydata.football.errors import InvalidArgument
from footydata.football.terms import Side
from footydata.odds.settlement import Outcome, market_of
from footydata.store.read.conditions import SIDES, fixture_filter
from footydata.store.read.counts import (
    Average,
    Grouping,
    LineCount,
    averages,
    counted_ids,
    known_enough,
    line_counts,
    mixed_competitions,
    too_few,
    why_no_figure,
)
from footydata.store.typed_names import as_list
from footydata.views.arguments import Clock, FixtureFilters, Says, Venue
from footydata.views.columns import Column, columns, row_of
from footydata.views.view import Block, Shown, View

USUAL = ("goals", "corners", "cards")
"""The figures that are averaged where none is named."""

_SHARE = ("share", "share_low", "share_high", "price")
OVER_FIELDS = ("line", "over", "level", "under", *_SHARE)


def averages_columns(by: str, *, has_line: bool = False) -> tuple[Column, ...]:
    """The columns of averages. by: team, with its own and its opponents' averages; league or referee, home and away."""
    sides = ("own", "opponents") if by == "team" else ("home", "away")
    over = OVER_FIELDS if has_line else ()
    return columns("averages", (*_names(by), "figure", "fixtures", *sides, "both", *over))


def counts_columns(by: str) -> tuple[Column, ...]:
    """The columns of averages of a market. by: team, league or referee, who has no id."""
    ends = ("won", "half_won", "void", "half_lost", "lost")
    own = (() if by == "referee" else ("id",)) + (*_names(by), "fixtures")
    rest = ("mean", "market", "line", "side")
    return columns("counts", (*own, *ends, *_SHARE, *rest), entity=by)


def _names(by: str) -> tuple[str, ...]:
    """The columns that name a row: of leagues and referees with their country, as many share a name."""
    return (by,) if by == "team" else (by, "country")


def _named(by: str, name: str) -> dict[str, str]:
    """The values of _names, of a name with its country.

    >>> _named("league", "Série A (Brazil)")
    {'league': 'Série A', 'country': 'Brazil'}
    """
    if by == "team":
        return {by: name}
    plain, _, country = name.rpartition(" (")
    return {by: plain, "country": country.removesuffix(")")}


def _likely(row: Average | LineCount) -> str | None:
    return None if row.share is None else f"{row.share_low:.2f}-{row.share_high:.2f}"


_SHARES = (
    Shown("share", "share"),
    Shown("95 %", _likely, kind="whole", width=9),
    Shown("price", "price"),
)


def averages_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    figure: Annotated[
        str | Iterable[str],
        Says(
            "A figure to average: goals, corners, cards, fouls, xg, half_corners ...",
            "goals, corners, cards, fouls, xg, half_corners ...",
            "F",
            words=SIDES.keys,
        ),
    ]
    | None = None,
    *,
    line: Annotated[
        float,
        Says(
            "How often the figure was over and under this line; with a market the line of the bets.",
            "Counts overs and unders; a handicap is the row's team's.",
        ),
    ]
    | None = None,
    market: Annotated[
        MarketName,
        Says(
            "How often a side of this market won, by settlement, in place of averages.",
            "1x2, asian, goalline, corner, corner_asian, cards, cards_asian, btts, home_corners ...",
            "M",
        ),
    ]
    | None = None,
    side: Annotated[
        str,
        Says(
            "The side of the market whose wins are counted; its first by default.",
            "over, under, home, away, draw, yes ...",
        ),
    ]
    | None = None,
    by: Annotated[GroupName, Says("One row for each of these.", "One row for each.")] = "team",
    venue: Venue | None = None,
    min_fixtures: Annotated[
        int, Says("Leave out rows of fewer fixtures, and say which.", metavar="N", least=1)
    ] = 1,
    **filters: Unpack[FixtureFilters],
) -> View:
    """Averages of figures per finished fixture by team, league or referee, the highest first; overs and unders at a line.

    By team: its own and its opponents'; else those of the home and the away sides; both: their sum. share: the part of
    the decided fixtures that were over, or of the stakes that won; price: the one at which bets would have broken even.
    A market counts bets on a side, one a fixture: except in totals of both sides a team counts as the home side of all
    its fixtures, so home_corners are its own. Few fixtures prove little: the 95 % interval of share says how little.
    """
    narrowed = fixture_filter(connection, zone=clock.zone, **filters)
    grouping = Grouping(narrowed, by, None if venue is None else Side(venue))
    figures = [str(name).casefold() for name in as_list(figure) or ()]
    if market is not None:
        if figure is not None:
            raise InvalidArgument(
                "a market settles on its own figure; leave out figure",
                parameter="figure",
                value=figure,
            )
        return _counts(connection, grouping, market, line, side, min_fixtures=min_fixtures)
    if side is not None or (line is not None and len(figures) != 1):
        needed = "a side is of a market; name one" if side else "a line is of one figure; name it"
        raise InvalidArgument(needed, parameter="side" if side else "line", value=side or line)
    figures = list(USUAL) if figure is None else figures
    return _averages(connection, grouping, figures, line, min_fixtures=min_fixtures)


def _averages(
    connection: sqlite3.Connection,
    grouping: Grouping,
    figures: Sequence[str],
    line: float | None,
    *,
    min_fixtures: int,
) -> View:
    by = grouping.by
    rows: list[Average] = []
    left_out: dict[str, dict[str, int]] = {}
    notes: list[str] = []
    doubts: list[str] = []
    ids: dict[int, None] = {}
    played = len(counted_ids(connection, grouping, None))
    for name in figures:
        read = averages(connection, grouping, name, line=line)
        kept, few = known_enough(read, min_fixtures)
        rows += kept
        left_out |= {name: few} if few else {}
        counted = counted_ids(connection, grouping, name)
        ids |= dict.fromkeys(counted)
        doubts += _partly_known(name, len(counted), played)
        notes.append(mixed_competitions(connection, grouping, name))
    few_texts = [f"{name}: {too_few(few, min_fixtures, by=by)}" for name, few in left_out.items()]
    sides = ("own", "opponents") if by == "team" else ("home", "away")
    has_line = line is not None
    counts = [Shown("over", "over"), Shown("level", "level"), Shown("under", "under"), *_SHARES]
    if not any(row.level for row in rows):
        del counts[1]
    of_rows = averages_columns(by, has_line=has_line)
    return View(
        of_rows,
        [
            row_of(
                of_rows,
                {**row._asdict(), **_named(by, row.name), "line": line}
                | {"opponents": row.other, "home": row.own, "away": row.other},
            )
            for row in rows
        ],
        (
            Shown(by, "name", kind="text", is_needed=True, width=24),
            Shown("figure", "figure", kind="text", width=10),
            Shown("fixtures", "fixtures", width=9),
            *(Shown(sides[0], "own"), Shown(sides[1], "other", width=10), Shown("both", "both")),
            *(counts if has_line else ()),
        ),
        [Block("", rows)],
        notes=list(dict.fromkeys(filter(None, notes))),
        doubts=doubts,
        about={"left_out": left_out},
        reason=""
        if rows
        else "; ".join(few_texts) or why_no_figure(connection, grouping.filters, figures),
        footer="; ".join(few_texts),
        fixture_ids=list(ids),
    )


def _partly_known(figure: str, count: int, played: int) -> list[str]:
    if not 0 < count < played:
        return []
    return [f"{figure.replace('_', ' ')} known of {count:,} of {played:,} finished fixtures"]


def _counts(
    connection: sqlite3.Connection,
    grouping: Grouping,
    name: str,
    line: float | None,
    side: str | None,
    *,
    min_fixtures: int,
) -> View:
    by, market = grouping.by, market_of(name)
    backed = market.shape.selections[0] if side is None else side.casefold()
    read = line_counts(connection, grouping, market, line=line, side=backed)
    rows, few = known_enough(read, min_fixtures)
    figure = f"{'half_' if market.half else ''}{market.figure}"
    counted = counted_ids(connection, grouping, figure)
    played = len(counted_ids(connection, grouping, None))
    bet = {"market": market.param, "line": line, "side": backed}
    of_rows = counts_columns(by)
    ends = [
        Shown(backed if end == Outcome.WON else end.value, end.value)
        for end in Outcome
        if end in (Outcome.WON, Outcome.LOST) or any(getattr(row, end) for row in rows)
    ]
    mixed = mixed_competitions(connection, grouping, figure)
    few_text = too_few(few, min_fixtures, by=by)
    return View(
        of_rows,
        [row_of(of_rows, row._asdict() | _named(by, row.name) | bet) for row in rows],
        (
            Shown(by, "name", kind="text", is_needed=True, width=24),
            *(Shown("fixtures", "fixtures", width=9), *ends, *_SHARES, Shown("mean", "mean")),
        ),
        [Block("", rows)],
        notes=[mixed] if mixed else [],
        doubts=_partly_known(figure, len(counted), played),
        about={**bet, "left_out": few},
        reason=""
        if rows
        else few_text or why_no_figure(connection, grouping.filters, [figure.replace("_", " ")]),
        footer=few_text,
        fixture_ids=counted,
    )
